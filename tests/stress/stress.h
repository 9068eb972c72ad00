/** The long random test: one sequence of operations, drawn alike by all ranks, applied to global
 * arrays and to serial models of them that every rank keeps.
 *
 * What an array must hold is known at every moment although the ranks run freely: each array is in
 * a phase, and an operation that would not commute with what is under way in that phase is preceded
 * by a sync. Within a phase operations commute (sums, one kind of combination, reads) or are those
 * of one rank, whose calls to an owner are ordered.
 *
 * Values are small integers in every type, so that all results are exact; `bound` limits them, and
 * an array that would outgrow it is filled anew.
 */
#ifndef TESTS_STRESS_H
#define TESTS_STRESS_H

#include <ashlar/al.h>
#include <ashlar/ga.h>

#include "model/view.h"

enum { ARRAYS = 6, PENDING = 16, VALUES = 9 };

/** What may be under way on an array since the last sync. */
typedef enum phase_kind {
    PHASE_IDLE,
    PHASE_READS,   /* by anybody */
    PHASE_SUMS,    /* accumulates by anybody */
    PHASE_COMBINE, /* acc_op with one operation (`who`), by anybody */
    PHASE_RANK,    /* anything blocking, by one rank (`who`) */
    PHASE_SHUT     /* nothing more */
} phase_kind;

typedef struct phase {
    phase_kind kind;
    int who;
} phase_t;

typedef struct array {
    ga_t g;
    model_t model;
    phase_t phase;
    double bound; /* no part of an element is larger */
} array_t;

/** A nonblocking transfer: of this rank when handle is used, known to all. */
typedef struct pending {
    array_t *array;
    bool is_get, is_mine;
    ga_handle_t handle;
    buffer_t buffer;
} pending_t;

typedef struct stress {
    rng_t rng; /* the same on all ranks */
    rng_t own; /* this rank's */
    int64_t step;
    const char *operation;
    array_t arrays[ARRAYS];
    int count;
    pending_t pending[PENDING];
    int pending_count;
} stress_t;

/** The one state. */
extern stress_t stress;

/** End the job with what is wrong and how to replay it. */
void stress_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
void stress_ok(int status);

/** A number of first..last, the same on all ranks. */
int64_t draw(int64_t first, int64_t last);
int draw_rank(void);
scalar_t draw_alpha(ashlar_type type);
array_t *draw_array(void);
/** An array, other than not, of type and extents alike; NULL when there is none. */
array_t *draw_alike(const array_t *like, const array_t *other_than);

/** Bring an array into a phase, by a sync where it is in another one. */
void enter(array_t *array, phase_kind kind, int who);
/** Make room for growth of the values: they shall stay below what all types hold exactly. */
void grow(array_t *array, double factor, double summand);
/** Complete what is pending, then ga_sync: all arrays are idle. */
void sync_all(void);
/** The same where a collective operation is about to synchronise. */
void settle(void);
void all_idle(void);

/** Compare the whole array with its model. */
void check_array(array_t *array);
void check_buffer(const array_t *array, const buffer_t *buffer, const int64_t *step);

/** The operations. Each is called by all ranks; the array is one of those alive. */
void create_array(void);
void destroy_array(array_t *array);
void destroy_all(void);

/** X(function, weight) */
#define STRESS_ONESIDED(X)                                                                         \
    X(do_put, 12)                                                                                  \
    X(do_get, 12)                                                                                  \
    X(do_acc, 16)                                                                                  \
    X(do_acc_op, 8)                                                                                \
    X(do_strided, 8)                                                                               \
    X(do_periodic, 8)                                                                              \
    X(do_nonblocking, 12)                                                                          \
    X(do_gather, 6)                                                                                \
    X(do_scatter, 5)                                                                               \
    X(do_scatter_acc, 6)                                                                           \
    X(do_swaps, 6)                                                                                 \
    X(do_tickets, 3)                                                                               \
    X(do_in_place, 4)                                                                              \
    X(do_notify, 2)
#define STRESS_COLLECTIVE(X)                                                                       \
    X(do_sync, 4)                                                                                  \
    X(do_fill, 2)                                                                                  \
    X(do_scale, 2)                                                                                 \
    X(do_add, 2)                                                                                   \
    X(do_copy, 2)                                                                                  \
    X(do_dot, 2)                                                                                   \
    X(do_transpose, 2)                                                                             \
    X(do_symmetrize, 2)

#define STRESS_DECLARE(function, weight) void function(array_t *array);
STRESS_ONESIDED(STRESS_DECLARE)
STRESS_COLLECTIVE(STRESS_DECLARE)
#undef STRESS_DECLARE

#endif
