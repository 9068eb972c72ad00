/* How the m*n*k products of a multiplication are divided among nodes: by the owners of c, or into a
 * grid of cells along m, n and k, one for each node, whose parts of c are added up. A cell has one
 * range of k, and of m and n one range or, cyclically, blocks of c: nodes that have all of k
 * between them, each what it owns of b, can then have the rows of c that they own as well. Chosen
 * is what moves the least words, elements that a node gets from others or sends to the owner of c.
 * Pure arithmetic: no MPI, so that any number of nodes can be simulated.
 *
 * After G. Kwasniewski, M. Kabic, M. Besta, J. VandeVondele, R. Solca, T. Hoefler, "Red-Blue
 * Pebbling Revisited: Near Optimal Parallel Matrix-Matrix Multiplication", SC 2019 (COSMA). */
#ifndef LA_SPLIT_H
#define LA_SPLIT_H

#include "linalg/src/calls/la_bands.h"

enum { LAI_M, LAI_N, LAI_K };
enum { LAI_PIECES = 16 }; /* of a cell along a dimension, at most */

/* An operand: a is m x k, b is k x n and c is m x n, before they are transposed. */
typedef struct lai_factor {
    const gai_dist_t *dist;
    int64_t origin[2]; /* of its patch */
    int along[2];      /* LAI_M .. LAI_K: what its dimensions are */
} lai_factor_t;

typedef struct lai_space {
    int64_t extent[3];
    lai_factor_t factor[3]; /* a, b, c */
    int64_t nodes, ranks;   /* ranks of a node: n*ranks .. n*ranks+ranks-1 of the group */
} lai_space_t;

typedef struct lai_split {
    int64_t grid[3];       /* cells along m, n and k; {0}: the owners of c compute it */
    int64_t pieces[3];     /* of a cell along m, n and k, cyclically dealt; 1 along k */
    int64_t cell;          /* of the node that asks: dimension 0 fastest */
    double words, at_most; /* of a node on the average; of the one that moves most */
} lai_split_t;

/* The split for a node that asks: the others find the same grid, and other cells. It takes memory
 * for tables while it looks; without, the owners compute. @return ASHLAR_ENOMEM  there was none */
int lai_split_choose(const lai_space_t *space, int64_t node, lai_split_t *split);

/* The pieces of the cell along m, n and k, into lists that have room for them. */
void lai_split_cell(const lai_space_t *space, const lai_split_t *split, lai_bands_t *bands);

/* The least words of a node: the larger of 2mnk/(P sqrt(S)), with S three times a node's share of
 * the matrices (Kwasniewski et al., theorem 1, for P processors), and the faces of the smallest box
 * of mnk/P products less this share, which a node may own: 3(mnk/P)^(2/3) for a cube (H. Al Daas,
 * G. Ballard, L. Grigori, S. Kumar, K. Rouse, "Tight Memory-Independent Parallel Matrix
 * Multiplication Communication Lower Bounds", SPAA 2022, theorem 3). */
double lai_split_bound(const lai_space_t *space);

#endif
