/** armci-lite: one-sided access to bytes named by (segment, rank, offset).
 *
 * A segment is memory that every rank of a group contributes a slice to. Any rank of the group
 * reads, writes or accumulates into any slice without help from its owner. Ranks that share memory
 * (a node) use loads and stores; ranks on different nodes use an engine (active messages or MPI-3
 * RMA). The calls are those of ARMCI (J. Nieplocha, B. Carpenter, "ARMCI: A Portable Remote Memory
 * Copy Library for Distributed Array Libraries and Compiler Run-Time Systems", 1999), with places
 * named by segment, rank and offset instead of by address.
 *
 * Conventions. Offsets and sizes are bytes. Ranks are ranks of the segment's group. A blocking call
 * that has returned has finished with the caller's buffer and precedes the caller's later calls to
 * the same rank; others see its effect after al_fence() plus a message, or after al_barrier().
 *
 * al_memory.h has memory that a rank takes by itself, al_work.h work behind handles.
 *
 * Every call returns 0 or a negative ASHLAR_E* code (status.h) unless it says otherwise. Common to
 * all that do, and not repeated: ASHLAR_ESTATE (the library is not started) and ASHLAR_EMPI (an MPI
 * call failed: what the call names is undefined, and of a collective call other ranks may still
 * wait). A group or segment passed in must be live; NULL is ASHLAR_EARG.
 *
 * "Collective" means: all ranks of the group call, each its collective calls on the group in the
 * same order, with the same arguments where nothing else is said. With ASHLAR_CHECK=1 it is
 * ASHLAR_EMISMATCH on all of them, and nothing changes, when they do not.
 */
#ifndef ASHLAR_AL_H
#define ASHLAR_AL_H

#include <stddef.h>
#include <stdint.h>

#include <mpi.h>

#include <ashlar/export.h>
#include <ashlar/status.h>
#include <ashlar/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Number of strides of a strided transfer: up to 7 dimensions of runs of bytes. */
#define AL_MAX_LEVELS 7

typedef struct al_group al_group_t;
typedef struct al_segment al_segment_t;

/** The shape of a strided transfer: count[0] contiguous bytes, repeated count[1] times at stride
 * [0], that repeated count[2] times at stride[1], and so on. levels is the number of strides used.
 * Strides are bytes, in the segment (seg_stride) and in the caller's buffer (buf_stride). Runs must
 * not overlap in the segment: there, a stride is at least what lies below it extends. */
typedef struct al_shape {
    int levels;
    size_t count[AL_MAX_LEVELS + 1];
    size_t seg_stride[AL_MAX_LEVELS];
    size_t buf_stride[AL_MAX_LEVELS];
} al_shape_t;

/* ---- start and stop -------------------------------------------------------------------------- */

/** Start the library on the ranks of comm. Collective over comm.
 * MPI must be initialised, at any thread level; comm may be smaller than MPI_COMM_WORLD and is
 * duplicated: the caller keeps it. May be called again after al_finalize(), on another
 * communicator.
 * @return ASHLAR_ESTATE  MPI is not initialised or is finalised, or the library is already started
 * @return ASHLAR_EARG    comm is MPI_COMM_NULL or an inter-communicator, or an environment variable
 *                        is malformed
 * @return ASHLAR_ETRANSPORT  ASHLAR_TRANSPORT or ASHLAR_PROGRESS asks for what is not available, or
 *                        this MPI makes no window between these nodes
 * @return ASHLAR_ENOMEM, ASHLAR_ESYS  the arena cannot be reserved
 * @return ASHLAR_EMPI    an MPI call failed; on every error, nothing stays allocated */
ASHLAR_API int al_init(MPI_Comm comm);

/** Stop the library. Collective over the communicator given to al_init(). Completes all operations,
 * frees every segment and group still alive: pointers to them are invalid afterwards. MPI_Finalize
 * does it for a program that has not.
 * @return ASHLAR_ESTATE  the library is not started, or MPI_Finalize has been called */
ASHLAR_API int al_finalize(void);

