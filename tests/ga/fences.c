/* Collective calls complete what the caller did on other nodes before they meet. That nothing is
 * late is mostly true without: so the fences are counted. */
#include "inside.h"

#include <ashlar/ga.h>

#include "armci-lite/src/al_engine.h"
#include "armci-lite/src/al_internal.h"

static const al_engine_t *engine;
static int fences;

static int counted_fence(void)
{
    fences++;
    return engine->fence_all();
}

/** The call meets at least n times, each time after a fence. */
#define CHECK_FENCED(n, call)                                                                      \
    do {                                                                                           \
        fences = 0;                                                                                \
        CHECK_OK(call);                                                                            \
        test_check(__FILE__, __LINE__, fences >= (n), "it fences: " #call);                        \
    } while (0)

/* The data-parallel ones begin and end with a sync. */
static void call_all(void)
{
    const double two = 2;
    double sum;
    FILE *file = tmpfile();
    ga_group_t same;
    ga_t a, b, c;

    CHECK_FENCED(1, ga_create(ASHLAR_DOUBLE, 9, 9, "a", 0, 0, &a));
    CHECK_FENCED(1, ga_create_like(a, ASHLAR_DOUBLE, "b", &b));
    CHECK_FENCED(
        1, ga_create_irreg(ASHLAR_DOUBLE, 9, 9, "c", (int64_t[]){0}, 1, (int64_t[]){0}, 1, &c));
    CHECK_FENCED(2, ga_zero(a));
    CHECK_FENCED(2, ga_fill(b, &two));
    CHECK_FENCED(2, ga_scale(b, &two));
    CHECK_FENCED(2, ga_copy(b, c));
    CHECK_FENCED(2, ga_add(&two, b, &two, c, a));
    CHECK_FENCED(1, ga_dot(a, b, &sum));
    CHECK(sum == 81 * 16 * 4);
    CHECK_FENCED(2, ga_transpose(a, b));
    CHECK_FENCED(2, ga_symmetrize(a));
    CHECK_FENCED(2, ga_print(a, file));
    CHECK_FENCED(1, ga_sync());
    CHECK_FENCED(1, ga_fence());
    CHECK_OK(ga_group_split(GA_GROUP_WORLD, 0, 0, &same));
    CHECK_FENCED(1, ga_group_sync(same));
    CHECK_FENCED(1, ga_destroy(c));
    CHECK_FENCED(1, ga_destroy(b));
    CHECK_FENCED(1, ga_destroy(a));
    CHECK_OK(ga_group_destroy(same));
    fclose(file);
}

void collectives_fence(void)
{
    if (!ali_context.engine) {
        test_skip("one node needs no fences");
        return;
    }
    engine = ali_context.engine;
    al_engine_t counting = *engine;
    counting.fence_all = counted_fence;
    ali_context.engine = &counting;
    call_all();
    ali_context.engine = engine;
}
