/* The barriers of a call, with the syncs before and after it and without. */
#include "ga/inside.h"

#include <ashlar/ga.h>
#include <ashlar/ga_classic.h>

#define BARRIERS(call) (inside_barriers = 0, CHECK_OK(call), inside_barriers)

/* A call has `before` more barriers without a mask than without the first sync, `after` more than
 * without the last. */
#define CHECK_MASKED(before, after, call)                                                          \
    do {                                                                                           \
        int found[2][2];                                                                           \
        for (int first = 0; first < 2; ++first)                                                    \
            for (int last = 0; last < 2; ++last) {                                                 \
                CHECK_OK(ga_classic_sync_mask(first, last));                                       \
                found[first][last] = BARRIERS(call);                                               \
                CHECK_OK(ga_classic_sync_mask(1, 1));                                              \
                CHECK_OK(ga_sync());                                                               \
            }                                                                                      \
        CHECK_INT(before, found[1][1] - found[0][1]);                                              \
        CHECK_INT(after, found[1][1] - found[1][0]);                                               \
        CHECK_INT(before + after, found[1][1] - found[0][0]);                                      \
    } while (0)

TEST_CASE(mask_leaves_out, TEST_GA)
{
    const double two = 2, one = 1;
    int several = al_node_count() > 1;
    double sum;
    ga_t a, b;

    CHECK_OK(ga_create(ASHLAR_DOUBLE, 9, 9, "a", 0, 0, &a));
    CHECK_OK(ga_create_like(a, ASHLAR_DOUBLE, "b", &b));
    CHECK_INT(2, BARRIERS(ga_fill(a, &two)));
    CHECK_INT(1, BARRIERS(ga_sync()));
    CHECK_MASKED(1, 1, ga_fill(a, &two));
    CHECK_MASKED(1, 1, ga_zero(b));
    CHECK_MASKED(1, 1, ga_add(&two, a, &one, b, b));
    CHECK_MASKED(1, 1 + several, ga_copy(a, b)); /* there, they agree on failures too */
    CHECK_MASKED(1, 0, ga_dot(a, b, &sum));      /* whose parts are added up in any case */
    CHECK(sum == 81 * 4);
    /* what is left out stays so until it is asked for again, and nothing else has fewer barriers */
    CHECK_OK(ga_classic_sync_mask(0, 0));
    CHECK_INT(0, BARRIERS(ga_fill(a, &two)));
    CHECK_INT(0, BARRIERS(ga_fill(b, &one)));
    CHECK_INT(1, BARRIERS(ga_sync()));
    ga_tasks_t pool;
    CHECK_OK(ga_tasks_create(GA_GROUP_WORLD, 4, NULL, GA_TASKS_AS_GIVEN, 0, 1, &pool));
    inside_barriers = 0;
    for (int k = 0; k < 256; ++k) /* as often as there are counters, which are used again then */
        CHECK_OK(ga_tasks_reset(pool));
    CHECK(inside_barriers >= 2);
    CHECK_OK(ga_tasks_destroy(pool));
    CHECK_OK(ga_classic_sync_mask(1, 1));
    CHECK_OK(ga_destroy(a));
    CHECK_OK(ga_destroy(b));
}
