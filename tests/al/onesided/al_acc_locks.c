/* Accumulates change an element only while they hold the lock of its stripe. */
#include <stdlib.h>
#include <string.h>

#include "al/slices.h"
#include "al/parts.h"
#include "armci-lite/src/local/al_shape.h"
#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/node/al_stripe.h"

enum { SLICE = 5 << AL_STRIPE_SHIFT, ELEMENTS = SLICE / 8 };

static struct {
    const al_lock_t *held;
    int64_t *now; /* the slice; NULL: nobody watches */
    int64_t before[ELEMENTS];
    int64_t taken, loose, twice;
} watched;

static const al_lock_t *lock_of(const void *address)
{
    const al_arena_t *arena = &ali_arena;
    uint64_t offset = (uint64_t)((const char *)address - arena->base);
    return &arena->header->stripes[ali_stripe_number(offset)];
}

/* Changes since the last look are guarded by the locks held. */
static void look(void)
{
    for (int k = 0; watched.now && k < ELEMENTS; ++k) {
        if (watched.now[k] != watched.before[k]) {
            watched.loose += lock_of(&watched.now[k]) != watched.held;
            watched.before[k] = watched.now[k];
        }
    }
}

void watched_lock(al_lock_t *lock)
{
    ali_lock(lock);
    look();
    watched.twice += watched.held != NULL;
    ++watched.taken;
    watched.held = lock;
}

void watched_unlock(al_lock_t *lock)
{
    look();
    watched.twice += watched.held != lock;
    watched.held = NULL;
    ali_unlock(lock);
}

static void expect_stripes(int64_t least, int64_t most)
{
    look();
    CHECK_INT(0, watched.loose);
    CHECK_INT(0, watched.twice);
    CHECK(watched.held == NULL);
    CHECK(watched.taken >= least && watched.taken <= most);
    watched.taken = 0;
}

static void add_run(void *context, size_t seg, size_t buf, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += 8)
        ((int64_t *)context)[(seg + at) / 8] += 3 * (int64_t)((buf + at) / 8 + 1);
}

TEST_CASE(stripe_locks, TEST_AL)
{
    static int64_t values[ELEMENTS], model[ELEMENTS];
    static const al_shape_t shapes[] = {
        {.count = {SLICE}},
        {.count = {8}},
        {.levels = 1, .count = {24, 3000}, .seg_stride = {24}, .buf_stride = {24}},
        {.levels = 1, .count = {40, 5}, .seg_stride = {16384}, .buf_stride = {40}}};
    static const int64_t least[] = {5, 1, 4, 5};
    const int64_t three = 3;
    const al_update_t update = {ASHLAR_LLONG, ASHLAR_SUM, &three};
    uint64_t offsets[AL_ELEMENTS];
    al_segment_t *segment;
    void *slice;

    REQUIRE_OK(al_segment_create(al_group_world(), SLICE, &segment));
    REQUIRE_OK(al_segment_address(segment, al_rank(), &slice));
    memset(slice, 0, SLICE);
    CHECK_OK(al_barrier(al_group_world()));
    memset(&watched, 0, sizeof watched);
    watched.now = slice;
    for (int64_t k = 0; k < ELEMENTS; ++k)
        values[k] = k + 1;
    for (size_t k = 0; k < 4; ++k) {
        CHECK(ali_shape_extent(&shapes[k]) <= SLICE);
        ali_acc_shape(slice, &update, (const char *)values, &shapes[k]);
        shape_visit(&shapes[k], add_run, model);
        expect_stripes(least[k], 12);
        CHECK_INT(0, memcmp(model, slice, SLICE));
    }
    for (size_t k = 0; k < AL_ELEMENTS; ++k) {
        size_t element = 7 * k % ELEMENTS;
        offsets[k] = (uint64_t)((char *)slice - ali_arena.base) + 8 * element;
        model[element] += 3 * values[k];
    }
    ali_acc_elements(ASHLAR_LLONG, &three, AL_ELEMENTS, offsets, (const char *)values);
    expect_stripes(5, 6);
    CHECK_INT(0, memcmp(model, slice, SLICE));
    watched.now = NULL;
    for (uint64_t apart = 1; apart <= AL_STRIPES; apart *= 2) { /* columns of 16 KiB to 16 MiB */
        static bool used[AL_STRIPES];
        memset(used, 0, sizeof used);
        int64_t shared = 0;
        for (uint64_t column = 0; column < AL_STRIPES; ++column) {
            bool *mine = &used[ali_stripe_number((column * apart + 5) << AL_STRIPE_SHIFT)];
            shared += *mine;
            *mine = true;
        }
        CHECK(shared <= AL_STRIPES / 2); /* one in two has a lock of its own, or more */
    }
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_OK(al_segment_free(segment));
}
