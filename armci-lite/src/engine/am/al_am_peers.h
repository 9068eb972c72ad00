/* The peers of a rank: the other ranks that it sends requests to or serves.
 *
 * A record about a peer is made when the two first meet, and stays at its address until the engine
 * stops, so memory grows with partners, not with ranks. It is found by hashing in a table of
 * pointers that doubles when it is half full; if there is no memory for that, the table fills
 * until one slot is free. All this is under the engine's lock. */
#ifndef AL_AM_PEERS_H
#define AL_AM_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "armci-lite/src/base/al_rank_map.h"

typedef struct am_list am_list_t;         /* small gets that share a record: al_am_list.c */
typedef struct am_queued am_queued_t;     /* a transfer that waits for credit: al_am_transfer.c */
typedef struct am_deferred am_deferred_t; /* a batch that waits at its server: al_am_order.c */

/* Sets of peers. */
typedef enum am_set {
    AM_OPEN,      /* have a batch that is being filled */
    AM_QUEUED,    /* transfers to them wait for send credit */
    AM_UNFENCED,  /* were sent puts or accumulates since their last fence */
    AM_UNCOUNTED, /* were sent batches, or have one, since the last world barrier */
    AM_BLOCKED,   /* their records wait here for space or for a barrier */
    AM_SETS
} am_set_t;

/* Another rank, as my server and as an origin that I serve. */
typedef struct am_peer {
    int rank;
    bool is_in[AM_SETS];
    char *batch; /* being filled; NULL: none */
    size_t used;
    uint64_t sent, acked;   /* batches since the start; the last one known to be done */
    uint64_t ack_requested; /* the last batch an acknowledgement was asked for */
    uint64_t written;       /* the last batch with a put or an accumulate */
    uint64_t announced;     /* the last batch counted in a barrier, sent or being filled */
    am_list_t *list;        /* the gets at the end of the batch being filled, or NULL */
    int lists_out;          /* sent, and not replied to yet */
    int data_expected;      /* messages of data still to come from the peer */
    am_queued_t *first_queued, *last_queued;
    uint64_t served[2]; /* its batches of even and odd epochs, not counted yet (al_am_barrier.c) */
    am_deferred_t *first_deferred, *last_deferred;
    struct am_peer *next; /* of all, or of the spare ones */
    struct am_peer *next_in[AM_SETS];
} am_peer_t;

/* The members of a set, those that came first in front. */
typedef struct am_members {
    am_peer_t *first, *last;
    int count;
} am_members_t;

/* The table. */
typedef struct am_peers {
    am_peer_t **slot; /* [2^bits]; NULL: free */
    int bits;
    int count;
    am_peer_t *first; /* of all, the newest: who walks from it misses only newer ones */
    am_peer_t *spare; /* for serving when there is no memory; each has a slot */
    int spare_count;
    am_members_t members[AM_SETS];
} am_peers_t;

/* The record about a rank; NULL: there is none. */
static inline am_peer_t *ali_am_peers_find(const am_peers_t *peers, int rank)
{
    const uint32_t last = (UINT32_C(1) << peers->bits) - 1;
    uint32_t at = ali_rank_home(rank, peers->bits);
    while (peers->slot[at] && peers->slot[at]->rank != rank)
        at = (at + 1) & last;
    return peers->slot[at];
}

/* Begin with an empty table; 0: there is no memory. */
int ali_am_peers_start(am_peers_t *peers);
/* Free it with its records; they have no batches, lists or queues any more. */
void ali_am_peers_free(am_peers_t *peers);
/* Have n spare records. 0: there is no memory for them. */
int ali_am_peers_reserve(am_peers_t *peers, int n);
/* Find the record about a rank, or make it; for serving, of a spare one where there is no memory.
 * NULL: there is none. */
am_peer_t *ali_am_peers_make(am_peers_t *peers, int rank, bool is_serving);

/* Add a peer to a set that it is not in, and take out the first one. */
void ali_am_peers_link(am_peers_t *peers, am_set_t set, am_peer_t *peer);
am_peer_t *ali_am_peers_take(am_peers_t *peers, am_set_t set);

#endif
