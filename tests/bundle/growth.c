/* Memory after many phases of changing requests and changes, and after bundles that came and went;
 * looks into the library. */
#include <malloc.h>
#include <stdlib.h>

#include <ashlar/bundle.h>
#include <ashlar/ga.h>

#include "armci-lite/src/al_private.h"
#include "bundle/inside.h"
#include "harness/harness.h"
#include "harness/rng.h"

enum {
    N = 5000,
    MOST = 300,
    MEMBERS = 3,
    WARM = 200,
    PHASES = 1000,
    WARM_ROUNDS = 30,
    ROUNDS = 60
};

/* Allocations of the library and of this program, by the linker; those of MPI stay apart. */
static int64_t blocks, bytes;
_Thread_local int64_t made_here;
_Thread_local int below;

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t each);
void *__real_realloc(void *old, size_t n);
void __real_free(void *old);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t each);
void *__wrap_realloc(void *old, size_t n);
void __wrap_free(void *old);

static void *count(void *made, int sign)
{
    blocks += made ? sign : 0;
    made_here += made && sign > 0 && !below;
    bytes += made ? sign * (int64_t)malloc_usable_size(made) : 0;
    return made;
}

void *__wrap_malloc(size_t n)
{
    return count(__real_malloc(n), 1);
}

void *__wrap_calloc(size_t n, size_t each)
{
    return count(__real_calloc(n, each), 1);
}

void *__wrap_realloc(void *old, size_t n)
{
    count(old, -1);
    void *made = __real_realloc(old, n);
    return count(made ? made : old, 1) == made ? made : NULL;
}

void __wrap_free(void *old)
{
    count(old, -1);
    __real_free(old);
}

typedef struct use {
    int64_t blocks, bytes;
    int groups, segments;
    size_t segment_bytes;
} use_t;

static void count_segments(const al_group_t *group, use_t *use)
{
    ++use->groups;
    for (const al_segment_t *s = group->segments; s; s = s->next) {
        ++use->segments;
        for (int r = 0; r < group->size; ++r)
            use->segment_bytes += al_segment_bytes(s, r);
    }
}

/* The allocations, groups, segments and their bytes on all ranks. */
static use_t use_now(void)
{
    use_t use = {.blocks = blocks, .bytes = bytes};
    count_segments(ali_world, &use);
    for (const al_group_t *group = ali_groups; group; group = group->next)
        count_segments(group, &use);
    return use;
}

/* Exactly; between nodes but for some messages that are under way at either time: one block lost in
 * a phase, or with a bundle, is more. */
enum { UNDER_WAY = 16 };

static void check_same_segments(const use_t *before, const use_t *after)
{
    CHECK_INT(before->groups, after->groups);
    CHECK_INT(before->segments, after->segments);
    CHECK_INT((int64_t)before->segment_bytes, (int64_t)after->segment_bytes);
}

static void check_same(const use_t *before, const use_t *after)
{
    const int far = test_nodes() > 1;
    CHECK(llabs(after->blocks - before->blocks) <= (far ? UNDER_WAY : 0));
    CHECK(llabs(after->bytes - before->bytes) <= (far ? UNDER_WAY * 4096 : 0));
    check_same_segments(before, after);
}

static void one_phase(bundle_t *bundle, const int *member, int phase, int64_t *index,
                      long long *values, bundle_slot_t *slots)
{
    rng_t rng = rng_seed((uint64_t)phase * 64 + (uint64_t)test_rank());
    for (int m = 0; m < MEMBERS; ++m) {
        const int64_t reads = phase % 3 == 0 ? 0 : rng_range(&rng, 0, MOST);
        const int64_t changes = phase % 4 == 0 ? 0 : rng_range(&rng, 0, MOST);
        for (int64_t k = 0; k < reads; ++k)
            index[k] = rng_range(&rng, 0, N - 1);
        CHECK_OK(bundle_request(bundle, member[m], reads, index, slots));
        for (int64_t k = 0; k < changes; ++k) {
            index[k] = rng_range(&rng, 0, N - 1);
            values[k] = 1;
        }
        CHECK_OK(m == 1 ? bundle_write(bundle, member[m], changes, index, values)
                        : bundle_accumulate(bundle, member[m], changes, index, values, ASHLAR_XOR));
    }
    if (phase % 5 == 4)
        CHECK_OK(bundle_freeze(bundle));
    CHECK_OK(bundle_exchange(bundle));
    if (phase % 2 || phase % 5 == 4)
        CHECK_OK(bundle_clear(bundle));
}

