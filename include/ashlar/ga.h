/** Global arrays: one N-dimensional array spread over the ranks of a group, any patch of it
 * readable, writable and accumulable from any of them without the owner's help.
 *
 * The model is that of J. Nieplocha, R. J. Harrison, R. J. Littlefield, "Global Arrays: A
 * Nonuniform Memory Access Programming Model for High-Performance Computers", The Journal of
 * Supercomputing 10, 1996. docs/semantics.md says what holds for all calls together.
 *
 * Conventions, for the whole header:
 *  - Indices are 0-based; a patch is lo..hi, bounds inclusive. Storage is column-major: dimension 0
 *    varies fastest, element (i,j) of a buffer is buf[i + j*ld].
 *  - The 2-D calls take (ilo, ihi, jlo, jhi) and one leading dimension. The _nd calls take
 * lo[ndim], hi[ndim] and ld[ndim-1]; ld[d] is the extent, in elements, of the buffer's dimension d
 * and must be at least hi[d]-lo[d]+1. ld may be NULL for a 1-D array and for a buffer without gaps.
 *    A 2-D call on an array that is not 2-D is ASHLAR_ESHAPE.
 *  - Every call returns 0 or a negative ASHLAR_E* code (status.h); ashlar_error_message() has the
 *    sentence. A failing call has changed nothing unless it says so. Common to all and not
 * repeated: ASHLAR_ESTATE (not initialised), ASHLAR_EHANDLE (no live array), ASHLAR_EARG (NULL
 * pointer), ASHLAR_EMPI (MPI failed; the data named by the call is undefined), ASHLAR_EGROUP (a
 * group argument names no group of this rank).
 *  - "Collective" means all ranks of the array's group call, with the same arguments; the call
 *    behaves as if ga_sync() on that group ran before and after. With ASHLAR_CHECK=1, creation and
 *    the data-parallel operations return ASHLAR_EMISMATCH when the ranks name different arrays or
 *    extents.
 *  - "Rank" of an array is a rank in the array's group. A patch is empty, and the call does
 * nothing, when hi = lo-1 in some dimension and the patch is otherwise inside the array.
 *  - One-sided calls return when the buffer can be reused and precede the caller's later calls to
 *    the same owner; ga_fence() completes the caller's, ga_sync() everybody's.
 */
#ifndef ASHLAR_GA_H
#define ASHLAR_GA_H

#include <stdint.h>
#include <stdio.h>

#include <mpi.h>

#include <ashlar/export.h>
#include <ashlar/status.h>
#include <ashlar/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An array: a positive number, the same on all ranks of its group. 0 is never an array. */
typedef int32_t ga_t;

/** A process group: a positive number, known to its members only. */
typedef int32_t ga_group_t;
#define GA_GROUP_DEFAULT ((ga_group_t)0) /**< the default group, at first the world */
#define GA_GROUP_WORLD   ((ga_group_t)1) /**< all ranks given to ga_initialize() */

/** Longest name of an array kept, in bytes; longer ones are cut. */
#define GA_NAME_MAX 63

/* ---- start and stop -------------------------------------------------------------------------- */

/** Start on the ranks of comm. Collective over comm; after MPI_Init of any thread level.
 * @return ASHLAR_ESTATE  already started, or MPI is not running
 * @return ASHLAR_EARG, ASHLAR_ETRANSPORT, ASHLAR_ENOMEM, ASHLAR_ESYS  as al_init() (al.h) */
ASHLAR_API int ga_initialize(MPI_Comm comm);
/** Stop. Collective over the communicator of ga_initialize(). Arrays still alive are destroyed and
 * listed on stderr by rank 0 of their group, one line each with name, type and extents; groups and
 * sets of mutexes are freed silently.
 * @return ASHLAR_ESTATE  not initialised */
ASHLAR_API int ga_terminate(void);
/** 1 between ga_initialize() and ga_terminate(), else 0. Not collective; never an error. */
ASHLAR_API int ga_initialized(void);
/** This rank and the number of ranks of the world; -1 when stopped. Not collective; never an error.
 */
ASHLAR_API int ga_rank(void);
ASHLAR_API int ga_size(void);

/* ---- process groups -------------------------------------------------------------------------- */

