/* Rows, columns and diagonals against the model. */
#include "harness/harness.h"
#include "model/twin.h"
#include "ga/operands/operands.h"

/* A matrix of some shape, cut in some way, and vectors for its rows, columns and diagonal. */
static void run_on(ashlar_type type, const int64_t *dims, layout_t layout)
{
    const int64_t lengths[3] = {dims[0], dims[1], dims[0] < dims[1] ? dims[0] : dims[1]};
    const scalar_t shift = scalar_as(type, 4, -3);
    const element_t alpha = element_of(type, shift);
    const uint64_t seed = 50 + 10 * (uint64_t)dims[0] + (uint64_t)layout;
    twin_t g = twin_create(type, 2, dims, layout, GA_GROUP_WORLD, seed), v[3];
    model_t *m = &g.model;

    for (int k = 0; k < 3; ++k)
        v[k] = twin_create(type, 1, &lengths[k], (layout_t)(((int)layout + k) % (int)LAYOUT_COUNT),
                           GA_GROUP_WORLD, seed + 1 + (uint64_t)k);
    CHECK_OK(ga_scale_rows(g.g, v[0].g));
    CHECK_OK(ga_scale_columns(g.g, v[1].g));
    for (int64_t i = 0; i < dims[0]; ++i)
        for (int64_t j = 0; j < dims[1]; ++j) {
            scalar_t *z = model_at(m, (int64_t[]){i, j});
            *z = scalar_mul(scalar_mul(*z, v[0].model.at[i]), v[1].model.at[j]);
        }
    CHECK_TWIN(&g);
    CHECK_OK(ga_add_diagonal(g.g, v[2].g));
    CHECK_OK(ga_shift_diagonal(g.g, &alpha));
    for (int64_t i = 0; i < lengths[2]; ++i) {
        scalar_t *z = model_at(m, (int64_t[]){i, i});
        *z = scalar_add(scalar_add(*z, v[2].model.at[i]), shift);
        v[2].model.at[i] = *z;
    }
    CHECK_TWIN(&g);
    CHECK_OK(ga_get_diagonal(g.g, v[2].g));
    CHECK_TWIN(&v[2]);
    CHECK_OK(ga_zero_diagonal(g.g));
    for (int64_t i = 0; i < lengths[2]; ++i)
        *model_at(m, (int64_t[]){i, i}) = (scalar_t){0, 0};
    CHECK_TWIN(&g);
    twin_randomize(&v[2], 60);
    CHECK_OK(ga_set_diagonal(g.g, v[2].g));
    for (int64_t i = 0; i < lengths[2]; ++i)
        *model_at(m, (int64_t[]){i, i}) = v[2].model.at[i];
    CHECK_TWIN(&g);
    for (int k = 0; k < 3; ++k) {
        CHECK_TWIN(&v[k]);
        twin_destroy(&v[k]);
    }
    twin_destroy(&g);
}

TEST_CASE(lines_all, TEST_GA)
{
    static const int64_t shapes[][2] = {{17, 17}, {9, 31}, {40, 6}, {1, 23}, {29, 1}, {1, 1}};

    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type)
        for (size_t k = 0; k < sizeof shapes / sizeof *shapes; ++k)
            for (layout_t layout = LAYOUT_REGULAR; layout < LAYOUT_COUNT; ++layout)
                if (layout_is_tested(layout, type, (int)(k + 1)))
                    run_on(type, shapes[k], layout);
}

/* More rows, columns and diagonal elements than are fetched at a time. */
TEST_CASE(lines_long, TEST_GA)
{
    const int64_t n = 5003;
    const double two = 2;
    double seen = 0, sum = 0;
    ga_t g, v;

    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, n, n, "long", 0, 0, &g));
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "v", NULL, GA_GROUP_WORLD, &v));
    CHECK_OK(ga_zero(g));
    CHECK_OK(ga_fill(v, &two));
    if (ga_rank() == 0) {
        seen = 7;
        CHECK_OK(ga_put_nd(v, (int64_t[]){n - 1}, (int64_t[]){n - 1}, &seen, NULL));
    }
    CHECK_OK(ga_set_diagonal(g, v));
    CHECK_OK(ga_scale_rows(g, v));
    CHECK_OK(ga_scale_columns(g, v));
    CHECK_OK(ga_sum(g, &sum));
    CHECK(sum == 8 * (double)(n - 1) + 343);
    CHECK_OK(ga_get(g, n - 1, n - 1, n - 1, n - 1, &seen, 1));
    CHECK(seen == 343);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_destroy(v));
    CHECK_OK(ga_destroy(g));
}
