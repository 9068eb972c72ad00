/* The lowest eigenvalue by the native interface: the example of docs/migration.md. */
#include "native.h"

#include <stdio.h>

#include <ashlar/la.h>

static void check(int status)
{
    if (status != ASHLAR_OK) {
        fprintf(stderr, "%s\n", ashlar_error_message());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* The array is the caller's own. Row i of the caller is column i here, for which no data moves:
 * rows of C lie in memory as columns of Fortran do. */
double native_lowest(int matrix)
{
    double lowest;
    int64_t found;
    const la_range_t first = {.by = LA_BY_PLACE, .first = 0, .last = 0};
    check(la_eigen_range(matrix, first, &lowest, 0, &found));
    return lowest;
}
