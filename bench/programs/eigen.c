/* eigen [--points N]: the ten smallest eigenvalues of the Laplacian of a cube of N points a side
 * (unset: 128), by LOBPCG without a preconditioner, to residuals of 1e-6 of an eigenvalue; beside
 * SLEPc, where it is. */
#include <math.h>
#include <stdlib.h>

#include <ashlar/la.h>

#include "bench/rows/laplacian.h"
#ifdef BENCH_HAS_SLEPC
#include "bench/peers/eigen_slepc.h"
#endif

enum { COUNT = 10 };
static const double tolerance = 1e-6;
static int64_t points = 128;

static void check(int status)
{
    if (status != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
}

/* Planes of other ranks, of up to so many vectors. */
typedef struct planes {
    double *below, *above;
    int64_t vectors;
} planes_t;

static int make_room(planes_t *planes, int64_t vectors)
{
    const size_t bytes = (size_t)(vectors * points * points) * sizeof(double);
    if (vectors <= planes->vectors)
        return ASHLAR_OK;
    free(planes->below);
    free(planes->above);
    planes->below = malloc(bytes);
    planes->above = malloc(bytes);
    planes->vectors = vectors;
    return planes->below && planes->above ? ASHLAR_OK : ASHLAR_ENOMEM;
}

static int apply(void *context, ga_t x, ga_t y)
{
    planes_t *planes = context;
    const int64_t plane = points * points, order = points * plane;
    ga_block_t from, to;
    int status = ga_block_first(x, &from);
    if (status == ASHLAR_OK)
        status = ga_block_first(y, &to);
    if (status != ASHLAR_OK || !from.data)
        return status;
    const int64_t lo = from.lo[0], end = from.hi[0] + 1, last = from.hi[1];
    status = make_room(planes, last + 1);
    if (status == ASHLAR_OK && lo > 0)
        status = ga_get(x, lo - plane, lo - 1, 0, last, planes->below, plane);
    if (status == ASHLAR_OK && end < order)
        status = ga_get(x, end, end + plane - 1, 0, last, planes->above, plane);
    for (int64_t j = 0; j <= last && status == ASHLAR_OK; ++j)
        laplacian_apply(points, (end - lo) / plane, lo > 0 ? planes->below + j * plane : NULL,
                        (const double *)from.data + j * from.ld[0],
                        end < order ? planes->above + j * plane : NULL,
                        (double *)to.data + j * to.ld[0]);
    return status;
}

static void solve_ours(double *values)
{
    int64_t cuts[bench_size()], none = 0;
    const la_operator_options_t options = {.tolerance = tolerance};
    planes_t planes = {NULL, NULL, 0};
    const la_operator_t laplacian = {apply, &planes};
    ga_t z;
    for (int r = 0; r < bench_size(); ++r)
        cuts[r] = laplacian_first(points, r) * points * points;
    const ga_spec_t spec = {.type = ASHLAR_DOUBLE,
                            .ndim = 2,
                            .dims = {points * points * points, COUNT},
                            .kind = GA_IRREGULAR,
                            .blocks = {bench_size(), 1},
                            .cuts = {cuts, &none}};
    check(ga_create_spec(&spec, &z));
    check(la_eigen_operator(&laplacian, &options, z, values, NULL, NULL));
    check(ga_destroy(z));
    free(planes.below);
    free(planes.above);
}

static void measure(const char *name, void (*solve)(double *values), bench_sample_t *sample)
{
    double values[COUNT], expected[COUNT];
    bench_barrier();
    const double begin = bench_now();
    solve(values);
    bench_barrier();
    sample->us = 1e6 * (bench_now() - begin);
    laplacian_eigenvalues(points, COUNT, expected);
    for (int k = 0; k < COUNT; ++k)
        if (!(fabs(values[k] - expected[k]) <= tolerance * expected[k]))
            bench_fail("%s: eigenvalue %d is %.12g, not %.12g", name, k, values[k], expected[k]);
}

static void run_ours(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    measure("ga", solve_ours, sample);
}

#ifdef BENCH_HAS_SLEPC
static void solve_slepc(double *values)
{
    eigen_slepc_solve(points, COUNT, tolerance, values);
}

static void run_slepc(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    measure("slepc", solve_slepc, sample);
}
#endif

int main(int argc, char **argv)
{
    static const bench_row_t ours = {"eigen-few", BENCH_TRANSFER, 0, run_ours};
#ifdef BENCH_HAS_SLEPC
    static const bench_row_t slepc = {"eigen-few", BENCH_TRANSFER, 0, run_slepc};
#endif
    const bench_subject_t subjects[] = {
#ifdef BENCH_HAS_SLEPC
        {.name = "slepc", .rows = &slepc, .row_count = 1},
#endif
        {.name = "ga", .rows = &ours, .row_count = 1}};
    MPI_Init(&argc, &argv);
    check(ga_initialize(MPI_COMM_WORLD));
    bench_start(MPI_COMM_WORLD, argc, argv);
    const char *asked = bench_option("--points");
    if (asked)
        points = atoi(asked);
    bench_run_rows(subjects, sizeof subjects / sizeof *subjects);
#ifdef BENCH_HAS_SLEPC
    eigen_slepc_stop();
#endif
    bench_stop();
    check(ga_terminate());
    MPI_Finalize();
    return 0;
}
