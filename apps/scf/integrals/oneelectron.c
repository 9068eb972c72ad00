/* Overlap and core Hamiltonian: each rank puts the integrals of its pairs of blocks. */
#include "integrals/oneelectron.h"

#include <stdlib.h>

#include "molecule/try.h"

typedef const double *integral_fn(integrals_t *integrals, int s, int t);

/* Add the integrals over two blocks into patch[rows][columns] and, transposed, patch_t; both are
 * column-major. */
static void add_patch(const basis_t *basis, const block_t *rows, const block_t *columns,
                      integrals_t *integrals, integral_fn *compute, double *patch, double *patch_t)
{
    for (int k = 0; k < rows->nshell; ++k)
        for (int m = 0; m < columns->nshell; ++m) {
            const shell_t *s = &basis->shell[rows->first_shell + k];
            const shell_t *t = &basis->shell[columns->first_shell + m];
            const double *block =
                compute(integrals, rows->first_shell + k, columns->first_shell + m);
            for (int i = 0; i < s->size; ++i)
                for (int j = 0; j < t->size; ++j) {
                    int row = s->first - rows->first + i, column = t->first - columns->first + j;
                    double value = block ? block[i * t->size + j] : 0;
                    patch[row + column * rows->size] += value;
                    patch_t[column + row * columns->size] += value;
                }
        }
}

static int put_patch(const block_t *rows, const block_t *columns, const double *patch, ga_t g)
{
    return ga_put(g, rows->first, rows->first + rows->size - 1, columns->first,
                  columns->first + columns->size - 1, patch, rows->size);
}

/* One pair of blocks of the sum of up to two kinds of integrals, into both triangles of g. */
static int fill_pair(const basis_t *basis, integrals_t *integrals, int i, int j,
                     integral_fn *const compute[2], ga_t g)
{
    const block_t *rows = &basis->block[i], *columns = &basis->block[j];
    size_t size = (size_t)rows->size * (size_t)columns->size;
    double *patch = calloc(2 * size, sizeof *patch);
    if (!patch)
        return ASHLAR_ENOMEM;
    for (int k = 0; k < 2 && compute[k]; ++k)
        add_patch(basis, rows, columns, integrals, compute[k], patch, patch + size);
    int status = put_patch(rows, columns, patch, g);
    if (status == 0 && i != j)
        status = put_patch(columns, rows, patch + size, g);
    free(patch);
    return status;
}

int oneelectron_fill(const basis_t *basis, integrals_t *integrals, ga_t s, ga_t h)
{
    integral_fn *const overlap[2] = {integrals_overlap, NULL};
    integral_fn *const core[2] = {integrals_kinetic, integrals_nuclear};
    int pair = 0;
    int status = 0;
    for (int i = 0; i < basis->nblock; ++i)
        for (int j = 0; j <= i && status == 0; ++j) {
            if (pair++ % ga_size() != ga_rank())
                continue;
            status = fill_pair(basis, integrals, i, j, overlap, s);
            if (status == 0)
                status = fill_pair(basis, integrals, i, j, core, h);
        }
    TRY(ga_allreduce(GA_GROUP_WORLD, ASHLAR_INT, ASHLAR_MIN, &status, 1));
    TRY(status);
    return ga_sync();
}
