/* A chain of waters: a molecule of any length for measurements, without a file. */
#include <math.h>
#include <stdlib.h>

#include "molecule/molecule.h"

/* Angstrom, and degrees. Molecules as in the gas; neighbours as far apart as hydrogen bonds are
 * long. */
#define BOND  0.9572
#define ANGLE 104.52
#define APART 2.85

int molecule_waters(int n, double bohr, molecule_t *molecule, failure_t *failure)
{
    *molecule = (molecule_t){.natom = 3 * n, .atom = calloc(3 * (size_t)n, sizeof(atom_t))};
    if (!molecule->atom)
        return failure_set(failure, "not enough memory for %d waters", n);
    const double angle = ANGLE * acos(-1) / 180;
    for (int k = 0; k < n; ++k) {
        atom_t *atom = molecule->atom + 3 * k;
        const double z = APART * k, side = k % 2 == 0 ? 1 : -1;
        atom[0] = (atom_t){8, {0, 0, z * bohr}};
        /* One hydrogen points to the next molecule, the other to either side by turns. */
        atom[1] = (atom_t){1, {0, 0, (z + BOND) * bohr}};
        atom[2] = (atom_t){1, {side * BOND * sin(angle) * bohr, 0, (z + BOND * cos(angle)) * bohr}};
    }
    return 0;
}
