/* The array, and how a call finds it by its handle. */
#ifndef GA_ARRAY_H
#define GA_ARRAY_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_context.h"
#include "ga/src/dist/ga_block.h"

typedef struct gai_array {
    ga_t handle;
    ga_t writable; /* the handle too, 0 while the array is read-only */
    ga_type type;
    size_t element; /* bytes */
    gai_dist_t dist;
    al_segment_t *segment;     /* where its blocks lie */
    struct gai_array *replica; /* of one that is read-only: where gets read, itself on one node */
    al_segment_t *own; /* what was made for it: the same, but of overlays and mirrored arrays */
    al_group_t *group; /* of a mirrored array: those of its ranks that are on my node */
    ga_group_t group_handle;
    ga_group_t mirrored_on; /* the group over which it is mirrored; 0: it is not */
    int rank;               /* mine in the group */
    unsigned nonperiodic; /* bit d: ghost cells beyond the edges in dimension d stand for nothing */
    atomic_int open;      /* accesses not yet released */
    const char *name;     /* kept behind the array */
} gai_array_t;

/* A handle is a serial number; its low bits are the slot. Serials only grow (until they wrap), so a
 * stale handle finds an empty slot or one with another serial (ga_handle.c). */

/* Report why a handle is invalid: always a negative status. */
int gai_bad_handle(const char *call, ga_t g) __attribute__((cold));

/* The array of a handle, NULL when there is none. */
static inline gai_array_t *gai_find(ga_t g)
{
    gai_array_t *array = gai_context.slots[(uint32_t)g % GAI_SLOTS];
    return AL_LIKELY(array && array->handle == g) ? array : NULL;
}

/* The array of a handle, or an error. */
static inline int gai_get(const char *call, ga_t g, gai_array_t **array)
{
    *array = gai_find(g);
    return AL_LIKELY(*array != NULL) ? ASHLAR_OK : gai_bad_handle(call, g);
}

/* Gets of a read-only array read this copy, NULL when there is no such array; and why a call finds
 * nothing to write to: always a negative status. */
gai_array_t *gai_find_replica(ga_t g) __attribute__((cold));
int gai_not_writable(const char *call, ga_t g) __attribute__((cold));

/* The array that a one-sided call works on: for a get of one that is read-only its replica, for
 * anything else an error. */
static inline int gai_get_for(const char *call, ga_t g, al_direction_t direction,
                              gai_array_t **array)
{
    *array = gai_context.slots[(uint32_t)g % GAI_SLOTS];
    if (AL_LIKELY(*array && (*array)->writable == g))
        return ASHLAR_OK;
    *array = direction == AL_GET ? gai_find_replica(g) : NULL;
    return *array ? ASHLAR_OK : gai_not_writable(call, g);
}

/* All ranks that created an array: of a mirrored one more than its group. */
static inline al_group_t *gai_whole_group(const gai_array_t *array)
{
    return array->own->group;
}

/* Can elements be added and multiplied? */
static inline bool gai_is_arithmetic(const gai_array_t *array)
{
    return (unsigned)array->type < ASHLAR_TYPE_COUNT;
}

/* The first element of a block, NULL when it is on another node. */
char *gai_block_address(const gai_array_t *array, const gai_block_t *block);

static inline int64_t gai_my_count(const gai_array_t *array)
{
    return gai_owned_count(&array->dist, array->rank);
}

/* My k-th block and where it is, NULL when MPI has failed. */
char *gai_my_block(const gai_array_t *array, int64_t k, gai_block_t *block);

/* Are the blocks of two arrays the same ranges on the same ranks, and alike in memory? */
static inline bool gai_has_same_distribution(const gai_array_t *a, const gai_array_t *b)
{
    return a->group == b->group && gai_dist_equal(&a->dist, &b->dist);
}

#endif
