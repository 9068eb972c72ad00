/* The active-message engine, internals.
 *
 * A message is a batch of records; a record asks the server of a node for one thing. Small puts and
 * accumulates travel in the record. Larger ones are cut into fragments whose data follows as an MPI
 * message of its own, received straight into the arena when it is contiguous there. Replies go
 * straight to the caller's buffer when it is contiguous.
 *
 * Servers. All requests of a rank to a node go to the same rank there: a record names a place in
 * the node's arena, which any of its ranks can reach. So requests to different owners share
 * batches, and a fence asks nodes, not ranks.
 *
 * Order. MPI delivers batches of one origin in order, and the server serves their records in order;
 * while data of an origin is still on its way, its later records wait, except further fragments of
 * the same transfer. So an origin's requests are done in the order it made them. A reply
 * also says that all batches before its request are done.
 *
 * Bounds. An origin has send credit for a few unacknowledged batches per server (al_am_credit.c),
 * beside the one that it is filling; without credit it waits, serving others meanwhile, or, in a
 * nonblocking call, leaves the transfer in the queue of the server, from which progress sends it. A
 * server holds at most AM_HELD bytes of data and replies, and less on a small machine: a record
 * that would need more waits, with all later ones of its origin, until there is space. What is held
 * drains by itself: an origin sends the data, or posts the receive of the reply, before it asks. So
 * serving never waits, and a full server stops its origins, not itself.
 *
 * Memory. Serving cannot fail for want of it: what serving one record takes is reserved from the
 * start. A record that finds neither memory nor the reserve waits, as if there were no space; a
 * batch that has to wait and finds no memory to be kept in stays in its receive buffer, with all
 * that arrived after it, and so does the first batch of an origin if there is none for a record
 * about it. What uses the reserve completes by itself and gives it back. */
#ifndef AL_AM_H
#define AL_AM_H

#include <pthread.h>
#include <stdatomic.h>

#include <mpi.h>

#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/engine/am/al_am_engine.h"
#include "armci-lite/src/engine/am/al_am_peers.h"
#include "armci-lite/src/engine/am/al_am_wire.h"
#include "armci-lite/src/wait/al_mpi.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/wait/al_wait.h"
#include "armci-lite/src/local/al_shape.h"
#include "armci-lite/src/node/al_node.h"

#ifndef ASHLAR_AM_HELD /* tests have less */
#define ASHLAR_AM_HELD (64 << 20)
#endif

enum {
    AM_RECEIVES = 32,      /* posted for batches */
    AM_UNACKED = 32,       /* batches per server before the origin waits for an acknowledgement: */
    AM_LEAST_UNACKED = 2,  /* less with many origins, so that all of a server together have */
    AM_ALL_UNACKED = 4096, /* these: 64 MiB */
    AM_MOST_FRAGMENTS = 8, /* pending fragments of one transfer */
    AM_HELD = ASHLAR_AM_HELD, /* bytes of data and replies that a server keeps for its origins */
    AM_RESERVED = 1           /* requests for serving */
};

enum { AM_WOULD_BLOCK = 1 }; /* a status beside those of ashlar/status.h: nothing was done */

/* The action when an MPI request completes. */
typedef struct am_pending {
    void (*done)(struct am_pending *pending);
    int *unfinished;    /* counts what somebody waits for; NULL: nobody does */
    al_handle_t handle; /* 0: none */
    int parity;         /* of its part of the handle: am_origin_t */
    int tag;            /* to return, of data or a reply; -1: none */
    am_peer_t *origin;  /* of data received by a server, or NULL */
    am_peer_t *server;  /* that replies, or NULL */
    uint64_t upto;      /* the last batch it has then done */
    char *buffer;       /* to return; its size; whether it counts as held */
    size_t buffer_bytes;
    int held;
    char *to; /* where unpacked data goes */
    al_shape_t shape;
    char *const *values; /* where to scatter a reply, in pieces of shape.count[0] bytes */
    size_t n;
    am_list_t *list;    /* or where to, in a list */
    al_update_t update; /* accumulate instead of copy when type is a type */
    char alpha[16];
    struct am_pending *next; /* while unused */
} am_pending_t;

/* A transfer is sent as messages of its data, in the record, or, a get, in a list with others; or
 * it has no data and only asks for an acknowledgement of all before it. */
typedef enum am_send_mode { AM_FRAGMENTS, AM_IN_RECORD, AM_IN_LIST, AM_ONLY_ACK } am_send_mode_t;

