/* The order in which a server serves: the batches of an origin as they were sent. What has to wait
 * for data, for memory or for a barrier is deferred, and all that its origin sends after it. */
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/engine/am/al_am.h"
#include "armci-lite/src/engine/am/al_am_barrier.h"

/* A batch, or the rest of one, that waits. */
struct am_deferred {
    am_deferred_t *next;
    uint64_t sync_epoch; /* of the batch */
    size_t bytes;
    int is_reserve;
    _Alignas(am_record_t) char records[];
};

/* ---- what is kept ---------------------------------------------------------------------------- */

/* Memory for what waits for a barrier when there is no memory. Pages that were never used cost
 * nothing. */
static struct {
    char *memory;
    size_t count, used; /* pieces; the first so many were used */
    am_deferred_t *spare;
} reserve;

enum {
    PIECE = sizeof(am_deferred_t) + AM_BATCH,
    /* Number of batches of one origin: those it sends before it waits, one that was being filled
     * then, and some that do not wait: acknowledgements that are asked for. */
    PIECES = AM_UNACKED + 8
};

int ali_am_reserve_deferral(int origins)
{
    reserve.count = (size_t)origins * PIECES;
    reserve.memory = malloc(reserve.count * PIECE + 1);
    return reserve.memory && ali_am_peers_reserve(&ali_am.peers, origins);
}

void ali_am_free_deferral(void)
{
    free(reserve.memory);
    memset(&reserve, 0, sizeof reserve);
}

static am_deferred_t *get_reserve(void)
{
    am_deferred_t *deferred = reserve.spare;
    if (deferred)
        reserve.spare = deferred->next;
    else if (reserve.used < reserve.count)
        deferred = (am_deferred_t *)(void *)(reserve.memory + reserve.used++ * PIECE);
    if (deferred)
        deferred->is_reserve = 1;
    return deferred;
}

/* A batch that waits only for its own data or for memory needs no reserve. */
static am_deferred_t *get_deferred(size_t bytes, int is_early)
{
    am_deferred_t *deferred = malloc(sizeof *deferred + bytes);
    if (deferred)
        deferred->is_reserve = 0;
    else if (is_early)
        deferred = get_reserve();
    return deferred;
}

static void put_deferred(am_deferred_t *deferred)
{
    if (!deferred->is_reserve) {
        free(deferred);
        return;
    }
    deferred->next = reserve.spare;
    reserve.spare = deferred;
}

/* Keep records of a batch for later; 0: there is no memory for them. */
static int defer(am_peer_t *peer, const am_batch_t *batch, const char *records, size_t bytes)
{
    am_deferred_t *deferred = get_deferred(bytes, ali_am_is_from_later_epoch(batch->sync_epoch));
    if (!deferred)
        return 0;
    deferred->next = NULL;
    deferred->sync_epoch = batch->sync_epoch;
    deferred->bytes = bytes;
    memcpy(deferred->records, records, bytes);
    if (peer->last_deferred)
        peer->last_deferred->next = deferred;
    else
        peer->first_deferred = deferred;
    peer->last_deferred = deferred;
    return 1;
}

/* ---- serving --------------------------------------------------------------------------------- */

/* Must a record wait for data of its origin, or for space? */
static bool must_wait(am_peer_t *origin, const am_record_t *record)
{
    if (origin->data_expected && !(record->flags & AM_CONTINUES))
        return true;
    if (ali_am_has_space(record))
        return false;
    ali_am_add_peer(AM_BLOCKED, origin);
    return true;
}

/* Must a batch wait until my node has completed the barrier? No node is further ahead than by one,
 * so all that is early waits for the same one. */
static bool must_wait_for_barrier(am_peer_t *origin, uint64_t epoch)
{
    if (!ali_am_is_from_later_epoch(epoch))
        return false;
    ali_am_add_peer(AM_BLOCKED, origin);
    ali_am.server.sync_epoch_awaited = epoch;
    return true;
}

/* Say that what was served of an origin is done, unless data of it is still to come. */
static void count_served(am_peer_t *origin)
{
    if (origin->data_expected == 0)
        ali_am_count_served(origin->rank, origin->served);
}

/* Serve records until one must wait; *served bytes are done. */
static int serve_some(am_peer_t *origin, const char *records, size_t bytes, size_t *served)
{
    for (*served = 0; *served < bytes;) {
        const am_record_t *record = (const am_record_t *)(const void *)(records + *served);
        if (must_wait(origin, record))
            return ASHLAR_OK;
        AL_TRY(ali_am_serve_record(origin, record));
        *served += record->length;
    }
    return ASHLAR_OK;
}

int ali_am_serve(const am_batch_t *batch, const char *records, size_t bytes, size_t *served)
{
    am_peer_t *origin = ali_am_peers_make(&ali_am.peers, batch->origin, true);
    *served = 0;
    if (!origin)
        return ASHLAR_OK;
    if (!origin->first_deferred && !must_wait_for_barrier(origin, batch->sync_epoch))
        AL_TRY(serve_some(origin, records, bytes, served));
    if (*served == bytes)
        ++origin->served[batch->sync_epoch % 2];
    else if (!defer(origin, batch, records + *served, bytes - *served))
        return ASHLAR_OK;
    *served = bytes;
    count_served(origin);
    return ASHLAR_OK;
}

int ali_am_resume(am_peer_t *origin)
{
    while (origin->first_deferred) {
        am_deferred_t *deferred = origin->first_deferred;
        size_t served;
        if (must_wait_for_barrier(origin, deferred->sync_epoch))
            break;
        count_served(origin); /* an origin with threads may never pause */
        AL_TRY(serve_some(origin, deferred->records, deferred->bytes, &served));
        if (served < deferred->bytes) {
            memmove(deferred->records, deferred->records + served, deferred->bytes - served);
            deferred->bytes -= served;
            return ASHLAR_OK;
        }
        ++origin->served[deferred->sync_epoch % 2];
        origin->first_deferred = deferred->next;
        if (!origin->first_deferred)
            origin->last_deferred = NULL;
        put_deferred(deferred);
    }
    count_served(origin);
    return ASHLAR_OK;
}
