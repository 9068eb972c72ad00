/* am+rma: MPI RMA for put and get, active messages for everything else.
 *
 * Accumulates, read-modify-writes and lists go by am, so segments have the processors' own locks
 * and atomics. Patches of short rows do too, in one message instead of a call of MPI for each row.
 *
 * Order. When a blocking call of rma returns, or a wait for its handle, the transfer is complete at
 * the target, and am may follow. A put or accumulate of am may still be on its way when its call
 * returns: a transfer by rma first waits until those to the node are done. Pending nonblocking
 * operations are not ordered and need no fence. A window's get sees what a server stored before it
 * acknowledged: MPI's unified model, as for the rma engine. */

#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/engine/am/al_am_engine.h"
#include "armci-lite/src/engine/rma/al_rma_engine.h"

/* Patches with shorter rows go by am. */
static const size_t row_least = 2048;

static int suits_rma(const al_shape_t *shape)
{
    return shape->levels == 0 || shape->count[0] >= row_least;
}

static int hybrid_put(al_place_t place, const char *buf, const al_shape_t *shape,
                      al_handle_t *handle)
{
    if (suits_rma(shape)) {
        AL_TRY(ali_am_flush_node(place.node));
        return ali_engine_rma.put(place, buf, shape, handle);
    }
    return ali_engine_am.put(place, buf, shape, handle);
}

static int hybrid_get(al_place_t place, char *buf, const al_shape_t *shape, al_handle_t *handle)
{
    if (!suits_rma(shape))
        return ali_engine_am.get(place, buf, shape, handle);
    AL_TRY(ali_am_flush_node(place.node));
    return ali_engine_rma.get(place, buf, shape, handle);
}

/* A handle may have parts of both. */
static int hybrid_advance(al_handle_t handle, int wait, int *done)
{
    AL_TRY(ali_engine_rma.advance(handle, wait, done));
    return ali_engine_am.advance(handle, wait, done);
}

static int hybrid_fence(const int *ranks, int count)
{
    AL_TRY(ali_engine_am.fence(ranks, count)); /* nonblocking transfers too */
    return ali_engine_rma.fence(ranks, count);
}

static int hybrid_fence_all(void)
{
    AL_TRY(ali_engine_am.fence_all());
    return ali_engine_rma.fence_all();
}

static int hybrid_fence_nb(const int *ranks, int count, al_handle_t *handle)
{
    AL_TRY(ali_engine_am.fence_nb(ranks, count, handle));
    return ali_engine_rma.fence_nb(ranks, count, handle);
}

static int hybrid_start(void)
{
    AL_TRY(ali_engine_rma.start());
    return ali_engine_am.start();
}

static int hybrid_stop(int together)
{
    ali_engine_am.stop(together);
    return ali_engine_rma.stop(together);
}

/* Accumulates, atomics, lists and waits are am's own. It always has receives open, and testing them
 * progresses windows, too; it knows which of its operations have failed. */
const al_engine_t ali_engine_hybrid = {.name = "am+rma",
                                       .owns_atomics = 0,
                                       .serves_polls = 1,
                                       .start = hybrid_start,
                                       .stop = hybrid_stop,
                                       .stop_thread = ali_am_thread_stop,
                                       .put = hybrid_put,
                                       .get = hybrid_get,
                                       .acc = ali_am_acc,
                                       .rmw = ali_am_rmw,
                                       .signal = ali_am_signal,
                                       .elements = ali_am_elements,
                                       .advance = hybrid_advance,
                                       .order_local = ali_rma_order_local,
                                       .fence = hybrid_fence,
                                       .fence_all = hybrid_fence_all,
                                       .fence_nb = hybrid_fence_nb,
                                       .poll = ali_am_poll,
                                       .wait_mpi = ali_am_wait_mpi};
