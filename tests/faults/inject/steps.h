/* The layers as sequences of steps in which something may fail.
 *
 * A step returns the status of the first call that fails. Collective calls are in steps of their
 * own, `together`, which fail on all ranks or on none. Called again after a failure a step does
 * what it should have done: it writes before it adds, and creates only what is not there. It checks
 * the values when nothing fails. */
#ifndef TESTS_FAILURE_STEPS_H
#define TESTS_FAILURE_STEPS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct step {
    const char *name;
    int (*run)(void);
    bool together;
} step_t;

/* A step that has the name of its function: of each rank alone, or of all together. */
#define ALONE(name)                                                                                \
    {                                                                                              \
#name, name, false                                                                         \
    }
#define TOGETHER(name)                                                                             \
    {                                                                                              \
#name, name, true                                                                          \
    }

typedef struct steps {
    const step_t *step;
    size_t n;
} steps_t;

extern const steps_t al_steps, ga_steps, la_steps, bundle_steps, coarray_steps;

/* Pass a failure on. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        int try_status = (call);                                                                   \
        if (try_status != ASHLAR_OK)                                                               \
            return try_status;                                                                     \
    } while (0)

#endif
