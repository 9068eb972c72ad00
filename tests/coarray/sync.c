/* Synchronisation by lists, of memory, on values and in two phases. */
#include <string.h>
#include <sched.h>

#include <ashlar/coarray.h>

#include "harness/harness.h"
#include "harness/rng.h"

enum { IMAGES = 8 };

static co_array_t *make_line(int64_t n)
{
    const co_spec_t spec = {.type = ASHLAR_LLONG, .ndim = 1, .extents = {n}, .clear = 1};
    co_array_t *x = NULL;
    CHECK_OK(co_create(&spec, &x));
    return x;
}

static void put(co_array_t *x, int image, int64_t at, long long value)
{
    CHECK_OK(co_put_element(x, image, &at, &value));
}

static long long mine(co_array_t *x, int64_t at)
{
    long long value = -1;
    CHECK_OK(co_get_element(x, test_rank(), &at, &value));
    return value;
}

static void dawdle(rng_t *own)
{
    for (int64_t k = rng_range(own, 0, 3) ? 0 : rng_range(own, 0, 30); k > 0; --k)
        sched_yield();
}

/* A coin decides for each pair whether it meets in a round. */
static void draw_pairs(rng_t *common, bool (*meets)[IMAGES])
{
    memset(meets, 0, IMAGES * sizeof *meets);
    for (int a = 0; a < test_size(); ++a)
        for (int b = 0; b < a; ++b)
            meets[a][b] = meets[b][a] = rng_range(common, 0, 1);
}

/* Random lists, in any order, with repetitions and myself. Before a meeting each image leaves there
 * how often the two will have met; a partner may be one meeting ahead, so there are two places for
 * each image. Now and then the list is all of them. */
TEST_CASE(lists, TEST_GA)
{
    enum { ROUNDS = 150 };
    rng_t common = rng_seed(7), own = rng_seed(100 + (uint64_t)test_rank());
    static bool meets[IMAGES][IMAGES];
    static int met[IMAGES];
    const int me = test_rank(), images = test_size();
    co_array_t *x = make_line(2 * IMAGES);
    memset(met, 0, sizeof met);
    for (int round = 0; round < ROUNDS; ++round) {
        int list[4 * IMAGES], n = 0;
        draw_pairs(&common, meets);
        const int is_all = rng_range(&common, 0, 9) == 0;
        for (int image = 0; image < images; ++image) {
            const int wanted = image != me && (is_all || meets[me][image]);
            for (int64_t k = wanted        ? rng_range(&own, 1, 3)
                             : image == me ? rng_range(&own, 0, 2)
                                           : 0;
                 k > 0; --k)
                list[n++] = image;
            met[image] += wanted;
            if (wanted)
                put(x, image, 2 * me + met[image] % 2, met[image]);
        }
        for (int k = n - 1; k > 0; --k) {
            const int64_t other = rng_range(&own, 0, k);
            const int swapped = list[k];
            list[k] = list[other];
            list[other] = swapped;
        }
        dawdle(&own);
        CHECK_OK(is_all && rng_range(&own, 0, 1) ? co_sync_images(0, -1, NULL)
                                                 : co_sync_images(0, n, list));
        dawdle(&own);
        for (int image = 0; image < images; ++image)
            if (image != me && (is_all || meets[me][image]))
                CHECK_INT(met[image], mine(x, 2 * image + met[image] % 2));
    }
    CHECK_OK(co_sync_all(0));
    const int outside[2] = {0, images};
    CHECK_STATUS(ASHLAR_ERANGE, co_sync_images(0, 2, outside)); /* image 0 is not told: */
    CHECK_OK(co_sync_images(0, 1, &me));
    CHECK_OK(co_sync_images(0, 0, NULL));
    CHECK_OK(co_free(x));
}

/* A token passed on: all accesses are complete, not only those to the listed image. */
TEST_CASE(ring, TEST_GA)
{
    enum { LAPS = 20 };
    const int me = test_rank(), images = test_size();
    const int next = (me + 1) % images, before = (me + images - 1) % images;
    co_array_t *x = make_line(images);
    if (images == 1) {
        CHECK_OK(co_sync_images(0, 1, &me));
        CHECK_OK(co_free(x));
        return;
    }
    for (int lap = 1; lap <= LAPS; ++lap) {
        if (me != 0 || lap > 1)
            CHECK_OK(co_sync_images(0, 1, &before));
        if (me != 0 || lap > 1)
            CHECK_INT(me ? lap : lap - 1, mine(x, before)); /* put by the one before */
        /* To all, and only the next one is told; who comes after learns by way of it. */
        for (int image = 0; image < images; ++image)
            put(x, image, me, lap);
        for (int image = 0; image < me; ++image)
            CHECK_INT(lap, mine(x, image));
        CHECK_OK(co_sync_images(0, 1, &next));
    }
    if (me == 0)
        CHECK_OK(co_sync_images(0, 1, &before));
    CHECK_OK(co_sync_all(0));
    for (int image = 0; image < images; ++image)
        CHECK_INT(LAPS, mine(x, image));
    CHECK_OK(co_sync_all(0));
    CHECK_OK(co_free(x));
}

