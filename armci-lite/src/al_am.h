/* The active-message engine, inside: what its two sides share.
 *
 * A message is a batch of records; a record asks the server of a rank for one thing. Small puts and
 * accumulates travel in the record. Larger ones are cut into fragments whose data follows as an MPI
 * message of its own, received straight into the arena when it is contiguous there. Answers go
 * straight to the caller's buffer when it is contiguous.
 *
 * Order. MPI delivers batches of one origin in order, and the server serves their records in order;
 * while data of an origin is still on its way, its later records wait, except further fragments of
 * the same transfer. So whatever an origin asked for is done in the order it asked.
 *
 * Bounds. An origin has at most AM_UNACKED batches not acknowledged by a server and AM_WINDOW
 * fragments under way; it waits, serving others, for more. Serving never waits: answers are sent
 * from buffers that grow on demand, which the origins' bounds limit. */
#ifndef AL_AM_H
#define AL_AM_H

#include <mpi.h>
#include <pthread.h>

#include "armci-lite/src/al_internal.h"

enum {
    AM_BATCH = 16384,     /* bytes of a batch */
    AM_INLINE = 8192,     /* most data in a record; more goes as fragments */
    AM_FRAGMENT = 131072, /* of a strided transfer */
    AM_RECEIVES = 32,     /* posted for batches */
    AM_UNACKED = 32,      /* batches per server before the origin waits for an acknowledgement */
    AM_WINDOW = 8,        /* fragments of one transfer under way */
    AM_TAG_BATCH = 1,
    AM_TAG_DATA = 8192,    /* + number: data of a fragment */
    AM_TAG_ANSWER = 16384, /* + number: an answer */
    AM_NUMBERS = 8192
};

/* The data of the largest contiguous fragment: counts of MPI are int. */
static const size_t am_contiguous_most = (size_t)1 << 30;

enum am_kind { AM_PUT, AM_ACC, AM_GET, AM_GET_VECTOR, AM_RMW, AM_ACK };

enum { AM_HAS_ALPHA = 1, AM_DATA_FOLLOWS = 2, AM_CONTINUES = 4 };

/* What a server is asked for. After it come, as far as they apply: counts and strides of the shape,
 * alpha, and the data (put, acc), the offsets (get_vector), or value and expected (rmw). */
typedef struct am_record {
    uint8_t kind, flags, type, op;
    uint16_t number; /* chooses the tag of data or answer */
    uint16_t levels;
    uint32_t length; /* of the record with all that belongs to it; a multiple of 8 */
    uint32_t count;  /* offsets of a get_vector */
    uint64_t offset; /* in the arena */
    uint64_t bytes;  /* moved; of a get_vector: per run */
} am_record_t;

/* What to do when an MPI request completes. */
typedef struct am_pending {
    void (*done)(struct am_pending *pending);
    int *open;          /* counts down for whoever waits; may be NULL */
    al_handle_t handle; /* 0: none */
    int number;         /* to be given back; -1: none */
    int origin;         /* of data received by a server */
    char *buffer;       /* to be freed, or data to be unpacked first */
    size_t bytes;
    char *to; /* where unpacked data goes */
    al_shape_t shape;
    al_update_t update; /* accumulate instead of copy when type is a type */
    char alpha[16];
} am_pending_t;

/* A batch, or the rest of one, that waits for data of its origin. */
typedef struct am_deferred {
    struct am_deferred *next;
    size_t bytes;
    char batch[];
} am_deferred_t;

/* What this rank knows of another: as origin of requests to it, and as its server. */
typedef struct am_peer {
    char *batch; /* being filled; NULL: none */
    size_t used;
    unsigned sent, acked; /* batches since the start */
    unsigned asked;       /* the last batch an acknowledgement was asked for */
    int unfenced;  /* a put or accumulate was sent since the last acknowledgement asked for */
    int data_open; /* data of the peer on its way to me */
    am_deferred_t *first_deferred, *last_deferred;
    int in_dirty; /* is in the list of peers with a batch or something to fence */
} am_peer_t;

typedef struct am_state {
    int up;
    MPI_Comm comm;
    pthread_mutex_t lock; /* one thread at a time inside the engine */
    am_peer_t *peers;     /* [world size] */
    int *dirty,
        dirty_count; /* peers to which something was sent since their last acknowledgement */
    MPI_Request receive[AM_RECEIVES];
    char *receive_buffer[AM_RECEIVES];
    int head;                        /* the receive that completes next */
    MPI_Request *requests;           /* [room], those of pending */
    am_pending_t **pending, **ready; /* ready: room for those found complete */
    int *indices;
    int pending_count, pending_room;
    int16_t free_numbers[AM_NUMBERS];
    int free_count;
    char *spare[64]; /* batch buffers for reuse */
    int spare_count;
    MPI_Status *ignore;  /* MPI_STATUSES_IGNORE: as a constant it alarms gcc's checks of MPICH */
    int failed;          /* first error inside a handler: reported by the next call */
    int progress_thread; /* ASHLAR_PROGRESS=thread: first ranks of the nodes serve */
    int thread_runs;     /* here */
    pthread_t thread;
    _Atomic int stop_thread;
} am_state_t;

extern am_state_t ali_am;

/* Put an MPI request and what follows it under way. Takes ownership of pending's malloc'd parts. */
int ali_am_watch(MPI_Request request, const am_pending_t *pending);

/* Serve the records of a batch of an origin. */
int ali_am_serve(int origin, const char *batch, size_t bytes);
/* Data of an origin has arrived: serve what waited for it. */
int ali_am_resume(int origin);

/* ---- for the asking side (al_am.c): all between enter and leave ------------------------------ */

/* Enter the engine; an error of a handler is reported here, and the engine is not entered. */
int ali_am_enter(void);
/* Leave it; returns status, or 0 when it is positive. */
int ali_am_leave(int status);
/* Who serves a place: its rank, or the rank of its node that has the helper thread. */
int ali_am_server_of(const al_place_t *place);
/* A number for data or an answer; waits for one. */
int ali_am_take_number(int *number);
/* Room for a record at the end of the batch to a rank; nothing else may happen before it is filled.
 */
int ali_am_append(int rank, size_t bytes, am_record_t **record);
int ali_am_send_batch(int rank);
/* Keep the batches that a server has not acknowledged within bounds. */
int ali_am_throttle(int rank);
/* Wait until at most `most` of what counts in *open is left. */
int ali_am_wait_for(const int *open, int most);

/* ---- the asking side (al_am_ask.c) ----------------------------------------------------------- */

int ali_am_put(al_place_t place, const char *buf, const al_shape_t *shape, al_handle_t *handle);
int ali_am_get(al_place_t place, char *buf, const al_shape_t *shape, al_handle_t *handle);
int ali_am_acc(al_place_t place, const al_update_t *update, const char *buf,
               const al_shape_t *shape, al_handle_t *handle);
int ali_am_rmw(al_place_t place, al_rmw_t what, ashlar_type type, int64_t value, int64_t expected,
               int64_t *old);
int ali_am_get_vector(al_place_t place, size_t n, const size_t *offsets, void *const *bufs,
                      size_t bytes);

char *ali_am_take_buffer(void);
void ali_am_return_buffer(char *buffer);

static inline size_t ali_am_round(size_t bytes)
{
    return (bytes + 7) & ~(size_t)7;
}

#endif
