/* The only caller of BLAS, LAPACK and ScaLAPACK: a table of routines per element type. */
#include <inttypes.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/la_blas.h"

static const la_int first = 1; /* Fortran's first row, column, and problem type */

int lai_narrow(const char *call, const char *what, int64_t value, la_int *narrow)
{
    if (!lai_fits(value))
        return AL_FAIL(ASHLAR_ELIMIT,
                       "%s: %s is %" PRId64 ", but the integers of BLAS have %d bits", call, what,
                       value, (int)(8 * sizeof(la_int)));
    *narrow = (la_int)value;
    return ASHLAR_OK;
}

static int bad_sizes(const char *call, int64_t info)
{
    return AL_FAIL(ASHLAR_EINTERNAL, "%s: asking the eigensolver for its sizes gave info = %lld",
                   call, (long long)info);
}

/* More than asked for. Single precision rounds large sizes down, and ScaLAPACK's p?syevd asks for
 * less than the p?lasrt and p?ormtr it calls need when a process has few rows or columns: a row and
 * a column of tiles beside the matrix. */
static int work_size(const char *call, const lai_cyclic_t *a, double asked, la_int *count)
{
    int64_t room = (int64_t)(asked * (1 + 1e-6)) + 64;
    if (!lai_grid_is_serial(&a->grid))
        room += a->tile_m * (a->rows + a->cols + 4 * a->tile_m);
    return lai_narrow(call, "the work array of the eigensolver", room, count);
}

/* Names by type: dgemm_, pdtrsm_, dsyevd_, pdsyevd_, and those of the functions here. */
#define LA_JOIN(a, b)  a##b
#define LA_PASTE(a, b) LA_JOIN(a, b)
#define LA_ID(name)    LA_PASTE(LA_X, name##_)
#define LA_P(name)     LA_PASTE(p, LA_ID(name))
#define LA_SY(name)    LA_PASTE(LA_SYX, name##_)
#define LA_PSY(name)   LA_PASTE(p, LA_SY(name))
#define LA_F(name)     LA_PASTE(LA_X, _##name)

#define LA_RWORK
#define LA_T   float
#define LA_R   float
#define LA_X   s
#define LA_SYX ssy
#include "linalg/src/la_blas.inc"

#define LA_T   double
#define LA_R   double
#define LA_X   d
#define LA_SYX dsy
#include "linalg/src/la_blas.inc"

#undef LA_RWORK
#define LA_RWORK work->rwork, &work->rwork_count,
#define LA_T     float _Complex
#define LA_R     float
#define LA_X     c
#define LA_SYX   che
#include "linalg/src/la_blas.inc"

#define LA_T   double _Complex
#define LA_R   double
#define LA_X   z
#define LA_SYX zhe
#include "linalg/src/la_blas.inc"

const lai_blas_t *lai_blas(ashlar_type type)
{
    static const lai_blas_t *const table[ASHLAR_TYPE_COUNT] = {
        [ASHLAR_FLOAT] = &s_blas,
        [ASHLAR_DOUBLE] = &d_blas,
        [ASHLAR_CFLOAT] = &c_blas,
        [ASHLAR_CDOUBLE] = &z_blas,
    };
    return ali_type_is_known(type) ? table[type] : NULL; /* records have types beyond */
}

/* Both libraries get 8-byte integers that mean one thing in 32 bits and another in 64: a count of 2
 * is negative, and 2 processes are 2^32 + 2. */
int lai_blas_prove(const char *call)
{
    const double x[2] = {1, 1};
    const uint64_t count = UINT64_C(0xffffffff00000002), one = 1;
    const la_int *n = (const la_int *)(const void *)&count;
    const la_int *step = (const la_int *)(const void *)&one;
    int blas_bits = ddot_(n, x, step, x, step) == 2.0 ? 32 : 64;

    const uint64_t values[4] = {10, 2, 0, UINT64_C(0x100000002)};
    const la_int *at[4];
    for (int k = 0; k < 4; ++k)
        at[k] = (const la_int *)(const void *)&values[k];
    /* 5 tiles of 2 over 2 processes: the first has 3; over many processes it has 1 */
    int scalapack_bits = (int)numroc_(at[0], at[1], at[2], at[2], at[3]) == 6 ? 32 : 64;

    int built_bits = 8 * (int)sizeof(la_int);
    if (blas_bits == built_bits && scalapack_bits == built_bits)
        return ASHLAR_OK;
    return AL_FAIL(
        ASHLAR_ELIMIT,
        "%s: integers have %d bits in the BLAS and %d in the ScaLAPACK that were loaded; "
        "this library was built for %d",
        call, blas_bits, scalapack_bits, built_bits);
}
