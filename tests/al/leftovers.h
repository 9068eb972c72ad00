/* Things that the library could leave behind in a process. */
#ifndef TESTS_AL_LEFTOVERS_H
#define TESTS_AL_LEFTOVERS_H

#include "harness/harness.h"

typedef struct leftovers {
    int descriptors, threads;
    int communicators, windows; /* made less freed, counted between the program and MPI */
    int arenas;                 /* mapped or open */
} leftovers_t;

leftovers_t leftovers_now(void);

/* Check that the library is stopped and has left nothing of MPI or the system that was not there
 * before. */
void leftovers_check(const char *file, int line, const leftovers_t *before);
#define CHECK_NOTHING_LEFT(before) leftovers_check(__FILE__, __LINE__, (before))

/* Check that descriptors and threads, counted after each of n rounds, do not grow in every round.
 * MPI may open some of its own in any round. */
void leftovers_check_rounds(const char *file, int line, const leftovers_t *rounds, int n);
#define CHECK_NO_GROWTH(rounds, n) leftovers_check_rounds(__FILE__, __LINE__, (rounds), (n))

#endif
