/* The width of BLAS integers, with la_blas.c built for one width and linked with libraries of one.
 * WIDTH_FITS_BLAS and WIDTH_FITS_ALL say whether the BLAS, and all libraries, are of that width. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <ashlar/status.h>

#include "linalg/src/lapack/la_chol_routines.h"
#include "linalg/src/lapack/la_eigen_routines.h"

static char message[512];
static int failures;

/* Stands in for the library's record of errors. */
int ali_fail(int status, const char *format, ...);
int ali_fail(int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return status;
}

static void check(int holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "not so: %s (message: %s)\n", what, message);
        ++failures;
    }
}

/* Products, factors and spectra on one rank. */
static void compute(void)
{
    const lai_blas_t *blas = lai_blas(ASHLAR_DOUBLE);
    double a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, c[4] = {1, 1, 1, 1}, one = 1, two = 2;
    blas->gemm('N', 'T', 2, 2, 2, &two, a, 2, b, 2, &one, c, 2);
    check(c[0] == 53 && c[1] == 77 && c[2] == 61 && c[3] == 89, "2*a*b' + c");

    double s[4] = {4, 2, 0, 5}, w[2];
    lai_cyclic_t x = {.grid = {-1, 1, 1, 0, 0}, .m = 2, .n = 2, .rows = 2, .cols = 2, .ld = 2};
    x.at = s;
    check(lai_chol(ASHLAR_DOUBLE)->factor(&x) == 0 && s[0] == 2 && s[1] == 1 && s[3] == 2,
          "Cholesky factor");

    const lai_eigen_t *eigen = lai_eigen(ASHLAR_DOUBLE);
    double work[5000], t[4] = {2, 1, 0, 2}, e[2], tau[2], v[4];
    la_int iwork[1000];
    const lai_room_t room = {work, 5000}, integers = {iwork, 1000};
    lai_cyclic_t z = x;
    x.at = t;
    z.at = v;
    check(eigen->tridiagonalise(&x, w, e, tau, room) == 0 && w[0] == 2 && w[1] == 2, "diagonal");
    check(eigen->divide(&z, w, e, room, integers) == 0 && w[0] > 0.999 && w[0] < 1.001 &&
              w[1] > 2.999 && w[1] < 3.001,
          "eigenvalues 1 and 3");
    check(eigen->transform(&x, &z, 0, 2, tau, room) == 0 && v[0] * v[1] < -0.499 &&
              v[2] * v[3] > 0.499,
          "and their vectors");
}

static void narrow(void)
{
    la_int n = 0;
    int64_t most = LA_INT_MAX;
    check(lai_narrow("call", "thing", most, &n) == ASHLAR_OK && n == LA_INT_MAX, "largest fits");
#if !ASHLAR_BLAS_INT64
    check(lai_narrow("call", "thing", most + 1, &n) == ASHLAR_ELIMIT, "one more does not");
    check(n == LA_INT_MAX && strstr(message, "call: thing is 2147483648"), "and is reported");
#endif
}

int main(void)
{
    narrow();
    if (WIDTH_FITS_BLAS)
        compute();
    check(lai_blas_prove("call") == (WIDTH_FITS_ALL ? ASHLAR_OK : ASHLAR_ELIMIT), "proof");
    return failures != 0;
}
