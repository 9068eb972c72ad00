/* Records of ranks that a rank has met. */
#include "armci-lite/src/base/al_rank_map.h"
#include "al/parts.h"

typedef struct met {
    int rank, times;
    char zeros[40];
} met_t;

TEST_CASE(rank_map, TEST_BARE)
{
    enum { WORLD = 1000000, MEETINGS = 20000, DISTINCT = 4000 };
    al_rank_map_t map = {0};
    rng_t rng = rng_seed(77);
    static int rank[DISTINCT], times[DISTINCT];
    static met_t *record[DISTINCT];

    for (int k = 0; k < DISTINCT; ++k) /* neighbours, and others */
        rank[k] = k < DISTINCT / 2
                      ? k
                      : (int)rng_range(&rng, DISTINCT, WORLD - 1) / DISTINCT * DISTINCT + k;
    for (int m = 0; m < MEETINGS; ++m) {
        const int k = (int)rng_range(&rng, 0, DISTINCT - 1);
        met_t *met = ali_rank_record(&map, rank[k], sizeof *met);
        if (!CHECK(met != NULL))
            return;
        CHECK(!record[k] || record[k] == met);
        record[k] = met;
        CHECK_INT(rank[k], met->rank);
        CHECK_INT(times[k]++, met->times++);
        CHECK_INT(0, met->zeros[39]);
    }
    uint32_t distinct = 0;
    for (int k = 0; k < DISTINCT; ++k)
        distinct += record[k] != NULL;
    CHECK_INT(distinct, map.used);
    CHECK(map.room >= 2 * map.used && map.room <= 8 * map.used);
    ali_rank_map_free(&map);
    CHECK(!map.record && map.room == 0 && map.used == 0);
}

/* Ranks of one number on all nodes are found nearly at once, however large the nodes are. */
TEST_CASE(rank_map_strides, TEST_BARE)
{
    enum { RANKS = 1000, LARGEST = 256 };
    for (int stride = 1; stride <= LARGEST; ++stride) {
        al_rank_map_t map = {0};
        uint64_t steps = 0;
        for (int k = 0; k < RANKS; ++k)
            if (!CHECK(ali_rank_record(&map, k * stride, sizeof(met_t)) != NULL))
                return;
        const int bits = __builtin_ctz(map.room);
        for (uint32_t at = 0; at < map.room; ++at)
            if (map.record[at])
                steps +=
                    (at - ali_rank_home(((met_t *)map.record[at])->rank, bits)) & (map.room - 1);
        if (!CHECK(steps < RANKS))
            test_fail(__FILE__, __LINE__, "stride %d: %llu steps", stride,
                      (unsigned long long)steps);
        ali_rank_map_free(&map);
    }
}
