/* The long random test: one sequence of operations, drawn alike by all ranks, applied to global
 * arrays and to serial models of them that every rank of an array's group keeps.
 *
 * The values that an array must hold are known at every moment although the ranks run freely: each
 * array is in a phase, and an operation that would not commute with what is under way in that phase
 * is preceded by a sync. Within a phase operations commute (sums, one kind of combination, reads)
 * or are those of one rank, whose calls to an owner are ordered.
 *
 * Every rank knows which groups, arrays, sets of mutexes and record types there are. An operation
 * on an array is run by the ranks of its group only; the others go on to the next one. The copies
 * of a mirrored array are operated on by each node by itself. So each step has random numbers of
 * its own, made from the seed and the number of the step.
 *
 * Values are small integers in every type, so that all results are exact; `bound` limits them, and
 * an array that would outgrow it is filled anew.
 */
#ifndef TESTS_STRESS_H
#define TESTS_STRESS_H

#include <ashlar/al.h>
#include <ashlar/ga.h>

#include "model/view.h"

enum { LARGEST = 1 << 22 }; /* floats hold integers up to 2^24 exactly */
enum { ARRAYS = 8, GROUPS = 5, SETS = 4, RECORDS = 4, PENDING = 16, VALUES = 9, MOST_RANKS = 128 };

/* A process group; the first is the world. */
typedef struct group {
    ga_group_t g;          /* on its members */
    int n, me;             /* 0 ranks: a free slot; my rank, -1: not a member */
    int ranks[MOST_RANKS]; /* of the world */
} group_t;

/* Operations that may be under way on an array since the last sync. */
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

/* All ranks know the whole group and the model's type and extents; the rest is kept by the group's.
 * Each rank keeps the part of a mirrored array that belongs to the copy of its node, on which other
 * values are drawn than on other nodes. */
typedef struct array {
    const group_t *group; /* NULL: a free slot; of a mirrored array: its part on my node */
    const group_t *whole; /* all ranks that create and destroy it */
    bool is_mirrored;
    ga_t g;
    const char *name;
    model_t model;
    phase_t phase;
    double bound; /* no part of an element is larger */
} array_t;

/* A nonblocking transfer of this rank. */
typedef struct pending {
    array_t *array;
    bool is_get;
    ga_handle_t handle;
    buffer_t buffer;
} pending_t;

typedef struct set {
    const group_t *group; /* NULL: a free slot */
    ga_mutexes_t mutexes;
    int64_t n;
} set_t;

/* A record type; 0 bytes: a free slot. */
typedef struct record {
    ga_type type;
    size_t bytes;
} record_t;

typedef struct stress {
    rng_t rng; /* of this step, the same on all ranks */
    rng_t own; /* this rank's */
    int64_t step;
    const char *operation;
    group_t groups[GROUPS];
    group_t parts[GROUPS]; /* their ranks on my node, where mirrored arrays have been made */
    array_t arrays[ARRAYS];
    int count; /* of arrays */
    set_t sets[SETS];
    record_t records[RECORDS];
    pending_t pending[PENDING];
    int pending_count;
} stress_t;

/* The one state. */
extern stress_t stress;

/* End the job with what is wrong and how to replay it. */
void stress_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
void stress_ok(int status);
/* The call must have returned this status. */
void stress_status(int expected, int status);

/* ---- state.c: draws, phases, what is pending ------------------------------------------------- */

/* A number of first..last, the same on all ranks; and this rank's choice. */
int64_t draw(int64_t first, int64_t last);
int64_t draw_own(int64_t first, int64_t last);
/* The world rank of a rank of the array's group. */
int draw_member(const array_t *array);
scalar_t draw_alpha(ashlar_type type);
array_t *draw_array(void);
/* An array, other than not, of group, type and extents alike; NULL when there is none. */
array_t *draw_alike(const array_t *like, const array_t *other_than);
/* Values -VALUES..VALUES for a patch, and a patch. */
buffer_t draw_buffer(const array_t *array, const patch_t *patch);
patch_t draw_patch(const array_t *array);
/* A patch of these extents, anywhere in the array. */
patch_t draw_place(const array_t *array, const patch_t *like);

static inline bool is_member(const group_t *group)
{
    return group->me >= 0;
}

/* Whether all ranks of a group are in another one. */
bool group_is_within(const group_t *group, const group_t *other);
/* The ranks that a group has on the node with the fewest. */
int fewest_ranks(const group_t *group);
/* Whether the array's ranks are on several nodes. */
bool spans_nodes(const array_t *array);
/* Whether it is mirrored over several nodes. */
bool has_copies(const array_t *array);

/* Bring an array into a phase, by a sync of its group where it is in another one. */
void enter(array_t *array, phase_kind kind, int who);
/* Make room for growth of the values: they must stay below what all types hold exactly. */
void grow(array_t *array, double factor, double summand);
/* Complete what is pending, then sync the group: all arrays within it are idle. */
void sync_group(const group_t *group);
/* The same around a collective operation, which synchronises the group itself. */
void complete_group(const group_t *group);
void all_idle(const group_t *group);
/* A place for a transfer that this rank starts; when there are too many, all are completed. */
pending_t *pending_entry(array_t *array, bool is_get, buffer_t buffer);

/* Compare the whole array with its model; a patch; an element. */
void check_array(array_t *array);
void check_buffer(const array_t *array, const buffer_t *buffer, const int64_t *step);
void check_element(const array_t *array, const int64_t *index, scalar_t found);

/* ---- stops.c: before MPI starts, and after it has ended ---------------------------------------
 */

void stops_begin(uint64_t seed);
void stops_end(void);

/* ---- groups.c, life.c: what comes and goes; called by all ranks -------------------------------
 */

