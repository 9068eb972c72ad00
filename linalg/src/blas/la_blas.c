/* Numbers and products by element type, and the width of integers. */
#include <complex.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/blas/la_blas.h"

int lai_narrow(const char *call, const char *what, int64_t value, la_int *narrow)
{
    if (!lai_fits(value))
        return AL_FAIL(ASHLAR_ELIMIT,
                       "%s: %s is %" PRId64 ", but the integers of BLAS have %d bits", call, what,
                       value, (int)(8 * sizeof(la_int)));
    *narrow = (la_int)value;
    return ASHLAR_OK;
}

void lai_too_wide(int64_t value)
{
    fprintf(stderr,
            "ashlar: a fault of the library: %" PRId64 " does not fit the integers of BLAS\n",
            value);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

/* hypot() is slow, and needed only where squares leave the range of doubles. */
static inline double modulus_of(double re, double im)
{
    double square = re * re + im * im;
    return square > 1e-290 && square < INFINITY ? sqrt(square) : hypot(re, im);
}

#define LA_TEMPLATE "linalg/src/blas/la_blas.inc"
#include "linalg/src/blas/la_each_type.h"

const lai_blas_t *lai_blas(ashlar_type type)
{
    static const lai_blas_t *const table[ASHLAR_TYPE_COUNT] = LA_BY_TYPE(blas);
    return ali_type_is_known(type) ? table[type] : NULL; /* records have types beyond */
}

/* The libraries get 8-byte integers that mean one thing in 32 bits and another in 64: a count of 2
 * is negative, and 2 processes are 2^32 + 2. */
static int bits_of_blas(void)
{
    const double x[2] = {1, 1};
    const uint64_t count = UINT64_C(0xffffffff00000002), one = 1;
    const la_int *n = (const la_int *)(const void *)&count;
    const la_int *step = (const la_int *)(const void *)&one;
    return ddot_(n, x, step, x, step) == 2.0 ? 32 : 64;
}

/* LAPACK may be another library: a matrix of one row is copied, one of fewer than none is not. */
static int bits_of_lapack(void)
{
    const uint64_t rows = UINT64_C(0xffffffff00000001), one = 1;
    const la_int *m = (const la_int *)(const void *)&rows;
    const la_int *n = (const la_int *)(const void *)&one;
    const double from = 1;
    double to = 0;
    dlacpy_("A", m, n, &from, n, &to, n, 1);
    return to == 1.0 ? 32 : 64;
}

/* 5 tiles of 2 over 2 processes: the first has 3; over many processes it has 1. */
static int bits_of_scalapack(void)
{
    const uint64_t values[4] = {10, 2, 0, UINT64_C(0x100000002)};
    const la_int *at[4];
    for (int k = 0; k < 4; ++k)
        at[k] = (const la_int *)(const void *)&values[k];
    return (int)numroc_(at[0], at[1], at[2], at[2], at[3]) == 6 ? 32 : 64;
}

int lai_blas_prove(const char *call)
{
    const int built_bits = 8 * (int)sizeof(la_int), blas_bits = bits_of_blas();
    const int lapack_bits = bits_of_lapack();
    if (lapack_bits != blas_bits)
        return AL_FAIL(ASHLAR_ELIMIT,
                       "%s: integers have %d bits in the BLAS and %d in the LAPACK that were "
                       "loaded; this library was built for %d",
                       call, blas_bits, lapack_bits, built_bits);
    if (!ASHLAR_SCALAPACK) {
        if (blas_bits == built_bits)
            return ASHLAR_OK;
        return AL_FAIL(ASHLAR_ELIMIT,
                       "%s: integers have %d bits in the BLAS that was loaded; this library was "
                       "built for %d",
                       call, blas_bits, built_bits);
    }
    const int scalapack_bits = bits_of_scalapack();
    if (blas_bits == built_bits && scalapack_bits == built_bits)
        return ASHLAR_OK;
    return AL_FAIL(
        ASHLAR_ELIMIT,
        "%s: integers have %d bits in the BLAS and %d in the ScaLAPACK that were loaded; "
        "this library was built for %d",
        call, blas_bits, scalapack_bits, built_bits);
}
