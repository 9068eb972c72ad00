/* Declarations shared by the files of the classic interface: handles, errors, types, indices. */
#ifndef CLASSIC_H
#define CLASSIC_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include <ashlar/ga.h>
#include <ashlar/la.h>

#include "ga-mpi.h"
#include "ga.h"
#include "index_order.h"

#define CLASSIC_LIKELY(x)   __builtin_expect(!!(x), 1)
#define CLASSIC_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* ---- errors ---------------------------------------------------------------------------------- */

/* End the program: rank, call, and the words. */
void classic_stop(const char *call, const char *format, ...)
    __attribute__((noreturn, cold, format(printf, 2, 3)));
/* The same with the message of the library. */
void classic_stop_failed(const char *call) __attribute__((noreturn, cold));

/* A call of the library that must succeed. */
#define CLASSIC_TRY(call, expression)                                                              \
    do {                                                                                           \
        if (CLASSIC_UNLIKELY((expression) != ASHLAR_OK))                                           \
            classic_stop_failed(call);                                                             \
    } while (0)

/* Collective calls of the library. GA_Mask_sync() is about the next one, whichever that is: those
 * that can do without a sync, in which ranks write only what is theirs, heed it, all
 * others end it. */
enum { CLASSIC_NO_FIRST = 1, CLASSIC_NO_LAST = 2 };
extern int classic_mask;
void classic_mask_begin(void) __attribute__((cold));
void classic_mask_end(void) __attribute__((cold));

#define CLASSIC_MASKED(call, expression)                                                           \
    do {                                                                                           \
        if (CLASSIC_UNLIKELY(classic_mask))                                                        \
            classic_mask_begin();                                                                  \
        CLASSIC_TRY(call, expression);                                                             \
        if (CLASSIC_UNLIKELY(classic_mask))                                                        \
            classic_mask_end();                                                                    \
    } while (0)
#define CLASSIC_COLLECTIVE(call, expression)                                                       \
    do {                                                                                           \
        classic_mask = 0;                                                                          \
        CLASSIC_TRY(call, expression);                                                             \
    } while (0)

/* ---- arrays ---------------------------------------------------------------------------------- */

/* A handle of a program is a slot of this table less 1000, as programs know it: negative, and 0 is
 * no array. */
enum { CLASSIC_HANDLES = 32768, CLASSIC_FIRST = -1000 };

/* The description of an array between GA_Create_handle() and GA_Allocate(); kept until it is
 * destroyed. */
typedef struct classic_plan classic_plan_t;

typedef struct classic_array {
    ga_t g; /* 0 before it is allocated */
    short ndim;
    short small;          /* so many elements go at once in a nonblocking put (onesided.inc) */
    classic_plan_t *plan; /* NULL: the slot is free */
} classic_array_t;

extern classic_array_t classic_arrays[CLASSIC_HANDLES];

/* Set all elements of a new array to 0. Collective over its group. */
void classic_clear(const char *call, ga_t g);
void classic_forget_arrays(void);
void classic_forget_memory(void);
void classic_forget_pointers(void);
/* Count the memory of an array on this rank, unless it is beyond the limit of some rank of the
 * array's group: then 0. Collective over it. */
int classic_take_memory(const char *call, ga_t g, size_t *bytes);
void classic_give_memory(size_t bytes);
/* The array behind memory of GA_Getmem(), which is no longer known by its address. */
ga_t classic_release_memory(const char *call, void *ptr, size_t *bytes);
void classic_forget_mutexes(void);
void classic_bad_handle(const char *call, int g) __attribute__((noreturn, cold));

/* The array of a handle, allocated. */
static inline const classic_array_t *classic_find(const char *call, int g)
{
    unsigned slot = (unsigned)g - (unsigned)CLASSIC_FIRST;
    if (CLASSIC_UNLIKELY(slot >= CLASSIC_HANDLES || classic_arrays[slot].g == 0))
        classic_bad_handle(call, g);
    return &classic_arrays[slot];
}

/* The same where 0 stands for the array of a group that this rank is not in. */
static inline ga_t classic_find_or_none(const char *call, int g)
{
    return g == 0 ? 0 : classic_find(call, g)->g;
}

/* The same, also one that is not allocated yet. */
classic_array_t *classic_find_plan(const char *call, int g);
int classic_ndim(const char *call, int g);
/* ndim, if an array may have so many dimensions. */
int classic_dimensions(const char *call, int ndim);
/* The rank of the array's group that owns what this one does. Of a mirrored array each node has a
 * copy on the ranks there, all cut alike: programs name ranks of the world, or of the first node.
 * -1: this node has no such rank. */
int classic_rank_in(const classic_array_t *array, int rank);
/* 0 if there is no such array. */
int classic_destroy(int g);
/* Is the array block-cyclic, so that a rank may own many blocks? */
bool classic_is_block_cyclic(const classic_array_t *array);

/* The lowest eigenvalues of a matrix, so many or, where that is none of 1..n, all, and the
 * eigenvectors as the first columns of v, which may be the matrix. Returns how many. */
int64_t classic_lowest(const char *call, int g, int v, void *eval, int64_t many);

/* ---- indices --------------------------------------------------------------------------------- */

/* A patch as the library takes it. One that ends anywhere before it begins is empty. */
typedef struct classic_patch {
    ga_t g;
    int ndim;
    int64_t lo[GA_MAX_DIM], hi[GA_MAX_DIM];
} classic_patch_t;

