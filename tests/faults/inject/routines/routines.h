/* Routines of LAPACK and ScaLAPACK of double precision that fail when a case asks for it. */
#ifndef TESTS_ROUTINES_ROUTINES_H
#define TESTS_ROUTINES_ROUTINES_H

#include <stdbool.h>

#include "linalg/src/blas/la_scalapack.h"

/* Where: in a step of a solver, or in a way of its own. */
typedef enum step {
    NONE,
    FACTOR,
    SOLVE,
    REDUCE,
    TRIDIAGONAL,
    EIGEN,
    BACK,
    ELPA,
    SIZES,
    ROOM,
    SCALE,
    DIVIDE,
    ORDER
} step_t;

extern struct fault {
    step_t step;
    int rank; /* that fails; -1: all */
    la_int info;
    bool met; /* here */
} fault;

#endif
