/* linalg: products, eigenvectors and solvers by la_* calls, by bare OpenBLAS, ScaLAPACK and ELPA,
 * measured alternately in one run; results are checked.
 *
 * --smaller N: divide all extents by N.
 * --limits N: the first N limits of rows/linalg.h only.
 * --name NAME: ours alone, so called in the CSV. */
#include <ashlar/ga.h>

#include "bench/rows/linalg.h"

static int64_t smaller;

int64_t linalg_smaller(void)
{
    return smaller;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    bench_start(MPI_COMM_WORLD, argc, argv);
    const char *text = bench_option("--smaller");
    smaller = text ? atoll(text) : 1;
    if (smaller < 1)
        bench_fail("--smaller %s: must be a positive number", text);
    if (ga_initialize(MPI_COMM_WORLD) != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
    const char *name = bench_option("--name");
    bench_subject_t subjects[LINALG_LIMITS + 1];
    int count = 0;
    if (!name) {
        const bench_subject_t *limits = linalg_limits_start();
        const char *most = bench_option("--limits");
        for (; count < LINALG_LIMITS && (!most || count < atoi(most)); ++count)
            subjects[count] = limits[count];
    }
    subjects[count] = *linalg_ga_start();
    subjects[count].name = name ? name : subjects[count].name;
    bench_run_rows(subjects, count + 1);
    linalg_ga_stop();
    if (ga_terminate() != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
    bench_stop();
    return MPI_Finalize();
}
