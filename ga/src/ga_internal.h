/* What the files of ga share: the array, the table of handles, and the checks. */
#ifndef GA_INTERNAL_H
#define GA_INTERNAL_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/local/al_type.h"
#include "ga/src/dist/ga_dist.h"

#define GA_LIKELY(x)   __builtin_expect(!!(x), 1)
#define GA_UNLIKELY(x) __builtin_expect(!!(x), 0)

typedef struct gai_array {
    ga_t handle;
    ga_type type;
    size_t element; /* bytes */
    gai_dist_t dist;
    al_segment_t *segment;
    al_group_t *group;
    ga_group_t group_handle;
    int rank;        /* mine in the group */
    atomic_int open; /* accesses not yet released */
    char name[GA_NAME_MAX + 1];
} gai_array_t;

/* ---- handles (ga_handle.c) ------------------------------------------------------------------- */
/* A handle is a serial number; its low bits are the slot. Serials only grow (until they wrap), so a
 * stale handle finds an empty slot or one with another serial. */

enum { GAI_SLOTS = 1 << 16 };
extern gai_array_t *gai_slots[GAI_SLOTS];

/* Agreeing on a serial whose slot is free on all ranks of a group: each proposes a ballot, which is
 * combined by MAX; gai_handle_agree reads the result, and asks again where they differ. failed:
 * this rank cannot go on. Collective. @return ASHLAR_ELIMIT, ASHLAR_ENOMEM */
enum { GAI_BALLOT = 4 };
void gai_handle_propose(int failed, long long *ballot);
int gai_handle_agree(al_group_t *group, long long *ballot, ga_t *handle);
void gai_handle_install(gai_array_t *array);
void gai_handle_remove(gai_array_t *array);

/* Report why a handle is none: always a negative status. */
int gai_bad_handle(const char *call, ga_t g) __attribute__((cold));

/* The array of a handle, NULL when there is none. */
static inline gai_array_t *gai_find(ga_t g)
{
    gai_array_t *array = gai_slots[(uint32_t)g % GAI_SLOTS];
    return GA_LIKELY(array && array->handle == g) ? array : NULL;
}

/* The array of a handle, or an error. */
static inline int gai_get(const char *call, ga_t g, gai_array_t **array)
{
    *array = gai_find(g);
    return GA_LIKELY(*array != NULL) ? ASHLAR_OK : gai_bad_handle(call, g);
}

/* ---- types (ga_type.c) ----------------------------------------------------------------------- */

/* Size of an element of any type, 0 when there is no such type. */
size_t gai_type_bytes(ga_type type);
/* "double", or "record" */
const char *gai_type_name(ga_type type);
void gai_types_stop(void);
/* Count the arrays of a record type. */
void gai_type_hold(ga_type type, int change);

/* Can elements be added and multiplied? */
static inline int gai_is_arithmetic(const gai_array_t *array)
{
    return (unsigned)array->type < ASHLAR_TYPE_COUNT;
}
/* ASHLAR_ETYPE: the array's elements do not allow what the call does. */
int gai_bad_type(const char *call, const gai_array_t *array) __attribute__((cold));

/* ---- statistics (ga_stats.c) ----------------------------------------------------------------- */
/* The prologue and epilogue of the one-sided calls: one predicted branch each while off. */

extern int gai_stats_on;
double gai_stats_clock(void);
int gai_stats_start(void);
/* Count one call that began at a time, the bytes of a valid patch, the bytes of one element. */
void gai_stats_call(ga_stats_call call, double begin);
void gai_stats_patch(ga_stats_call call, const gai_array_t *array, const int64_t *lo,
                     const int64_t *hi);
void gai_stats_element(ga_stats_call call, const gai_array_t *array, int rank);

static inline double gai_stats_begin(void)
{
    return GA_UNLIKELY(gai_stats_on) ? gai_stats_clock() : 0;
}

/* ---- mutexes (ga_mutex.c) -------------------------------------------------------------------- */

void gai_mutexes_stop(void);

/* ---- checks (ga_check.c) --------------------------------------------------------------------- */

