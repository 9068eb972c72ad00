/* Calls that the last rank makes differently from the others, with ASHLAR_CHECK=1. */
#ifndef TESTS_MISMATCH_H
#define TESTS_MISMATCH_H

#include "harness/harness.h"

/* X(function, start) */
#define MISMATCH_CASES(X)                                                                          \
    X(rows_of_al, TEST_AL)                                                                         \
    X(rows_of_ga, TEST_GA)                                                                         \
    X(rows_of_la, TEST_GA)                                                                         \
    X(rows_of_bundle, TEST_GA)                                                                     \
    X(rows_of_coarray, TEST_GA)                                                                    \
    X(refused_on_one_rank, TEST_GA)                                                                \
    X(refused_on_all_ranks, TEST_GA)                                                               \
    X(some_of_the_ranks, TEST_GA)                                                                  \
    X(elements_of_types, TEST_GA)                                                                  \
    X(lists_of_groups, TEST_GA)                                                                    \
    X(communicators, TEST_GA)                                                                      \
    X(small_and_large, TEST_GA)                                                                    \
    X(several_differ, TEST_GA)                                                                     \
    X(stopping_alone, TEST_BARE)

#define MISMATCH_DECLARE(function, start) void function(void);
MISMATCH_CASES(MISMATCH_DECLARE)
#undef MISMATCH_DECLARE

/* Not in the list: they end the job. */
void waits_groups(void);
void waits_mpi(void);

#endif
