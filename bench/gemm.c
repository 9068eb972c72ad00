/* gemm: la_gemm of 2000x2000 doubles; the product is checked.
 *
 * --name NAME: what it is called in the CSV. */
#include <ashlar/la.h>

#include "bench.h"

enum { N = 2000 };

static struct {
    ga_t a, b, c;
} matrix;

static void check(int status)
{
    if (status != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
}

/* Factors with a known product: a depends on the row only, b on the column. */
static double factor_a(int64_t i, int64_t j)
{
    (void)j;
    return (double)(i % 7 + 1);
}

static double factor_b(int64_t i, int64_t j)
{
    (void)i;
    return (double)(j % 5 + 1);
}

static double product(int64_t i, int64_t j)
{
    return N * factor_a(i, 0) * factor_b(0, j);
}

/* Write my block, or compare it. */
static void visit_block(ga_t g, double (*value)(int64_t i, int64_t j), int compare)
{
    int64_t ilo, ihi, jlo, jhi, ld;
    void *address;
    check(ga_distribution(g, ga_rank(), &ilo, &ihi, &jlo, &jhi));
    if (ilo > ihi)
        return;
    check(ga_access(g, ilo, ihi, jlo, jhi, &address, &ld));
    double *block = address;
    for (int64_t j = jlo; j <= jhi; ++j)
        for (int64_t i = ilo; i <= ihi; ++i) {
            double *element = &block[i - ilo + (j - jlo) * ld], expected = value(i, j);
            if (!compare)
                *element = expected;
            else if (*element != expected)
                bench_fail("(%lld,%lld) is %.17g, not %.17g", (long long)i, (long long)j, *element,
                           expected);
        }
    check(ga_release(g));
}

static void row_gemm(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    const double one = 1, zero = 0;
    check(ga_zero(matrix.c));
    double start = bench_now();
    check(la_gemm('n', 'n', &one, matrix.a, matrix.b, &zero, matrix.c));
    sample->us = (bench_now() - start) * 1e6;
    visit_block(matrix.c, product, 1);
}

int main(int argc, char **argv)
{
    static const bench_row_t rows[] = {
        {"gemm-2000", BENCH_TRANSFER | BENCH_HOSTS, 0, row_gemm},
    };
    MPI_Init(&argc, &argv);
    bench_start(MPI_COMM_WORLD, argc, argv);
    check(ga_initialize(MPI_COMM_WORLD));
    check(ga_create(ASHLAR_DOUBLE, N, N, "a", 0, 0, &matrix.a));
    check(ga_create_like(matrix.a, ASHLAR_DOUBLE, "b", &matrix.b));
    check(ga_create_like(matrix.a, ASHLAR_DOUBLE, "c", &matrix.c));
    visit_block(matrix.a, factor_a, 0);
    visit_block(matrix.b, factor_b, 0);
    check(ga_sync());
    const char *name = bench_option("--name");
    const bench_subject_t subject = {name ? name : "ga", rows, 1, NULL, NULL, NULL};
    bench_run(&subject, 1);
    check(ga_destroy(matrix.a));
    check(ga_destroy(matrix.b));
    check(ga_destroy(matrix.c));
    check(ga_terminate());
    bench_stop();
    return MPI_Finalize();
}