int gai_check_started(const char *call);
/* ASHLAR_ESHAPE unless the array has ndim dimensions. */
int gai_bad_ndim(const char *call, const gai_array_t *array, int ndim) __attribute__((cold));
/* A patch that is not plainly inside: 1 when it is empty, else ASHLAR_ERANGE. */
int gai_odd_patch(const char *call, const gai_array_t *array, const int64_t *lo, const int64_t *hi)
    __attribute__((cold));
int gai_bad_index(const char *call, const gai_array_t *array, const int64_t *index)
    __attribute__((cold));
int gai_bad_ld(const char *call, const gai_array_t *array, int dimension, int64_t ld,
               int64_t extent) __attribute__((cold));
int gai_bad_argument(const char *call, const char *argument) __attribute__((cold));

/* 0: inside and not empty; 1: empty; negative: an error. */
static inline int gai_check_patch(const char *call, const gai_array_t *array, int ndim,
                                  const int64_t *lo, const int64_t *hi)
{
    for (int d = 0; d < ndim; ++d)
        if (GA_UNLIKELY(lo[d] < 0 || lo[d] > hi[d] || hi[d] >= array->dist.axis[d].extent))
            return gai_odd_patch(call, array, lo, hi);
    return 0;
}

static inline int gai_check_index(const char *call, const gai_array_t *array, int ndim,
                                  const int64_t *index)
{
    for (int d = 0; d < ndim; ++d)
        if (GA_UNLIKELY((uint64_t)index[d] >= (uint64_t)array->dist.axis[d].extent))
            return gai_bad_index(call, array, index);
    return ASHLAR_OK;
}

/* With ASHLAR_CHECK=1, verify that n numbers are the same on all ranks of the group; else nothing.
 * Collective. @return ASHLAR_EMISMATCH */
int gai_check_same(const char *call, al_group_t *group, const int64_t *numbers, int n);

/* The worst status of the group's ranks: each passes its own. Collective. */
int gai_agree(const char *call, al_group_t *group, int status);

/* ---- groups (ga_group.c) --------------------------------------------------------------------- */

int gai_groups_start(void);
int gai_groups_started(void);
void gai_groups_stop(void);
/* The group of a handle (0: the default), or ASHLAR_EGROUP. resolved may be NULL. */
int gai_group(const char *call, ga_group_t handle, al_group_t **group, ga_group_t *resolved);
/* Count the arrays of a group. */
void gai_group_hold(ga_group_t handle, int change);

/* ---- blocks ---------------------------------------------------------------------------------- */

/* A part of an array as it lies in memory that this process can address. */
typedef struct gai_view {
    char *base;                 /* element lo */
    int64_t lo[ASHLAR_MAX_DIM]; /* bounds of the part, inclusive */
    int64_t hi[ASHLAR_MAX_DIM];
    int64_t ld[ASHLAR_MAX_DIM]; /* extents of the block it lies in, elements */
} gai_view_t;

/* The block of a rank in place. 1: view is set; 0: the rank owns nothing or is on another node. */
int gai_block_view(const gai_array_t *array, int rank, gai_view_t *view);

/* Are the blocks of two arrays the same ranges on the same ranks? */
int gai_is_aligned(const gai_array_t *a, const gai_array_t *b);

/* Read a patch known to be inside the array into a buffer (ld[ndim-1]); _nb: under a handle. */
int gai_read(const gai_array_t *array, const int64_t *lo, const int64_t *hi, void *buf,
             const int64_t *ld);
int gai_read_nb(const gai_array_t *array, const int64_t *lo, const int64_t *hi, void *buf,
                const int64_t *ld, ga_handle_t *handle);

int64_t gai_elements(int ndim, const int64_t *lo, const int64_t *hi);

/* Call visit for pieces of lo..hi of at most `most` elements, cut in the last dimensions first. */
typedef int gai_visit_t(void *context, const int64_t *lo, const int64_t *hi);
int gai_for_pieces(int ndim, const int64_t *lo, const int64_t *hi, int64_t most, gai_visit_t *visit,
                   void *context);

/* Run a function at ga_terminate, before the ranks part; most recent first. */
void gai_at_terminate(void (*function)(void));

#endif
