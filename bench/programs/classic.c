/* classic: what a one-sided operation costs by its names of Global Arrays 5, in C and in Fortran,
 * in ga itself, and at best on this machine. All are measured alternately in one run, over the same
 * libashlar: the first less the second is what the names cost. */
#include <ashlar/ga.h>

#include "bench/rows/onesided.h"

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    bench_start(MPI_COMM_WORLD, argc, argv);
    if (ga_initialize(MPI_COMM_WORLD) != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
    const bench_subject_t subjects[] = {*limits_start(), *ga_start(), *classic_start(),
                                        *fortran_start()};
    bench_run(subjects, 4);
    fortran_stop();
    classic_stop();
    ga_stop();
    limits_stop();
    if (ga_terminate() != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
    bench_stop();
    return MPI_Finalize();
}
