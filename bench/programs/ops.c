/* ops: data-parallel operations, in ga and at best on this machine, measured alternately in one
 * run. --name NAME: in ga alone, with the caches to itself, as the peers are measured. */
#include <ashlar/ga.h>

#include "bench/rows/ops.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    bench_start(MPI_COMM_WORLD, argc, argv);
    if (ga_initialize(MPI_COMM_WORLD) != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
    const char *name = bench_option("--name");
    if (name) {
        bench_subject_t alone = *ops_ga_start();
        alone.name = name;
        bench_run_rows(&alone, 1);
    } else {
        const bench_subject_t subjects[] = {*ops_limits_start(), *ops_ga_start()};
        bench_run_rows(subjects, 2);
    }
    ops_ga_stop();
    if (ga_terminate() != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
    bench_stop();
    return MPI_Finalize();
}
