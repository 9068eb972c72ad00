/* The file of integrals. */
#include "report/dump.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "molecule/agree.h"

/* More would make a file of more than 100 MB. */
enum { FUNCTIONS_MAX = 60 };

typedef struct functions {
    int first, size;
} functions_t;

/* The functions of a shell, the index-th of a block. */
static functions_t functions_of(const basis_t *basis, int block, int index)
{
    const shell_t *shell = &basis->shell[basis->block[block].first_shell + index];
    return (functions_t){shell->first, shell->size};
}

/* (ij|kl) and the seven that are equal. */
static void store(double *all, size_t n, const size_t at[4], double value)
{
    static const int orders[8][4] = {{0, 1, 2, 3}, {1, 0, 2, 3}, {0, 1, 3, 2}, {1, 0, 3, 2},
                                     {2, 3, 0, 1}, {3, 2, 0, 1}, {2, 3, 1, 0}, {3, 2, 1, 0}};
    for (int k = 0; k < 8; ++k) {
        const int *o = orders[k];
        all[((at[o[0]] * n + at[o[1]]) * n + at[o[2]]) * n + at[o[3]]] = value;
    }
}

static void store_quartet(double *all, size_t n, const functions_t f[4], const double *value)
{
    for (int a = 0; a < f[0].size; ++a)
        for (int b = 0; b < f[1].size; ++b)
            for (int c = 0; c < f[2].size; ++c)
                for (int d = 0; d < f[3].size; ++d)
                    store(all, n,
                          (size_t[]){(size_t)(f[0].first + a), (size_t)(f[1].first + b),
                                     (size_t)(f[2].first + c), (size_t)(f[3].first + d)},
                          *value++);
}

/* All quartets of a pair of shells with itself and those behind it; `bra` is of the block pair i.
 */
static void store_pairs(const calculation_t *scf, double *all, int i, int bra)
{
    const basis_t *basis = &scf->input->basis;
    const pairs_t *pairs = &scf->fock.pairs;
    functions_t f[4] = {functions_of(basis, pairs->block[i].i, pairs->pair[bra].a),
                        functions_of(basis, pairs->block[i].j, pairs->pair[bra].b)};
    for (int k = i; k < pairs->nblock; ++k) {
        const block_pair_t *block = &pairs->block[k];
        for (int ket = block->first; ket < block->first + block->npair; ++ket) {
            const double *value = repulsion_compute(scf->repulsion, bra, ket, 0);
            if (!value)
                continue;
            f[2] = functions_of(basis, block->i, pairs->pair[ket].a);
            f[3] = functions_of(basis, block->j, pairs->pair[ket].b);
            store_quartet(all, (size_t)scf->n, f, value);
        }
    }
}

static int write_file(const calculation_t *scf, const double *matrices, const double *all)
{
    size_t square = (size_t)scf->n * (size_t)scf->n;
    FILE *stream = fopen(scf->options->dump, "wb");
    if (!stream)
        return -1;
    fprintf(stream, "integrals %d %d %.15g\n", scf->n, scf->nocc, scf->result->repulsion);
    fwrite(matrices, sizeof(double), 2 * square, stream);
    fwrite(all, sizeof(double), square * square, stream);
    int failed = ferror(stream);
    if (fclose(stream) == 0 && !failed)
        return 0;
    int error = errno;
    remove(scf->options->dump);
    errno = error;
    return -1;
}

static int write_on_leader(const calculation_t *scf, failure_t *failure)
{
    const int64_t last = scf->n - 1;
    size_t square = (size_t)scf->n * (size_t)scf->n;
    if (scf->n > FUNCTIONS_MAX)
        return failure_set(failure, "--dump %.300s: %d basis functions, at most %d can be written",
                           scf->options->dump, scf->n, FUNCTIONS_MAX);
    double *matrices = malloc(2 * square * sizeof *matrices);
    double *all = calloc(square * square, sizeof *all);
    int status = -1;
    if (!matrices || !all)
        failure_set(failure, "--dump %.300s: not enough memory", scf->options->dump);
    else if (ga_get(scf->m.overlap, 0, last, 0, last, matrices, scf->n) != 0 ||
             ga_get(scf->m.core, 0, last, 0, last, matrices + square, scf->n) != 0)
        library_failed(failure);
    else {
        const pairs_t *pairs = &scf->fock.pairs;
        for (int i = 0; i < pairs->nblock; ++i)
            for (int p = 0; p < pairs->block[i].npair; ++p)
                store_pairs(scf, all, i, pairs->block[i].first + p);
        status = write_file(scf, matrices, all);
        if (status != 0)
            failure_set(failure, "--dump %.300s: cannot be written: %s", scf->options->dump,
                        strerror(errno));
    }
    free(matrices);
    free(all);
    return status;
}

int dump_write(calculation_t *scf, failure_t *failure)
{
    return agree(ga_rank() == 0 ? write_on_leader(scf, failure) : 0, failure);
}