/** 1 between al_init() and al_finalize(), else 0. Not collective; never an error. */
ASHLAR_API int al_initialized(void);

/** 1 in a process that was forked, by fork(), from one in which the library was started, else 0.
 * There every call that can fail returns ASHLAR_ESTATE, al_init() too. Not collective; never an
 * error. */
ASHLAR_API int al_forked(void);

/* ---- who is where ---------------------------------------------------------------------------- */

/** This rank and the number of ranks in the communicator given to al_init(); -1 when stopped. Not
 * collective; never an error. */
ASHLAR_API int al_rank(void);
ASHLAR_API int al_size(void);

/** Number of nodes, the node of a rank (0-based), and the number of ranks on a node.
 * A node is a set of ranks that share an arena. -1 when stopped or out of range. Not collective;
 * never an error. */
ASHLAR_API int al_node_count(void);
ASHLAR_API int al_node_of(int rank);
ASHLAR_API int al_node_size(int node);

/** The name of the engine that connects nodes ("none" on a single node). Never NULL. Owned by the
 * library. Not collective; never an error. */
ASHLAR_API const char *al_engine_name(void);
/** 1 when ranks of other nodes reach the memory of mine only through its calls into this library
 * (the am engine without its helper thread), else 0; the same on all ranks. Not collective; never
 * an error. */
ASHLAR_API int al_engine_polls(void);

/* ---- groups ---------------------------------------------------------------------------------- */

/** The group of all ranks; NULL when stopped. Owned by the library. Not collective; never an error.
 */
ASHLAR_API al_group_t *al_group_world(void);

/** Create a group of n ranks of the world, in the order of the list. Collective over those ranks
 * only; concurrent creations by disjoint lists are allowed. The caller owns the group and frees it
 * with al_group_free().
 * @param[in] ranks  int[n], ranks of the world, all different, mine among them
 * @return ASHLAR_EARG    n below 1, or a rank listed twice
 * @return ASHLAR_ERANGE  a rank that is not of the world
 * @return ASHLAR_EGROUP  I am not listed
 * @return ASHLAR_ENOMEM  no memory for the group
 * @return ASHLAR_EMISMATCH  under ASHLAR_CHECK=1: ranks pass different lists */
ASHLAR_API int al_group_create(int n, const int *ranks, al_group_t **group);

/** Free a group. Collective over the group; completes outstanding operations first. Its segments
 * must have been freed.
 * @return ASHLAR_EARG  group is NULL or the world
 * @return ASHLAR_ESTATE  segments of the group are alive */
ASHLAR_API int al_group_free(al_group_t *group);

/** My rank in a group, its size, the world rank of a rank in it (-1 when out of range), and the
 * rank in it of a world rank (-1 when not a member; looks through the list). Not collective; never
 * an error. */
ASHLAR_API int al_group_rank(const al_group_t *group);
ASHLAR_API int al_group_size(const al_group_t *group);
ASHLAR_API int al_group_world_rank(const al_group_t *group, int rank);
ASHLAR_API int al_group_rank_of(const al_group_t *group, int world_rank);
/** A communicator of a group, for the caller's own messages; errors on it are returned, not fatal.
 * Owned by the group. Collective over the group; made by the first call, because MPI has fewer of
 * them than the library has groups. The world's is there from the start. On failure MPI_COMM_NULL,
 * with a message as for ASHLAR_EMPI. */
ASHLAR_API MPI_Comm al_group_comm(al_group_t *group);

/* ---- segments -------------------------------------------------------------------------------- */

/** Create a segment. Collective over the group. Contents are undefined. The caller owns it and
 * frees it with al_segment_free(). Memory is checked against what the machine, every enclosing
 * cgroup and ASHLAR_ARENA allow before it is committed; too little is an error on every rank and
 * leaves everything as it was.
 * @param[in] bytes  size of my slice; may differ from rank to rank; 0 is allowed
 * @return ASHLAR_ENOMEM  not enough memory, on every rank; the message has the numbers
 * @return ASHLAR_EARG    segment is NULL */
