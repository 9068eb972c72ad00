/** The cases of the one-sided calls beyond plain put, get and acc, by file. */
#ifndef TESTS_GA_ENGINES_H
#define TESTS_GA_ENGINES_H

#include <ashlar/al.h>

#include "harness/harness.h"
#include "model/twin.h"
#include "model/view.h"

/** X(function): each runs between ga_initialize() and ga_terminate(). */
#define ONESIDED_CASES(X)                                                                          \
    X(nb_put_get)                                                                                  \
    X(nb_acc)                                                                                      \
    X(nb_2d)                                                                                       \
    X(nb_thousands)                                                                                \
    X(nb_retired)                                                                                  \
    X(nb_test)                                                                                     \
    X(nb_completed_by_others)                                                                      \
    X(strided_put_get)                                                                             \
    X(strided_acc)                                                                                 \
    X(strided_lone_steps)                                                                          \
    X(periodic_put_get)                                                                            \
    X(periodic_acc)                                                                                \
    X(periodic_edges)                                                                              \
    X(op_each)                                                                                     \
    X(op_2d)                                                                                       \
    X(op_contention)                                                                               \
    X(swap_values)                                                                                 \
    X(swap_contention)                                                                             \
    X(compare_swap_contention)                                                                     \
    X(mutex_excludes)                                                                              \
    X(mutex_sets)                                                                                  \
    X(mutex_on_group)                                                                              \
    X(notify_pairs)                                                                                \
    X(notify_ring)                                                                                 \
    X(notify_counts)                                                                               \
    X(block_addresses)                                                                             \
    X(block_written_in_place)                                                                      \
    X(record_sizes)                                                                                \
    X(record_transpose)                                                                            \
    X(record_no_arithmetic)                                                                        \
    X(record_lifetime)                                                                             \
    X(list_gather)                                                                                 \
    X(list_scatter)                                                                                \
    X(list_scatter_acc)                                                                            \
    X(stats_patches)                                                                               \
    X(stats_elements)                                                                              \
    X(stats_on_group)                                                                              \
    X(stats_table)

#define ONESIDED_DECLARE(function) void function(void);
ONESIDED_CASES(ONESIDED_DECLARE)
#undef ONESIDED_DECLARE

/** Run on an array of every type and number of dimensions, cut in different ways, and compare it
 * with the model afterwards. Between nodes: on some of them, others for each number of ranks. */
void each_twin(void (*run)(twin_t *twin, rng_t *rng));
/** Run on an array of every type, of extents dims[2]. */
void each_matrix(const int64_t *dims, void (*run)(twin_t *twin, rng_t *rng));
/** Whether a segment of all ranks spans nodes that the rma engine connects. */
bool through_rma(void);

#endif
