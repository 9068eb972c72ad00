/* For tests whose steps build on each other: what fails ends the program and says why. */
#ifndef SCF_TESTS_MUST_H
#define SCF_TESTS_MUST_H

#include <stdio.h>
#include <stdlib.h>

#include <ashlar/ga.h>
#include <mpi.h>

#include "molecule/failure.h"

static failure_t failure;

static void must(int status, const char *what)
{
    if (status == 0)
        return;
    printf("FAILED: %s: %s%s\n", what, failure.text, ashlar_error_message());
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

#endif