/* Take in a group, after comparing it with what the library says; the world; draw one. */
void install_group(group_t *group);
void start_world(void);
group_t *draw_group(void);

/* Take in the world, and make some of everything. */
void start(void);
void create_array(void);
void destroy_array(array_t *array);
void destroy_all_arrays(void);
/* Create what a random slot has not, or destroy what it has. */
void change_group(void);
void change_set(void);
void change_record(void);
/* Stop the library and start it again, all arrays gone. */
void restart(void);

/* ---- calls.c: the 2-D or the N-dimensional form of a call, as this rank chooses -------------- */

int call_put(const array_t *a, const buffer_t *b);
int call_get(const array_t *a, const buffer_t *b);
int call_acc(const array_t *a, const buffer_t *b, const element_t *alpha);
int call_acc_op(const array_t *a, const buffer_t *b, ashlar_op op);
int call_put_nb(const array_t *a, const buffer_t *b, ga_handle_t *handle);
int call_get_nb(const array_t *a, const buffer_t *b, ga_handle_t *handle);
int call_acc_nb(const array_t *a, const buffer_t *b, const element_t *alpha, ga_handle_t *handle);
int call_gather(const array_t *a, int64_t n, const int64_t *index, void *values);
int call_scatter(const array_t *a, int64_t n, const int64_t *index, const void *values);
int call_scatter_acc(const array_t *a, int64_t n, const int64_t *index, const void *values,
                     const element_t *alpha);
int call_read_inc(const array_t *a, const int64_t *index, int64_t inc, int64_t *old);
int call_swap(const array_t *a, const int64_t *index, int64_t value, int64_t *old);
int call_compare_swap(const array_t *a, const int64_t *index, int64_t expected, int64_t value,
                      int64_t *old);
int call_access(const array_t *a, const patch_t *patch, void **ptr, int64_t *ld);
int call_distribution(const array_t *a, int rank, patch_t *patch);
int call_locate(const array_t *a, const int64_t *index, int *rank);
int call_locate_region(const array_t *a, const patch_t *patch, int64_t max, ga_piece_t *pieces,
                       int64_t *n);
/* ---- places.c: whose blocks are where -------------------------------------------------------- */

bool is_on_my_node(const array_t *array, int rank);
/* How many blocks a rank owns; the calls for its only one refuse if it has several. */
int64_t owned(const array_t *array, int rank);
/* The bounds of a rank's k-th block. */
patch_t block_patch(const array_t *array, int rank, int64_t k);

/* Room for the longest list of elements. */
enum { LIST = 60 };

/* ---- the operations: each is called by the ranks of the array's group ------------------------ */

/* Types that an operation takes; on others do_refused() runs instead. */
typedef enum needs { ANYTHING, NUMBERS, INTEGERS } needs_t;

void do_refused(array_t *array);

/* X(function, weight, needs) */
#define STRESS_ONESIDED(X)                                                                         \
    X(do_put, 12, ANYTHING)                                                                        \
    X(do_get, 12, ANYTHING)                                                                        \
    X(do_acc, 16, NUMBERS)                                                                         \
    X(do_acc_op, 8, NUMBERS)                                                                       \
    X(do_strided, 8, ANYTHING)                                                                     \
    X(do_periodic, 8, ANYTHING)                                                                    \
    X(do_nonblocking, 12, ANYTHING)                                                                \
    X(do_threads, 6, NUMBERS)
#define STRESS_ELEMENTS(X)                                                                         \
    X(do_gather, 6, ANYTHING)                                                                      \
    X(do_scatter, 5, ANYTHING)                                                                     \
    X(do_scatter_acc, 6, NUMBERS)                                                                  \
    X(do_swaps, 6, INTEGERS)                                                                       \
    X(do_tickets, 3, INTEGERS)                                                                     \
    X(do_all_swap, 3, INTEGERS)                                                                    \
    X(do_all_compare_swap, 3, INTEGERS)                                                            \
    X(do_guarded, 4, NUMBERS)
#define STRESS_PLACES(X)                                                                           \
    X(do_in_place, 4, ANYTHING)                                                                    \
    X(do_look, 3, ANYTHING)                                                                        \
    X(do_inquire, 3, ANYTHING)                                                                     \
    X(do_notify, 2, ANYTHING)                                                                      \
    X(do_tasks, 2, ANYTHING)                                                                       \
    X(do_stats, 2, ANYTHING)
#define STRESS_COLLECTIVE(X)                                                                       \
    X(do_sync, 4, ANYTHING)                                                                        \
    X(do_fill, 2, ANYTHING)                                                                        \
    X(do_scale, 2, NUMBERS)                                                                        \
    X(do_add, 2, NUMBERS)                                                                          \
    X(do_copy, 2, ANYTHING)                                                                        \
    X(do_dot, 2, NUMBERS)                                                                          \
    X(do_transpose, 2, ANYTHING)                                                                   \
    X(do_symmetrize, 2, NUMBERS)                                                                   \
    X(do_ghosts, 6, ANYTHING)                                                                      \
    X(do_mirror, 8, ANYTHING)                                                                      \
    X(do_bundle, 4, ANYTHING)                                                                      \
    X(do_print, 1, ANYTHING)                                                                       \
    X(do_broadcast, 2, ANYTHING)                                                                   \
    X(do_allreduce, 3, ANYTHING)
#define STRESS_OPERATIONS(X)                                                                       \
    STRESS_ONESIDED(X) STRESS_ELEMENTS(X) STRESS_PLACES(X) STRESS_COLLECTIVE(X)

#define STRESS_DECLARE(function, weight, needs) void function(array_t *array);
STRESS_OPERATIONS(STRESS_DECLARE)
#undef STRESS_DECLARE

#endif
