/* Davidson's method for the lowest eigenvalue of the Hessian. */
#include "methods/davidson.h"

#include "methods/subspace.h"
#include "molecule/try.h"

/* Norm of h x - value x, in Eh. The error of the value is of the order of its square. */
#define RESIDUAL_MAX 3e-4

static const double one = 1;

/* Mixtures of all rotations by the matrix of ties, the first with those of the lowest differences
 * of energy in front. */
static int begin(subspace_t *space, ga_t work)
{
    int added;
    for (int power = 2; power >= 1; --power) {
        TRY(ga_copy(space->h->ties, work));
        for (int k = 0; k < power; ++k)
            TRY(hessian_precondition(space->h, 0, work));
        TRY(subspace_extend(space, work, &added));
    }
    return 0;
}

/* Extend the space by what the lowest eigenvector lacks, until that is little, or the space is full
 * or has `most` vectors. */
static int extend(subspace_t *space, int most, ga_t mode, ga_t residual, int *found)
{
    int added = 1;
    *found = 0;
    while (added) {
        double norm, minus = -space->eigenvalue[0];
        TRY(subspace_combine(space, space->vector[0], mode, residual));
        TRY(ga_add(&minus, mode, &one, residual, residual));
        TRY(ga_norm(residual, GA_ENTRY_NORM_2, &norm));
        if ((*found = norm < RESIDUAL_MAX) || space->held >= most)
            return 0;
        TRY(hessian_precondition(space->h, minus, residual));
        TRY(subspace_extend(space, residual, &added));
    }
    return 0;
}

/* When the space is full, begin anew with the best so far. */
static int search(subspace_t *space, int products, double *value, ga_t mode, ga_t residual,
                  int *found)
{
    int added;
    TRY(begin(space, residual));
    for (;;) {
        TRY(extend(space, products, mode, residual, found));
        *value = space->eigenvalue[0];
        products -= space->held;
        if (*found || products <= 0)
            return 0;
        space->held = 0;
        TRY(ga_copy(mode, residual));
        TRY(subspace_extend(space, residual, &added));
        TRY(begin(space, residual));
    }
}

int davidson_lowest(hessian_t *h, spin_t spin, int products, double *value, ga_t mode, int *found)
{
    subspace_t space = subspace_begin(h, spin);
    ga_t residual = 0;
    int status = ga_create_like(h->slope, ASHLAR_DOUBLE, "residual", &residual);
    if (status == 0)
        status = search(&space, products, value, mode, residual, found);
    subspace_destroy(&space);
    if (residual)
        ga_destroy(residual);
    return status;
}
