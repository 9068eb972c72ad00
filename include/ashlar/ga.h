/** Global arrays: one N-dimensional array spread over the ranks of a group, any patch of it
 * readable, writable and accumulable from any of them without the owner's help.
 *
 * The model is that of J. Nieplocha, R. J. Harrison, R. J. Littlefield, "Global Arrays: A
 * Nonuniform Memory Access Programming Model for High-Performance Computers", The Journal of
 * Supercomputing 10, 1996. docs/semantics.md says what holds for all calls together.
 *
 * Conventions, for all headers of ga:
 *  - Indices are 0-based; a patch is lo..hi, bounds inclusive. Storage is column-major: dimension 0
 *    varies fastest, element (i,j) of a buffer is buf[i + j*ld].
 *  - The 2-D calls take (ilo, ihi, jlo, jhi) and one leading dimension. The _nd calls take
 *    lo[ndim], hi[ndim] and ld[ndim-1]; ld[d] is the extent, in elements, of the buffer's dimension
 *    d and must be at least hi[d]-lo[d]+1. ld may be NULL for a 1-D array and for a buffer without
 *    gaps. A 2-D call on an array that is not 2-D is ASHLAR_ESHAPE.
 *  - Every call returns 0 or a negative ASHLAR_E* code (status.h); ashlar_error_message() has the
 *    sentence. A failing call has changed nothing unless it says so. Common to all and not
 *    repeated: ASHLAR_ESTATE (not initialised), ASHLAR_EHANDLE (no live array), ASHLAR_EARG (NULL
 *    pointer), ASHLAR_EMPI (MPI failed; the data named by the call is undefined), ASHLAR_EGROUP (a
 *    group argument names no group of this rank).
 *  - "Collective" means all ranks of the array's group call, with the same arguments; the call
 *    behaves as if ga_sync() on that group ran before and after. With ASHLAR_CHECK=1 it
 *    is ASHLAR_EMISMATCH on all of them, and nothing changes, when they pass different arguments or
 *    are in different calls; docs/semantics.md says what is compared.
 *  - "Rank" of an array is a rank in the array's group. A patch is empty, and the call does
 *    nothing, when hi = lo-1 in some dimension and the patch is otherwise inside the array.
 *  - One-sided calls return when the buffer can be reused and precede the caller's later calls to
 *    the same owner; ga_fence() completes the caller's, ga_sync() everybody's.
 */
#ifndef ASHLAR_GA_H
#define ASHLAR_GA_H

#include <ashlar/ga/array.h>
#include <ashlar/ga/dist.h>
#include <ashlar/ga/ghosts.h>
#include <ashlar/ga/grid.h>
#include <ashlar/ga/mirror.h>
#include <ashlar/ga/onesided.h>
#include <ashlar/ga/ops.h>
#include <ashlar/ga/stats.h>
#include <ashlar/ga/sync.h>
#include <ashlar/ga/tasks.h>
#include <ashlar/ga/trace.h>

#endif
