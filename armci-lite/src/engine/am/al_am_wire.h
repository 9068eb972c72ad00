/* The wire format of the active-message engine: what a batch and its records look like, and the
 * tags of messages. */
#ifndef AL_AM_WIRE_H
#define AL_AM_WIRE_H

#include <stdint.h>

enum {
    AM_BATCH = 16384,     /* bytes of a batch */
    AM_INLINE = 8192,     /* most data in a record; more goes as fragments */
    AM_FRAGMENT = 262144, /* of a transfer; longer messages are slower when both sides send */
    AM_TAG_BATCH = 1,
    AM_TAG_DATA = 8192,   /* + tag: data of a fragment */
    AM_TAG_REPLY = 16384, /* + tag: a reply */
    AM_TAGS = 8192        /* for data and replies on their way */
};

enum am_kind {
    AM_PUT,
    AM_ACC,
    AM_GET,
    AM_PUT_ELEMENTS,
    AM_ACC_ELEMENTS,
    AM_GET_ELEMENTS,
    AM_GET_LIST,
    AM_RMW,
    AM_ACK,
    AM_BARRIER
};

enum { AM_HAS_ALPHA = 1, AM_DATA_FOLLOWS = 2, AM_CONTINUES = 4, AM_QUIET = 8 };

/* The header of a batch. */
typedef struct am_batch {
    int32_t origin;
    uint32_t bytes;      /* with this header */
    uint64_t sync_epoch; /* of its origin: al_am_barrier.c */
} am_batch_t;

/* The header of a request. After it come, where they apply: counts and strides of the shape, alpha,
 * offsets (elements), data (put, acc), value and expected (rmw). */
typedef struct am_record {
    uint8_t kind, flags, type, op;
    uint16_t tag; /* of its data or reply, less AM_TAG_DATA or AM_TAG_REPLY */
    uint16_t levels;
    uint32_t length; /* of the whole record; a multiple of 8 */
    uint32_t count;  /* elements, runs */
    uint64_t offset; /* in the arena */
    uint64_t bytes;  /* moved; elements: by each */
} am_record_t;

/* A run of a list: a place in the arena. */
typedef struct am_run {
    uint64_t offset, bytes;
} am_run_t;

#endif
