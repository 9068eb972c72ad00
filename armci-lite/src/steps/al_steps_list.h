/* The parts of a list of steps: for al_steps_make.c, which makes it, and al_steps_run.c. */
#ifndef AL_STEPS_LIST_H
#define AL_STEPS_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <mpi.h>

#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/steps/al_pair.h"
#include "armci-lite/src/steps/al_steps.h"

/* Tags of messages: that of a call of a pair is AL_STEPS_TAG + its number modulo AL_STEPS_TAGS. MPI
 * allows tags up to 32767 everywhere. */
enum { AL_STEPS_TAG = 8192, AL_STEPS_TAGS = 16384 };

typedef enum al_step_kind {
    AL_STEP_SIGNAL,
    AL_STEP_AWAIT,
    AL_STEP_SEND,
    AL_STEP_RECEIVE,
    AL_STEP_JOIN, /* this and what follows have no rank */
    AL_STEP_WORK,
    AL_STEP_TURNS
} al_step_kind_t;

typedef struct al_step {
    al_step_kind_t kind;
    int rank;
    union {
        struct {
            al_way_t *way;
            uint32_t value;
        } count;
        struct {
            void *data;
            int bytes, tag, number;
        } message;
        struct {
            int first, end;
        } join;
        struct {
            al_work_t *call;
            void *context;
            int64_t a, b;
        } work;
        struct {
            al_turn_t *call;
            void *context;
        } turns;
    };
} al_step_t;

typedef struct al_chunk {
    struct al_chunk *next;
    size_t bytes, used;
    _Alignas(max_align_t) char data[];
} al_chunk_t;

struct al_steps {
    const char *call;
    uint64_t number;
    al_step_t *step;
    int count, room, next_step;
    MPI_Request *request; /* [messages] when it runs */
    int messages, request_room;
    int status;         /* of what has failed so far */
    al_handle_t handle; /* 0: it is run by its caller */
    al_chunk_t *memory; /* newest first */
    al_steps_t *next;
    al_steps_t *next_of_all;
    char message[256]; /* that of the failure, which may be another thread's */
};

extern MPI_Status *ali_steps_no_statuses;

/* Make room for the requests. Has nothing failed? */
bool ali_steps_have_room(al_steps_t *steps);
/* The list is over, and nothing of MPI's is under way in its memory: keep it for the next list of
 * this thread; of any thread. */
void ali_steps_recycle(al_steps_t *steps);
void ali_steps_spare(al_steps_t *steps);
/* Does it take so little memory that it may be kept? */
bool ali_steps_is_small(const al_steps_t *steps);
/* A list that has not begun does not come. */
void ali_steps_undo(al_steps_t *steps);
void ali_steps_free_all(void);

#endif
