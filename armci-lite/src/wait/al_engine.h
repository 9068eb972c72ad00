/* The narrow interface between the one-sided calls and the engine that carries them to another
 * node, and the engine in use. Only the code that chooses it knows which engine that is. */
#ifndef AL_ENGINE_H
#define AL_ENGINE_H

#include <stdbool.h>

#include <mpi.h>

#include "armci-lite/src/base/al_transfer.h"

typedef struct al_engine {
    const char *name;
    /* 1: every accumulate and rmw on a segment that spans nodes goes through this engine, local
     * ones too; 0: remote ones run on the target node under the same locks as local ones. */
    int owns_atomics;
    /* 1: other nodes are served when this rank polls (al_engine_polls). */
    int serves_polls;
    /* Collective over the world. */
    int (*start)(void);
    /* together: all ranks stop; else this one alone, because MPI has failed: what waits for others
     * is left alone. Returns the first failure, and is over whatever that is. */
    int (*stop)(int together);
    /* From now on no thread of the engine's calls MPI. NULL: it has none. */
    void (*stop_thread)(void);
    /* Transfer the runs of a shape. handle NULL: the caller's buffer is free again on return, and
     * the transfer precedes later ones of this rank to the same node. Else it may go on after the
     * return, under the handle (al_handle.h). */
    int (*put)(al_place_t place, const char *buf, const al_shape_t *shape, al_handle_t *handle);
    int (*get)(al_place_t place, char *buf, const al_shape_t *shape, al_handle_t *handle);
    int (*acc)(al_place_t place, const al_update_t *update, const char *buf,
               const al_shape_t *shape, al_handle_t *handle);
    /* expected is used by AL_COMPARE_SWAP only. */
    int (*rmw)(al_place_t place, al_rmw_t what, ashlar_type type, int64_t value, int64_t expected,
               int64_t *old);
    /* Add to a 64-bit counter, after the puts before it; may go on after the return, as a put may,
     * and then fences wait for it if it is_fenced. */
    int (*signal)(al_place_t place, int64_t inc, bool is_fenced);
    /* Move elements; update, a sum, is for AL_ACC. With a handle, the values that a get writes and
     * the pointers to them are in use until it is complete; all else is free on return. */
    int (*elements)(al_direction_t direction, const al_elements_t *elements,
                    const al_update_t *update, al_handle_t *handle);
    /* Progress the transfers of a handle; wait: until they are complete. *done: they are. */
    int (*advance)(al_handle_t handle, int wait, int *done);
    /* Before a local load or store to a segment whose atomics the engine owns: complete what is
     * pending to my own node. */
    int (*order_local)(void);
    /* Complete what this rank issued to some ranks of the world; to all. */
    int (*fence)(const int *ranks, int count);
    int (*fence_all)(void);
    /* Under a handle, without waiting: what this rank issued before to some ranks is complete. */
    int (*fence_nb)(const int *ranks, int count, al_handle_t *handle);
    /* Complete what all ranks of the world issued before, and wait for all of them, in one. NULL:
     * fence_all and a barrier do. */
    int (*barrier)(void);
    int (*poll)(void);
    /* Wait for an MPI request of the library's; NULL: test and poll in turn. */
    int (*wait_mpi)(MPI_Request request);
} al_engine_t;

extern const al_engine_t *ali_engine; /* NULL on a single node */
extern char ali_engine_reason[640];   /* why this one: a clause */

/* Complete all that this rank issued to others. */
int ali_fence_all(void);
/* The same, but what comes after may read memory of my node before these stores are seen there. */
int ali_fence_engine(void);

/* Stop the engine, if there is one; there is none afterwards. together: as above. */
int ali_engine_stop(int together);
/* There is none any more, and nothing is done about it: in a forked child. */
void ali_engine_forget(void);

/* Permission to poll inside a local transfer, for any thread. Called by the thread that starts
 * the library. */
int ali_engine_choose_poller(void);
/* Before a local transfer of some bytes in a job that has an engine: poll it now and then, and,
 * when order is set, order the transfer after what the engine did here. */
int ali_poll_before_local(int order, size_t bytes);

/* Allow al_engine_polls() to say that polls serve others: not while starting and stopping. */
void ali_engine_allow_polls(int allow);

#endif
