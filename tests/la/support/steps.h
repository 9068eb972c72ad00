/* A program of random calls of linear algebra. A case has rows, one for each call or kind of call;
 * each row is run for each type in some rounds, and each of these is a step. What a step draws
 * depends on the seed and on its own number only, so that it comes again alone:
 *
 *     LA_SEED=7 LA_STEP=41 tools/launch -n 4 test_la gemm_steps
 *
 * LA_SEED alone runs the whole program with another seed. A failure names the call, the seed and
 * the step. */
#ifndef TESTS_LA_STEPS_H
#define TESTS_LA_STEPS_H

#include "model/dense.h"

/* The group is the world, all ranks in another order, or half of them, at the same time as the
 * other half. Its ranks draw the same numbers. */
typedef struct step {
    ashlar_type type;
    int round; /* from 0 on, of the row and the type: to take all letters in turn */
    ga_group_t group;
    rng_t rng;
    int grid[2]; /* a process grid that fits the group, and its tiles */
    int64_t tile;
    int64_t most; /* the largest extent that is drawn */
    int kind;     /* a ga_kind for the next array, unless it is none */
} step_t;

typedef struct step_row {
    const char *call;
    void (*run)(step_t *s);
    int rounds;
} step_row_t;

/* All steps of the rows. After each, what the model made is freed. */
void run_rows(const step_row_t *rows, size_t count);
#define RUN_ROWS(rows) run_rows(rows, sizeof rows / sizeof rows[0])

/* True once in so many times. */
bool step_once_in(step_t *s, int64_t times);
/* An extent, mostly small. */
int64_t step_extent(step_t *s);
/* 0, 1, or another number of the type; real when asked for. */
dense_value_t step_number(step_t *s, bool real);
dense_t step_random(step_t *s, int64_t m, int64_t n);
/* An array on the group, distributed as it is drawn: often as ScaLAPACK wants it. */
ga_t step_create(step_t *s, int64_t m, int64_t n);
ga_t step_from(step_t *s, const dense_t *x);
/* The same, with NaN above the diagonal. */
ga_t step_from_lower(step_t *s, const dense_t *x);

/* How many ranks a process grid may have: all, one without ScaLAPACK, no more than cores over
 * MPICH. */
int grid_ranks(void);

#endif
