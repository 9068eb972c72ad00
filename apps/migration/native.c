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

/* GA_Initialize() has started the library. Row i of the caller is column i here, for which no data
 * moves: rows of C lie in memory as columns of Fortran do. */
double native_lowest(int n, const int *lo, const int *hi, const double *block, int ld)
{
    ga_t a;
    double lowest;
    int64_t found;
    check(ga_create(ASHLAR_DOUBLE, n, n, "a, native", 0, 0, &a));
    if (block)
        check(ga_put(a, lo[1], hi[1], lo[0], hi[0], block, ld));
    const la_range_t first = {.by = LA_BY_PLACE, .first = 0, .last = 0};
    check(la_eigen_range(a, first, &lowest, 0, &found));
    check(ga_destroy(a));
    return lowest;
}