ASHLAR_API int al_segment_create(al_group_t *group, size_t bytes, al_segment_t **segment);

/** Free a segment. Collective over its group; completes outstanding operations first.
 * @return ASHLAR_EARG  segment is NULL or al_memory() */
ASHLAR_API int al_segment_free(al_segment_t *segment);

/** The group of a segment, and the size of a rank's slice (0 when out of range). Not collective;
 * never an error. */
ASHLAR_API al_group_t *al_segment_group(const al_segment_t *segment);
ASHLAR_API size_t al_segment_bytes(const al_segment_t *segment, int rank);

/** The address of a rank's slice, when the rank is on my node: 64-byte aligned, valid until the
 * segment is freed; may differ from process to process. Not collective. Stores through it are seen
 * by others as those of al_put() are.
 * @return ASHLAR_EREMOTE  the rank is on another node
 * @return ASHLAR_ERANGE   no such rank
 * @return ASHLAR_EARG     a NULL argument */
ASHLAR_API int al_segment_address(const al_segment_t *segment, int rank, void **address);

/* ---- contiguous and strided transfers -------------------------------------------------------- */
/* Not collective. ASHLAR_ERANGE: the rank or the bytes are outside the segment; ASHLAR_EARG: a NULL
 * argument or a malformed shape; nothing was transferred. buf must not overlap the bytes of the
 * slice. Nothing to transfer (zero bytes or a zero count) is not an error. */

/** Copy bytes from buf into a slice. */
ASHLAR_API int al_put(al_segment_t *segment, int rank, size_t offset, const void *buf,
                      size_t bytes);
/** Copy bytes from a slice into buf. */
ASHLAR_API int al_get(al_segment_t *segment, int rank, size_t offset, void *buf, size_t bytes);
/** slice += alpha * buf, elementwise, each element atomic with respect to other accumulates.
 * Integer sums must not overflow. Elements may lie anywhere; those at multiples of their size are
 * faster. Whole elements are atomic, not parts that elements at other places have in common.
 * @param[in] alpha  one element of the type
 * @param[in] bytes  a multiple of the element size, else ASHLAR_EARG
 * @return ASHLAR_ETYPE  no such type */
ASHLAR_API int al_acc(al_segment_t *segment, int rank, size_t offset, ashlar_type type,
                      const void *alpha, const void *buf, size_t bytes);

/** The same for the runs a shape describes, from offset on in the slice and from buf on. The runs
 * of an accumulate are whole elements. */
ASHLAR_API int al_put_strided(al_segment_t *segment, int rank, size_t offset, const void *buf,
                              const al_shape_t *shape);
ASHLAR_API int al_get_strided(al_segment_t *segment, int rank, size_t offset, void *buf,
                              const al_shape_t *shape);
ASHLAR_API int al_acc_strided(al_segment_t *segment, int rank, size_t offset, ashlar_type type,
                              const void *alpha, const void *buf, const al_shape_t *shape);

/** The same with another combination: slice = slice op buf, each element atomic with respect to
 * other accumulates of the same operation (of any operation, when the segment lies in one node or
 * the engine is am).
 * @return ASHLAR_EARG  no such operation, or one of reductions only (types.h)
 * @return ASHLAR_ETYPE  the operation is not defined for the type
 * @return ASHLAR_ETRANSPORT  a product of complex elements under the rma engine */
ASHLAR_API int al_acc_op(al_segment_t *segment, int rank, size_t offset, ashlar_type type,
                         ashlar_op op, const void *buf, size_t bytes);
ASHLAR_API int al_acc_op_strided(al_segment_t *segment, int rank, size_t offset, ashlar_type type,
                                 ashlar_op op, const void *buf, const al_shape_t *shape);

/** n runs of the same length: run k lies at offsets[k] in the slice and at bufs[k] in memory. All
 * runs are checked before the first moves. Runs of one call must not overlap, except in acc.
 * @return ASHLAR_EARG  a list is NULL, or one of its buffers
 * @return ASHLAR_ETYPE  al_acc_vector: no such type */
