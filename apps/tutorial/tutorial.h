/* The other steps share what step 1 writes out: start, check, stop with a verdict. */
#include <stdio.h>
#include <stdlib.h>

#include <ashlar/ga.h>

static inline void check(int status)
{
    if (status != ASHLAR_OK) {
        fprintf(stderr, "%s\n", ashlar_error_message());
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
}

static inline void start(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    check(ga_initialize(MPI_COMM_WORLD));
}

/* @param right  whether this rank has found what it expected
 * @return the exit code */
static inline int stop(int right)
{
    if (!right)
        fprintf(stderr, "rank %d: the answer is wrong\n", ga_rank());
    check(ga_terminate());
    MPI_Finalize();
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
