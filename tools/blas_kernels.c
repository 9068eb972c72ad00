/* blas_kernels [CORE [PROGRAM]]: print what OPENBLAS_CORETYPE should be, if OpenBLAS does not know
 * the processor and runs kernels for old ones: the first name with which a trial, a process of its
 * own, computes products as it should. Prints nothing if all is well, the variable is set, BLAS is
 * not OpenBLAS, or no trial succeeds. CORE stands in for the name that OpenBLAS gives its kernels,
 * and PROGRAM for this program in trials, which call it as `PROGRAM --trial`. */
#define _GNU_SOURCE
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "linalg/src/blas/la_kernels.h"
#include "linalg/src/blas/la_scalapack.h"

enum { TRIAL_SECONDS = 10 };

/* Sizes on both sides of what kernels take at a time. */
static const la_int shapes[][3] = {
    {1, 1, 1}, {7, 5, 3}, {17, 33, 65}, {67, 131, 259}, {129, 63, 300}};

/* Small integers, so that products are exact in every precision. */
static double value(la_int row, la_int col)
{
    return (double)((row * 7 + col * 3) % 11 - 5);
}

#define TRY(name, type, gemm, im)                                                                  \
    void gemm(const char *, const char *, const la_int *, const la_int *, const la_int *,          \
              const void *, const void *, const la_int *, const void *, const la_int *,            \
              const void *, void *, const la_int *, size_t, size_t);                               \
    static int try_##name(la_int m, la_int n, la_int k)                                            \
    {                                                                                              \
        const type one = 1, none = 0;                                                              \
        la_int ldb = k + 1;                                                                        \
        type *a = malloc((size_t)(m * k) * sizeof *a), *b = malloc((size_t)(ldb * n) * sizeof *b); \
        type *c = malloc((size_t)(m * n) * sizeof *c);                                             \
        int right = a && b && c;                                                                   \
        for (la_int j = 0; right && j < m * k; ++j)                                                \
            a[j] = (type)(value(j % m, j / m) + im * value(j / m, j % m));                         \
        for (la_int j = 0; right && j < ldb * n; ++j)                                              \
            b[j] = (type)(value(j / ldb, j % ldb) - im * value(j % ldb, j / ldb));                 \
        if (right)                                                                                 \
            gemm("N", "N", &m, &n, &k, &one, a, &m, b, &ldb, &none, c, &m, 1, 1);                  \
        for (la_int j = 0; right && j < n; ++j)                                                    \
            for (la_int i = 0; i < m; ++i) {                                                       \
                type sum = 0;                                                                      \
                for (la_int l = 0; l < k; ++l)                                                     \
                    sum += a[i + l * m] * b[l + j * ldb];                                          \
                right &= c[i + j * m] == sum;                                                      \
            }                                                                                      \
        free(a);                                                                                   \
        free(b);                                                                                   \
        free(c);                                                                                   \
        return right;                                                                              \
    }

TRY(s, float, sgemm_, 0)
TRY(d, double, dgemm_, 0)
TRY(z, double _Complex, zgemm_, I)

/* Whether OpenBLAS obeys the variable, and computes what it should. */
static int try_all(void)
{
    const char *core = lai_kernels(), *wanted = getenv("OPENBLAS_CORETYPE");
    int right = core && wanted && strcasecmp(core, wanted) == 0;
    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; ++k) {
        const la_int *s = shapes[k];
        right =
            right && try_s(s[0], s[1], s[2]) && try_d(s[0], s[1], s[2]) && try_z(s[0], s[1], s[2]);
    }
    return right;
}

static int succeeds(const char *program, const char *core)
{
    int status = 1;
    pid_t child = fork();
    if (child == 0) {
        setenv("OPENBLAS_CORETYPE", core, 1);
        setenv("OPENBLAS_NUM_THREADS", "1", 1);
        alarm(TRIAL_SECONDS);
        execl(program, program, "--trial", (char *)NULL);
        _exit(1);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--trial") == 0)
        return !try_all();
    const char *set = getenv("OPENBLAS_CORETYPE");
    if (set && *set)
        return 0;
    const char *core = argc > 1 ? argv[1] : lai_kernels();
    const char *program = argc > 2 ? argv[2] : "/proc/self/exe";
    for (const char *const *name = lai_kernels_better(core, lai_cpu()); *name; ++name)
        if (succeeds(program, *name)) {
            puts(*name);
            break;
        }
    return 0;
}
