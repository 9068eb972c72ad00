/* A server that is silent until it is told to serve, and a lane of its slice for each rank that
 * asks, with a copy of what must be in it. */
#ifndef TESTS_ENGINE_LANES_H
#define TESTS_ENGINE_LANES_H

#include <stdbool.h>
#include <stdint.h>

#include <ashlar/al.h>

/* In numbers; ROW is a row of a strided transfer. */
enum { ROW = 100, LARGE = 1500 * ROW, LANE = LARGE };
enum { TAG_BEGIN = 1, TAG_END, TAG_GO };

extern struct ask {
    al_segment_t *segment;
    int64_t *model;  /* [LANE] what I have asked for */
    int64_t *found;  /* [LANE] */
    int64_t *out[4]; /* of transfers that may be under way */
    int next;        /* of these */
    int server;
    size_t at; /* of my lane in the slice of the server */
    al_handle_t handle;
    int begun; /* the server is told to serve */
} ask;

/* After this, ranks serve only inside their own calls. */
void barrier_of_both(void);
/* A slice at every rank, with a lane for each other rank, all zero. */
void open_lanes(void);
void close_lanes(void);
/* Let the server serve. */
void begin(void);
/* Everything I have asked for must be in the server's memory now; if it did not serve, without its
 * help. */
void end(void);
/* The server: wait until that many ranks have said whether it must serve; true when any said so. */
bool serve_begin(int askers);
/* The server: serve until all have what they asked for, and find it in memory. */
void serve_end(int askers, bool serve);
void serve(int askers);
void check_found(void);

/* Kinds of transfers that return even while the server is silent. */
typedef enum kind {
    PUT_NB,   /* in fragments that go as they are */
    ACC_NB,   /* in fragments that the server adds */
    PUT_ROWS, /* packed */
    ACC_ROWS,
    PUT_SMALL, /* in the record */
    ACC_SMALL,
    PUT_ELEMENTS,
    ACC_ELEMENTS,
    KINDS
} kind_t;

/* All of the lane, as planes that are larger than a fragment. In memory the rows have gaps. */
extern const al_shape_t lane_rows;

/* Ask for all of the lane. */
void ask_large(kind_t kind);
/* Ask for some numbers in each of several fragments. */
void ask_small(kind_t kind);
/* Ask as the kind does. */
void ask_any(kind_t kind);

#endif
