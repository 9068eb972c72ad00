/* The table of peers. It knows nothing of the engine. */
#include "armci-lite/src/engine/am/al_am_peers.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BITS = 6, MOST_BITS = 31 };

static void insert(am_peers_t *peers, am_peer_t *peer)
{
    const uint32_t last = (UINT32_C(1) << peers->bits) - 1;
    uint32_t at = ali_rank_home(peer->rank, peers->bits);
    while (peers->slot[at])
        at = (at + 1) & last;
    peers->slot[at] = peer;
}

/* malloc and clear: tests replace malloc. */
static int resize(am_peers_t *peers, int bits)
{
    const size_t bytes = sizeof(am_peer_t *) << bits;
    am_peer_t **slot = bits <= MOST_BITS ? malloc(bytes) : NULL;
    if (!slot)
        return 0;
    memset(slot, 0, bytes);
    free(peers->slot);
    peers->slot = slot;
    peers->bits = bits;
    for (am_peer_t *peer = peers->first; peer; peer = peer->next)
        insert(peers, peer);
    return 1;
}

/* Have slots for n more records than there are, and one that is free. */
static int have_slots(am_peers_t *peers, int64_t n)
{
    int bits = peers->bits;
    const int64_t records = peers->count + n;
    while (2 * records > INT64_C(1) << bits)
        ++bits;
    return bits == peers->bits || resize(peers, bits) || records < INT64_C(1) << peers->bits;
}

int ali_am_peers_start(am_peers_t *peers)
{
    memset(peers, 0, sizeof *peers);
    return resize(peers, FIRST_BITS);
}

static void free_records(am_peer_t *peer)
{
    while (peer) {
        am_peer_t *next = peer->next;
        free(peer);
        peer = next;
    }
}

void ali_am_peers_free(am_peers_t *peers)
{
    free_records(peers->first);
    free_records(peers->spare);
    free(peers->slot);
    memset(peers, 0, sizeof *peers);
}

int ali_am_peers_reserve(am_peers_t *peers, int n)
{
    if (!have_slots(peers, n))
        return 0;
    while (peers->spare_count < n) {
        am_peer_t *peer = malloc(sizeof *peer);
        if (!peer)
            return 0;
        peer->next = peers->spare;
        peers->spare = peer;
        ++peers->spare_count;
    }
    return 1;
}

static am_peer_t *spare_peer(am_peers_t *peers)
{
    am_peer_t *peer = peers->spare;
    if (peer) {
        peers->spare = peer->next;
        --peers->spare_count;
    }
    return peer;
}

am_peer_t *ali_am_peers_make(am_peers_t *peers, int rank, bool is_serving)
{
    am_peer_t *peer = ali_am_peers_find(peers, rank);
    if (peer)
        return peer;
    if (have_slots(peers, (int64_t)peers->spare_count + 1))
        peer = malloc(sizeof *peer);
    if (!peer && is_serving)
        peer = spare_peer(peers);
    if (!peer)
        return NULL;
    *peer = (am_peer_t){.rank = rank, .next = peers->first};
    peers->first = peer;
    ++peers->count;
    insert(peers, peer);
    return peer;
}

/* ---- sets ------------------------------------------------------------------------------------ */

void ali_am_peers_link(am_peers_t *peers, am_set_t set, am_peer_t *peer)
{
    am_members_t *members = &peers->members[set];
    peer->is_in[set] = true;
    peer->next_in[set] = NULL;
    if (members->last)
        members->last->next_in[set] = peer;
    else
        members->first = peer;
    members->last = peer;
    ++members->count;
}

am_peer_t *ali_am_peers_take(am_peers_t *peers, am_set_t set)
{
    am_members_t *members = &peers->members[set];
    am_peer_t *peer = members->first;
    members->first = peer->next_in[set];
    if (!members->first)
        members->last = NULL;
    --members->count;
    peer->is_in[set] = false;
    return peer;
}
