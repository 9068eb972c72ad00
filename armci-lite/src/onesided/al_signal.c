/* Data and a counter that tells of it. On a node: copies, then an atomic addition, which orders
 * them. Between nodes the engine carries the addition behind the data. */
#include "armci-lite/src/onesided/al_signal.h"

#include <stdatomic.h>
#include <stdbool.h>

#include "armci-lite/src/wait/al_engine.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/wait/al_wait.h"
#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/group/al_segment.h"
#include "armci-lite/src/local/al_atomic.h"
#include "armci-lite/src/local/al_shape.h"

static int check_counter(const char *call, const al_segment_t *segment, int rank, size_t signal)
{
    if (!ali_is_place(segment, rank, signal, sizeof(int64_t)))
        return ali_fail_place(call, segment, rank, signal, sizeof(int64_t));
    return signal % sizeof(int64_t) == 0
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_EARG, "%s: the counter's offset %zu is not a multiple of 8", call,
                         signal);
}

static int add_signal(al_segment_t *segment, int rank, size_t signal, int64_t inc, bool is_fenced)
{
    int64_t slice = segment->slices[rank].offset;
    if (slice < 0 || segment->engine_atomics)
        return ali_engine->signal(ali_place("a signal", segment, rank, signal), inc, is_fenced);
    AL_TRY(ali_before_local(segment, sizeof inc));
    ali_signal_here(segment->base + slice + signal, inc);
    return ASHLAR_OK;
}

int al_put_signal(al_segment_t *segment, int rank, size_t offset, const void *buf,
                  const al_shape_t *shape, size_t signal, int64_t inc)
{
    AL_TRY(check_counter(__func__, segment, rank, signal));
    if (!buf != !shape)
        return AL_FAIL(ASHLAR_EARG, "%s: %s is NULL", __func__, buf ? "the shape" : "buf");
    if (shape) {
        size_t extent = ali_shape_extent(shape);
        if (!ali_is_place(segment, rank, offset, extent))
            return ali_fail_place(__func__, segment, rank, offset, extent);
        AL_TRY(al_put_strided(segment, rank, offset, buf, shape));
    }
    return add_signal(segment, rank, signal, inc, true);
}

int ali_signal_unfenced(al_segment_t *segment, int rank, size_t signal, int64_t inc)
{
    return add_signal(segment, rank, signal, inc, false);
}

int al_signal_wait(const al_segment_t *segment, size_t signal, int64_t value, int64_t *seen)
{
    int me = segment ? al_group_rank(segment->group) : 0;
    AL_TRY(check_counter(__func__, segment, me, signal));
    const _Atomic int64_t *counter =
        (const _Atomic int64_t *)(const void *)(segment->base + segment->slices[me].offset +
                                                signal);
    int64_t now;
    ali_report_wait(__func__, AL_ANYBODY);
    for (al_wait_t wait = {0};
         (now = atomic_load_explicit(counter, memory_order_acquire)) < value;) {
        if (ali_engine && (segment->group->node_count > 1 || wait.round >= AL_SPINS))
            AL_TRY(ali_engine->poll()); /* a signal that MPI has lost does not come */
        ali_wait_step(&wait, 1);
    }
    if (seen)
        *seen = now;
    return ali_engine ? ali_engine->order_local() : ASHLAR_OK;
}
