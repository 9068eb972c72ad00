/* Singular value decompositions by element type. */
#include "armci-lite/src/al_private.h"
#include "linalg/src/lapack/la_svd_routines.h"

static int bad_svd_sizes(const char *call, int64_t info)
{
    return AL_FAIL(ASHLAR_EINTERNAL,
                   "%s: asking the singular value decomposition for its sizes gave info = %lld",
                   call, (long long)info);
}

static int svd_work_size(const char *call, int64_t count, la_int *narrow)
{
    return lai_narrow(call, "the work array of the singular value decomposition", count, narrow);
}

/* More than what a routine asked for, in single precision maybe rounded down. */
static int64_t asked_room(double asked)
{
    return (int64_t)(asked * (1 + 1e-6)) + 64;
}

/* Elements that ScaLAPACK's p?gesvd needs at most, the same on all ranks. What it asks for itself
 * is in its integers, which may wrap, and leaves out some of the 4 * min(m, n) that ?bdsqr takes
 * for values alone. */
static int64_t svd_grid_room(const lai_cyclic_t *a, int wants_u, int wants_vt)
{
    int64_t most = ali_max(a->m, a->n), least = ali_min(a->m, a->n);
    int64_t ranks = (int64_t)a->grid.rows * a->grid.cols;
    int64_t tile = a->tile_m;
    int64_t rows = (a->m / (tile * a->grid.rows) + 1) * tile;
    int64_t cols = (a->n / (tile * a->grid.cols) + 1) * tile;
    int64_t part =
        (wants_u ? (a->m + ranks - 1) / ranks : 0) + (wants_vt ? (a->n + ranks - 1) / ranks : 0);
    return 64 + 6 * most + least * part + 4 * least + tile * (2 * rows + 2 * cols + tile);
}

/* A process that has no row of u and no column of vt, which p?gesvd divides among all, finds the
 * values by another method, in ?bdsqr, than those that have some: the last bits differ. */
static bool may_differ(const lai_cyclic_t *a, int wants_u, int wants_vt)
{
    int64_t columns = ali_max(wants_u ? a->m : 0, wants_vt ? a->n : 0);
    return (wants_u || wants_vt) && (int64_t)a->grid.rows * a->grid.cols > columns;
}

#define LA_TEMPLATE "linalg/src/lapack/la_svd_routines.inc"
#include "linalg/src/blas/la_each_type.h"

const lai_svd_t *lai_svd(ashlar_type type)
{
    static const lai_svd_t *const table[ASHLAR_TYPE_COUNT] = LA_BY_TYPE(svd);
    return table[type];
}