/** Create a group of n ranks of the world, in the order listed. Collective over those ranks.
 * @param[in] ranks  int[n], all different, mine among them
 * @return ASHLAR_EARG    n below 1, or a rank listed twice
 * @return ASHLAR_ERANGE  a rank that is not of the world
 * @return ASHLAR_EGROUP  I am not listed
 * @return ASHLAR_ELIMIT  too many groups
 * @return ASHLAR_ENOMEM  no memory for the group */
ASHLAR_API int ga_group_create(int n, const int *ranks, ga_group_t *group);
/** Split a group by color, ordered by key, then by rank. Collective over the parent.
 * A negative color joins no group and receives 0. As MPI_Comm_split.
 * @return ASHLAR_ELIMIT, ASHLAR_ENOMEM  as ga_group_create() */
ASHLAR_API int ga_group_split(ga_group_t parent, int color, int key, ga_group_t *group);
/** Destroy a group. Collective over it.
 * @return ASHLAR_ESTATE  it has live arrays or sets of mutexes, or is the default group
 * @return ASHLAR_EGROUP  no such group, GA_GROUP_DEFAULT, or the world */
ASHLAR_API int ga_group_destroy(ga_group_t group);
/** Make a group the default of this rank's later calls; returns the previous one in *previous
 * (may be NULL). Not collective, but its members should agree.
 * @return ASHLAR_EGROUP  no such group */
ASHLAR_API int ga_group_set_default(ga_group_t group, ga_group_t *previous);
/** The default group. Not collective. @return ASHLAR_EARG  group is NULL */
ASHLAR_API int ga_group_get_default(ga_group_t *group);
/** My rank in a group, and its size. Not collective. @return ASHLAR_EGROUP  no such group */
ASHLAR_API int ga_group_rank(ga_group_t group, int *rank);
ASHLAR_API int ga_group_size(ga_group_t group, int *size);
/** The world rank of a rank of a group. Not collective. @return ASHLAR_ERANGE  no such rank */
ASHLAR_API int ga_group_world_rank(ga_group_t group, int rank, int *world_rank);

/* ---- create and destroy ---------------------------------------------------------------------- */

/** Create a 2-D array on the default group with a regular distribution. Collective.
 * Contents are undefined. The grid of blocks is chosen for the least load of the busiest rank, then
 * for the squarest blocks.
 * @param[in] rows,cols  extents, at least 1
 * @param[in] name       for messages; may be NULL
 * @param[in] chunk_rows,chunk_cols  smallest block extent wanted; 0 or less: no wish; the full
 *                       extent: do not split this dimension
 * @param[out] g         the array; destroyed with ga_destroy()
 * @return ASHLAR_ETYPE    unknown type
 * @return ASHLAR_ESHAPE   an extent below 1, or more bytes than int64_t counts
 * @return ASHLAR_ENOMEM   not enough memory, on every rank; the message has the numbers
 * @return ASHLAR_ELIMIT   too many live arrays */
ASHLAR_API int ga_create(ga_type type, int64_t rows, int64_t cols, const char *name,
                         int64_t chunk_rows, int64_t chunk_cols, ga_t *g);
/** The same for 1 to ASHLAR_MAX_DIM dimensions on any group. Collective over the group.
 * @param[in] dims   int64_t[ndim]
 * @param[in] chunk  int64_t[ndim]; may be NULL
 * @return ASHLAR_ESHAPE  also: ndim outside 1..ASHLAR_MAX_DIM */
ASHLAR_API int ga_create_nd(ga_type type, int ndim, const int64_t *dims, const char *name,
                            const int64_t *chunk, ga_group_t group, ga_t *g);
/** Create a 2-D array whose blocks are the product of cuts on each axis. Collective.
 * row_cuts[b] is the first row of block b; row_cuts[0] = 0, strictly increasing. Blocks are
 * numbered column-major (row index fastest) and block number b belongs to rank b; ranks beyond the
 * number of blocks own nothing. The cuts are copied.
 * @return ASHLAR_ESHAPE  cuts that do not start at 0, do not increase or leave the array, no
 * blocks, or more blocks than ranks
 * @return ASHLAR_ETYPE, ASHLAR_ENOMEM, ASHLAR_ELIMIT  as ga_create() */
ASHLAR_API int ga_create_irreg(ga_type type, int64_t rows, int64_t cols, const char *name,
                               const int64_t *row_cuts, int64_t row_blocks, const int64_t *col_cuts,
                               int64_t col_blocks, ga_t *g);
