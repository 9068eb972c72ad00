/** Distributions: how an array is cut into blocks, who owns them, and where they are in memory.
 * Part of ga.h; docs/distributions.md has the kinds with drawings. */
#ifndef ASHLAR_GA_DIST_H
#define ASHLAR_GA_DIST_H

#include <ashlar/ga/array.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of distributions. In a regular or irregular array a rank owns at most one block; in all
 * others the blocks along each dimension are distributed cyclically, so that a rank owns many. */
typedef enum ga_kind {
    GA_REGULAR,         /**< blocks of equal extents, one for each rank */
    GA_IRREGULAR,       /**< blocks between given cuts, at most one for each rank */
    GA_BLOCK_CYCLIC,    /**< block number b belongs to rank b modulo the number of ranks */
    GA_SCALAPACK,       /**< block-cyclic on a grid of ranks; what a rank owns is one local array,
                         *   column-major: the local matrix of ScaLAPACK */
    GA_TILED,           /**< block-cyclic on a grid of ranks; each block is contiguous */
    GA_TILED_IRREGULAR, /**< the same with blocks between given cuts */
    GA_KIND_COUNT
} ga_kind;

/** A processor grid (ga/grid.h): a positive number, this rank's own. */
typedef int32_t ga_grid_t;

/** How a grid of ranks numbers them. ScaLAPACK's grids usually have the last fastest ("Row"). */
typedef enum ga_order { GA_FIRST_FASTEST, GA_LAST_FASTEST } ga_order;

/** The description of an array, for ga_create_spec(). A field that is not set is 0, which leaves
 * the choice to the library:
 *
 *     ga_spec_t spec = {.type = ASHLAR_DOUBLE, .ndim = 2, .dims = {1000, 800},
 *                       .kind = GA_SCALAPACK, .block = {64, 64}, .grid = {2, 2}};
 */
typedef struct ga_spec {
    ga_type type;
    int ndim;                     /**< 1 to ASHLAR_MAX_DIM */
    int64_t dims[ASHLAR_MAX_DIM]; /**< extents, at least 1 */
    const char *name;             /**< for messages; may be NULL */
    ga_group_t group;             /**< 0: the default group */
    ga_kind kind;
    ga_order order;                 /**< of the grid of ranks */
    int64_t block[ASHLAR_MAX_DIM];  /**< extents of a block, at least 1 and possibly beyond dims, or
                                     * 0  in every dimension: 64 in each, or 32, 16, ... where not
                                     * all  ranks, or places of the grid, had a block otherwise; of
                                     *   regular arrays the least wanted, 0: no preference; not of
                                     *   irregular kinds */
    int64_t blocks[ASHLAR_MAX_DIM]; /**< irregular kinds: the number of blocks along a dimension */
    const int64_t *cuts[ASHLAR_MAX_DIM]; /**< irregular kinds: the first index of each of them, 0
                                          *   first, increasing; copied */
    int grid[ASHLAR_MAX_DIM]; /**< ranks along a dimension, 0: chosen; the product is at most the
                               *   number of ranks, and those beyond own nothing. Not of
                               *   GA_BLOCK_CYCLIC, which has no grid */
    int rank_count;           /**< 0: all ranks of the group may own blocks, in their order */
    const int *ranks; /**< int[rank_count], ranks of the group, all different: only these may
                       *   own blocks, and the grid numbers them in this order; copied */
    ga_grid_t on_grid; /**< not 0: group, order, grid and ranks are those of this grid (ga/grid.h),
                        *   of as many dimensions, and not set here; 0 in answers */
    int64_t ghosts[ASHLAR_MAX_DIM]; /**< regular and irregular kinds: the width of the ghost cells
                                     * on both sides of each block (ga/ghosts.h) */
    int mirrored; /**< 0: one array; else each node that has ranks of the group has a copy of it
                   *   (ga/mirror.h), on as many ranks as the node with the fewest has, whose
                   * numbers on their nodes are what grid, rank_count and ranks are about */
    ga_t overlay; /**< an array of the same group: the new one gets no memory of its own, the blocks
                   *   of each rank lie where those of this array begin; 0: none */
    int nonperiodic[ASHLAR_MAX_DIM]; /**< not 0: updates leave the ghost cells beyond the edges of
                                      *   the array in this dimension as they are; 0: they wrap
                                      *   around (ga/ghosts.h) */
} ga_spec_t;

