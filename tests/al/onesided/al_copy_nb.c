/* Transfers under way, against serial copies. */
#include <string.h>

#include <ashlar/al.h>
#include "al/slices.h"
#include "harness/harness.h"

typedef struct run_place {
    char *slice;
    const char *buf;
} run_place_t;

static void run_put(void *context, size_t seg, size_t buf, size_t bytes)
{
    const run_place_t *c = context;
    memcpy(c->slice + seg, c->buf + buf, bytes);
}

static void clear_run(void *buf, size_t seg_at, size_t at, size_t bytes)
{
    (void)seg_at;
    memset((char *)buf + at, 0, bytes);
}

enum { LANE = 2048, COUNT = 8 };

static size_t lanes(int rank)
{
    return LANE * (size_t)al_size() + 16 * (size_t)rank;
}

/* Strided transfers, waited for one by one, by handles old and new, to all ranks; my lane of each
 * slice is mine alone. */
TEST_CASE(nonblocking_shapes, TEST_AL)
{
    static char out[COUNT][4 * LANE], in[COUNT][4 * LANE];
    slices_t s = slices_create(al_group_world(), lanes, -1, 82);

    for (int rank = 0; rank < al_size(); ++rank) {
        rng_t rng = rng_seed(83 + (uint64_t)rank);
        al_handle_t handle = 0, each[COUNT] = {0};
        for (int k = 0; k < COUNT; ++k) {
            size_t seg, extent, at = (size_t)rank * LANE, target = (size_t)(k % al_size());
            al_shape_t shape = shape_random(&rng, k % 4, 2, &seg, &extent);
            if (!CHECK(seg <= LANE && extent <= sizeof out[0]))
                continue;
            for (size_t b = 0; b < extent; ++b)
                out[k][b] = (char)rng_next(&rng);
            shape_visit(&shape, run_put, &(run_place_t){s.model[target] + at, out[k]});
            if (rank == al_rank()) {
                CHECK_OK(al_put_nb(s.segment, (int)target, at, out[k], &shape,
                                   k % 2 ? &handle : &each[k]));
                CHECK_OK(al_wait(k % 2 ? &handle : &each[k]));
                memcpy(in[k], out[k], sizeof in[k]);
                shape_visit(&shape, clear_run, in[k]);
                CHECK_OK(al_get_nb(s.segment, (int)target, at, in[k], &shape, &handle));
                CHECK_OK(al_wait(&handle));
                CHECK_INT(0, memcmp(in[k], out[k], extent));
            }
        }
        CHECK_OK(al_wait_all());
    }
    CHECK_SLICES(&s);
    slices_free(&s);
}

/* Some transfers are complete before others: each handle comes once, and what it names has arrived
 * by then. Those that are 0 are passed over. */
TEST_CASE(nonblocking_any, TEST_AL)
{
    enum { N = 12, EACH = 3000 };
    static char mine[N][EACH], in[N][EACH];
    const al_shape_t run = {.count = {EACH}};
    al_segment_t *segment;

    REQUIRE_OK(al_segment_create(al_group_world(), sizeof mine, &segment));
    for (int k = 0; k < N; ++k)
        memset(mine[k], 16 * (al_rank() + 1) + k, EACH);
    CHECK_OK(al_put(segment, al_rank(), 0, mine, sizeof mine));
    CHECK_OK(al_barrier(al_group_world()));
    for (int way = 0; way < 2; ++way) {
        al_handle_t handle[N] = {0};
        int seen[N] = {0}, indices[N], count = -1, left = 0;
        memset(in, 0, sizeof in);
        for (int k = 0; k < N; ++k) {
            int rank = (al_rank() + k) % al_size();
            CHECK_OK(al_get_nb(segment, rank, (size_t)k * EACH, in[k], &run, &handle[k]));
            seen[k] = handle[k] == 0;
            left += handle[k] != 0;
        }
        do {
            if (way == 0) {
                CHECK_OK(al_wait_any(N, handle, &indices[0]));
                count = indices[0] >= 0;
            } else {
                CHECK_OK(al_wait_some(N, handle, &count, indices));
            }
            for (int k = 0; k < count; ++k) {
                CHECK(k == 0 || indices[k] > indices[k - 1]);
                CHECK_INT(0, handle[indices[k]]);
                CHECK_INT(0, seen[indices[k]]++);
                --left;
            }
            for (int k = 0; k < N; ++k) {
                int rank = (al_rank() + k) % al_size();
                if (seen[k])
                    CHECK(in[k][0] == (char)(16 * (rank + 1) + k) && in[k][EACH - 1] == in[k][0]);
            }
        } while (count > 0);
        CHECK_INT(0, left);
        handle[N / 2] = 12345; /* names nothing under way, as a copy of a handle may */
        CHECK_OK(al_wait_any(N, handle, &count));
        CHECK_INT(N / 2, count);
        CHECK_OK(al_wait_any(0, NULL, &count));
        CHECK_INT(-1, count);
        CHECK_OK(al_wait_some(0, NULL, &count, NULL));
        CHECK_INT(0, count);
    }
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_OK(al_segment_free(segment));
}

