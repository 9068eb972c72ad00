/* The cases that need the objects of the library, by file. */
#ifndef TESTS_GA_INSIDE_H
#define TESTS_GA_INSIDE_H

#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_handle.h"
#include "ga/src/dist/ga_pieces.h"

#include "harness/harness.h"
#include "harness/rng.h"

/* Calls of al_barrier() and gai_agree() that the linker has redirected
 * (onesided/ga_ghosts_syncs.c). */
extern int inside_meetings;

/* X(function, start): the name of a case is the name of its function. */
#define INSIDE_CASES(X)                                                                            \
    X(grid_shapes, TEST_BARE)                                                                      \
    X(grid_is_best, TEST_BARE)                                                                     \
    X(grid_blocks, TEST_BARE)                                                                      \
    X(axis_division, TEST_BARE)                                                                    \
    X(axis_cuts, TEST_BARE)                                                                        \
    X(places_together, TEST_BARE)                                                                  \
    X(distributions_equal, TEST_BARE)                                                              \
    X(layout_division, TEST_BARE)                                                                  \
    X(layout_grids, TEST_BARE)                                                                     \
    X(layout_dealt, TEST_BARE)                                                                     \
    X(layout_ghosts, TEST_BARE)                                                                    \
    X(layouts_equal, TEST_BARE)                                                                    \
    X(match_covers, TEST_BARE)                                                                     \
    X(match_is_short, TEST_BARE)                                                                   \
    X(pieces_cover, TEST_BARE)                                                                     \
    X(pieces_stop, TEST_BARE)                                                                      \
    X(ghosts_sync_before, TEST_GA)                                                                 \
    X(ghosts_sync_after, TEST_GA)                                                                  \
    X(plan_orders, TEST_BARE)                                                                      \
    X(plan_cuts, TEST_BARE)                                                                        \
    X(plan_costs_nothing, TEST_BARE)                                                               \
    X(exact_known, TEST_BARE)                                                                      \
    X(exact_pairs, TEST_BARE)                                                                      \
    X(exact_random, TEST_GA)                                                                       \
    X(exact_many, TEST_BARE)                                                                       \
    X(exact_apart, TEST_BARE)                                                                      \
    X(exact_late, TEST_GA)                                                                         \
    X(move_transfers, TEST_GA)                                                                     \
    X(walk_fits, TEST_GA)                                                                          \
    X(collectives_fence, TEST_GA)                                                                  \
    X(collectives_agree, TEST_GA)                                                                  \
    X(mask_leaves_out, TEST_GA)                                                                    \
    X(serials_refused, TEST_GA)                                                                    \
    X(serials_wrap, TEST_GA)

#define INSIDE_DECLARE(function, start) void function(void);
INSIDE_CASES(INSIDE_DECLARE)
#undef INSIDE_DECLARE

#endif
