/* Reading the orbitals that correlate. */
#include "mp2/orbitals.h"

#include <stdlib.h>
#include <string.h>

#include "molecule/try.h"

int orbitals_core(const molecule_t *molecule)
{
    static const int noble[] = {2, 10, 18, 36, 54, 86};
    int core = 0;
    for (int k = 0; k < molecule->natom; ++k) {
        int inner = 0;
        for (size_t i = 0; i < sizeof noble / sizeof noble[0]; ++i)
            if (molecule->atom[k].z > noble[i])
                inner = noble[i] / 2;
        core += inner;
    }
    return core;
}

/* Columns lo.. of the matrix as rows of `width` numbers. */
static int read_columns(ga_t matrix, int n, int lo, int count, int width, double *rows)
{
    double *columns = malloc((size_t)n * (size_t)count * sizeof *columns);
    int status = columns ? ga_get(matrix, 0, n - 1, lo, lo + count - 1, columns, n) : ASHLAR_ENOMEM;
    for (int m = 0; m < n && status == 0; ++m)
        for (int k = 0; k < count; ++k)
            rows[(size_t)m * (size_t)width + (size_t)k] =
                columns[(size_t)k * (size_t)n + (size_t)m];
    free(columns);
    return status;
}

int orbitals_read(ga_t matrix, const double *energy, int n, int nocc, int frozen,
                  orbitals_t *orbitals)
{
    *orbitals = (orbitals_t){.n = n, .nocc = nocc - frozen, .nvirt = n - nocc};
    const size_t occupied = 2 * (size_t)orbitals->nocc, empty = (size_t)orbitals->nvirt;
    orbitals->occupied = malloc((size_t)n * occupied * sizeof(double));
    orbitals->empty = malloc((size_t)n * empty * sizeof(double));
    orbitals->occupied_energy = malloc(occupied * sizeof(double));
    orbitals->empty_energy = malloc(empty * sizeof(double));
    if (!orbitals->occupied || !orbitals->empty || !orbitals->occupied_energy ||
        !orbitals->empty_energy)
        return ASHLAR_ENOMEM;
    for (int half = 0; half < 2; ++half) {
        TRY(read_columns(matrix, n, frozen, orbitals->nocc, 2 * orbitals->nocc,
                         orbitals->occupied + half * orbitals->nocc));
        memcpy(orbitals->occupied_energy + half * orbitals->nocc, energy + frozen,
               (size_t)orbitals->nocc * sizeof(double));
    }
    memcpy(orbitals->empty_energy, energy + nocc, empty * sizeof(double));
    return read_columns(matrix, n, nocc, orbitals->nvirt, orbitals->nvirt, orbitals->empty);
}

void orbitals_free(orbitals_t *orbitals)
{
    free(orbitals->occupied);
    free(orbitals->empty);
    free(orbitals->occupied_energy);
    free(orbitals->empty_energy);
    *orbitals = (orbitals_t){0};
}