/* A put, get or accumulate on its way out. */
typedef struct am_transfer {
    al_direction_t direction;
    am_peer_t *server;
    uint64_t offset;
    const al_update_t *update; /* NULL: put or get */
    char *buf;                 /* only read, but for a get */
    const al_shape_t *shape;
    size_t bytes;
    am_send_mode_t send_mode;
    int is_left;             /* something is left to send; */
    al_fragment_walk_t walk; /* of fragments, the next one: */
    al_fragment_t fragment;
    int fragments;       /* sent so far */
    int *unfinished;     /* counts what the caller must wait for */
    al_handle_t *handle; /* NULL: blocking */
} am_transfer_t;

/* Buffers of one size, kept for reuse. */
typedef struct am_pool {
    size_t bytes;
    int count;
    char *spare[64];
    char *reserve; /* for serving when there is no memory; NULL while it is in use */
} am_pool_t;

/* The origin's side: messages sent and to be sent. A tag is either free or that of one message of
 * data or one reply on its way. */
typedef struct am_origin {
    int64_t credit;  /* batches per server that may be unacknowledged */
    int open_lists;  /* in batches being filled */
    int unpolled;    /* nonblocking calls since the last poll */
    int recent_node; /* of the server found last; NULL: none */
    am_peer_t *recent_server;
    am_queued_t *unused_queued;
    int unused_queued_count;
    int16_t free_tags[AM_TAGS];
    int free_count;
    /* Parts of nonblocking operations that are not complete: pending requests, gets in lists,
     * queued transfers. A part counts in outstanding[parity], where parity is drain_round % 2 when
     * it begins. ali_am_drain_nonblocking starts a new round and waits for the counter of the old
     * one: parts that begin meanwhile cannot keep it waiting. */
    int outstanding[2];
    uint64_t drain_round; /* of parts that begin now; those before drain_round - 1 are complete */
    int queued_parity; /* of the queued transfer that is being sent, and its parts; -1: none is */
} am_origin_t;

/* The server's side: the ring of receives, and records that wait. The receives form a ring, and MPI
 * completes them in its order: only the oldest is looked at. Records of a blocked origin are served
 * in its order when memory is free again, its data has come, or its epoch is reached. */
typedef struct am_server {
    char *receive_buffer[AM_RECEIVES];
    MPI_Request receive[AM_RECEIVES];
    int oldest;                  /* the receive that completes next */
    size_t oldest_served;        /* bytes of its records, when it had to be left; else 0 */
    int is_oldest_stalled;       /* it has arrived and is left */
    uint64_t sync_epoch;         /* world barriers that I have left, or counted for; */
    uint64_t node_sync_epoch;    /* that my node has completed, when I last looked */
    uint64_t sync_epoch_awaited; /* by requests deferred here; 0: none wait */
} am_server_t;

/* The requests of MPI that are under way. mpi[0] is the oldest receive of the ring; mpi[k] belongs
 * to pending[k], for k from 1 to count - 1. */
typedef struct am_requests {
    MPI_Request *mpi;                /* [capacity] */
    am_pending_t **pending, **ready; /* ready: space for those found complete */
    int *indices;
    int count, capacity;
    am_pending_t *unused;
    int unused_count;
} am_requests_t;

/* Buffers. */
typedef struct am_memory {
    am_pool_t small, large; /* batches, fragments */
    size_t held, held_most; /* bytes buffered by the server, and their limit: at most AM_HELD */
    int64_t set_aside;      /* bytes that are not granted to segments because I serve */
} am_memory_t;

typedef struct am_state {
    int up;
    MPI_Comm comm;
    pthread_mutex_t lock;    /* one thread at a time inside the engine */
    atomic_int lock_waiters; /* threads that wait for the lock */
    am_peers_t peers;
    am_origin_t origin;
    am_server_t server;
    am_requests_t requests;
    am_memory_t memory;
    MPI_Status *ignore; /* MPI_STATUSES_IGNORE: as a constant it alarms gcc's checks of MPICH */
    char failure_message[256]; /* MPI's, once a call of it has failed; else empty */
    int progress_thread;       /* ASHLAR_PROGRESS=thread: first ranks of the nodes serve */
    int thread_runs;           /* here */
    pthread_t thread;
    atomic_int stop_thread;
} am_state_t;

extern am_state_t ali_am;

/* ---- memory, requests, progress (al_am_memory.c and so on) ----------------------------------- */