/** The same for 1 to 7 dimensions on any group: cuts holds the cuts of dimension 0, then of
 * dimension 1, ... Collective over the group.
 * @param[in] blocks  int64_t[ndim], blocks along each dimension
 * @param[in] cuts    int64_t[sum of blocks]
 * @return ASHLAR_ESHAPE, ASHLAR_ETYPE, ASHLAR_ENOMEM, ASHLAR_ELIMIT  as ga_create_irreg() */
ASHLAR_API int ga_create_irreg_nd(ga_type type, int ndim, const int64_t *dims, const char *name,
                                  const int64_t *blocks, const int64_t *cuts, ga_group_t group,
                                  ga_t *g);
/** Create an array with the extents, distribution and group of a template: aligned with it, so that
 * combining the two moves nothing. Collective over the template's group.
 * @param[in] type  may differ from the template's
 * @return ASHLAR_ETYPE, ASHLAR_ENOMEM, ASHLAR_ELIMIT  as ga_create() */
ASHLAR_API int ga_create_like(ga_t tmpl, ga_type type, const char *name, ga_t *g);
/** Destroy an array. Collective. The handle is stale afterwards: using it is ASHLAR_EHANDLE.
 * Pointers from ga_access() are invalid. */
ASHLAR_API int ga_destroy(ga_t g);

/* ---- inquiry (not collective) ---------------------------------------------------------------- */
/* ASHLAR_EHANDLE: no live array. No messages: the answers are computed. */

/** Type and extents; any out-pointer may be NULL. dims has room for ndim, at most ASHLAR_MAX_DIM.
 */
ASHLAR_API int ga_inquire(ga_t g, ga_type *type, int64_t *rows, int64_t *cols);
ASHLAR_API int ga_inquire_nd(ga_t g, ga_type *type, int *ndim, int64_t *dims);
/** The name given at creation, "" when none; owned by the array and valid while it lives. */
ASHLAR_API int ga_inquire_name(ga_t g, const char **name);
/** The group of an array: never GA_GROUP_DEFAULT, but what that stood for at creation. */
ASHLAR_API int ga_inquire_group(ga_t g, ga_group_t *group);
/** Number of blocks along each dimension: the process grid of a regular or irregular array.
 * @param[out] blocks  int64_t[ndim] */
ASHLAR_API int ga_inquire_grid(ga_t g, int64_t *blocks);
/** The patch a rank owns. A rank that owns nothing gets lo = 0, hi = -1 in every dimension.
 * @return ASHLAR_ERANGE  no such rank */
ASHLAR_API int ga_distribution(ga_t g, int rank, int64_t *ilo, int64_t *ihi, int64_t *jlo,
                               int64_t *jhi);
ASHLAR_API int ga_distribution_nd(ga_t g, int rank, int64_t *lo, int64_t *hi);
/** The rank that owns an element. @return ASHLAR_ERANGE  outside the array */
ASHLAR_API int ga_locate(ga_t g, int64_t i, int64_t j, int *rank);
ASHLAR_API int ga_locate_nd(ga_t g, const int64_t *index, int *rank);

/** A part of a patch that lies with one owner. */
typedef struct ga_piece {
    int rank;
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
} ga_piece_t;

/** The owners of a patch, in block order.
 * @param[in]  max     room in pieces; pieces may be NULL when max is 0
 * @param[out] pieces  the first min(max, *n) pieces
 * @param[out] n       number of pieces of the patch, which may exceed max
 * @return ASHLAR_ERANGE  patch outside the array */
ASHLAR_API int ga_locate_region(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi,
                                int64_t max, ga_piece_t *pieces, int64_t *n);
ASHLAR_API int ga_locate_region_nd(ga_t g, const int64_t *lo, const int64_t *hi, int64_t max,
                                   ga_piece_t *pieces, int64_t *n);

/* ---- one-sided access (not collective) ------------------------------------------------------- */
/* ASHLAR_ERANGE: patch outside the array; ASHLAR_ELD: leading dimension too small; accumulates also
 * ASHLAR_ETYPE: an array of records. buf holds elements of the array's type, is the caller's, and
 * must not overlap the array's memory. */

/** Write a patch from a column-major buffer. */
ASHLAR_API int ga_put(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, const void *buf,
                      int64_t ld);