/* The tables are as large as the largest phases before needed; a phase with the most of everything
 * is among those. */
TEST_CASE(many_phases, TEST_GA)
{
    const int64_t n = N;
    ga_t g[MEMBERS];
    bundle_t *bundle;
    int member[MEMBERS];
    int64_t *index = test_alloc((size_t)N * sizeof *index);
    long long *values = test_alloc((size_t)N * sizeof *values);
    bundle_slot_t *slots = test_alloc((size_t)N * sizeof *slots);
    REQUIRE_OK(bundle_create(0, &bundle)); /* the first makes what its group keeps */
    CHECK_OK(bundle_free(bundle));
    const use_t empty = use_now();
    REQUIRE_OK(bundle_create(0, &bundle));
    for (int m = 0; m < MEMBERS; ++m) {
        REQUIRE_OK(ga_create_nd(ASHLAR_LLONG, 1, &n, "line", NULL, 0, &g[m]));
        CHECK_OK(ga_zero(g[m]));
        CHECK_OK(bundle_add(bundle, g[m], BUNDLE_LOWEST, &member[m]));
    }
    CHECK_OK(bundle_exchange(bundle));  /* of nothing: the first boxes are small */
    for (int m = 0; m < MEMBERS; ++m) { /* more than two phases together */
        for (int64_t k = 0; k < 3 * MOST; ++k) {
            index[k] = (k * 16 + test_rank()) % N;
            values[k] = 0;
        }
        CHECK_OK(bundle_request(bundle, member[m], 3 * MOST, index, slots));
        CHECK_OK(bundle_accumulate(bundle, member[m], 3 * MOST, index, values, ASHLAR_XOR));
    }
    CHECK_OK(bundle_exchange(bundle));
    CHECK_OK(bundle_clear(bundle));
    for (int phase = 0; phase < WARM; ++phase)
        one_phase(bundle, member, phase, index, values, slots);
    const use_t before = use_now();
    for (int phase = WARM; phase < WARM + PHASES; ++phase)
        one_phase(bundle, member, phase, index, values, slots);
    const use_t after = use_now();
    check_same(&before, &after);
    CHECK_OK(bundle_free(bundle));
    for (int m = 0; m < MEMBERS; ++m)
        CHECK_OK(ga_destroy(g[m]));
    const use_t left = use_now(); /* nor of what was outgrown */
    check_same_segments(&empty, &left);
    free(slots);
    free(values);
    free(index);
}

/* Bundles that come and go leave nothing: neither memory, nor segments, nor groups. */
TEST_CASE(come_and_go, TEST_GA)
{
    const int64_t n = N;
    ga_t g;
    use_t before = {0};
    REQUIRE_OK(ga_create_nd(ASHLAR_LLONG, 1, &n, "line", NULL, 0, &g));
    CHECK_OK(ga_zero(g));
    for (int round = 0; round < ROUNDS; ++round) {
        bundle_t *bundle;
        int member;
        bundle_slot_t slots[2];
        const int64_t index[2] = {round, n - 1 - round};
        const long long ones[2] = {1, 1};
        if (round == WARM_ROUNDS)
            before = use_now();
        REQUIRE_OK(bundle_create(0, &bundle));
        CHECK_OK(bundle_add(bundle, g, BUNDLE_SUM, &member));
        CHECK_OK(bundle_request(bundle, member, 2, index, slots));
        CHECK_OK(bundle_write(bundle, member, 2, index, ones));
        CHECK_OK(bundle_exchange(bundle));
        CHECK_OK(bundle_free(bundle));
    }
    const use_t after = use_now();
    check_same(&before, &after);
    CHECK_OK(ga_destroy(g));
}
