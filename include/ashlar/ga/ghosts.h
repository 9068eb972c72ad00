/** Ghost cells: room around each block for copies of the elements next to it. Part of ga.h.
 *
 * An array has them if its description gives them a width in some dimension (ga_spec_t.ghosts). All
 * other calls see the elements of the array only: ghost cells are no elements, are not initialised,
 * and change only by the calls below and by their owner in place. A ghost cell stands for the
 * element at its place, and beyond an edge of the array for the one that many places from the other
 * end: the array is periodic. In a dimension that its description calls nonperiodic
 * (ga_spec_t.nonperiodic) ghost cells beyond the edges stand for nothing: updates leave them as
 * they are, in corners too, and their owner keeps boundary values in them. A width may exceed the
 * blocks next to it, and the array.
 *
 *     ga_spec_t spec = {.type = ASHLAR_DOUBLE, .ndim = 2, .dims = {2000, 2000}, .ghosts = {1, 1}};
 *     ga_create_spec(&spec, &g);
 *     ...
 *     ga_ghosts_update(g, 0);
 *     ga_access_ghosts(g, &first, NULL, &ld);
 *     double *at = (double *)first + 1 + ld;   element (i,j) of my block is at[i + j*ld]
 */
#ifndef ASHLAR_GA_GHOSTS_H
#define ASHLAR_GA_GHOSTS_H

#include <ashlar/ga/array.h>
#include <ashlar/ga/onesided.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Give all ghost cells the values of the elements they stand for. Collective. Those that stand for
 * none keep theirs. Ranks without ghost cells take part; an array without any is no error.
 * @param[in] corners  0: only those beside the block, in one dimension outside its bounds; others
 *                     stay as they are. Else all
 * @return ASHLAR_ESHAPE     the array is of a kind that cannot have ghost cells
 * @return ASHLAR_EMISMATCH  with ASHLAR_CHECK=1: the ranks pass different arguments */
ASHLAR_API int ga_ghosts_update(ga_t g, int corners);
/** The same in one direction. Collective.
 * @param[in] direction  int[ndim], the same on all ranks: -1 the cells below the block's bounds in
 *                       this dimension, 1 those above, 0 those within; not all 0
 * @param[in] corners    where direction is 0: 0 within the bounds only, else also the cells beyond
 * @return ASHLAR_EARG  a direction that is none
 * @return ASHLAR_ESHAPE, ASHLAR_EMISMATCH  as ga_ghosts_update() */
ASHLAR_API int ga_ghosts_update_dir(ga_t g, const int *direction, int corners);

/** Start to update my ghost cells. Not collective, no sync: the elements must be complete
 * (ga_sync() after they were written) and stay as they are until the ranks that read them have
 * waited, which a ga_sync() after the waiting ensures. My ghost cells belong to the call until the
 * handle is complete.
 * @param[in,out] handle  as of ga_get_nb()
 * @return ASHLAR_ESHAPE, ASHLAR_EARG  as of the calls above */
ASHLAR_API int ga_ghosts_update_nb(ga_t g, int corners, ga_handle_t *handle);
ASHLAR_API int ga_ghosts_update_dir_nb(ga_t g, const int *direction, int corners,
                                       ga_handle_t *handle);

/** My block together with its ghost cells, for reading and writing in place. Not collective. Open
 * until ga_release(), as after ga_access().
 * @param[out] ptr     the first ghost cell: below the first element by the width in each dimension
 * @param[out] extent  int64_t[ndim], extents of the block with its ghosts; may be NULL
 * @param[out] ld      int64_t[ndim-1], leading dimensions; may be NULL
 * @return ASHLAR_EREMOTE  I own nothing of it
 * @return ASHLAR_ESHAPE   I own several blocks */
ASHLAR_API int ga_access_ghosts(ga_t g, void **ptr, int64_t *extent, int64_t *ld);

#ifdef __cplusplus
}
#endif
#endif
