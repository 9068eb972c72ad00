/* Checks of calls that must fail: the code, what the message says, and that nothing changed. */
#ifndef TESTS_MISUSE_H
#define TESTS_MISUSE_H

#include <ashlar/al.h>

#include "harness/harness.h"
#include "model/twin.h"

/* Check a status and its message: it begins with the name of the call, up to the parenthesis of
 * text, and contains each of the parts (a NULL ends them). */
void misuse_check(const char *file, int line, const char *text, int expected, int status,
                  const char *const *parts);

/* MISUSE(code, call, parts...): the call returns the code and its message names the parts. */
#define MISUSE(expected, call, ...)                                                                \
    misuse_check(__FILE__, __LINE__, #call, (expected), (call),                                    \
                 (const char *const[]){__VA_ARGS__ __VA_OPT__(, ) NULL})

/* All calls of al, and all of ga, which take this handle, are refused: the library is not started.
 */
void al_refuses(void);
void ga_refuses(ga_t any);

/* X(function, start) */
#define MISUSE_CASES(X)                                                                            \
    X(al_stopped, TEST_BARE)                                                                       \
    X(al_groups, TEST_AL)                                                                          \
    X(al_segments, TEST_AL)                                                                        \
    X(al_frees, TEST_AL)                                                                           \
    X(al_frees_of_others, TEST_AL)                                                                 \
    X(al_locations, TEST_AL)                                                                       \
    X(al_places, TEST_AL)                                                                          \
    X(al_arguments, TEST_AL)                                                                       \
    X(al_shapes, TEST_AL)                                                                          \
    X(al_atomics, TEST_AL)                                                                         \
    X(al_mutexes, TEST_AL)                                                                         \
    X(al_collectives, TEST_AL)                                                                     \
    X(forked_bytes, TEST_AL)                                                                       \
    X(forked_arrays, TEST_GA)                                                                      \
    X(status_texts, TEST_BARE)                                                                     \
    X(ga_stopped, TEST_BARE)                                                                       \
    X(ga_bad_handles, TEST_GA)                                                                     \
    X(ga_not_2d, TEST_GA)                                                                          \
    X(ga_patches, TEST_GA)                                                                         \
    X(ga_patches_nd, TEST_GA)                                                                      \
    X(ga_leading_dimensions, TEST_GA)                                                              \
    X(ga_null_pointers, TEST_GA)                                                                   \
    X(ga_elements, TEST_GA)                                                                        \
    X(ga_ranks, TEST_GA)                                                                           \
    X(ga_create_shapes, TEST_GA)                                                                   \
    X(ga_create_cuts, TEST_GA)                                                                     \
    X(ga_create_arguments, TEST_GA)                                                                \
    X(ga_create_specs, TEST_GA)                                                                    \
    X(ga_create_grids, TEST_GA)                                                                    \
    X(ga_create_lists, TEST_GA)                                                                    \
    X(ga_create_overlays, TEST_GA)                                                                 \
    X(ga_mirrors, TEST_GA)                                                                         \
    X(ga_mirror_groups, TEST_GA)                                                                   \
    X(ga_read_only_calls, TEST_GA)                                                                 \
    X(ga_read_only_arrays, TEST_GA)                                                                \
    X(ga_mirror_mismatches, TEST_BARE)                                                             \
    X(ga_blocks, TEST_GA)                                                                          \
    X(ga_ghost_specs, TEST_GA)                                                                     \
    X(ga_ghosts, TEST_GA)                                                                          \
    X(ga_ghost_mismatches, TEST_BARE)                                                              \
    X(ga_create_too_large, TEST_GA)                                                                \
    X(ga_operands, TEST_GA)                                                                        \
    X(ga_operand_groups, TEST_GA)                                                                  \
    X(bundle_stopped, TEST_BARE)                                                                   \
    X(bundle_nulls, TEST_GA)                                                                       \
    X(bundle_handles, TEST_GA)                                                                     \
    X(bundle_members, TEST_GA)                                                                     \
    X(bundle_lists, TEST_GA)                                                                       \
    X(bundle_additions, TEST_GA)                                                                   \
    X(bundle_read_only, TEST_GA)                                                                   \
    X(bundle_under_way, TEST_GA)                                                                   \
    X(bundle_groups, TEST_GA)                                                                      \
    X(coarray_stopped, TEST_BARE)                                                                  \
    X(coarray_nulls, TEST_GA)                                                                      \
    X(coarray_images, TEST_GA)                                                                     \
    X(coarray_places, TEST_GA)                                                                     \
    X(coarray_types, TEST_GA)                                                                      \
    X(coarray_specs, TEST_GA)                                                                      \
    X(coarray_groups, TEST_GA)                                                                     \
    X(ga_mismatches, TEST_BARE)                                                                    \
    X(ga_groups, TEST_GA)                                                                          \
    X(ga_collectives, TEST_GA)                                                                     \
    X(ga_onesided_stopped, TEST_BARE)                                                              \
    X(ga_nonblocking, TEST_GA)                                                                     \
    X(ga_selections, TEST_GA)                                                                      \
    X(ga_operations, TEST_GA)                                                                      \
    X(ga_mutexes, TEST_GA)                                                                         \
    X(ga_task_pools, TEST_GA)                                                                      \
    X(ga_task_pools_differ, TEST_BARE)                                                             \
    X(ga_notices_and_blocks, TEST_GA)

#define MISUSE_DECLARE(function, start) void function(void);
MISUSE_CASES(MISUSE_DECLARE)
#undef MISUSE_DECLARE

#endif
