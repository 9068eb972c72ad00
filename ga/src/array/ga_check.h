/* Checks of arguments; error messages are made out of the way, in ga_check.c. */
#ifndef GA_CHECK_H
#define GA_CHECK_H

#include "ga/src/array/ga_array.h"

int gai_check_started(const char *call);
/* ASHLAR_ETYPE: the array's elements do not allow what the call does. */
int gai_bad_type(const char *call, const gai_array_t *array) __attribute__((cold));
/* ASHLAR_ESTATE: the call would write to an array that is read-only. */
int gai_bad_read_only(const char *call, const gai_array_t *array) __attribute__((cold));
/* ASHLAR_ESHAPE unless the array has ndim dimensions. */
int gai_bad_ndim(const char *call, const gai_array_t *array, int ndim) __attribute__((cold));
/* A patch that is not plainly inside: 1 when it is empty, else ASHLAR_ERANGE. */
int gai_patch_empty_or_error(const char *call, const gai_array_t *array, const int64_t *lo,
                             const int64_t *hi) __attribute__((cold));
int gai_bad_index(const char *call, const gai_array_t *array, const int64_t *index)
    __attribute__((cold));
int gai_bad_ld(const char *call, const gai_array_t *array, int dimension, int64_t ld,
               int64_t extent) __attribute__((cold));
int gai_bad_argument(const char *call, const char *argument) __attribute__((cold));
/* ASHLAR_ESTATE: it was left alive when the library stopped (gai_finalizer_t in ga_init.h). */
int gai_bad_stale(const char *call, const char *what) __attribute__((cold));

static inline int gai_check_writable(const char *call, const gai_array_t *array)
{
    return AL_UNLIKELY(array->replica != NULL) ? gai_bad_read_only(call, array) : ASHLAR_OK;
}

/* 0: inside and not empty; 1: empty; negative: an error. */
static inline int gai_check_patch(const char *call, const gai_array_t *array, int ndim,
                                  const int64_t *lo, const int64_t *hi)
{
    for (int d = 0; d < ndim; ++d)
        if (AL_UNLIKELY(lo[d] < 0 || lo[d] > hi[d] || hi[d] >= array->dist.axis[d].extent))
            return gai_patch_empty_or_error(call, array, lo, hi);
    return 0;
}

static inline int gai_check_index(const char *call, const gai_array_t *array, int ndim,
                                  const int64_t *index)
{
    for (int d = 0; d < ndim; ++d)
        if (AL_UNLIKELY((uint64_t)index[d] >= (uint64_t)array->dist.axis[d].extent))
            return gai_bad_index(call, array, index);
    return ASHLAR_OK;
}

/* The only block of a rank of the array's group, if it owns some: ASHLAR_ERANGE where there is no
 * such rank, ASHLAR_ESHAPE where it owns several blocks. */
int gai_only_block(const char *call, const gai_array_t *array, int rank, gai_block_t *block,
                   int *some);

/* The worst status of the group's ranks: each passes its own. Collective. */
int gai_agree(const char *call, al_group_t *group, int status);

#endif