ASHLAR_API int ga_put_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf,
                         const int64_t *ld);
/** Read a patch into a column-major buffer. */
ASHLAR_API int ga_get(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, void *buf,
                      int64_t ld);
ASHLAR_API int ga_get_nd(ga_t g, const int64_t *lo, const int64_t *hi, void *buf,
                         const int64_t *ld);
/** patch += alpha * buf, each element atomic with respect to other accumulates.
 * Integer sums must not overflow.
 * @param[in] alpha  one element of the array's type */
ASHLAR_API int ga_acc(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, const void *buf,
                      int64_t ld, const void *alpha);
ASHLAR_API int ga_acc_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf,
                         const int64_t *ld, const void *alpha);
/** Add inc to one element and return what it was, atomically with respect to other such calls and
 * to swaps. Complete on return. Sums wrap around.
 * @param[out] old  may be NULL
 * @return ASHLAR_ERANGE  outside the array
 * @return ASHLAR_ETYPE  the array is not of an integer type
 * @return ASHLAR_EARG   inc does not fit the type */
ASHLAR_API int ga_read_inc(ga_t g, int64_t i, int64_t j, int64_t inc, int64_t *old);
ASHLAR_API int ga_read_inc_nd(ga_t g, const int64_t *index, int64_t inc, int64_t *old);

/** patch = patch op buf, each element atomic with respect to accumulates with the same op (with
 * any, unless the array spans nodes and the engine is rma).
 * @return ASHLAR_ETYPE  the operation is not defined for the array's type
 * @return ASHLAR_EARG   no such operation
 * @return ASHLAR_ETRANSPORT  a product of complex elements of an array that spans nodes, under rma
 */
ASHLAR_API int ga_acc_op(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi,
                         const void *buf, int64_t ld, ashlar_op op);
ASHLAR_API int ga_acc_op_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf,
                            const int64_t *ld, ashlar_op op);

/** Every step[d]-th element of dimension d, from lo[d] to at most hi[d]; the buffer holds the
 * selected elements only: extent (hi[d]-lo[d])/step[d] + 1, which ld refers to.
 * @param[in] step  int64_t[ndim], at least 1: else ASHLAR_EARG */
ASHLAR_API int ga_put_strided_nd(ga_t g, const int64_t *lo, const int64_t *hi, const int64_t *step,
                                 const void *buf, const int64_t *ld);
ASHLAR_API int ga_get_strided_nd(ga_t g, const int64_t *lo, const int64_t *hi, const int64_t *step,
                                 void *buf, const int64_t *ld);
ASHLAR_API int ga_acc_strided_nd(ga_t g, const int64_t *lo, const int64_t *hi, const int64_t *step,
                                 const void *buf, const int64_t *ld, const void *alpha);

/** Patches that wrap around: index k of dimension d means k modulo the extent. lo and hi may be any
 * numbers with lo[d]-1 <= hi[d]: else ASHLAR_ERANGE. An element that a put names twice receives one
 * of its values. */
ASHLAR_API int ga_put_periodic_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf,
                                  const int64_t *ld);
ASHLAR_API int ga_get_periodic_nd(ga_t g, const int64_t *lo, const int64_t *hi, void *buf,
                                  const int64_t *ld);
ASHLAR_API int ga_acc_periodic_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf,
                                  const int64_t *ld, const void *alpha);

/** Names transfers under way; 0 names none. One handle may cover any number of them and of owners,
 * and any number of handles may be outstanding. A retired handle may be waited for again. */
typedef int32_t ga_handle_t;

/** Start a transfer. The buffer belongs to the call until the handle is complete (ga_wait, ga_test,
 * ga_wait_all, ga_fence, ga_sync). Transfers under way are not ordered; accumulates commute. Errors
 * as of the blocking calls.
 * @param[in,out] handle  0: receives a new handle, or stays 0 when all is complete already; else
 * the transfer joins those it names */
ASHLAR_API int ga_put_nb(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi,
                         const void *buf, int64_t ld, ga_handle_t *handle);
ASHLAR_API int ga_get_nb(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, void *buf,
                         int64_t ld, ga_handle_t *handle);
ASHLAR_API int ga_acc_nb(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi,
                         const void *buf, int64_t ld, const void *alpha, ga_handle_t *handle);
