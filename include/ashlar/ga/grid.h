/** Processor grids: the ranks of a group, or some of them, at the places of a Cartesian grid that
 * has a name of its own and is shared by arrays. Part of ga.h.
 *
 * They follow the named processor layouts of R. Nishtala, G. Almasi, C. Cascaval, "Performance
 * without Pain = Productivity: Data Layout and Collective Communication in UPC", 2008, which follow
 * those of HPF.
 *
 *     int shape[2] = {0, 0};
 *     ga_grid_fit(size, 2, shape);
 *     ga_grid_create(&(ga_grid_spec_t){.ndim = 2, .shape = {shape[0], shape[1]}}, &grid);
 *     ga_create_tiles(grid, ASHLAR_DOUBLE, (int64_t[]){n, n}, (int64_t[]){256, 256}, "A", &a); */
#ifndef ASHLAR_GA_GRID_H
#define ASHLAR_GA_GRID_H

#include <ashlar/ga/array.h>
#include <ashlar/ga/dist.h>
#include <ashlar/interval.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- processor grids ------------------------------------------------------------------------- */

/** The description of a grid. A field that is not set is 0, which leaves the choice to the library.
 */
typedef struct ga_grid_spec {
    int ndim;                  /**< 1 to ASHLAR_MAX_DIM */
    int shape[ASHLAR_MAX_DIM]; /**< ranks along each dimension; 0: as ga_grid_fit() chooses */
    ga_group_t group;          /**< 0: the default group */
    ga_order order;            /**< how places are numbered */
    int nodes_together; /**< not 0: the ranks along the fastest dimension are of one node for as
                         * many lines as the nodes have ranks for; the others come last. Not with
                         * ranks */
    int rank_count;     /**< 0: all ranks of the group, in their order */
    const int *ranks;   /**< int[rank_count], ranks of the group, all different: place number k is
                         *   that of ranks[k]; copied */
    const char *name;   /**< for messages; may be NULL */
} ga_grid_spec_t;

/** Choose the shape of a grid: one that leaves the fewest ranks idle, of those the one with the
 * smallest sum of extents, and of those the one whose first extents are the largest. Not
 * collective.
 * @param[in] ranks      at least 1
 * @param[in,out] shape  int[ndim]; what is not 0 is kept
 * @return ASHLAR_ESHAPE  ndim outside 1..ASHLAR_MAX_DIM, an extent below 0, or a product of those
 *                        given that is more than the ranks
 * @return ASHLAR_EARG    ranks below 1, or shape is NULL */
ASHLAR_API int ga_grid_fit(int ranks, int ndim, int *shape);

/** Create a grid as described. The ranks at its places are the first of the list, or of the group;
 * those beyond are idle. Collective over the group of the description.
 * @param[out] grid  the grid; destroyed with ga_grid_destroy()
 * @return ASHLAR_ESHAPE  ndim, an extent below 0, or more places than ranks
 * @return ASHLAR_EARG    no such order, a rank listed twice, or nodes_together with a list
 * @return ASHLAR_ERANGE  a listed rank that is not of the group
 * @return ASHLAR_ENOMEM  no memory, on every rank
 * @return ASHLAR_ELIMIT  too many live grids on some rank */
ASHLAR_API int ga_grid_create(const ga_grid_spec_t *spec, ga_grid_t *grid);
/** Destroy a grid. Arrays that were created on it do not need it any more. Collective over its
 * group. @return ASHLAR_EHANDLE  no such grid */
ASHLAR_API int ga_grid_destroy(ga_grid_t grid);

/** The description of a grid, with all numbers as they were chosen, and nodes_together as a list.
 * name and ranks point into the grid. Not collective.
 * @return ASHLAR_EHANDLE  no such grid */
ASHLAR_API int ga_grid_inquire(ga_grid_t grid, ga_grid_spec_t *spec);
/** The place of a rank of the group, -1 in every dimension if it has none; the rank at a place. Not
 * collective.
 * @param position  int[ndim]
 * @return ASHLAR_EHANDLE  no such grid
 * @return ASHLAR_ERANGE   no such rank, or place */
ASHLAR_API int ga_grid_position(ga_grid_t grid, int rank, int *position);
ASHLAR_API int ga_grid_rank(ga_grid_t grid, const int *position, int *rank);
/** The ranks at the places that n intervals of positions name, one for each dimension from the
 * first on, those beyond in whole: a line, a plane, all. The first dimension is fastest. Not
 * collective.
 * @param[in] where   ashlar_interval_t[n]
 * @param[out] count  how many
 * @param[out] ranks  int[count]; NULL: they are only counted
 * @return ASHLAR_EHANDLE  no such grid
 * @return ASHLAR_EARG     n outside 0..ndim, a step below 1, or where or count is NULL
 * @return ASHLAR_ERANGE   an interval that is not empty and begins outside of the grid */
ASHLAR_API int ga_grid_ranks(ga_grid_t grid, int n, const ashlar_interval_t *where, int *count,
                             int *ranks);

/** Create a tiled array on a grid: GA_TILED, of as many dimensions as the grid. Collective over the
 * grid's group.
 * @param[in] dims  int64_t[ndim], extents
 * @param[in] tile  int64_t[ndim], extents of a tile
 * @return ASHLAR_EHANDLE  no such grid
 * @return ASHLAR_ETYPE, ASHLAR_ESHAPE, ASHLAR_ENOMEM, ASHLAR_ELIMIT  as ga_create_spec() */
ASHLAR_API int ga_create_tiles(ga_grid_t grid, ga_type type, const int64_t *dims,
                               const int64_t *tile, const char *name, ga_t *g);
/** The same with one tile for each place of the grid, at its position. Collective over the grid's
 * group. @return ASHLAR_EHANDLE, ASHLAR_ETYPE, ASHLAR_ESHAPE, ASHLAR_ENOMEM, ASHLAR_ELIMIT  as
 * there
 */
ASHLAR_API int ga_create_tile_each(ga_grid_t grid, ga_type type, const int64_t *tile,
                                   const char *name, ga_t *g);

#ifdef __cplusplus
}
#endif
#endif
