/* The cases of the contention tests: many ranks on the same elements at the same time. */
#ifndef TESTS_CONTENTION_CASES_H
#define TESTS_CONTENTION_CASES_H

#include "harness/harness.h"
#include "model/twin.h"

#define CONTENTION_CASES(X)                                                                        \
    X(acc_same_patch)                                                                              \
    X(acc_inner_patch)                                                                             \
    X(acc_overlapping)                                                                             \
    X(acc_one_element)                                                                             \
    X(acc_long_runs)                                                                               \
    X(acc_random_nd)                                                                               \
    X(acc_scattered)                                                                               \
    X(acc_bytes_contiguous)                                                                        \
    X(acc_bytes_strided)                                                                           \
    X(acc_beside_put)                                                                              \
    X(counter_tickets)                                                                             \
    X(counter_increments)                                                                          \
    X(counter_neighbours)                                                                          \
    X(counter_and_acc)

#define CONTENTION_DECLARE(function) void function(void);
CONTENTION_CASES(CONTENTION_DECLARE)
#undef CONTENTION_DECLARE

#endif
