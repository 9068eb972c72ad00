/* Chooses whether ELPA or ScaLAPACK solves an eigenproblem. */
#include "linalg/src/frame/la_elpa_choice.h"

#include <limits.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/frame/la_check.h"

/* Some builds of ELPA have no single precision. */
static int may_use_elpa(ashlar_type type)
{
    return lai_context.elpa && (type == ASHLAR_DOUBLE || type == ASHLAR_CDOUBLE);
}

lai_kind_t lai_eigen_kind(const gai_array_t *a, int has_vectors, int has_range)
{
    if (!has_vectors || !may_use_elpa(a->type))
        return LAI_EIGEN;
    if (lai_rows(a) < lai_context.elpa_small)
        return LAI_ELPA_SMALL;
    return !has_range && lai_rows(a) >= lai_context.elpa_all ? LAI_ELPA_ALL : LAI_ELPA;
}

int lai_elpa_stages(ashlar_type type, const lai_cyclic_t *a, double part)
{
    const double few = 0.125;
    int64_t tiles = (a->n - 1) / a->tile_n + 1;
    if (!may_use_elpa(type) || tiles < ali_max(a->grid.rows, a->grid.cols) || a->n > INT_MAX)
        return 0; /* it fails where a process has nothing; and its extents are of type int */
    return a->n >= lai_context.two_stages && part <= few ? 2 : 1;
}
