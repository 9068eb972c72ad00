/* Reading traces: files are checked as a whole before anything is said of them, then their events
 * come in the order of time, on the clock of rank 0. */
#ifndef TRACE_READ_H
#define TRACE_READ_H

#include <stdbool.h>
#include <stdint.h>

#include "armci-lite/src/trace/al_trace_format.h"

enum { TRACE_DIMS = 7, TRACE_OPERANDS = 4, TRACE_TARGETS = 32, TRACE_ELEMENTS = 32 };

/* The kinds of calls, in the order of al_event.h. */
enum { TRACE_KINDS = 14, TRACE_COPY = 7, TRACE_WAIT = 8, TRACE_TASK = 10 };
extern const char *const trace_kind_names[TRACE_KINDS];

typedef struct trace_call {
    char name[48];
    int kind;
} trace_call_t;

/* Something with elements: an array, a coarray or a segment. */
typedef struct trace_object {
    uint64_t key;
    int kind; /* 0 array, 1 coarray, 2 segment */
    char name[AL_TRACE_NAME + 1], type[AL_TRACE_NAME + 1];
    int64_t element; /* bytes */
    int64_t ranks;
    int ndim;
    int64_t dims[TRACE_DIMS];
} trace_object_t;
extern const char *const trace_object_kinds[3];

/* A thread of a rank. */
typedef struct trace_lane {
    int rank, thread, node;
    const char *host;
} trace_lane_t;

typedef struct trace_operand {
    int object; /* -1: none */
    int ndim;   /* 0: no patch */
    int64_t lo[TRACE_DIMS], hi[TRACE_DIMS];
} trace_operand_t;

/* An event; times are in nanoseconds since the trace began. */
typedef struct trace_event {
    int lane;
    int call; /* -1: a mark */
    int kind;
    int64_t begin, duration, waited;
    int waited_for; /* a rank, or -1 my node, -2 other nodes, -3 anybody */
    int status;
    int64_t own, node, remote; /* bytes by where the elements are */
    int targets, target[TRACE_TARGETS];
    int of_call; /* a wait: the call that began the transfer, on the operand `of`; -1 */
    trace_operand_t of;
    int64_t number;            /* of a lock; -1 */
    int64_t first_task, tasks; /* -1 */
    int64_t listed;            /* elements of a list; -1: there is none */
    int shown, list_ndim;      /* how many of them are known */
    int64_t element[TRACE_ELEMENTS][TRACE_DIMS];
    int operands;
    trace_operand_t operand[TRACE_OPERANDS];
    char mark[AL_TRACE_NAME + 1];
} trace_event_t;

typedef struct trace {
    int ranks, nodes; /* of the run */
    char program[AL_TRACE_NAME + 1];
    int64_t date; /* nanoseconds since 1970 */
    int calls;
    trace_call_t *call;
    int objects;
    trace_object_t *object;
    int lanes;
    trace_lane_t *lane;
    int files;
    char *has_rank;      /* [ranks] */
    int64_t events;      /* that are there */
    int64_t end;         /* nanoseconds: of the last event */
    int64_t least_begin; /* on rank 0's clock */
    int notes;           /* sentences about what is not whole */
    char **note;
    struct trace_file *file;
    struct trace_stream *stream; /* [lanes] */
    int *heap, heap_size;
    bool is_top_taken;  /* the event of the first lane in the heap has been given out */
    int *places, rooms; /* objects by their keys */
} trace_t;

/* Say why in a line on stderr, and exit with 1. */
void trace_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Open the trace that lies in some folders. */
trace_t *trace_open(int folders, char **folder);
/* Begin with its first event. */
void trace_rewind(trace_t *trace);
/* The next event, which is there until the one after it is asked for; NULL: there is none. */
const trace_event_t *trace_next(trace_t *trace);

static inline int64_t trace_bytes(const trace_event_t *event)
{
    return event->own + event->node + event->remote;
}

/* Memory, or the end. */
void *trace_memory(void *old, size_t bytes);

#endif