ASHLAR_API int ga_put_nb_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf,
                            const int64_t *ld, ga_handle_t *handle);
ASHLAR_API int ga_get_nb_nd(ga_t g, const int64_t *lo, const int64_t *hi, void *buf,
                            const int64_t *ld, ga_handle_t *handle);
ASHLAR_API int ga_acc_nb_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf,
                            const int64_t *ld, const void *alpha, ga_handle_t *handle);
/** Wait for the transfers of a handle; *handle becomes 0. A handle that names nothing under way is
 * complete. @return ASHLAR_EARG  handle is NULL */
ASHLAR_API int ga_wait(ga_handle_t *handle);
/** *done = 1 and *handle = 0 when they are complete, else *done = 0. Does not wait for the target,
 * except under the rma and am+rma engines (al_test()). @return ASHLAR_EARG  a NULL argument */
ASHLAR_API int ga_test(ga_handle_t *handle, int *done);
/** Wait for all nonblocking transfers of this rank. */
ASHLAR_API int ga_wait_all(void);

/** Replace an integer element and return what it was; and the same only if it was `expected` (*old
 * tells). Atomic with respect to each other and to ga_read_inc(). Errors as there.
 * @return ASHLAR_ETRANSPORT  ga_compare_swap of 8-byte integers of an array that spans nodes, under
 *                            rma and Open MPI, which crashes in it */
ASHLAR_API int ga_swap(ga_t g, int64_t i, int64_t j, int64_t value, int64_t *old);
ASHLAR_API int ga_swap_nd(ga_t g, const int64_t *index, int64_t value, int64_t *old);
ASHLAR_API int ga_compare_swap(ga_t g, int64_t i, int64_t j, int64_t expected, int64_t value,
                               int64_t *old);
ASHLAR_API int ga_compare_swap_nd(ga_t g, const int64_t *index, int64_t expected, int64_t value,
                                  int64_t *old);

/** Read, write or accumulate n single elements: values[k] goes with (i[k], j[k]). Duplicates are
 * allowed; scatter leaves one of their values, scatter_acc adds each, atomically.
 * @return ASHLAR_ERANGE  some index is outside; no element was touched
 * @return ASHLAR_EARG    n below 0; a NULL list when n is above 0
 * @return ASHLAR_ETYPE   scatter_acc into an array of records */
ASHLAR_API int ga_gather(ga_t g, int64_t n, const int64_t *i, const int64_t *j, void *values);
ASHLAR_API int ga_scatter(ga_t g, int64_t n, const int64_t *i, const int64_t *j,
                          const void *values);
ASHLAR_API int ga_scatter_acc(ga_t g, int64_t n, const int64_t *i, const int64_t *j,
                              const void *values, const void *alpha);
/** The same with n indices of ndim numbers each: index[k*ndim + d]. */
ASHLAR_API int ga_gather_nd(ga_t g, int64_t n, const int64_t *index, void *values);
ASHLAR_API int ga_scatter_nd(ga_t g, int64_t n, const int64_t *index, const void *values);
ASHLAR_API int ga_scatter_acc_nd(ga_t g, int64_t n, const int64_t *index, const void *values,
                                 const void *alpha);

/** The address of a patch that this rank owns, for reading and writing in place until ga_release().
 * The memory stays the array's.
 * @param[out] ptr  address of element lo
 * @param[out] ld   leading dimension(s) of the block, elements; int64_t[ndim-1] in the _nd form
 * @return ASHLAR_ERANGE   patch outside the array, or empty
 * @return ASHLAR_EREMOTE  part of the patch belongs to another rank */
ASHLAR_API int ga_access(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, void **ptr,
                         int64_t *ld);
ASHLAR_API int ga_access_nd(ga_t g, const int64_t *lo, const int64_t *hi, void **ptr, int64_t *ld);
/** The address of a rank's whole block, mine or that of another rank on my node.
 * @param[out] lo,hi  int64_t[ndim], its bounds; may be NULL
 * @param[out] ld     int64_t[ndim-1]
 * @return ASHLAR_ERANGE   no such rank, or it owns nothing
 * @return ASHLAR_EREMOTE  the rank is on another node */
ASHLAR_API int ga_access_block(ga_t g, int rank, int64_t *lo, int64_t *hi, void **ptr, int64_t *ld);
/** End one access. Others see what was written after the next sync.
 * @return ASHLAR_ESTATE  no access of this array is open on this rank */
