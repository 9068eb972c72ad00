/* The model of step 10: a ring of SITES sites, each with one electron, which hop to neighbours and
 * repel each other. */
#include <math.h>

#include "tutorial.h"

enum { SITES = 30, BLOCK = 5, BLOCKS = SITES / BLOCK };

static const double hopping = -2;

static double repulsion(int64_t i, int64_t j)
{
    const double far = (double)llabs(i - j), distance = fmin(far, SITES - far);
    return 1 / sqrt(1 + distance * distance);
}

/* One task: what a block of the density adds to the Fock matrix. */
static void add_block(ga_t density, ga_t fock, int64_t task)
{
    const int64_t ilo = task % BLOCKS * BLOCK, ihi = ilo + BLOCK - 1;
    const int64_t jlo = task / BLOCKS * BLOCK, jhi = jlo + BLOCK - 1;
    double exchange[BLOCK][BLOCK], density_j[BLOCK][BLOCK], coulomb[BLOCK][BLOCK] = {{0}};
    const double one = 1;
    check(ga_get(density, ilo, ihi, jlo, jhi, exchange, BLOCK));
    check(ga_get(density, jlo, jhi, jlo, jhi, density_j, BLOCK));
    for (int j = 0; j < BLOCK; ++j)
        for (int i = 0; i < BLOCK; ++i) {
            coulomb[i][i] += repulsion(ilo + i, jlo + j) * density_j[j][j];
            exchange[j][i] *= -repulsion(ilo + i, jlo + j) / 2;
        }
    check(ga_acc(fock, ilo, ihi, jlo, jhi, exchange, BLOCK, &one));
    check(ga_acc(fock, ilo, ihi, ilo, ihi, coulomb, BLOCK, &one));
}

/* The symmetry of the ring leaves one density only, whatever the repulsion. */
static double known_energy(void)
{
    const double pi = acos(-1);
    double energy = 4 * hopping / (SITES * sin(pi / SITES)) + repulsion(0, 0) / 4;
    for (int d = 1; d < SITES; ++d) {
        const double order = 2 * sin(pi * d / 2) / (SITES * sin(pi * d / SITES));
        energy += repulsion(0, d) * (2 - order * order) / 4;
    }
    return SITES * energy;
}