/** Create an array as described. Collective over the group of the description. Contents are
 * undefined.
 * @param[out] g  the array; destroyed with ga_destroy()
 * @return ASHLAR_ETYPE   unknown type
 * @return ASHLAR_ESHAPE  dimensions, extents, blocks, cuts, a grid or ghost cells that cannot be
 * @return ASHLAR_EARG    no such kind or order, or a rank listed twice
 * @return ASHLAR_ERANGE  a listed rank that is not of the group
 * @return ASHLAR_EHANDLE, ASHLAR_EGROUP, ASHLAR_ESHAPE  of an overlay: the array below is none, is
 *         of another group, or has less memory on some rank than the new one needs there
 * @return ASHLAR_ENOMEM  not enough memory, on every rank; the message has the numbers
 * @return ASHLAR_ELIMIT  too many live arrays, or groups for a mirrored one */
ASHLAR_API int ga_create_spec(const ga_spec_t *spec, ga_t *g);

/* ---- inquiry (not collective) ---------------------------------------------------------------- */
/* ASHLAR_EHANDLE: no live array. No messages: the answers are computed. */

/** The description of an array: creating another from it gives one that is aligned with it. All
 * numbers are those chosen; name, cuts and ranks point into the array and are valid while it lives;
 * of an overlay, overlay is 0.
 */
ASHLAR_API int ga_inquire_spec(ga_t g, ga_spec_t *spec);
/** The number of blocks of an array; ga_inquire_grid() has them for each dimension. */
ASHLAR_API int ga_inquire_blocks(ga_t g, int64_t *n);
/** The number of blocks that a rank owns. @return ASHLAR_ERANGE  no such rank */
ASHLAR_API int ga_inquire_owned(ga_t g, int rank, int64_t *n);
/** The place of a rank in the grid of ranks; -1 in every dimension for a rank that is not in it.
 * @param[out] position  int[ndim]
 * @return ASHLAR_ERANGE  no such rank
 * @return ASHLAR_ESHAPE  a block-cyclic array, which has no grid of ranks */
ASHLAR_API int ga_inquire_position(ga_t g, int rank, int *position);

/** A block of an array. */
typedef struct ga_block {
    int rank;                   /**< its owner, a rank of the array's group */
    int64_t number;             /**< of the block, dimension 0 fastest */
    int64_t index;              /**< it is the index-th block of its owner */
    int64_t at[ASHLAR_MAX_DIM]; /**< its place among the blocks of each dimension */
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM]; /**< bounds */
    int64_t ld[ASHLAR_MAX_DIM]; /**< leading dimensions in memory, elements; ndim-1 count */
    void *data; /**< address of element lo, for reading and writing in place as after ga_access()
                 *   (there is nothing to release); NULL: the owner is on another node */
} ga_block_t;

/** The block of a number, at a place among the blocks of each dimension, of an element, and the
 * index-th of a rank. Entries beyond the array's dimensions are 0.
 * @return ASHLAR_ERANGE  no such block, element or rank */
ASHLAR_API int ga_block_by_number(ga_t g, int64_t number, ga_block_t *block);
ASHLAR_API int ga_block_by_position(ga_t g, const int64_t *at, ga_block_t *block);
ASHLAR_API int ga_block_by_element(ga_t g, const int64_t *index, ga_block_t *block);
ASHLAR_API int ga_block_by_rank(ga_t g, int rank, int64_t index, ga_block_t *block);

/** Step through this rank's own blocks: the first, and the one after `block`. Behind the last, data
 * is NULL:
 *
 *     for (ga_block_first(g, &b); b.data; ga_block_next(g, &b))
 *         work(b.data, b.ld);
 *
 * On an error data is NULL as well.
 * @return ASHLAR_EARG  block is NULL, or not a block of this rank */
ASHLAR_API int ga_block_first(ga_t g, ga_block_t *block);
ASHLAR_API int ga_block_next(ga_t g, ga_block_t *block);

/** The whole memory of a rank, mine or that of another rank on my node, as one local array: of a
 * GA_SCALAPACK array the local matrix with its leading dimension, as ScaLAPACK takes it. For
 * reading and writing in place as after ga_access(); there is nothing to release.
 * @param[out] ptr     its first element, if there is one
 * @param[out] n       elements from there to the end of the memory, gaps included; may be NULL
 * @param[out] extent  int64_t[ndim], its extents, counted along each dimension by itself as
 *                     ScaLAPACK's numroc does; all 0 for a rank outside the grid; may be NULL
 * @param[out] ld      int64_t[ndim-1], its leading dimensions, at least 1; may be NULL
 * @return ASHLAR_ERANGE   no such rank
 * @return ASHLAR_EREMOTE  the rank is on another node
 * @return ASHLAR_ESHAPE   extent or ld of an array whose blocks are each contiguous, of which the
 *                         rank owns several */
ASHLAR_API int ga_access_local(ga_t g, int rank, void **ptr, int64_t *n, int64_t *extent,
                               int64_t *ld);

#ifdef __cplusplus
}
#endif
#endif