static inline classic_patch_t classic_patch(const char *call, int g, const int64_t *lo,
                                            const int64_t *hi)
{
    const classic_array_t *array = classic_find(call, g);
    classic_patch_t patch = {.g = array->g, .ndim = array->ndim};
    int is_empty = 0;
    for (int d = 0; d < array->ndim; ++d) {
        patch.lo[d] = lo[array->ndim - 1 - d];
        patch.hi[d] = hi[array->ndim - 1 - d];
        is_empty |= patch.hi[d] < patch.lo[d];
    }
    for (int d = 0; is_empty && d < array->ndim; ++d) {
        patch.lo[d] = 0;
        patch.hi[d] = -1;
    }
    return patch;
}

/* The bounds of a rank that owns nothing: NGA_Distribution() gives them, and programs pass them on.
 */
enum { CLASSIC_NO_LO = -1, CLASSIC_NO_HI = -2 };
static inline bool classic_is_nothing(int ndim, const int64_t *lo, const int64_t *hi)
{
    for (int d = 0; d < ndim; ++d)
        if (lo[d] != CLASSIC_NO_LO || hi[d] != CLASSIC_NO_HI)
            return false;
    return true;
}

/* For transfers they are the bounds of an empty patch. */
static inline void classic_take_nothing(int ndim, int64_t *lo, int64_t *hi)
{
    if (CLASSIC_LIKELY(lo[0] != CLASSIC_NO_LO) || !classic_is_nothing(ndim, lo, hi))
        return;
    for (int d = 0; d < ndim; ++d) {
        lo[d] = 0;
        hi[d] = -1;
    }
}

/* All of an array as a patch. */
classic_patch_t classic_whole(const char *call, int g);

/* In place of a patch of an array of a larger group (copy_in.c); g 0: there is none. */
typedef struct classic_copy_in {
    ga_t g;
    classic_patch_t place; /* where it is to be copied to in the end; of array 0: nowhere */
} classic_copy_in_t;

/* If an array that is read is on another group than `home`, which is written, a copy of the patch
 * on the group of home takes its place. Ends the program where the larger group is not that of the
 * array read, or does not contain the other. */
classic_copy_in_t classic_copy_in(const char *call, classic_patch_t *p, ga_t home);
/* The same of p, read, and q, written, of which either may be on the larger group. */
classic_copy_in_t classic_copy_in_either(const char *call, classic_patch_t *p, classic_patch_t *q);
/* After the call: copy what was written to its place, and destroy the copy. */
void classic_copy_out(const char *call, const classic_copy_in_t *copy);
/* End the program if two arrays are on different groups. */
void classic_need_one_group(const char *call, ga_t a, ga_t b);

/* q = p, whose elements match in their order. */
void classic_copy(const char *call, const classic_patch_t *p, const classic_patch_t *q);

/* Memory for the wide copies of narrow arguments. */
typedef struct classic_room {
    int64_t words[16 * GA_MAX_DIM];
    int used, extra_count;
    void *extra[4];
} classic_room_t;

/* n words, copies of narrow if that is not NULL; NULL if they are not wanted. Freed together. */
int64_t *classic_widen(classic_room_t *room, int64_t n, const int *narrow, int wanted);
void classic_narrow(const char *call, int64_t n, const int64_t *wide, int *narrow);
void classic_room_free(classic_room_t *room);
int64_t classic_sum(int64_t n, const int *numbers);

/* Does GA_Update_ghosts() fill the corners of an array. */
bool classic_has_corners(int g);

/* ---- handles of nonblocking transfers ---- */

/* Programs ask whether a handle is 0 and then do without the work behind it; Global Arrays gives 0
 * for the first transfer of a run only. One that is complete already has a handle that no other
 * has: those of transfers under way are above 2^20 (al_handle.c). */
enum { CLASSIC_COMPLETE = 1 };
static inline ga_nbhdl_t classic_nbhandle(ga_handle_t handle)
{
    return handle ? handle : CLASSIC_COMPLETE;
}

/* ---- types and groups ------------------------------------------------------------------------ */

/* The library's type for a code of C or Fortran, and the code of C for a type; types that a program
 * registers are CLASSIC_RECORDS above the library's. */
enum { CLASSIC_RECORDS = 1000000 };
ga_type classic_type(const char *call, int code);
int classic_type_code(ga_type type);
void classic_make_types(void);
void classic_forget_types(void);

/* Groups are the library's, but the world, which programs know as -1; all below 0 are the world. */
static inline ga_group_t classic_group(int group)
{
    return group < 0 ? GA_GROUP_WORLD : (ga_group_t)group;
}
/* GA_Pgroup_get_mirror(): arrays on it are mirrored on the world. */
enum { CLASSIC_MIRROR_GROUP = 0 };
static inline int classic_group_code(ga_group_t group)
{
    return group == GA_GROUP_WORLD ? -1 : (int)group;
}

/* Numbers that look random, of those that are CLASSIC_MIX_STEP apart. */
#define CLASSIC_MIX_STEP UINT64_C(0x9e3779b97f4a7c15)
uint64_t classic_mix(uint64_t z);

/* May a patch be transposed: "n" or "t". */
bool classic_is_transposed(const char *call, char trans);

#endif
