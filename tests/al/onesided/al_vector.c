/* Vectors of runs, against serial copies. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>
#include "al/slices.h"
#include "harness/harness.h"

enum { RUNS = 30, RUN = 24, SLICE = 16 * RUNS * RUN };

static size_t slice_size(int rank)
{
    return SLICE + 16 * (size_t)rank;
}

/* RUNS runs of my own in the slice of a target, scattered in memory too. */
typedef struct runs {
    size_t offset[RUNS];
    char *at[RUNS];
    _Alignas(16) char memory[4 * RUNS * RUN];
} runs_t;

/* Runs that overlap neither each other's nor another rank's: every al_size()-th of the places. */
static void place_runs(runs_t *r, rng_t *rng, int rank)
{
    for (int k = 0; k < RUNS; ++k) {
        int64_t place = rng_range(rng, 0, 16 / al_size() - 1) * al_size() + rank;
        r->offset[k] = ((size_t)k * 16 + (size_t)place) * RUN;
        r->at[k] = r->memory + (size_t)(3 * k + k % 2) * RUN;
    }
}

static void fill_numbers(ashlar_type type, runs_t *r, rng_t *rng)
{
    size_t elem = type_bytes(type);

    for (int k = 0; k < RUNS; ++k)
        for (size_t b = 0; b + elem <= RUN; b += elem)
            scalar_store(type, r->at[k] + b, scalar_as(type, (double)rng_range(rng, -9, 9), 3));
}

/* Bytes of a run that are whole elements. */
static size_t run_bytes(ashlar_type type)
{
    return RUN / type_bytes(type) * type_bytes(type);
}

static void add_to(char *slice, const char *run, ashlar_type type, scalar_t alpha)
{
    for (size_t b = 0; b < run_bytes(type); b += type_bytes(type)) {
        scalar_t sum = scalar_mul(alpha, scalar_load(type, run + b));
        scalar_store(type, slice + b, scalar_add(sum, scalar_load(type, slice + b)));
    }
}

TEST_CASE(vector_runs, TEST_AL)
{
    runs_t mine, back;

    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        slices_t s = slices_create(al_group_world(), slice_size, (int)type, 80);
        const scalar_t alpha = scalar_as(type, 2, -1);
        const element_t factor = element_of(type, alpha);
        for (int rank = 0; rank < al_size(); ++rank) {
            int target = (rank + 1) % al_size();
            rng_t rng = rng_seed((uint64_t)(10 * rank) + type);
            place_runs(&mine, &rng, rank);
            fill_numbers(type, &mine, &rng);
            for (int k = 0; k < RUNS; ++k) {
                memcpy(s.model[target] + mine.offset[k], mine.at[k], run_bytes(type));
                add_to(s.model[target] + mine.offset[k], mine.at[k], type, alpha);
            }
            if (rank != al_rank())
                continue;
            CHECK_OK(al_put_vector(s.segment, target, RUNS, mine.offset,
                                   (const void *const *)mine.at, run_bytes(type)));
            CHECK_OK(al_acc_vector(s.segment, target, RUNS, mine.offset, type, &factor,
                                   (const void *const *)mine.at, run_bytes(type)));
            place_runs(&back, &rng, rank);
            memcpy(back.offset, mine.offset, sizeof back.offset);
            CHECK_OK(al_get_vector(s.segment, target, RUNS, back.offset, (void *const *)back.at,
                                   run_bytes(type)));
            for (int k = 0; k < RUNS; ++k)
                CHECK_INT(0, memcmp(back.at[k], s.model[target] + back.offset[k], run_bytes(type)));
            CHECK_OK(al_put_vector(s.segment, target, 0, NULL, NULL, 8));
        }
        CHECK_SLICES(&s);
        slices_free(&s);
    }
}

enum { MANY = 2 * 4096 + 3 };

static size_t many_size(int rank)
{
    return 8 * (MANY + (size_t)rank);
}

/* More runs, of one element each, than go between nodes at once: each comes to its own place and
 * from its own buffer. An accumulate may name a place twice. */
