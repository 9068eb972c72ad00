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

/** A fence since the last time? */
static bool has_fenced(void)
{
    bool fenced = fences > 0;

    fences = 0;
    return fenced;
}
#define CHECK_FENCED(call)                                                                         \
    do {                                                                                           \
        CHECK_OK(call);                                                                            \
        test_check(__FILE__, __LINE__, has_fenced(), "it fences: " #call);                         \
    } while (0)

static void call_all(void)
{
    const double two = 2;
    double sum;
    FILE *file = tmpfile();
    ga_group_t same;
    ga_t a, b, c;

    CHECK_FENCED(ga_create(ASHLAR_DOUBLE, 9, 9, "a", 0, 0, &a));
    CHECK_FENCED(ga_create_like(a, ASHLAR_DOUBLE, "b", &b));
    CHECK_FENCED(
        ga_create_irreg(ASHLAR_DOUBLE, 9, 9, "c", (int64_t[]){0}, 1, (int64_t[]){0}, 1, &c));
    CHECK_FENCED(ga_zero(a));
    CHECK_FENCED(ga_fill(b, &two));
    CHECK_FENCED(ga_scale(b, &two));
    CHECK_FENCED(ga_copy(b, c));
    CHECK_FENCED(ga_add(&two, b, &two, c, a));
    CHECK_FENCED(ga_dot(a, b, &sum));
    CHECK(sum == 81 * 16 * 4);
    CHECK_FENCED(ga_transpose(a, b));
    CHECK_FENCED(ga_symmetrize(a));
    CHECK_FENCED(ga_print(a, file));
    CHECK_FENCED(ga_sync());
    CHECK_FENCED(ga_fence());
    CHECK_OK(ga_group_split(GA_GROUP_WORLD, 0, 0, &same));
    (void)has_fenced();
    CHECK_FENCED(ga_group_sync(same));
    CHECK_FENCED(ga_destroy(c));
    CHECK_FENCED(ga_destroy(b));
    CHECK_FENCED(ga_destroy(a));
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