ASHLAR_API int ga_release(ga_t g);

/* ---- completion and small collectives -------------------------------------------------------- */

/** Complete this rank's one-sided operations everywhere, the nonblocking ones among them. Not
 * collective. @return ASHLAR_EMPI  an operation failed */
ASHLAR_API int ga_fence(void);
/** Complete the operations of all ranks of the default group, and wait for them all. Collective
 * over it. @return ASHLAR_ESTATE  not initialised */
ASHLAR_API int ga_sync(void);
/** The same for any group. Collective over it. @return ASHLAR_EGROUP  no such group */
ASHLAR_API int ga_group_sync(ga_group_t group);
/** Copy bytes from the group's rank root to all its ranks. Collective over the group; no sync.
 * @return ASHLAR_ERANGE  no such root */
ASHLAR_API int ga_broadcast(ga_group_t group, void *buf, size_t bytes, int root);
/** Reduce n elements over the ranks of the group into everybody's buf. Collective; no sync.
 * The result is the same, bit for bit, on all ranks.
 * @return ASHLAR_ETYPE  no built-in type, or the operation is not defined for it (types.h)
 * @return ASHLAR_EARG   n below 0, no such operation, or ASHLAR_REPLACE */
ASHLAR_API int ga_allreduce(ga_group_t group, ga_type type, ashlar_op op, void *buf, int64_t n);
/** Let the library answer other nodes' requests, or MPI move its traffic: call it in long
 * computations. Not collective. @return ASHLAR_ESTATE  not initialised */
ASHLAR_API int ga_poll(void);

/* ---- mutexes and notices ----------------------------------------------------------------------
 */

/** A set of mutexes: a positive number, this rank's own. */
typedef int32_t ga_mutexes_t;

/** Create n mutexes, 0..n-1. Collective over the group, n the same on all ranks.
 * @return ASHLAR_EARG    n below 1
 * @return ASHLAR_ELIMIT  too many sets on some rank
 * @return ASHLAR_ENOMEM  not enough memory, on every rank */
ASHLAR_API int ga_mutexes_create(ga_group_t group, int64_t n, ga_mutexes_t *mutexes);
/** Free a set. Collective over its group.
 * @return ASHLAR_EHANDLE  no such set
 * @return ASHLAR_ESTATE   some mutex is held, on any rank: nothing is freed */
ASHLAR_API int ga_mutexes_destroy(ga_mutexes_t mutexes);
/** Wait for a mutex and take it: first come, first served; not recursive; held by the rank. What
 * its last holder did is visible. Not collective.
 * @return ASHLAR_EHANDLE  no such set
 * @return ASHLAR_ERANGE   no such mutex
 * @return ASHLAR_ESTATE   I hold it already */
ASHLAR_API int ga_lock(ga_mutexes_t mutexes, int64_t index);
/** Complete my operations everywhere and release it. Not collective.
 * @return ASHLAR_EHANDLE  no such set
 * @return ASHLAR_ERANGE   no such mutex
 * @return ASHLAR_ESTATE   I do not hold it */
ASHLAR_API int ga_unlock(ga_mutexes_t mutexes, int64_t index);

/** Complete my operations to a rank of the world and tell it so; does not wait for it to listen.
 * Not collective.
 * @return ASHLAR_ERANGE  no such rank */
ASHLAR_API int ga_notify(int rank);
/** Wait for the next notice from a rank: each ga_notify() there is one. What it did to data of mine
 * before is visible. Not collective. @return ASHLAR_ERANGE  no such rank */
ASHLAR_API int ga_notify_wait(int rank);

/* ---- record types ---------------------------------------------------------------------------- */

/** Make records of n bytes an element type. They move (put, get, gather, scatter, copy, transpose,
 * fill, zero); arithmetic on them is ASHLAR_ETYPE. Not collective, but all ranks must make their
 * types in the same order.
 * @return ASHLAR_EARG    no bytes
 * @return ASHLAR_ELIMIT  too many types */
ASHLAR_API int ga_type_create(size_t bytes, ga_type *type);
/** Forget a record type. Not collective, but in the same order on all ranks.
 * @return ASHLAR_ETYPE   not a record type
 * @return ASHLAR_ESTATE  arrays of it are alive */