/* Take the lock; a thread that waits inside lets others have it between rounds. */
void ali_am_lock(void);
/* Enter the engine; fails, without entering, once a call of MPI has failed inside. */
int ali_am_enter(void);
/* Leave it; returns status, or 0 when it is positive. */
int ali_am_leave(int status);

/* Take and return a buffer for a message. */
char *ali_am_buffer_get(size_t bytes);
/* The same for serving, of AM_FRAGMENT bytes at most: whether there is one, or the reserve; take
 * it. */
int ali_am_reserve_serving_buffer(size_t bytes);
char *ali_am_serving_buffer(size_t bytes);
/* Allocate the reserves; 0: there is no memory. */
int ali_am_buffers_reserve(void);
void ali_am_buffer_put(char *buffer, size_t bytes);
void ali_am_buffers_free(void);

/* Allocate memory for n more requests, besides those that send the batches being filled, and those
 * reserved for serving. 0: there is none. */
int ali_am_reserve_requests(int n);
/* Allocate memory for one more request of serving. 0: there is none. */
int ali_am_reserve_serving_request(void);
/* Add an MPI request and what to do when it completes; call ali_am_reserve_requests first. */
void ali_am_track_request(MPI_Request request, const am_pending_t *pending);
/* Do what its completion asks for. */
void ali_am_complete(am_pending_t *pending);
/* Post the receive of a batch into a buffer. */
int ali_am_post_receive(int slot);

int ali_am_send_batch(am_peer_t *server);
/* A call of MPI has failed and a message is lost: waiting for it would never end. Every call of the
 * engine fails from now on. */
void ali_am_note_failure(void);

/* Serve batches that have arrived and complete requests, without waiting. Positive: something
 * happened. */
int ali_am_poll_once(void);
/* The same, after sending the batches being filled. */
int ali_am_progress(void);
/* One round of waiting: others may enter between rounds. */
int ali_am_progress_with_backoff(al_wait_t *wait);
/* A part of a handle begins; returns its parity (am_origin_t). A part is complete. */
int ali_am_begin_part(void);
void ali_am_end_part(al_handle_t handle, int parity);
/* A server has done my batches up to one. */
void ali_am_note_acked(am_peer_t *server, uint64_t upto);
/* Wait until *unfinished is at most `most`. */
int ali_am_wait_for(const int *unfinished, int most);

/* ---- the serving side (al_am_serve.c, al_am_order.c) ----------------------------------------- */

int ali_am_serve_record(am_peer_t *origin, const am_record_t *record);
/* Is there space in what a server may hold, and memory, to serve a record? */
bool ali_am_has_space(const am_record_t *record);
/* Serve records of a batch, or defer them. *served bytes are done or deferred: without memory to
 * defer the rest, it is to be served again. */
int ali_am_serve(const am_batch_t *batch, const char *records, size_t bytes, size_t *served);
/* Serve the deferred records of an origin: there is the data, space or barrier that they await. */
int ali_am_resume(am_peer_t *origin);
/* Allocate the deferred batches of a number of origins and records about these, and free the
 * batches. 0: no memory. */
int ali_am_reserve_deferral(int origins);
void ali_am_free_deferral(void);

/* ---- records and tags (al_am.c) -------------------------------------------------------------- */

/* The rank that serves me on a node. */
int ali_am_server_of(int node);
/* The record about a rank; NULL: we have not met. */
static inline am_peer_t *ali_am_peer(int rank)
{
    return ali_am_peers_find(&ali_am.peers, rank);
}
/* The record about the rank that serves me on a node. It is made if there is none: waits for memory
 * as ali_am_wait_for_resources does. */
int ali_am_find_server(int node, am_peer_t **server);
static inline int ali_am_get_server(int node, am_peer_t **server)
{
    *server = ali_am.origin.recent_server;
    return *server && ali_am.origin.recent_node == node ? ASHLAR_OK
                                                        : ali_am_find_server(node, server);
}
/* Have a buffer for a batch, besides those in use. 0: there is no memory. */
int ali_am_reserve_batch(void);
/* Take a tag for data or a reply, and return it; ali_am_can_request. */
int ali_am_take_tag(void);
void ali_am_return_tag(int tag);
/* Is there a tag, and memory for a record to any peer and one request besides its batch? They
 * stay until the caller waits. */
bool ali_am_can_request(void);
/* ASHLAR_ENOMEM when nothing is in flight: who has no memory then gets none by waiting. */
int ali_am_check_memory(void);
/* One round of waiting for send credit, a tag or memory; ASHLAR_ENOMEM as above. */
int ali_am_wait_a_round(al_wait_t *wait);
/* Wait until ali_am_can_request. */
int ali_am_wait_for_resources(void);
/* Append a record to the batch for a server. Needs ali_am_can_request; fill the record in
 * before any other call. */
