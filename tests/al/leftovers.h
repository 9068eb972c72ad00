/** What a process has that the library could leave behind. */
#ifndef TESTS_AL_LEFTOVERS_H
#define TESTS_AL_LEFTOVERS_H

#include "harness/harness.h"

typedef struct leftovers {
    int descriptors, threads;
    int communicators, windows; /* made less freed, counted between the program and MPI */
    int arenas;                 /* mapped or open */
} leftovers_t;

leftovers_t leftovers_now(void);

/** Check that the library is stopped and nothing is there that was not there before. MPI may have
 * opened something at its first use: count after a first round. */
void leftovers_check(const char *file, int line, const leftovers_t *before);
#define CHECK_NOTHING_LEFT(before) leftovers_check(__FILE__, __LINE__, (before))

#endif
