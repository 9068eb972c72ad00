/* Fortran's coarrays over coarray.h and al.h: declarations that the files of this folder share.
 *
 * An image is a rank; a team is a group with what its images need to wait for each other and to
 * notice who has ended. Images count from 1 in interface.h, from 0 everywhere else. */
#ifndef CAF_H
#define CAF_H

#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#include <ashlar/al_memory.h>
#include <ashlar/coarray.h>

#include "interface.h"

/* ---- errors ---------------------------------------------------------------------------------- */

/* The stat= and errmsg= of a statement. */
typedef struct caf_report {
    int *stat; /* NULL: an error ends the program */
    char *errmsg;
    size_t length;
} caf_report_t;

void caf_succeed(const caf_report_t *report);
/* code: 1 stands for anything that has no number of its own. */
void caf_fail(const caf_report_t *report, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The status of a call of the library: success, or its message. */
void caf_finish(const caf_report_t *report, int status);
/* For calls that have no stat= in Fortran. */
void caf_check(int status);
void caf_stop(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
/* End all images. */
void caf_abort(int code) __attribute__((noreturn));
/* The number of this image in the initial team; 0 before it has started. */
int caf_my_number(void);

/* ---- images and teams ------------------------------------------------------------------------ */

enum { CAF_STOPPED = 1, CAF_FAILED = 2 };

struct caf_team {
    ga_group_t group;
    al_group_t *ranks_group; /* the same, of al.h: what segments are made on */
    int number;              /* -1: the initial team */
    int me, size;
    co_barrier_t *barrier;
    int64_t phase; /* of the barrier: the barriers that this image has completed */
    /* The first image of each node has counters that its images read: how many images have ended,
     * and for each image CAF_END of the phase from which it only takes part in barriers. */
    al_segment_t *ended;
    const long long *ended_here; /* at CAF_ENDED_COUNT, CAF_ENDED_IMAGES + image */
    int is_notified;             /* this image, ended, has notified the next phase */
    caf_team_t *parent, *next;   /* next: made before it */
};

enum { CAF_ENDED_COUNT = 0, CAF_ENDED_IMAGES = 1 };
/* A phase of a barrier and how an image ended, CAF_STOPPED or CAF_FAILED, in one number. */
#define CAF_END(phase, how)  ((phase)*4 + (how))
#define CAF_END_PHASE(ended) ((ended) / 4)
#define CAF_END_HOW(ended)   ((int)((ended) % 4))

extern struct caf_state {
    caf_team_t *initial, *current;
    caf_team_t *teams;         /* all, the last first */
    co_array_t *team_requests; /* at each image: the team number and index it asks for */
    co_barrier_t *ends;        /* its one phase: images are at their end */
    al_segment_t *notices;     /* of sync images, over several nodes (sync.c); else NULL */
    const long long *notices_here;
    const char *arena; /* all memory of the library on this node */
    size_t arena_bytes;
    int64_t execution_segment; /* that runs between two image control statements: 1, 2, ... */
    int is_started, owns_mpi;
    int allocation_failed; /* with stat=: the implicit sync all that follows must not end the
                              program */
} caf;

/* Another image may have changed what it keeps for this one to read. */
static inline void caf_begin_execution_segment(void)
{
    ++caf.execution_segment;
}

void caf_start(void); /* if it has not */
/* Zeros. If there is no memory, the program ends. */
void *caf_take_zeroed(size_t bytes);

static inline int caf_world_rank(const caf_team_t *team, int image)
{
    return team == caf.initial ? image : al_group_world_rank(team->ranks_group, image);
}

/* A counter that others add to by signals: what the signaller did before is seen. */
static inline long long caf_read_counter(const long long *counter)
{
    return atomic_load_explicit((const _Atomic long long *)counter, memory_order_acquire);
}

/* The initial team, and one of n ranks of the world. Collective over them. */
void caf_team_start(void);
/* How an image of a team has ended; 0: it has not. */
int caf_ended(const caf_team_t *team, int image);
/* CAF_STAT_... for it; 0 */
int caf_ended_stat(int how);
/* How the images have ended that were not present in the phase that has just ended: failed only if
 * nobody has stopped. */
int caf_ended_in_phase(const caf_team_t *team);
/* Complete all accesses; a barrier of the images of a team. @return 0, or CAF_STAT_... if one has
 * ended */
int caf_barrier(caf_team_t *team);
/* Make what sync images counts. Collective over the initial team. */
void caf_notices_start(void);
/* Publish that this image has ended; serve until all have; then stop the library and MPI. */
void caf_end(int how);
/* Yield the core, or sleep for a moment, between two polls. */
void caf_rest(unsigned *steps);
/* A step of a wait: serve others, and leave the core to them after some time. */
void caf_wait_step(unsigned *steps);
/* The same for 50 ms. @return 0: they are over. Initialise with {0} */
typedef struct {
    struct timespec start;
    unsigned steps;
} caf_deadline_t;
int caf_wait_until(caf_deadline_t *deadline);

/* ---- coarrays -------------------------------------------------------------------------------- */

typedef enum caf_what { CAF_DATA, CAF_LOCKS, CAF_EVENTS, CAF_COMPONENT } caf_what;

struct caf_token {
    caf_what what;
    caf_team_t *team; /* that has it */
    char *base;       /* here */
    size_t bytes;
    al_segment_t *segment; /* CAF_DATA */
    co_locks_t *locks;
    int is_critical;
    co_array_t *events;
    /* Bounds, the same on all images, of an allocatable array: where gfortran keeps them, and once
     * read a copy, since a descriptor may be another's later. */
    const caf_descriptor_t *array;
    caf_descriptor_t *bounds;
};

/* The rank of an image of the current team in the team that has the coarray; -1: not in it. */
int caf_rank_in(const caf_team_t *team, int image);

static inline int caf_rank(const caf_token_t *token, int image)
{
    const caf_team_t *team = token->team;
    if (__builtin_expect(team == caf.current && (unsigned)(image - 1) < (unsigned)team->size, 1))
        return image - 1;
    return caf_rank_in(team, image);
}

/* The same for a statement; -1: an error has been reported. */
int caf_find_rank(const caf_token_t *token, int image, const caf_report_t *report);
const caf_descriptor_t *caf_bounds(caf_token_t *token);

/* ---- sections -------------------------------------------------------------------------------- */

/* Elements somewhere, in the order of arrays. */
typedef struct caf_section {
    al_segment_t *segment; /* and where in it; NULL: here only */
    int rank;
    size_t offset; /* of the first element, unless strides are negative, and vectors */
    char *here;    /* the same place, if it can be addressed */
    int type, kind;
    size_t length; /* of an element, in bytes */
    int ndim;
    int64_t n;
    struct {
        int64_t n;
        ptrdiff_t stride;   /* in bytes */
        const void *vector; /* NULL, or n indices, of so many bytes each, that count from `lower` */
        int kind;
        ptrdiff_t lower;
    } dim[CAF_MAX_RANK];
} caf_section_t;

/* An array of this image. */
void caf_section_here(caf_section_t *section, const caf_descriptor_t *array, int kind);
/* The dimensions of a descriptor, vector subscripts included if there are some. */
void caf_section_shape(caf_section_t *section, const caf_descriptor_t *array,
                       const caf_vector_t *vector);
/* Where a coarray of a rank lies, at an offset. */
void caf_section_place(caf_section_t *section, al_segment_t *segment, int rank, size_t offset);
/* Copy; from one element to many, or as many as there are. may_overlap: see whether they do. */
int caf_copy(const caf_section_t *from, const caf_section_t *to, bool may_overlap);

/* Copy with the checks of an assignment, and report how it went. */
void caf_assign(const caf_section_t *from, const caf_section_t *to, bool may_overlap,
                const caf_report_t *report);

/* ---- conversion ------------------------------------------------------------------------------ */

/* Elements of the same bytes? */
bool caf_is_same(const caf_section_t *from, const caf_section_t *to);
/* Can one be converted to the other? */
bool caf_is_convertible(const caf_section_t *from, const caf_section_t *to);
void caf_convert(const caf_section_t *from, const char *value, const caf_section_t *to,
                 char *converted);

#endif