int ali_am_append(am_peer_t *server, size_t bytes, am_record_t **record);
/* The number of the batch being filled. */
static inline uint64_t ali_am_batch_number(const am_peer_t *server)
{
    return server->sent + 1;
}
/* The batch being filled writes memory of the server's node: a fence must wait for it. */
void ali_am_mark_written(am_peer_t *server);
/* Wait for the parts of handles that have begun. */
int ali_am_drain_nonblocking(void);
/* Add a peer to a set unless it is in. */
static inline void ali_am_add_peer(am_set_t set, am_peer_t *peer)
{
    if (!peer->is_in[set])
        ali_am_peers_link(&ali_am.peers, set, peer);
}
/* How many peers are in a set. */
static inline int ali_am_count(am_set_t set)
{
    return ali_am.peers.members[set].count;
}
/* al_engine_t.advance */
int ali_am_advance(al_handle_t handle, int wait, int *done);

/* ---- credit (al_am_credit.c) ----------------------------------------------------------------- */

/* The most origins that a rank serves, where node n has first[n+1] - first[n] ranks. */
int64_t ali_am_most_origins(const int *first, int nodes, bool has_one_server);
/* Batches that each of so many origins of a server may have unacknowledged. */
int64_t ali_am_credit(int64_t origins);
/* Ask a server to acknowledge everything sent so far; ali_am_can_request. unfinished, handle: who
 * waits for that (ali_am_attach); NULL: nobody. */
int ali_am_request_ack(am_peer_t *server, int *unfinished, al_handle_t *handle);
/* Is there send credit for a server? Asks for an acknowledgement when half of it is used, to arrive
 * before it all is. AM_WOULD_BLOCK: no. */
int ali_am_check_credit(am_peer_t *server);
/* Wait until there is. */
int ali_am_wait_for_credit(am_peer_t *server);

/* ---- fences (al_am_fence.c) ------------------------------------------------------------------ */

/* Forget the servers that have done all that was written by them. */
void ali_am_prune_unfenced(void);
/* al_engine_t.fence, fence_all */
int ali_am_fence(const int *ranks, int count);
int ali_am_fence_all(void);

/* ---- the helper thread (al_am_thread.c) ------------------------------------------------------ */

int ali_am_thread_start(void);

/* ---- the origin: what all requests share, elements, atomics (al_am_origin.c) ----------------- */

size_t ali_am_record_bytes(const al_shape_t *shape, const al_update_t *update);
/* Write the shape and the factor after the header; returns where the data goes. */
char *ali_am_write_shape(am_record_t *record, const al_shape_t *shape, const al_update_t *update);
/* A request is a part of the handle if that takes one more, else it counts as unfinished. */
void ali_am_attach(am_pending_t *pending, int *unfinished, al_handle_t *handle);
/* The request was not made: nobody waits for it, and it returns its resources. Returns status. */
int ali_am_detach(int status, const am_pending_t *pending);
/* Append a record that has a reply and post the receive of the reply. The caller fills the
 * record in and then sends the batch. Needs ali_am_can_request. */
int ali_am_send_request(am_peer_t *server, enum am_kind kind, size_t record_length, char *into,
                        size_t bytes, am_pending_t *pending, am_record_t **record);

/* ---- small nonblocking gets (al_am_list.c) --------------------------------------------------- */

int ali_am_suits_list(const am_transfer_t *transfer);
/* Add a get to the list for its server; AM_WOULD_BLOCK: there is no memory, or no handle. */
int ali_am_list_get(const am_transfer_t *transfer);
/* The batch that the list is in goes out: receive the reply. */
int ali_am_list_close(am_peer_t *server);
/* Forget a list that was not sent. */
void ali_am_list_free(am_peer_t *peer);

/* ---- put, get and accumulate (al_am_transfer.c) ---------------------------------------------- */

/* Send what the send credit allows of the transfers in queues. */
int ali_am_issue_queued(void);
void ali_am_queues_free(void);

/* al_engine_t.fence_nb */
int ali_am_fence_nb(const int *ranks, int count, al_handle_t *handle);
int ali_am_put(al_place_t place, const char *buf, const al_shape_t *shape, al_handle_t *handle);
int ali_am_get(al_place_t place, char *buf, const al_shape_t *shape, al_handle_t *handle);

#endif
