/* The list of pairs of shells: Schwarz factors, costs, order. */
#include "quartets/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/ga.h>

/* Time of a quartet apart from its primitives, in units of one primitive quartet of s functions. */
#define COST_FIXED 3.0

static int angular_sum(const basis_t *basis, const block_pair_t *pair)
{
    return basis->block[pair->i].l + basis->block[pair->j].l;
}

static void add_shell_pairs(const basis_t *basis, block_pair_t *block, pairs_t *pairs)
{
    block->first = pairs->npair;
    for (int a = 0; a < basis->block[block->i].nshell; ++a) {
        int last = block->i == block->j ? a : basis->block[block->j].nshell - 1;
        for (int b = 0; b <= last; ++b)
            pairs->pair[pairs->npair++] = (shell_pair_t){.a = a, .b = b};
    }
    block->npair = pairs->npair - block->first;
}

/* Every pair of blocks and shells, by ascending angular momentum. */
static int list_all(const basis_t *basis, pairs_t *pairs)
{
    size_t nblock = (size_t)basis->nblock, nshell = (size_t)basis->nshell;
    pairs->block = calloc(nblock * (nblock + 1) / 2, sizeof *pairs->block);
    pairs->pair = calloc(nshell * (nshell + 1) / 2, sizeof *pairs->pair);
    if (!pairs->block || !pairs->pair)
        return -1;
    for (int sum = 0; sum <= 2 * BASIS_L_MAX; ++sum)
        for (int i = 0; i < basis->nblock; ++i)
            for (int j = 0; j <= i; ++j) {
                int swap = basis->block[i].l < basis->block[j].l;
                block_pair_t block = {.i = swap ? j : i, .j = swap ? i : j};
                if (angular_sum(basis, &block) != sum)
                    continue;
                add_shell_pairs(basis, &block, pairs);
                pairs->block[pairs->nblock++] = block;
            }
    return 0;
}

static int give_to_repulsion(const basis_t *basis, const pairs_t *pairs, repulsion_t *repulsion,
                             failure_t *failure)
{
    int *shells = malloc(2 * (size_t)pairs->npair * sizeof *shells), *next = shells;
    if (!shells)
        return failure_set(failure, "not enough memory for %d pairs of shells", pairs->npair);
    for (int p = 0; p < pairs->nblock; ++p) {
        const block_pair_t *block = &pairs->block[p];
        for (int k = block->first; k < block->first + block->npair; ++k) {
            *next++ = basis->block[block->i].first_shell + pairs->pair[k].a;
            *next++ = basis->block[block->j].first_shell + pairs->pair[k].b;
        }
    }
    int status = repulsion_set_pairs(repulsion, pairs->npair, shells, failure);
    free(shells);
    return status;
}

static double schwarz_factor(repulsion_t *repulsion, int pair, int size)
{
    const double *eri = repulsion_compute(repulsion, pair, pair, 0);
    double largest = 0;
    for (int i = 0; eri && i < size; ++i)
        largest = fmax(largest, fabs(eri[i * size + i]));
    return sqrt(largest);
}

/* Each rank computes every size-th pair; the sum over ranks puts them together. */
static int compute_schwarz(const basis_t *basis, repulsion_t *repulsion, pairs_t *pairs)
{
    double *factor = calloc((size_t)pairs->npair, sizeof *factor);
    if (!factor)
        return ASHLAR_ENOMEM;
    for (int p = 0; p < pairs->nblock; ++p) {
        const block_pair_t *block = &pairs->block[p];
        const block_t *i = &basis->block[block->i], *j = &basis->block[block->j];
        int size = shell_size(i->l, i->pure) * shell_size(j->l, j->pure);
        for (int k = block->first; k < block->first + block->npair; ++k)
            if (k % ga_size() == ga_rank())
                factor[k] = schwarz_factor(repulsion, k, size);
    }
    int status = ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_SUM, factor, pairs->npair);
    for (int k = 0; k < pairs->npair; ++k)
        pairs->pair[k].schwarz = factor[k];
    free(factor);
    return status;
}

static int by_schwarz(const void *left, const void *right)
{
    double a = ((const shell_pair_t *)left)->schwarz, b = ((const shell_pair_t *)right)->schwarz;
    return (a < b) - (a > b);
}

/* Keep the pairs above `least`, sorted within their blocks. */
static void keep_large(pairs_t *pairs, double least)
{
    int nblock = 0, npair = 0;
    for (int p = 0; p < pairs->nblock; ++p) {
        block_pair_t block = pairs->block[p];
        shell_pair_t *pair = pairs->pair + block.first;
        int kept = 0;
        qsort(pair, (size_t)block.npair, sizeof *pair, by_schwarz);
        while (kept < block.npair && pair[kept].schwarz >= least)
            ++kept;
        if (kept == 0)
            continue;
        memmove(pairs->pair + npair, pair, (size_t)kept * sizeof *pair);
        block.first = npair;
        block.npair = kept;
        block.schwarz = pairs->pair[npair].schwarz;
        pairs->block[nblock++] = block;
        npair += kept;
    }
    pairs->nblock = nblock;
    pairs->npair = npair;
}

static void estimate_costs(const basis_t *basis, repulsion_t *repulsion, pairs_t *pairs)
{
    for (int p = 0; p < pairs->nblock; ++p) {
        block_pair_t *block = &pairs->block[p];
        double l = angular_sum(basis, block);
        block->cost = 0;
        for (int k = block->first; k < block->first + block->npair; ++k)
            block->cost += (1 + l) * (COST_FIXED + repulsion_primitives(repulsion, k));
    }
}

int pairs_create(const basis_t *basis, repulsion_t *repulsion, double threshold, pairs_t *pairs,
                 failure_t *failure)
{
    *pairs = (pairs_t){0};
    if (list_all(basis, pairs) != 0)
        return failure_set(failure, "not enough memory for the pairs of %d shells", basis->nshell);
    if (give_to_repulsion(basis, pairs, repulsion, failure) != 0)
        return -1;
    if (compute_schwarz(basis, repulsion, pairs) != 0)
        return failure_set(failure, "%s", ashlar_error_message());
    double largest = 0;
    for (int k = 0; k < pairs->npair; ++k)
        largest = fmax(largest, pairs->pair[k].schwarz);
    keep_large(pairs, threshold / largest);
    if (give_to_repulsion(basis, pairs, repulsion, failure) != 0)
        return -1;
    estimate_costs(basis, repulsion, pairs);
    return 0;
}

void pairs_free(pairs_t *pairs)
{
    free(pairs->block);
    free(pairs->pair);
    *pairs = (pairs_t){0};
}