/* sync_memory completes: messages of the program's own do the rest. */
TEST_CASE(memory, TEST_GA)
{
    enum { N = 1000 };
    const int me = test_rank(), images = test_size();
    const int next = (me + 1) % images, before = (me + images - 1) % images;
    static long long out[N], in[N];
    int told = 0;
    co_array_t *x = make_line(N);
    for (int round = 1; round <= 10; ++round) {
        ga_handle_t handle = 0;
        for (int k = 0; k < N; ++k)
            out[k] = 10 * me + round * k;
        CHECK_OK(co_put_nb(x, next, NULL, out, NULL, &handle));
        CHECK_OK(co_sync_memory());
        test_exchange(round, next, &told, before);
        CHECK_INT(round, told);
        CHECK_OK(co_sync_memory());
        CHECK_OK(co_get(x, me, NULL, in, NULL));
        int wrong = 0;
        for (int k = 0; k < N; ++k)
            wrong += in[k] != 10 * before + round * k;
        CHECK_INT(0, wrong);
        CHECK_OK(ga_wait(&handle));
        test_exchange(round, before, &told, next);
    }
    CHECK_OK(co_sync_all(0));
    CHECK_OK(co_free(x));
}

/* A row and then a flag; the answer is another. Every comparison, every integer type. */
static void wait_with(ga_type type)
{
    const co_spec_t spec = {.type = type, .ndim = 1, .extents = {4}, .clear = 1};
    const int me = test_rank(), images = test_size();
    const int next = (me + 1) % images, before = (me + images - 1) % images;
    const int64_t flag = 0, answer = 2, data = 3;
    co_array_t *x = NULL, *y = make_line(4);
    int64_t seen = 0;
    REQUIRE_OK(co_create(&spec, &x));
    static const co_compare compare[] = {CO_GE, CO_EQ, CO_GT, CO_NE};
    for (int round = 1; round <= 20; ++round) {
        put(y, next, data, 100 * me + round);
        CHECK_OK(co_sync_memory());
        CHECK_OK(co_atomic_update(x, next, &flag, ASHLAR_SUM, 1, NULL));
        const co_compare how = compare[round % 4];
        CHECK_OK(co_wait_until(x, &flag, how, how == CO_GT || how == CO_NE ? round - 1 : round));
        CHECK_INT(100 * before + round, mine(y, data));
        CHECK_OK(co_atomic_set(x, before, &answer, -round));
        CHECK_OK(
            co_wait_until(x, &answer, round % 2 ? CO_LE : CO_LT, round % 2 ? -round : 1 - round));
    }
    CHECK_OK(co_atomic_get(x, me, &flag, &seen));
    CHECK_INT(20, seen);
    CHECK_OK(co_sync_all(0));
    CHECK_OK(co_free(x));
    CHECK_OK(co_free(y));
}

TEST_CASE(wait_until, TEST_GA)
{
    wait_with(ASHLAR_INT);
    wait_with(ASHLAR_LONG);
    wait_with(ASHLAR_LLONG);
    const co_spec_t spec = {.type = ASHLAR_DOUBLE, .ndim = 1, .extents = {4}};
    const int64_t at = 0;
    co_array_t *x;
    REQUIRE_OK(co_create(&spec, &x));
    CHECK_STATUS(ASHLAR_ETYPE, co_wait_until(x, &at, CO_EQ, 0));
    CHECK_OK(co_free(x));
}

/* Data put before a notify is there after the wait; nobody is a phase ahead before. */
TEST_CASE(barrier, TEST_GA)
{
    rng_t own = rng_seed(300 + (uint64_t)test_rank());
    const int me = test_rank(), images = test_size();
    co_barrier_t *barrier;
    co_array_t *x = make_line(2 * images);
    REQUIRE_OK(co_barrier_create(0, &barrier));
    CHECK_STATUS(ASHLAR_ESTATE, co_barrier_wait(barrier));
    for (int phase = 1; phase <= 60; ++phase) {
        int done = 0;
        for (int image = 0; image < images; ++image)
            put(x, image, 2 * me + phase % 2, phase);
        CHECK_OK(co_barrier_notify(barrier));
        dawdle(&own);
        if (phase % 3 == 0)
            for (; !done; sched_yield())
                CHECK_OK(co_barrier_test(barrier, &done));
        else if (phase % 3 == 1)
            CHECK_STATUS(ASHLAR_ESTATE, co_barrier_notify(barrier));
        CHECK_OK(co_barrier_wait(barrier));
        for (int image = 0; image < images; ++image)
            CHECK_INT(phase, mine(x, 2 * image + phase % 2));
    }
    CHECK_OK(co_barrier_notify(barrier));
    CHECK_STATUS(ASHLAR_ESTATE, co_barrier_free(barrier));
    CHECK_OK(co_barrier_wait(barrier));
    CHECK_OK(co_barrier_free(barrier));
    CHECK_OK(co_free(x));
}
