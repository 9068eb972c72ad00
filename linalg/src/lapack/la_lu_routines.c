/* LU factors by element type. */
#include "linalg/src/lapack/la_lu_routines.h"

#include "armci-lite/src/al_private.h"

/* More than asked for: single precision rounds large sizes down, and those of ScaLAPACK are not
 * trusted on all grids: a row and a column of tiles beside the matrix. */
static int inverse_work(const char *call, const lai_cyclic_t *f, int64_t info, double elements,
                        double integers, lai_work_t *work)
{
    if (info != 0)
        return AL_FAIL(ASHLAR_EINTERNAL, "%s: asking GETRI for its sizes gave info = %lld", call,
                       (long long)info);
    int64_t more = 64;
    if (!lai_grid_is_serial(&f->grid))
        more += f->tile_m * (f->rows + f->cols + 4 * f->tile_m);
    AL_TRY(lai_narrow(call, "the work array of GETRI", (int64_t)(elements * (1 + 1e-6)) + more,
                      &work->work_count));
    return lai_narrow(call, "the work array of GETRI", (int64_t)integers + more,
                      &work->iwork_count);
}

#define LA_TEMPLATE "linalg/src/lapack/la_lu_routines.inc"
#include "linalg/src/blas/la_each_type.h"

const lai_factoring_t *lai_lu(ashlar_type type)
{
    static const lai_factoring_t *const table[ASHLAR_TYPE_COUNT] = LA_BY_TYPE(lu);
    return table[type];
}
