/* The state that the checks and the runner of the harness share. */
#ifndef TEST_STATE_H
#define TEST_STATE_H

#include <stdio.h>

#include "harness.h"

/* The one state of the harness. */
typedef struct test_state {
    const char *suite;
    const char *case_name;
    char step[120]; /* "", or " (WORDS)" */
    int rank, size;
    MPI_Comm comm; /* the harness's own: its messages meet nobody else's */
    int64_t checks, failures;
    const char *skipped;
    unsigned patience;
    test_start_t running; /* what is started */
    int saved_stderr;
    FILE *captured;
} test_state_t;
extern test_state_t test_self;

/* Add up n numbers over the ranks. */
void test_add_up(const int64_t *mine, int64_t *sum, int n);

#endif