/* Byte k of what a rank puts, or has from the start. */
static char byte_of(int rank, int round, size_t k)
{
    return (char)(37 * rank + 5 * round + (int)(k % 101) + 1);
}

static int fence_world(void)
{
    return al_fence_group(al_group_world());
}

static int fence_next(void)
{
    return al_fence((al_rank() + 1) % al_size());
}

static int barrier(void)
{
    return al_barrier(al_group_world());
}

static int wait_and_fence(void)
{
    int status = al_wait_all();
    return status == ASHLAR_OK ? al_fence_all() : status;
}

typedef struct run_bytes {
    const char *bytes, *others;
    int64_t wrong;
} run_bytes_t;

static void compare_run(void *context, size_t seg, size_t buf, size_t bytes)
{
    run_bytes_t *c = context;
    c->wrong += memcmp(c->bytes + seg, c->others + buf, bytes) != 0;
}

/* A fence completes transfers under way that nobody waited for: gets have arrived, puts are seen by
 * their owner, and the handle is complete. Of puts and gets, then of gets alone. */
TEST_CASE(nonblocking_fenced, TEST_AL)
{
    enum { PART = 30000 };
    int (*const complete[])(void) = {fence_next, al_fence_all, barrier, wait_and_fence,
                                     fence_world};
    enum { WAYS = sizeof complete / sizeof *complete };
    const al_shape_t shapes[] = {
        {.count = {PART}},
        {.levels = 1, .count = {100, 100}, .seg_stride = {200}, .buf_stride = {150}},
        {.levels = 1, .count = {3000, 5}, .seg_stride = {3100}, .buf_stride = {3000}},
        {.levels = 2, /* with gaps between planes only */
         .count = {100, 30, 9},
         .seg_stride = {100, 3100},
         .buf_stride = {100, 3200}}};
    static char out[PART], in[PART], put[PART];
    int next = (al_rank() + 1) % al_size(), before = (al_rank() + al_size() - 1) % al_size();
    al_segment_t *segment;
    void *mine;

    REQUIRE_OK(al_segment_create(al_group_world(), 2 * PART, &segment));
    REQUIRE_OK(al_segment_address(segment, al_rank(), &mine));
    for (int round = 0; round < 2 * 4 * WAYS; ++round) {
        const al_shape_t *shape = &shapes[round % 4];
        al_handle_t handle = 0;
        int done = 0;
        run_bytes_t got = {put, in, 0}, seen = {mine, put, 0};
        memset(mine, 0, PART);
        for (size_t k = 0; k < PART; ++k) {
            ((char *)mine)[PART + k] = byte_of(al_rank(), round, k);
            put[k] = byte_of(next, round, k); /* what the next rank has */
            out[k] = byte_of(al_rank(), round + 1, k);
            in[k] = 0;
        }
        CHECK_OK(al_barrier(al_group_world()));
        if (round < 4 * WAYS)
            CHECK_OK(al_put_nb(segment, next, 0, out, shape, &handle));
        CHECK_OK(al_get_nb(segment, next, PART, in, shape, &handle));
        CHECK_OK(complete[round / 4 % WAYS]());
        shape_visit(shape, compare_run, &got);
        CHECK_INT(0, got.wrong);
        CHECK_OK(al_test(&handle, &done));
        CHECK_INT(1, done);
        test_barrier();
        CHECK_OK(al_get(segment, al_rank(), 0, in, 1)); /* orders my loads after what came */
        for (size_t k = 0; k < PART; ++k)
            put[k] = round < 4 * WAYS ? byte_of(before, round + 1, k) : 0;
        shape_visit(shape, compare_run, &seen);
        CHECK_INT(0, seen.wrong);
        test_barrier();
    }
    CHECK_OK(al_segment_free(segment));
}
