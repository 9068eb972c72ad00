/* The only caller of BLAS, LAPACK and ScaLAPACK: a table of routines per element type. */
#include <complex.h>
#include <inttypes.h>

#include "armci-lite/src/base/al_status.h"
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

static int bad_sizes(const char *call, la_int info)
{
    return AL_FAIL(ASHLAR_EINTERNAL, "%s: asking the eigensolver for its sizes gave info = %lld",
                   call, (long long)info);
}

/* Room for more than asked for. Single precision rounds large sizes down; and ScaLAPACK's p?syevd
 * asks for less than the p?lasrt and p?ormtr it calls need when a process has few rows or columns:
 * they need a row and a column of tiles beside the matrix. */
static int work_size(const char *call, const lai_cyclic_t *a, double asked, la_int *count)
{
    int64_t room = (int64_t)(asked * (1 + 1e-6)) + 64;
    if (!lai_grid_is_serial(&a->grid))
        room += a->tile_m * (a->rows + a->cols + 4 * a->tile_m);
    return lai_narrow(call, "the work array of the eigensolver", room, count);
}

#define LA_T         float
#define LA_R         float
#define LA_ID(name)  s##name##_
#define LA_P(name)   ps##name##_
#define LA_SY(name)  ssy##name##_
#define LA_PSY(name) pssy##name##_
#define LA_F(name)   float_##name
#define LA_COMPLEX   0
#define LA_REAL(x)   (x)
#include "linalg/src/la_blas.inc"

#define LA_T         double
#define LA_R         double
#define LA_ID(name)  d##name##_
#define LA_P(name)   pd##name##_
#define LA_SY(name)  dsy##name##_
#define LA_PSY(name) pdsy##name##_
#define LA_F(name)   double_##name
#define LA_COMPLEX   0
#define LA_REAL(x)   (x)
#include "linalg/src/la_blas.inc"

#define LA_T         float _Complex
#define LA_R         float
#define LA_ID(name)  c##name##_
#define LA_P(name)   pc##name##_
#define LA_SY(name)  che##name##_
#define LA_PSY(name) pche##name##_
#define LA_F(name)   cfloat_##name
#define LA_COMPLEX   1
#define LA_REAL(x)   crealf(x)
#include "linalg/src/la_blas.inc"

#define LA_T         double _Complex
#define LA_R         double
#define LA_ID(name)  z##name##_
#define LA_P(name)   pz##name##_
#define LA_SY(name)  zhe##name##_
#define LA_PSY(name) pzhe##name##_
#define LA_F(name)   cdouble_##name
#define LA_COMPLEX   1
#define LA_REAL(x)   creal(x)
#include "linalg/src/la_blas.inc"

const lai_blas_t *lai_blas(ashlar_type type)
{
    static const lai_blas_t *const table[ASHLAR_TYPE_COUNT] = {
        [ASHLAR_FLOAT] = &float_blas,
        [ASHLAR_DOUBLE] = &double_blas,
        [ASHLAR_CFLOAT] = &cfloat_blas,
        [ASHLAR_CDOUBLE] = &cdouble_blas,
    };
    return table[type];
}

/* Both libraries are asked with 8-byte integers whose halves mean different things to them: a count
 * of 2 elements is negative in 64 bits, and 2 processes are 2^32 + 2. */
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