ASHLAR_API int al_put_vector(al_segment_t *segment, int rank, size_t n, const size_t *offsets,
                             const void *const *bufs, size_t bytes);
ASHLAR_API int al_get_vector(al_segment_t *segment, int rank, size_t n, const size_t *offsets,
                             void *const *bufs, size_t bytes);
ASHLAR_API int al_acc_vector(al_segment_t *segment, int rank, size_t n, const size_t *offsets,
                             ashlar_type type, const void *alpha, const void *const *bufs,
                             size_t bytes);

/* ---- nonblocking transfers ------------------------------------------------------------------- */

/** Names transfers under way; 0 names none: it is complete. Any number may be outstanding. A handle
 * whose transfers are complete is retired; testing or waiting for a copy of it is still right. */
typedef int32_t al_handle_t;

/** Start a transfer. Not collective. The buffer belongs to the call until the handle is complete,
 * by al_wait(), al_test(), al_wait_all() or a fence that covers the rank. Transfers under way are
 * not ordered. Errors as of the blocking calls, and ASHLAR_EARG when handle is NULL.
 * @param[in,out] handle  0: receives a new handle, or 0 when the transfer is already complete;
 *                        else the transfer joins those it names */
ASHLAR_API int al_put_nb(al_segment_t *segment, int rank, size_t offset, const void *buf,
                         const al_shape_t *shape, al_handle_t *handle);
ASHLAR_API int al_get_nb(al_segment_t *segment, int rank, size_t offset, void *buf,
                         const al_shape_t *shape, al_handle_t *handle);
ASHLAR_API int al_acc_nb(al_segment_t *segment, int rank, size_t offset, ashlar_type type,
                         const void *alpha, const void *buf, const al_shape_t *shape,
                         al_handle_t *handle);
/** Wait for the transfers of a handle; *handle becomes 0. As after a blocking call, the buffers are
 * the caller's again. Not collective.
 * @return ASHLAR_EARG  handle is NULL */
ASHLAR_API int al_wait(al_handle_t *handle);
/** *done = 1 and *handle = 0 when they are complete; else *done = 0. Not collective. Does not wait
 * for the target, except under the rma and am+rma engines: MPI has no such question, so the
 * transfers are completed.
 * @return ASHLAR_EARG  a NULL argument */
ASHLAR_API int al_test(al_handle_t *handle, int *done);
/** Wait until one of n handles is complete: *index is its place in the list and handles[*index]
 * becomes 0. Handles of 0 are passed over; when all are, *index is -1. Not collective. As al_test()
 * does, rma and am+rma complete the first that they come to.
 * @return ASHLAR_EARG  n below 0, or a NULL argument */
ASHLAR_API int al_wait_any(int n, al_handle_t *handles, int *index);
/** Wait until at least one is complete, then take all that are: the first *count of indices are
 * their places, in order, and those handles become 0. *count is 0 when all were 0. Not collective.
 * @param[out] indices  room for n
 * @return ASHLAR_EARG  n below 0, or a NULL argument */
ASHLAR_API int al_wait_some(int n, al_handle_t *handles, int *count, int *indices);
/** Wait for all nonblocking transfers of this rank. Not collective.
 * @return ASHLAR_EMPI  a transfer failed */
ASHLAR_API int al_wait_all(void);

/* ---- atomics --------------------------------------------------------------------------------- */

/** Add inc to an integer and return what it was, atomically with respect to other fetch-and-adds.
 * Not collective; complete on return. Sums wrap around. ASHLAR_ERANGE as above.
 * @param[in] type  ASHLAR_INT, ASHLAR_LONG or ASHLAR_LLONG; others ASHLAR_ETYPE
 * @param[in] offset  a multiple of the integer's size, else ASHLAR_EARG
 * @param[in] inc   fits the type, else ASHLAR_EARG
 * @param[out] old  may be NULL */
ASHLAR_API int al_fetch_add(al_segment_t *segment, int rank, size_t offset, ashlar_type type,
                            int64_t inc, int64_t *old);

