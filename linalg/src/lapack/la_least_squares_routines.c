/* Orthogonal factorisations and least squares by element type. */
#include "armci-lite/src/al_private.h"
#include "linalg/src/lapack/la_least_squares_routines.h"

static int bad_least_sizes(const char *call, int64_t info)
{
    return AL_FAIL(ASHLAR_EINTERNAL,
                   "%s: asking the orthogonal factorisation for its sizes gave info = %lld", call,
                   (long long)info);
}

/* The numbers of the reflectors that make up q come first. */
static int64_t reflectors(const lai_cyclic_t *a)
{
    return ali_min(a->m, a->n);
}

/* More than asked for, which single precision may have rounded down. */
static int least_work_size(const char *call, const lai_cyclic_t *a, double asked, la_int *count)
{
    return lai_narrow(call, "the work array of the orthogonal factorisation",
                      reflectors(a) + (int64_t)(asked * (1 + 1e-6)) + 64, count);
}

#define LA_TEMPLATE "linalg/src/lapack/la_least_squares_routines.inc"
#include "linalg/src/blas/la_each_type.h"

const lai_least_t *lai_least(ashlar_type type)
{
    static const lai_least_t *const table[ASHLAR_TYPE_COUNT] = LA_BY_TYPE(least);
    return table[type];
}
