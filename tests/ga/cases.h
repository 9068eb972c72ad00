/* The cases of the ga tests, by file. */
#ifndef TESTS_GA_CASES_H
#define TESTS_GA_CASES_H

#include "harness/harness.h"
#include "model/twin.h"

/* X(function, start): the name of a case is the name of its function. */
#define GA_CASES(X)                                                                                \
    X(start_states, TEST_BARE)                                                                     \
    X(start_again, TEST_BARE)                                                                      \
    X(start_on_half, TEST_BARE)                                                                    \
    X(start_two_libraries, TEST_BARE)                                                              \
    X(terminate_reports_leaks, TEST_BARE)                                                          \
    X(terminate_prints_stats, TEST_BARE)                                                           \
    X(start_forgets, TEST_BARE)                                                                    \
    X(tasks_forgotten, TEST_BARE)                                                                  \
    X(terminate_reports_groups, TEST_BARE)                                                         \
    X(terminate_is_silent, TEST_BARE)                                                              \
    X(group_order, TEST_GA)                                                                        \
    X(group_split, TEST_GA)                                                                        \
    X(group_split_group, TEST_GA)                                                                  \
    X(group_split_extremes, TEST_GA)                                                               \
    X(group_stale, TEST_GA)                                                                        \
    X(group_limit, TEST_GA)                                                                        \
    X(group_default, TEST_GA)                                                                      \
    X(group_arrays, TEST_GA)                                                                       \
    X(group_lifetime, TEST_GA)                                                                     \
    X(create_chunks, TEST_GA)                                                                      \
    X(create_balanced, TEST_GA)                                                                    \
    X(create_irregular, TEST_GA)                                                                   \
    X(create_irregular_2d, TEST_GA)                                                                \
    X(create_like, TEST_GA)                                                                        \
    X(create_tiny, TEST_GA)                                                                        \
    X(create_implied_sync, TEST_GA)                                                                \
    X(create_many, TEST_GA)                                                                        \
    X(inquire_each, TEST_GA)                                                                       \
    X(inquire_names, TEST_GA)                                                                      \
    X(distribution_covers_once, TEST_GA)                                                           \
    X(locate_agrees, TEST_GA)                                                                      \
    X(locate_region_pieces, TEST_GA)                                                               \
    X(locate_region_room, TEST_GA)                                                                 \
    X(blocks_of_kinds, TEST_GA)                                                                    \
    X(blocks_on_groups, TEST_GA)                                                                   \
    X(blocks_few, TEST_GA)                                                                         \
    X(blocks_plain, TEST_GA)                                                                       \
    X(handle_stale, TEST_GA)                                                                       \
    X(handle_reuse, TEST_GA)                                                                       \
    X(handle_slot_reuse, TEST_GA)                                                                  \
    X(handle_apart, TEST_GA)                                                                       \
    X(handle_limit, TEST_GA)                                                                       \
    X(record_types, TEST_GA)                                                                       \
    X(record_dealt, TEST_GA)                                                                       \
    X(patch_put_get, TEST_GA)                                                                      \
    X(patch_acc, TEST_GA)                                                                          \
    X(patch_2d, TEST_GA)                                                                           \
    X(patch_empty, TEST_GA)                                                                        \
    X(patch_no_ld, TEST_GA)                                                                        \
    X(patch_wide_integers, TEST_GA)                                                                \
    X(patch_order, TEST_GA)                                                                        \
    X(patch_large, TEST_GA)                                                                        \
    X(nb_many, TEST_GA)                                                                            \
    X(nb_sync, TEST_GA)                                                                            \
    X(element_gather, TEST_GA)                                                                     \
    X(element_scatter, TEST_GA)                                                                    \
    X(element_scatter_acc, TEST_GA)                                                                \
    X(element_2d, TEST_GA)                                                                         \
    X(list_parts, TEST_GA)                                                                         \
    X(read_inc_values, TEST_GA)                                                                    \
    X(access_own_block, TEST_GA)                                                                   \
    X(access_nested, TEST_GA)                                                                      \
    X(access_one_beyond, TEST_GA)                                                                  \
    X(access_nothing, TEST_GA)                                                                     \
    X(access_remote, TEST_GA)                                                                      \
    X(mutex_limit, TEST_GA)                                                                        \
    X(tasks_limit, TEST_GA)                                                                        \
    X(tasks_wide, TEST_GA)                                                                         \
    X(tasks_on_group, TEST_GA)                                                                     \
    X(sync_fence_message, TEST_GA)                                                                 \
    X(sync_group, TEST_GA)                                                                         \
    X(broadcast_all_roots, TEST_GA)                                                                \
    X(allreduce_all, TEST_GA)                                                                      \
    X(elementwise_zero_fill, TEST_GA)                                                              \
    X(elementwise_scale, TEST_GA)                                                                  \
    X(elementwise_add, TEST_GA)                                                                    \
    X(elementwise_add_alias, TEST_GA)                                                              \
    X(elementwise_dot, TEST_GA)                                                                    \
    X(elementwise_dot_precise, TEST_GA)                                                            \
    X(elementwise_whole, TEST_GA)                                                                  \
    X(elementwise_patches, TEST_GA)                                                                \
    X(elementwise_shapes, TEST_GA)                                                                 \
    X(elementwise_alias, TEST_GA)                                                                  \
    X(elementwise_sums, TEST_GA)                                                                   \
    X(elementwise_integer_edges, TEST_GA)                                                          \
    X(elementwise_not_numbers, TEST_GA)                                                            \
    X(lines_all, TEST_GA)                                                                          \
    X(lines_long, TEST_GA)                                                                         \
    X(select_all, TEST_GA)                                                                         \
    X(select_extremes, TEST_GA)                                                                    \
    X(randomize_values, TEST_GA)                                                                   \
    X(randomize_spread, TEST_GA)                                                                   \
    X(scan_all, TEST_GA)                                                                           \
    X(scan_long, TEST_GA)                                                                          \
    X(scan_in_place, TEST_GA)                                                                      \
    X(norm_all, TEST_GA)                                                                           \
    X(norm_long, TEST_GA)                                                                          \
    X(norm_extremes, TEST_GA)                                                                      \
    X(elementwise_many_pieces, TEST_GA)                                                            \
    X(elementwise_implied_sync, TEST_GA)                                                           \
    X(copy_all, TEST_GA)                                                                           \
    X(copy_between_kinds, TEST_GA)                                                                 \
    X(copy_widths, TEST_GA)                                                                        \
    X(copy_groups, TEST_GA)                                                                        \
    X(copy_within, TEST_GA)                                                                        \
    X(copy_ghosts, TEST_GA)                                                                        \
    X(copy_overlapping, TEST_GA)                                                                   \
    X(transpose_all, TEST_GA)                                                                      \
    X(symmetrize_all, TEST_GA)                                                                     \
    X(print_long, TEST_GA)                                                                         \
    X(print_2d, TEST_GA)                                                                           \
    X(print_patch, TEST_GA)                                                                        \
    X(print_distribution, TEST_GA)                                                                 \
    X(print_values, TEST_GA)                                                                       \
    X(print_fails, TEST_GA)                                                                        \
    X(print_nd, TEST_GA)

