/* Symmetric and Hermitian eigenproblems by element type. */
#include "armci-lite/src/al_private.h"
#include "linalg/src/lapack/la_eigen_routines.h"

static int bad_sizes(const char *call, int64_t info)
{
    return AL_FAIL(ASHLAR_EINTERNAL, "%s: asking the eigensolver for its sizes gave info = %lld",
                   call, (long long)info);
}

/* More than asked for. Single precision rounds large sizes down, and ScaLAPACK's p?syevd asks for
 * less than the p?lasrt and p?ormtr it calls need when a process has few rows or columns: a row and
 * a column of tiles beside the matrix. */
static int work_size(const char *call, const lai_cyclic_t *a, double asked, la_int *count)
{
    int64_t room = (int64_t)(asked * (1 + 1e-6)) + 64;
    if (!lai_grid_is_serial(&a->grid))
        room += a->tile_m * (a->rows + a->cols + 4 * a->tile_m);
    return lai_narrow(call, "the work array of the eigensolver", room, count);
}

#define LA_TEMPLATE "linalg/src/lapack/la_eigen_routines.inc"
#include "linalg/src/lapack/la_each_type.h"

const lai_eigen_t *lai_eigen(ashlar_type type)
{
    static const lai_eigen_t *const table[ASHLAR_TYPE_COUNT] = LA_BY_TYPE(eigen);
    return table[type];
}
