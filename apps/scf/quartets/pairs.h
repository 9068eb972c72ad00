/* Pairs of shells that matter, with their Schwarz factors, gathered by pairs of blocks.
 *
 * The order suits the integrals: in a pair the first has the higher angular momentum, and pairs are
 * sorted by the sum of the two, so that any pair p and a later pair q form (p|q). */
#ifndef SCF_PAIRS_H
#define SCF_PAIRS_H

#include "molecule/basis.h"
#include "molecule/failure.h"
#include "repulsion/repulsion.h"

typedef struct shell_pair {
    int a, b;       /**< shells, counted from the first of their blocks */
    double schwarz; /**< sqrt of the largest |(ab|ab)| */
} shell_pair_t;

typedef struct block_pair {
    int i, j;         /**< blocks */
    int first, npair; /**< its shell pairs, in descending order of their Schwarz factors */
    double schwarz;   /**< that of the first */
    double cost;      /**< the time of (p|q) is about the product of the costs of p and q */
} block_pair_t;

typedef struct pairs {
    int nblock, npair;
    block_pair_t *block; /**< block_pair_t[nblock], owned */
    shell_pair_t
        *pair; /**< shell_pair_t[npair], owned; repulsion_compute() uses the same numbers */
} pairs_t;

/* Find the pairs whose integrals can exceed a threshold, and make them those of `repulsion`.
 * Collective over the world. */
int pairs_create(const basis_t *basis, repulsion_t *repulsion, double threshold, pairs_t *pairs,
                 failure_t *failure);
void pairs_free(pairs_t *pairs);

#endif