TEST_CASE(vector_many, TEST_AL)
{
    slices_t s = slices_create(al_group_world(), many_size, ASHLAR_LLONG, 84);
    size_t *offsets = test_alloc(MANY * sizeof *offsets);
    int64_t *values = test_alloc(MANY * sizeof *values), *found = test_alloc(MANY * sizeof *found);
    void **from = test_alloc(MANY * sizeof *from), **into = test_alloc(MANY * sizeof *into);
    const int64_t three = 3;

    for (int rank = 0; rank < al_size(); ++rank) {
        for (int target = 0; target < al_size(); ++target) {
            int64_t *model = (int64_t *)(void *)s.model[target];
            for (int64_t k = 0; k < MANY; ++k) { /* 7 and MANY have no common divisor */
                offsets[k] = 8 * (size_t)(7 * k % MANY + target);
                values[k] = 100000 * (rank + 1) + k;
                from[k] = values + k;
                into[k] = found + (MANY - 1 - k);
                model[offsets[k] / 8] = values[k];
            }
            if (rank == al_rank()) {
                CHECK_OK(
                    al_put_vector(s.segment, target, MANY, offsets, (const void *const *)from, 8));
                CHECK_OK(al_get_vector(s.segment, target, MANY, offsets, into, 8));
                for (int64_t k = 0; k < MANY; ++k)
                    CHECK_INT(values[k], found[MANY - 1 - k]);
            }
            for (int64_t k = 0; k < MANY; ++k) {
                offsets[k] = 8 * (size_t)(k / 2 + target);
                model[offsets[k] / 8] += 3 * values[k];
            }
            if (rank == al_rank()) {
                CHECK_OK(al_acc_vector(s.segment, target, MANY, offsets, ASHLAR_LLONG, &three,
                                       (const void *const *)from, 8));
            }
        }
        CHECK_OK(al_barrier(al_group_world()));
    }
    CHECK_SLICES(&s);
    free(into);
    free(from);
    free(found);
    free(values);
    free(offsets);
    slices_free(&s);
}

/* Runs of many lengths, so many that they fill several messages, and long ones. */
TEST_CASE(vector_lengths, TEST_AL)
{
    enum { MOST = 3000 };
    const struct {
        size_t bytes, runs;
    } lengths[] = {{1, MOST}, {8, MOST}, {600, 70}, {2048, 150}, {2049, 5}, {9000, 3}};
    static size_t offsets[MOST];
    static void *at[MOST];

    for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; ++l) {
        size_t bytes = lengths[l].bytes, n = lengths[l].runs, lane = 2 * n * bytes;
        int next = (al_rank() + 1) % al_size(), before = (al_rank() + al_size() - 1) % al_size();
        char *memory = test_alloc(n * bytes);
        al_segment_t *segment;
        void *mine;
        int64_t wrong = 0;
        REQUIRE_OK(al_segment_create(al_group_world(), lane, &segment));
        REQUIRE_OK(al_segment_address(segment, al_rank(), &mine));
        memset(mine, 0, lane);
        for (size_t k = 0; k < n; ++k) { /* the last run of the slice is the first in memory */
            offsets[k] = 2 * (n - 1 - k) * bytes;
            at[k] = memory + k * bytes;
        }
        for (size_t b = 0; b < n * bytes; ++b)
            memory[b] = (char)(b % 113 + (size_t)al_rank());
        CHECK_OK(al_barrier(al_group_world()));
        CHECK_OK(al_put_vector(segment, next, n, offsets, (const void *const *)at, bytes));
        memset(memory, 0, n * bytes);
        CHECK_OK(al_get_vector(segment, next, n, offsets, at, bytes));
        for (size_t b = 0; b < n * bytes; ++b)
            wrong += memory[b] != (char)(b % 113 + (size_t)al_rank());
        CHECK_OK(al_barrier(al_group_world()));
        for (size_t b = 0; b < lane; ++b) {
            size_t run = n - 1 - b / (2 * bytes), in_run = b % (2 * bytes);
            char byte = (char)((run * bytes + in_run) % 113 + (size_t)before);
            wrong += ((char *)mine)[b] != (in_run < bytes ? byte : 0);
        }
        CHECK_INT(0, wrong);
        CHECK_OK(al_segment_free(segment));
        free(memory);
    }
}

/* One run outside: nothing moves. */
TEST_CASE(vector_misuse, TEST_AL)
{
    slices_t s = slices_create(al_group_world(), slice_size, -1, 81);
    const int64_t one = 1;
    char buf[RUN] = {5}, into[RUN] = {6};
    const void *from[2] = {buf, buf};
    void *to[2] = {into, into};

    for (int target = 0; target < al_size(); ++target) {
        const size_t outside[2] = {0, s.bytes[target] - RUN + 8}, zeros[2] = {0, 0};
        CHECK_STATUS(ASHLAR_ERANGE, al_put_vector(s.segment, target, 2, outside, from, RUN));
        CHECK_STATUS(ASHLAR_ERANGE, al_get_vector(s.segment, target, 2, outside, to, RUN));
        CHECK_STATUS(ASHLAR_ERANGE,
                     al_acc_vector(s.segment, target, 2, outside, ASHLAR_LLONG, &one, from, RUN));
        CHECK_STATUS(ASHLAR_EARG,
                     al_acc_vector(s.segment, target, 2, zeros, ASHLAR_LLONG, &one, from, 12));
        CHECK_STATUS(ASHLAR_EARG, al_put_vector(s.segment, target, 2, NULL, from, RUN));
        CHECK_STATUS(ASHLAR_EARG, al_get_vector(s.segment, target, 2, outside, NULL, RUN));
    }
    CHECK_STATUS(ASHLAR_ERANGE, al_put_vector(s.segment, -1, 1, (size_t[]){0}, from, RUN));
    CHECK_INT(6, into[0]);
    CHECK_SLICES(&s);
    slices_free(&s);
}
