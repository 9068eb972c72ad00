/* Building the shells of a molecule from a library of basis sets. */
#include "molecule/basis.h"

#include <stdlib.h>

int shell_size(int l, int pure)
{
    return pure ? 2 * l + 1 : (l + 1) * (l + 2) / 2;
}

static int count_shells(const library_t *library, const molecule_t *molecule)
{
    int n = 0;
    for (int i = 0; i < molecule->natom; ++i)
        for (int k = 0; k < library->nentry; ++k)
            n += library->entry[k].z == molecule->atom[i].z;
    return n;
}

/* Append the shells of one atom and angular momentum as one block. */
static void add_block(const library_t *library, const molecule_t *molecule, int atom, int l,
                      int pure, basis_t *basis)
{
    block_t *block = &basis->block[basis->nblock];
    *block = (block_t){
        .atom = atom, .l = l, .pure = pure, .first_shell = basis->nshell, .first = basis->size};
    for (int k = 0; k < library->nentry; ++k) {
        const entry_t *entry = &library->entry[k];
        if (entry->z != molecule->atom[atom].z || entry->l != l)
            continue;
        basis->shell[basis->nshell++] =
            (shell_t){.atom = atom,
                      .l = l,
                      .pure = pure,
                      .nprim = entry->nprim,
                      .exponent = library->exponent + entry->first,
                      .coefficient = library->coefficient + entry->first,
                      .first = basis->size,
                      .size = shell_size(l, pure)};
        basis->size += shell_size(l, pure);
    }
    block->nshell = basis->nshell - block->first_shell;
    block->size = basis->size - block->first;
    if (block->nshell > 0)
        ++basis->nblock;
}

int basis_build(const library_t *library, const molecule_t *molecule, basis_form_t form,
                basis_t *basis, failure_t *failure)
{
    if (form == BASIS_UNSAID)
        form = library->form;
    int nshell = count_shells(library, molecule);
    *basis = (basis_t){0};
    basis->shell = calloc((size_t)nshell, sizeof *basis->shell);
    basis->block = calloc((size_t)molecule->natom * (BASIS_L_MAX + 1), sizeof *basis->block);
    if (!basis->shell || !basis->block) {
        basis_free(basis);
        return failure_set(failure, "not enough memory for %d shells", nshell);
    }
    for (int atom = 0; atom < molecule->natom; ++atom)
        for (int l = 0; l <= BASIS_L_MAX; ++l)
            add_block(library, molecule, atom, l, l >= 2 && form == BASIS_SPHERICAL, basis);
    return 0;
}

void basis_free(basis_t *basis)
{
    free(basis->shell);
    free(basis->block);
    *basis = (basis_t){0};
}
