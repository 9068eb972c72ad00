/* The cases of test_bounds, by file. */
#ifndef TESTS_ENGINE_CASES_H
#define TESTS_ENGINE_CASES_H

/* X(function, start): the name of a case is the name of its function. */
#define BOUNDS_CASES(X)                                                                            \
    X(full, TEST_GA)                                                                               \
    X(order_late_data, TEST_AL)                                                                    \
    X(order_late_factor, TEST_AL)                                                                  \
    X(order_batches_bounded, TEST_AL)                                                              \
    X(order_late_answer, TEST_AL)                                                                  \
    X(order_starved_again, TEST_AL)                                                                \
    X(order_served_in_parts, TEST_AL)                                                              \
    X(order_many_requests, TEST_AL)                                                                \
    X(order_refused_questions, TEST_AL)                                                            \
    X(order_fences, TEST_AL)                                                                       \
    X(order_no_memory, TEST_AL)                                                                    \
    X(order_many_batches, TEST_AL)                                                                 \
    X(order_sees, TEST_AL)                                                                         \
    X(meet_early, TEST_AL)                                                                         \
    X(mutex_quiet, TEST_AL)                                                                        \
    X(signal_quiet, TEST_AL)                                                                       \
    X(queue_writes, TEST_AL)                                                                       \
    X(queue_shares_messages, TEST_AL)                                                              \
    X(queue_no_memory, TEST_AL)                                                                    \
    X(queue_reads, TEST_AL)

#define BOUNDS_CASE_DECLARE(function, start) void function(void);
BOUNDS_CASES(BOUNDS_CASE_DECLARE)
#undef BOUNDS_CASE_DECLARE

#endif
