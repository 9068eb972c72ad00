/* distributions: transfers to arrays of several distributions, and copies between them, in ga and
 * at best on this machine, measured alternately in one run. */
#include <ashlar/ga.h>

#include "bench/rows/distributions.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    bench_start(MPI_COMM_WORLD, argc, argv);
    if (ga_initialize(MPI_COMM_WORLD) != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
    const bench_subject_t subjects[] = {*dist_limits_start(), *dist_ga_start()};
    bench_run(subjects, 2);
    dist_ga_stop();
    if (ga_terminate() != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
    bench_stop();
    return MPI_Finalize();
}
