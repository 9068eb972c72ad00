/* Damage beside slices, and checks of what is told of it. */
#ifndef TESTS_GUARD_H
#define TESTS_GUARD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include <ashlar/ga.h>

#include "harness/harness.h"

extern struct guard_test {
    int aborts;
    int ends;             /* MPI_Abort() does not return */
    void (*inside)(void); /* what is to be done inside the next call that meets */
} test;

/* Start the library with ASHLAR_GUARD=1 on rank 0 alone: its value holds for all. */
void start(void);

/* Since the last time: one abort on the rank with the damage, with these words, and none elsewhere.
 * The text on stderr says so, too. */
void expect(int line, bool mine, const char *said, const char *words, const char *offset);

/* Make a call after which damage of one rank has been told, or none (rank -1). */
#define EXPECT(rank, call, words, offset)                                                          \
    do {                                                                                           \
        test_capture_begin();                                                                      \
        CHECK_OK(call);                                                                            \
        char *said = test_capture_end();                                                           \
        expect(__LINE__, test_rank() == (rank), said, (words), (offset));                          \
        free(said);                                                                                \
    } while (0)

void change(char *at);

/* Words on an array and a rank, and on an offset. */
const char *slice(const char *call, const char *name, int rank);
const char *byte(int64_t offset);

#endif
