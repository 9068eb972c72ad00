/* The superposition of atomic densities, in the basis of the molecule. */
#include "setup/guess.h"

#include <stdlib.h>

#include "molecule/agree.h"
#include "setup/atom.h"

/* The shells of atom i in the basis are contiguous; their number and the first. */
static int shells_of_atom(const basis_t *basis, int atom, int *first)
{
    int n = 0;
    for (int k = basis->nshell - 1; k >= 0; --k)
        if (basis->shell[k].atom == atom) {
            *first = k;
            ++n;
        }
    return n;
}

/* Put the density of one atom into the diagonal blocks of d. */
static int put_atom(const basis_t *basis, int atom, int first, int n, const double *density, ga_t d)
{
    for (int b = 0; b < basis->nblock; ++b) {
        const block_t *block = &basis->block[b];
        if (block->atom != atom || (block->l >= 2 && !block->pure))
            continue;
        int size = block->size, width = shell_size(block->l, block->pure);
        double *patch = calloc((size_t)size * (size_t)size, sizeof *patch);
        if (!patch)
            return ASHLAR_ENOMEM;
        for (int i = 0; i < size; ++i)
            for (int j = i % width; j < size; j += width)
                patch[i + j * size] = density[(block->first_shell - first + i / width) * n +
                                              block->first_shell - first + j / width];
        int last = block->first + size - 1;
        int status = ga_put(d, block->first, last, block->first, last, patch, size);
        free(patch);
        if (status != 0)
            return status;
    }
    return 0;
}

/* Compute the atom of one element and put it wherever the element occurs. */
static int put_element(const molecule_t *molecule, const library_t *library, const basis_t *basis,
                       int z, ga_t d, failure_t *failure)
{
    double *density = NULL;
    int status = 0;
    for (int i = 0; i < molecule->natom && status == 0; ++i) {
        if (molecule->atom[i].z != z)
            continue;
        int first = 0, n = shells_of_atom(basis, i, &first);
        if (!density) {
            density = calloc((size_t)n * (size_t)n, sizeof *density);
            status = density ? atom_density(z, library, n, density, failure)
                             : failure_set(failure, "not enough memory");
        }
        if (status == 0 && put_atom(basis, i, first, n, density, d) != 0)
            status = failure_set(failure, "%s", ashlar_error_message());
    }
    free(density);
    return status;
}

int guess_atoms(const molecule_t *molecule, const library_t *library, const basis_t *basis, ga_t d,
                failure_t *failure)
{
    int status = 0, element = 0;
    if (ga_zero(d) != 0)
        return failure_set(failure, "%s", ashlar_error_message());
    for (int z = 1; z <= MOLECULE_Z_MAX && status == 0; ++z) {
        int i = 0;
        while (i < molecule->natom && molecule->atom[i].z != z)
            ++i;
        if (i < molecule->natom && element++ % ga_size() == ga_rank())
            status = put_element(molecule, library, basis, z, d, failure);
    }
    status = agree(status, failure);
    if (status == 0 && ga_sync() != 0)
        status = failure_set(failure, "%s", ashlar_error_message());
    return status;
}