ASHLAR_API int ga_type_destroy(ga_type type);
/** Bytes of an element of any type. Not collective. @return ASHLAR_ETYPE  no such type */
ASHLAR_API int ga_type_bytes(ga_type type, size_t *bytes);

/* ---- statistics ------------------------------------------------------------------------------ */

/** X(id, name): the calls that are counted. */
#define GA_STATS_TABLE(X)                                                                          \
    X(PUT, "put")                                                                                  \
    X(GET, "get")                                                                                  \
    X(ACC, "acc")                                                                                  \
    X(GATHER, "gather")                                                                            \
    X(SCATTER, "scatter")                                                                          \
    X(SCATTER_ACC, "scatter_acc")                                                                  \
    X(RMW, "read_inc, swap")                                                                       \
    X(SYNC, "sync")

typedef enum ga_stats_call {
#define GA_STATS_ENUM(id, name) GA_STATS_##id,
    GA_STATS_TABLE(GA_STATS_ENUM)
#undef GA_STATS_ENUM
        GA_STATS_COUNT
} ga_stats_call;

/** What one kind of call did on this rank since counting began. Nonblocking and strided calls count
 * with the blocking ones. */
typedef struct ga_stats {
    int64_t calls;
    int64_t bytes_own;    /**< to and from my own blocks */
    int64_t bytes_node;   /**< blocks of other ranks on my node */
    int64_t bytes_remote; /**< blocks on other nodes */
    double seconds;       /**< inside the calls */
} ga_stats_t;

/** Start (1) or stop (0) counting; starting sets all counts to zero. Not collective. With
 * ASHLAR_INFO=stats counting starts at ga_initialize() and ga_terminate() prints a table.
 * @return ASHLAR_ESTATE  not initialised */
ASHLAR_API int ga_stats_enable(int on);
/** The counts of one kind of call on this rank. Not collective. @return ASHLAR_EARG  no such kind
 */
ASHLAR_API int ga_stats(ga_stats_call call, ga_stats_t *stats);
/** Print a table, summed over all ranks, on rank 0's stream; that of others is not used. Collective
 * over the world. @return ASHLAR_EARG  rank 0: stream is NULL */
ASHLAR_API int ga_stats_print(FILE *stream);

/* ---- data-parallel operations (collective) --------------------------------------------------- */
/* Scalars (value, alpha, beta) are one element of the arrays' type. ASHLAR_ETYPE: the types differ
 * or do not allow the operation; ASHLAR_ESHAPE: the extents differ; ASHLAR_EGROUP: the groups
 * differ; ASHLAR_ENOMEM, on every rank: no memory for pieces of operands, the result is undefined.
 * Operands need not be aligned; aligned ones (ga_create_like) move nothing. */

/** Every element becomes zero, or value. */
ASHLAR_API int ga_zero(ga_t g);
ASHLAR_API int ga_fill(ga_t g, const void *value);
/** g *= alpha */
ASHLAR_API int ga_scale(ga_t g, const void *alpha);
/** c = alpha*a + beta*b; c may be a or b. */
ASHLAR_API int ga_add(const void *alpha, ga_t a, const void *beta, ga_t b, ga_t c);
/** b = a */
ASHLAR_API int ga_copy(ga_t a, ga_t b);
/** *result = sum of a*b over all elements, without conjugation; one element of the arrays' type,
 * the same bits on all ranks. As DOT and DOTU of BLAS; the order of the sum depends on the
 * distribution. */
ASHLAR_API int ga_dot(ga_t a, ga_t b, void *result);
/** b = transpose of a (no conjugation); 2-D, b as many rows as a has columns. b must not be a:
 * ASHLAR_EARG. */
ASHLAR_API int ga_transpose(ga_t a, ga_t b);
/** a = (a + transpose of a) / 2; 2-D, square, real or complex. */
ASHLAR_API int ga_symmetrize(ga_t a);
/** Write the elements, with a heading, to a stream of rank 0 of the group. 2-D arrays by columns of
 * blocks; other dimensions one element a line. stream is used on rank 0 only.
 * @return ASHLAR_EARG  on every rank: the stream of rank 0 is NULL
 * @return ASHLAR_ESYS  on every rank: writing failed */
ASHLAR_API int ga_print(ga_t g, FILE *stream);

#ifdef __cplusplus
}
#endif
#endif
