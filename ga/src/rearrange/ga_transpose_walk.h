/* The walk over elements I own, each with the element of another matrix that is its transpose. */
#ifndef GA_TRANSPOSE_WALK_H
#define GA_TRANSPOSE_WALK_H

#include "ga/src/rearrange/ga_transpose_part.h"

/* Call work for all I own of home: with the transpose in place where it is on this node, or else
 * fetched ahead, in parts of bounded extent along the last two dimensions. Not collective. */
int gai_walk_transposed(const gai_transpose_walk_t *walk);

/* Is all in place, so that the walk can only fail when MPI has? The same on all ranks. */
bool gai_transpose_is_local(const gai_array_t *other);

#endif