/** Replace an integer and return what it was; and the same only if it was `expected` (*old tells).
 * Atomic with respect to each other and to al_fetch_add(). Not collective. Errors as there:
 * ASHLAR_ETYPE, ASHLAR_EARG, ASHLAR_ERANGE.
 * @return ASHLAR_ETRANSPORT  al_compare_swap of 8 bytes under rma and Open MPI, which crashes in it
 */
ASHLAR_API int al_swap(al_segment_t *segment, int rank, size_t offset, ashlar_type type,
                       int64_t value, int64_t *old);
ASHLAR_API int al_compare_swap(al_segment_t *segment, int rank, size_t offset, ashlar_type type,
                               int64_t expected, int64_t value, int64_t *old);

/* ---- mutexes --------------------------------------------------------------------------------- */

typedef struct al_mutexes al_mutexes_t;

/** Create n mutexes, numbered 0..n-1, spread over the ranks of the group. Collective; n the same on
 * all ranks. The caller owns the set and frees it with al_mutexes_free().
 * @return ASHLAR_EARG    n below 1, or a NULL argument
 * @return ASHLAR_ENOMEM  not enough memory, on every rank */
ASHLAR_API int al_mutexes_create(al_group_t *group, int64_t n, al_mutexes_t **mutexes);
/** Free a set of mutexes. Collective.
 * @return ASHLAR_ESTATE  some mutex is held, on any rank: nothing is freed
 * @return ASHLAR_EARG    mutexes is NULL */
ASHLAR_API int al_mutexes_free(al_mutexes_t *mutexes);
/** Wait for a mutex and take it; first come, first served. What its last holder completed at other
 * ranks before unlocking is visible to me. Not collective; not recursive; held by a rank, not by a
 * thread. One request when it is free; a rank that waits sends nothing.
 * @return ASHLAR_ERANGE  no such mutex
 * @return ASHLAR_ESTATE  I hold it already
 * @return ASHLAR_ELIMIT  I hold 1024 of the set */
ASHLAR_API int al_mutex_lock(al_mutexes_t *mutexes, int64_t index);
/** Take a mutex if it is free: *taken says whether. Errors as of al_mutex_lock(), and ASHLAR_EARG
 * when taken is NULL. Not collective; one request. */
ASHLAR_API int al_mutex_try_lock(al_mutexes_t *mutexes, int64_t index, int *taken);
/** Complete my operations to all ranks and release the mutex. Not collective.
 * @return ASHLAR_ERANGE  no such mutex
 * @return ASHLAR_ESTATE  I do not hold it */
ASHLAR_API int al_mutex_unlock(al_mutexes_t *mutexes, int64_t index);

/* ---- notify ---------------------------------------------------------------------------------- */

/** Complete my operations to a rank of the world and tell it so. Not collective; does not wait for
 * the rank to listen.
 * @return ASHLAR_ERANGE  no such rank */
ASHLAR_API int al_notify(int rank);
/** Wait for the next notice from a rank; each al_notify() there is one. Operations it had issued to
 * me before are visible. Not collective.
 * @return ASHLAR_ERANGE  no such rank */
ASHLAR_API int al_notify_wait(int rank);
/** Take the next notice from a rank if it has come: *come says whether. Serves others meanwhile.
 * Errors as of al_notify_wait(), and ASHLAR_EARG when come is NULL. Not collective. */
ASHLAR_API int al_notify_test(int rank, int *come);

/** Copy the runs of a shape into a slice, then add inc to a 64-bit counter in the same slice: who
 * sees the counter grow, by al_signal_wait(), sees the data. Not collective; buf is the caller's
 * again on return; waits for nobody but as a put does. Between nodes small data and the counter are
 * one message. The counter is one of ASHLAR_LLONG: al_fetch_add() and al_swap() work on it as well.
 * After OpenSHMEM's put-with-signal.
 * @param[in] buf, shape  as of al_put_strided(); both NULL: no data
 * @param[in] signal  offset of the counter in the slice, a multiple of 8, else ASHLAR_EARG
 * @return ASHLAR_ERANGE  the rank, the bytes or the counter are outside the segment
 * @return ASHLAR_EARG    one of buf and shape is NULL, or a malformed shape */
