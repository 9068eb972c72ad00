/* The RMA engine, internals.
 *
 * One window for everything, made once: rank i of a node exposes the i-th part of its node's
 * arena. Every blocking call flushes its targets, each once, before it returns, so that it is
 * complete there: later calls, through the window or by load and store, find it done. Nonblocking
 * ones leave their targets to be flushed by a wait or a fence. Segments that span nodes have all
 * their accumulates and fetch-and-adds here, local ones too: MPI guarantees atomicity only among
 * its own. Memory model: the unified model of MPI-3 (checked at start); MPI_Win_sync separates
 * window access from loads and stores.
 *
 * Four things depend on the MPI.
 * - Derived datatypes, so that a patch or a list is one call: only where they are known to be right
 *   (has_types). Elsewhere each run is a call of its own, of a built-in type.
 * - How many calls with derived datatypes may be under way (types_most). MPICH 4.0 packs contiguous
 *   derived datatypes short, anybody's, once so many datatypes have been alive in a process
 *   (al_rma_start.c), and a target has one for each of these calls that waits for its answer.
 * - By which calls put and get go: MPI_Put and MPI_Get, which a network does by itself where it
 *   can, or MPI_Accumulate with MPI_REPLACE and MPI_Get_accumulate with MPI_NO_OP, which over TCP
 *   take half the time. Measured at start (by_accumulate).
 * - How to wait for targets where ranks share cores (by_marks). A flush of MPICH spins for a whole
 *   time slice on the core that its target may need to answer. There a call first sets marks: last
 *   of all it fetches a byte from each target, by a request, and tests that, yielding the core. A
 *   mark completes nothing: a request tells of the origin only, and MPI orders accumulates only
 *   where they meet. The flush that follows does; but targets in fact answer in turn, so that it
 *   has nothing left to wait for.
 *
 * Threads: one lock, held while a call is inside, and it waits inside: round trips of a rank's
 * threads follow one another, so that together they finish no more calls than one would. A flush
 * without the lock would also wait for what others go on sending to the target, without end maybe.
 */
#ifndef AL_RMA_H
#define AL_RMA_H

#include <pthread.h>
#include <stdbool.h>

#include <mpi.h>

#include "armci-lite/src/base/al_rank_map.h"
#include "armci-lite/src/base/al_transfer.h"

/* The state of a rank whose part of the window this one has accessed, or of those for which there
 * was no memory: all ranks are flushed in their place. */
enum { RMA_OTHERS = -1 };
typedef struct rma_target {
    int rank;                                 /* or RMA_OTHERS */
    bool is_touched, is_unflushed, is_listed; /* is_unflushed: a nonblocking transfer to it may be
                                                 pending; is_listed: among the unflushed */
    struct rma_target *next_touched, *next_unflushed;
    int types; /* calls with derived datatypes since the last flush */
    /* The mark: a fetch of a byte, issued after everything else to it. */
    MPI_Request mark;
    char byte;
} rma_target_t;

typedef struct rma_state {
    pthread_mutex_t lock;
    MPI_Win window;
    int has_types;           /* derived datatypes are right */
    int types_most;          /* calls with them to a target between flushes; 0: any number */
    int by_accumulate;       /* how put and get go */
    int by_marks;            /* set marks, and wait for them before a flush */
    const uint64_t *exposed; /* [nodes] bytes that each rank of a node exposes: in the arena */
    char *scratch;           /* what is packed, or arrives packed */
    size_t scratch_bytes;
    al_rank_map_t targets; /* that there have been */
    rma_target_t others;   /* RMA_OTHERS */
    rma_target_t *touched; /* those of the transfer being issued, the last one first */
    rma_target_t
        *unflushed; /* all that are unflushed, and some that have been since the last wait */
    int any_unflushed;
    al_handle_t *open; /* their handles */
    size_t open_count, open_room;
} rma_state_t;

extern rma_state_t ali_rma;

/* A contiguous piece of one rank's part of the window. */
typedef struct rma_piece {
    int target;
    MPI_Aint displacement;
    uint64_t bytes;
} rma_piece_t;

/* The part of node:offset..offset+bytes-1 that lies in what one rank exposes and fits one call. */
rma_piece_t ali_rma_first_piece(int node, uint64_t offset, uint64_t bytes);

/* ---- completion (al_rma.c): between enter and leave ------------------------------------------ */

void ali_rma_enter(void);
/* Returns status. */
int ali_rma_leave(int status);
/* The transfer being issued goes to a rank. @return its state, or that of the others */
rma_target_t *ali_rma_touch(int rank);
/* A call with derived datatypes was issued to a target: flush it after so many. */
int ali_rma_limit_types(rma_target_t *target);
/* Complete the targets of the transfer, each once, or, when it stays open, note that one to them is
 * pending; after a failure too: what was issued before may still use the buffer. Returns status, or
 * the first failure. */
int ali_rma_finish(int stays_open, int status);
/* Add a transfer to its handle. 0: there is no room, it must block. */
bool ali_rma_can_stay_open(al_handle_t *handle);

/* ---- datatypes (al_rma_types.c) -------------------------------------------------------------- */

/* The runs of a shape as a type made of elements, with these strides between them. Kept for the
 * next call; not the caller's. */
int ali_rma_shape_type(const al_shape_t *shape, const size_t *stride, MPI_Datatype element,
                       size_t element_bytes, MPI_Datatype *type);
void ali_rma_types_free(void);

/* ---- transfers (al_rma_transfer.c) ----------------------------------------------------------- */

int ali_rma_put(al_place_t place, const char *buf, const al_shape_t *shape, al_handle_t *handle);
int ali_rma_get(al_place_t place, char *buf, const al_shape_t *shape, al_handle_t *handle);
int ali_rma_acc(al_place_t place, const al_update_t *update, const char *buf,
                const al_shape_t *shape, al_handle_t *handle);
int ali_rma_elements(al_direction_t direction, const al_elements_t *elements,
                     const al_update_t *update, al_handle_t *handle);

/* al_engine_t.start, stop */
int ali_rma_start(void);
int ali_rma_stop(int together);

#endif
