/* Scans and packing under masks against their definitions. */
#include <stdlib.h>

#include "harness/harness.h"
#include "model/twin.h"
#include "ga/operands/operands.h"

/* Vectors of n elements: source, target and a mask with about one mark in `rare`. */
typedef struct vectors {
    twin_t source, target, mask;
    int64_t n;
} vectors_t;

static vectors_t make_vectors(ashlar_type type, ashlar_type mask, int64_t n, int rare,
                              uint64_t seed)
{
    static int turn;
    rng_t rng = rng_seed(seed);
    vectors_t v = {.n = n};
    twin_t *all[3] = {&v.source, &v.target, &v.mask};

    for (int k = 0; k < 3; ++k)
        *all[k] = twin_create(k < 2 ? type : mask, 1, &n, (layout_t)((turn + k) % LAYOUT_COUNT),
                              GA_GROUP_WORLD, seed + (uint64_t)k);
    ++turn;
    for (int64_t k = 0; k < n; ++k) {
        double mark = rng_range(&rng, 1, rare) == 1 ? (double)(k % 3 - 4) : 0;
        /* of complex numbers, some marks are imaginary */
        v.mask.model.at[k] =
            type_is_complex(mask) && k % 2 ? (scalar_t){0, mark} : (scalar_t){mark, 0};
    }
    twin_upload(&v.mask);
    return v;
}

static bool is_marked(const vectors_t *v, int64_t k)
{
    return !scalar_equal(v->mask.model.at[k], (scalar_t){0, 0});
}

static void check_and_free(vectors_t *v)
{
    CHECK_TWIN(&v->mask);
    CHECK_TWIN(&v->target);
    CHECK_TWIN(&v->source);
    twin_destroy(&v->mask);
    twin_destroy(&v->target);
    twin_destroy(&v->source);
}

static void model_scan(vectors_t *v, model_t *target, int64_t lo, int64_t hi, int sum,
                       int exclusive)
{
    scalar_t open = {0, 0};
    bool some = false;

    for (int64_t k = lo; k <= hi; ++k) {
        scalar_t z = v->source.model.at[k];
        bool begins = is_marked(v, k);
        some |= begins;
        if (!some)
            continue;
        scalar_t before = begins ? (scalar_t){0, 0} : open;
        open = sum ? scalar_add(before, z) : begins ? z : open;
        target->at[k] = sum && exclusive ? before : open;
    }
}

static void check_scans(vectors_t *v, int64_t lo, int64_t hi)
{
    for (int way = 0; way < 3; ++way) {
        CHECK_OK(way == 0 ? ga_scan_copy(v->source.g, v->target.g, v->mask.g, lo, hi)
                          : ga_scan_add(v->source.g, v->target.g, v->mask.g, lo, hi, way == 2));
        model_scan(v, &v->target.model, lo, hi, way > 0, way == 2);
        CHECK_TWIN(&v->target);
    }
}

static void check_packing(vectors_t *v, int64_t lo, int64_t hi)
{
    int64_t packed = -1, unpacked = -1, n = 0;

    for (int64_t k = lo; k <= hi; ++k)
        if (is_marked(v, k))
            v->target.model.at[n++] = v->source.model.at[k];
    CHECK_OK(ga_pack(v->source.g, v->target.g, v->mask.g, lo, hi, &packed));
    CHECK_INT(n, packed);
    CHECK_TWIN(&v->target);
    n = 0;
    twin_randomize(&v->source, 7);
    for (int64_t k = lo; k <= hi; ++k)
        if (is_marked(v, k))
            v->target.model.at[k] = v->source.model.at[n++];
    CHECK_OK(ga_unpack(v->source.g, v->target.g, v->mask.g, lo, hi, &unpacked));
    CHECK_INT(n, unpacked);
}

TEST_CASE(scan_all, TEST_GA)
{
    static const int64_t lengths[] = {1, 7, 203};

    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type)
        for (int length = 0; length < 3; ++length)
            for (int rare = 1; rare <= 40; rare *= 6) {
                int64_t n = lengths[length], lo = n / 5, hi = n - 1 - n / 9;
                uint64_t seed = (uint64_t)(100 * length + rare);
                ashlar_type mask = (ashlar_type)(((int)type + length) % ASHLAR_TYPE_COUNT);
                vectors_t v = make_vectors(type, mask, n, rare, seed);
                check_scans(&v, 0, n - 1);
                check_scans(&v, lo, hi);
                check_scans(&v, lo, lo - 1);
                check_packing(&v, 0, n - 1);
                check_packing(&v, lo, hi);
                check_packing(&v, lo, lo - 1);
                check_and_free(&v);
            }
}

/* More than a piece for each rank; segments that go over many ranks. */
TEST_CASE(scan_long, TEST_GA)
{
    for (int rare = 2; rare < 1000000; rare *= 50) {
        vectors_t v = make_vectors(ASHLAR_DOUBLE, ASHLAR_INT, 9001 * ga_size(), rare, 9);
        check_scans(&v, 3, v.n - 2);
        check_packing(&v, 3, v.n - 2);
        check_and_free(&v);
    }
}

TEST_CASE(scan_in_place, TEST_GA)
{
    vectors_t v = make_vectors(ASHLAR_LONG, ASHLAR_LLONG, 5000, 9, 11);
    model_t *source = &v.source.model;
    scalar_t *seen = test_alloc((size_t)v.n * sizeof *seen);
    model_t result = *source;

    result.at = seen;
    for (int64_t k = 0; k < v.n; ++k)
        seen[k] = source->at[k];
    model_scan(&v, &result, 0, v.n - 1, 1, 1);
    for (int64_t k = 0; k < v.n; ++k)
        source->at[k] = seen[k];
    CHECK_OK(ga_scan_add(v.source.g, v.source.g, v.mask.g, 0, v.n - 1, 1));
    free(seen);
    check_and_free(&v);
}
