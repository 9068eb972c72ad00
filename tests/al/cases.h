/* The cases of the armci-lite tests, by file. */
#ifndef TESTS_AL_CASES_H
#define TESTS_AL_CASES_H

#include <ashlar/al.h>

#include "al/slices.h"
#include "harness/harness.h"

/* X(function, start): the name of a case is the name of its function. */
#define AL_CASES(X)                                                                                \
    X(init_states, TEST_BARE)                                                                      \
    X(init_again, TEST_BARE)                                                                       \
    X(init_on_half, TEST_BARE)                                                                     \
    X(init_on_halves, TEST_BARE)                                                                   \
    X(init_reordered, TEST_BARE)                                                                   \
    X(init_cleans_up, TEST_BARE)                                                                   \
    X(init_environment, TEST_BARE)                                                                 \
    X(init_stranger, TEST_BARE)                                                                    \
    X(init_engines, TEST_BARE)                                                                     \
    X(node_queries, TEST_AL)                                                                       \
    X(group_ranks, TEST_AL)                                                                        \
    X(group_disjoint, TEST_AL)                                                                     \
    X(group_order, TEST_AL)                                                                        \
    X(group_most, TEST_AL)                                                                         \
    X(group_many, TEST_AL)                                                                         \
    X(segment_sizes, TEST_AL)                                                                      \
    X(segment_address, TEST_AL)                                                                    \
    X(segment_reuse, TEST_AL)                                                                      \
    X(segment_order, TEST_AL)                                                                      \
    X(segment_late, TEST_AL)                                                                       \
    X(segment_on_group, TEST_AL)                                                                   \
    X(memory_by_address, TEST_AL)                                                                  \
    X(memory_messages, TEST_AL)                                                                    \
    X(memory_of_segments, TEST_AL)                                                                 \
    X(memory_updates_meet, TEST_AL)                                                                \
    X(memory_comes_and_goes, TEST_AL)                                                              \
    X(memory_runs_out, TEST_BARE)                                                                  \
    X(transfer_contiguous, TEST_AL)                                                                \
    X(transfer_strided, TEST_AL)                                                                   \
    X(transfer_rows, TEST_AL)                                                                      \
    X(transfer_order, TEST_AL)                                                                     \
    X(transfer_empty, TEST_AL)                                                                     \
    X(transfer_fill, TEST_AL)                                                                      \
    X(transfer_large, TEST_AL)                                                                     \
    X(acc_contiguous, TEST_AL)                                                                     \
    X(acc_strided, TEST_AL)                                                                        \
    X(acc_anywhere, TEST_AL)                                                                       \
    X(vector_runs, TEST_AL)                                                                        \
    X(vector_many, TEST_AL)                                                                        \
    X(vector_lengths, TEST_AL)                                                                     \
    X(vector_misuse, TEST_AL)                                                                      \
    X(nonblocking_shapes, TEST_AL)                                                                 \
    X(nonblocking_any, TEST_AL)                                                                    \
    X(nonblocking_fenced, TEST_AL)                                                                 \
    X(acc_op_values, TEST_AL)                                                                      \
    X(swap_in_out, TEST_AL)                                                                        \
    X(mutex_queues, TEST_AL)                                                                       \
    X(mutex_counts, TEST_AL)                                                                       \
    X(notify_everybody, TEST_AL)                                                                   \
    X(fetch_add_values, TEST_AL)                                                                   \
    X(signal_ring, TEST_AL)                                                                        \
    X(signal_many, TEST_AL)                                                                        \
    X(fence_message, TEST_AL)                                                                      \
    X(barrier_everybody, TEST_AL)                                                                  \
    X(barrier_completes, TEST_AL)                                                                  \
    X(barrier_late, TEST_AL)                                                                       \
    X(barrier_groups, TEST_AL)                                                                     \
    X(broadcast_sizes, TEST_AL)                                                                    \
    X(allreduce_values, TEST_AL)                                                                   \
    X(allreduce_moduli, TEST_AL)                                                                   \
    X(allreduce_same_bits, TEST_AL)                                                                \
    X(allreduce_large, TEST_AL)                                                                    \
    X(rare_local_transfers_answer, TEST_AL)                                                        \
    X(local_transfers_answer, TEST_AL)                                                             \
    X(waiting_calls_answer, TEST_AL)                                                               \
    X(init_under_timer, TEST_BARE)                                                                 \
    X(mutex_many, TEST_AL)                                                                         \
    X(init_late, TEST_BARE)

#define AL_CASE_DECLARE(function, start) void function(void);
AL_CASES(AL_CASE_DECLARE)
#undef AL_CASE_DECLARE

#endif
