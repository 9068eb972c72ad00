/* ops: data-parallel operations, in ga and at best on this machine, measured alternately in one
 * run. */
#include <ashlar/ga.h>

#include "ops.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    bench_start(MPI_COMM_WORLD, argc, argv);
    if (ga_initialize(MPI_COMM_WORLD) != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
    const bench_subject_t subjects[] = {*ops_limits_start(), *ops_ga_start()};
    bench_run_rows(subjects, 2);
    ops_ga_stop();
    if (ga_terminate() != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
    bench_stop();
    return MPI_Finalize();
}
