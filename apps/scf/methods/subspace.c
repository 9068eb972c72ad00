/* A subspace of rotations: orthogonalise, multiply by the Hessian, combine. */
#include "methods/subspace.h"

#include <math.h>

#include "setup/eigen_small.h"
#include "molecule/try.h"

/* A remainder below this, of a vector of length one, is rounding. */
#define LEFT_MIN 1e-5

static const double zero = 0, one = 1;

subspace_t subspace_begin(hessian_t *h, spin_t spin)
{
    return (subspace_t){.h = h, .spin = spin};
}

void subspace_destroy(subspace_t *space)
{
    for (int k = 0; k < SUBSPACE_MAX; ++k) {
        if (space->basis[k])
            ga_destroy(space->basis[k]);
        if (space->product[k])
            ga_destroy(space->product[k]);
    }
    *space = (subspace_t){0};
}

static int normalise(ga_t x, double *length)
{
    TRY(ga_norm(x, GA_ENTRY_NORM_2, length));
    double inverse = *length > 0 ? 1 / *length : 0;
    return ga_scale(x, &inverse);
}

/* Twice, because the first time leaves the rounding of what it takes away. */
static int orthogonalise(const subspace_t *space, ga_t x, double *left)
{
    double length;
    TRY(normalise(x, left));
    for (int time = 0; time < 2 && *left > 0; ++time) {
        for (int k = 0; k < space->held; ++k) {
            double part;
            TRY(ga_dot(space->basis[k], x, &part));
            part = -part;
            TRY(ga_add(&part, space->basis[k], &one, x, x));
        }
        TRY(normalise(x, &length));
        *left = time == 0 ? length : *left;
    }
    return 0;
}

static void diagonalise(subspace_t *space)
{
    double a[SUBSPACE_MAX * SUBSPACE_MAX], z[SUBSPACE_MAX * SUBSPACE_MAX];
    int n = space->held;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            a[i + j * n] = space->matrix[i][j];
    eigen_small(n, a, space->eigenvalue, z);
    for (int k = 0; k < n; ++k)
        for (int i = 0; i < n; ++i)
            space->vector[k][i] = z[i + k * n];
}

int subspace_extend(subspace_t *space, ga_t x, int *added)
{
    hessian_t *h = space->h;
    int new = space->held;
    double left;
    *added = 0;
    if (new == SUBSPACE_MAX)
        return 0;
    TRY(orthogonalise(space, x, &left));
    if (left < LEFT_MIN)
        return 0;
    if (!space->basis[new]) {
        TRY(ga_create_like(h->slope, ASHLAR_DOUBLE, "rotation", &space->basis[new]));
        TRY(ga_create_like(h->slope, ASHLAR_DOUBLE, "its product", &space->product[new]));
    }
    TRY(ga_copy(x, space->basis[new]));
    TRY(hessian_product(h, space->spin, x, space->product[new]));
    for (int k = 0; k <= new; ++k) {
        double dot;
        TRY(ga_dot(space->basis[k], space->product[new], &dot));
        space->matrix[k][new] = space->matrix[new][k] = dot;
    }
    TRY(ga_dot(x, h->slope, &space->slope[new]));
    TRY(ga_dot(x, h->ties, &space->ties[new]));
    ++space->held;
    diagonalise(space);
    *added = 1;
    return 0;
}

int subspace_combine(const subspace_t *space, const double *c, ga_t x, ga_t y)
{
    TRY(ga_add(&c[0], space->basis[0], &zero, space->basis[0], x));
    TRY(ga_add(&c[0], space->product[0], &zero, space->product[0], y));
    for (int k = 1; k < space->held; ++k) {
        TRY(ga_add(&c[k], space->basis[k], &one, x, x));
        TRY(ga_add(&c[k], space->product[k], &one, y, y));
    }
    return 0;
}