/* Those that take another path over each engine: `test_ga engines` runs them. */
#define GA_ENGINE_CASES(X)                                                                         \
    X(record_lifetime, TEST_GA)                                                                    \
    X(record_sizes, TEST_GA)                                                                       \
    X(record_transpose, TEST_GA)                                                                   \
    X(record_no_arithmetic, TEST_GA)                                                               \
    X(stats_patches, TEST_GA)                                                                      \
    X(stats_elements, TEST_GA)                                                                     \
    X(stats_on_group, TEST_GA)                                                                     \
    X(stats_table, TEST_GA)                                                                        \
    X(nb_put_get, TEST_GA)                                                                         \
    X(nb_acc, TEST_GA)                                                                             \
    X(nb_2d, TEST_GA)                                                                              \
    X(nb_thousands, TEST_GA)                                                                       \
    X(nb_retired, TEST_GA)                                                                         \
    X(nb_test, TEST_GA)                                                                            \
    X(nb_any, TEST_GA)                                                                             \
    X(nb_completed_by_others, TEST_GA)                                                             \
    X(strided_put_get, TEST_GA)                                                                    \
    X(strided_acc, TEST_GA)                                                                        \
    X(strided_lone_steps, TEST_GA)                                                                 \
    X(op_each, TEST_GA)                                                                            \
    X(op_2d, TEST_GA)                                                                              \
    X(op_contention, TEST_GA)                                                                      \
    X(periodic_put_get, TEST_GA)                                                                   \
    X(periodic_acc, TEST_GA)                                                                       \
    X(periodic_edges, TEST_GA)                                                                     \
    X(list_gather, TEST_GA)                                                                        \
    X(list_scatter, TEST_GA)                                                                       \
    X(list_scatter_acc, TEST_GA)                                                                   \
    X(swap_values, TEST_GA)                                                                        \
    X(swap_contention, TEST_GA)                                                                    \
    X(compare_swap_contention, TEST_GA)                                                            \
    X(ghosts_updates, TEST_GA)                                                                     \
    X(ghosts_on_group, TEST_GA)                                                                    \
    X(ghosts_none, TEST_GA)                                                                        \
    X(ghosts_of_nobody, TEST_GA)                                                                   \
    X(mirror_kinds, TEST_GA)                                                                       \
    X(mirror_on_groups, TEST_GA)                                                                   \
    X(mirror_same_bits, TEST_GA)                                                                   \
    X(mirror_operations, TEST_GA)                                                                  \
    X(mirror_stays_here, TEST_GA)                                                                  \
    X(read_only_kinds, TEST_GA)                                                                    \
    X(read_only_on_groups, TEST_GA)                                                                \
    X(read_only_completes, TEST_GA)                                                                \
    X(read_only_stays_here, TEST_GA)                                                               \
    X(overlay_kinds, TEST_GA)                                                                      \
    X(overlay_on_groups, TEST_GA)                                                                  \
    X(overlay_shares, TEST_GA)                                                                     \
    X(overlay_outlives, TEST_GA)                                                                   \
    X(block_addresses, TEST_GA)                                                                    \
    X(block_written_in_place, TEST_GA)                                                             \
    X(mutex_excludes, TEST_GA)                                                                     \
    X(mutex_sets, TEST_GA)                                                                         \
    X(mutex_on_group, TEST_GA)                                                                     \
    X(tasks_once, TEST_GA)                                                                         \
    X(tasks_order, TEST_GA)                                                                        \
    X(tasks_chunks, TEST_GA)                                                                       \
    X(tasks_rounds, TEST_GA)                                                                       \
    X(tasks_left_early, TEST_GA)                                                                   \
    X(notify_pairs, TEST_GA)                                                                       \
    X(notify_ring, TEST_GA)                                                                        \
    X(notify_counts, TEST_GA)

#define GA_CASE_DECLARE(function, start) void function(void);
GA_CASES(GA_CASE_DECLARE)
GA_ENGINE_CASES(GA_CASE_DECLARE)
#undef GA_CASE_DECLARE

#endif