ASHLAR_API int al_put_signal(al_segment_t *segment, int rank, size_t offset, const void *buf,
                             const al_shape_t *shape, size_t signal, int64_t inc);
/** Wait until the counter at an offset of my slice is at least value; *seen is what it was then.
 * Not collective; serves others meanwhile. Data of the signals that made it grow so far is visible.
 * @param[out] seen  may be NULL
 * @return ASHLAR_ERANGE  the counter is outside my slice
 * @return ASHLAR_EARG    segment is NULL, or signal is not a multiple of 8 */
ASHLAR_API int al_signal_wait(const al_segment_t *segment, size_t signal, int64_t value,
                              int64_t *seen);

/* ---- completion ------------------------------------------------------------------------------ */

/** Complete my operations to one rank of the world: their effect is visible there. Not collective.
 * @return ASHLAR_ERANGE  no such rank */
ASHLAR_API int al_fence(int rank);
/** Complete my operations to the ranks of a group. Not collective. Waits for the nodes of the group
 * only, all at once.
 * @return ASHLAR_EARG  group is NULL */
ASHLAR_API int al_fence_group(al_group_t *group);
/** The same without waiting: the handle is complete once all that I issued before to the rank, or
 * to those of the group, is complete at its target. With the handle of a nonblocking put or
 * accumulate this is the acknowledgement of its data. Not collective.
 * @param[in,out] handle  as of al_put_nb(); 0 afterwards if nothing is left to wait for
 * @return ASHLAR_ERANGE  no such rank
 * @return ASHLAR_EARG    group or handle is NULL */
ASHLAR_API int al_fence_nb(int rank, al_handle_t *handle);
ASHLAR_API int al_fence_group_nb(al_group_t *group, al_handle_t *handle);
/** Complete my operations to all ranks, the nonblocking ones among them. Not collective.
 * @return ASHLAR_EMPI  an operation failed */
ASHLAR_API int al_fence_all(void);
/** Complete the operations of all ranks of the group, and wait for them all. Collective.
 * @return ASHLAR_EARG  group is NULL */
ASHLAR_API int al_barrier(al_group_t *group);
/** Let the engine answer other ranks, or move MPI's traffic forward. Not collective; cheap; nothing
 * on a single node or when the library is stopped.
 * @return ASHLAR_EMPI  the engine failed */
ASHLAR_API int al_poll(void);

/** Messages and bytes between nodes; the answers are those to other ranks. */
typedef struct al_traffic {
    int64_t messages, bytes, answers, answer_bytes;
} al_traffic_t;
/** The messages to other nodes that this rank has begun since the library started. Small puts
 * share some; all have gone after a fence. A call of MPI-3 RMA is one; what MPI's collectives and
 * other libraries send is not counted. Not collective. @return ASHLAR_EARG  traffic is NULL */
ASHLAR_API int al_traffic(al_traffic_t *traffic);

/* ---- small collectives ----------------------------------------------------------------------- */

/** Copy buf of the group's rank root to all its ranks. Collective. No fence.
 * @return ASHLAR_ERANGE  no such root
 * @return ASHLAR_EARG    a NULL argument */
ASHLAR_API int al_broadcast(al_group_t *group, void *buf, size_t bytes, int root);
/** Reduce n elements over the group, elementwise, into everybody's buf. Collective. No fence.
 * The result is the same, bit for bit, on all ranks.
 * @return ASHLAR_ETYPE  no such type, or the operation is not defined for it (types.h)
 * @return ASHLAR_EARG   no such operation, ASHLAR_REPLACE, or a NULL argument */
ASHLAR_API int al_allreduce(al_group_t *group, ashlar_type type, ashlar_op op, void *buf, size_t n);

#ifdef __cplusplus
}
#endif
#endif
