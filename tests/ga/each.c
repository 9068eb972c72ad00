#include <string.h>

#include "ga/each.h"

static void run_on(ashlar_type type, int ndim, const int64_t *dims, layout_t layout,
                   void (*run)(twin_t *twin, rng_t *rng))
{
    uint64_t seed = (uint64_t)(100 * (int)type + 10 * ndim + (int)layout);
    rng_t rng = rng_seed(seed);
    twin_t twin = twin_create(type, ndim, dims, layout, GA_GROUP_WORLD, seed);

    run(&twin, &rng);
    CHECK_TWIN(&twin);
    twin_destroy(&twin);
}

/* Between nodes everything takes longer: every third combination, or fewer; all are tried in one
 * launch or another. */
static bool is_left_out(ashlar_type type, int ndim)
{
    return test_nodes() > 1 && ((int)type + ndim + test_size()) % (3 * thinned(2)) != 0;
}

void each_twin(void (*run)(twin_t *twin, rng_t *rng))
{
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim) {
            if (!is_left_out(type, ndim)) {
                run_on(type, ndim, test_dims(ndim),
                       (layout_t)((ndim + (int)type / 2) % LAYOUT_COUNT), run);
            }
        }
    }
}

void each_matrix(const int64_t *dims, void (*run)(twin_t *twin, rng_t *rng))
{
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type)
        run_on(type, 2, dims, LAYOUT_IRREGULAR, run);
}

bool through_rma(void)
{
    return al_node_count() > 1 && strcmp(al_engine_name(), "rma") == 0;
}

int thinned(int n)
{
    return through_rma() && test_hosts() > 1 ? n : 1;
}
