/* Arrays that are only read: what gets and gathers find, where from, and what comes before. */
#include <stdlib.h>
#include <string.h>

#include "ga/each.h"
#include "model/kinds.h"

/* All elements, one by one. */
static void gather_all(const twin_t *twin)
{
    const model_t *m = &twin->model;
    int ndim = m->whole.ndim;
    int64_t *index = test_alloc((size_t)(m->n * ndim) * sizeof *index), at[ASHLAR_MAX_DIM], n = 0;
    size_t bytes = 0;

    CHECK_OK(ga_type_bytes(m->type, &bytes));
    char *values = test_alloc((size_t)m->n * bytes), *models = test_alloc((size_t)m->n * bytes);
    memcpy(at, m->whole.lo, sizeof at);
    do
        memcpy(&index[ndim * n++], at, (size_t)ndim * sizeof *at);
    while (patch_next(&m->whole, at));
    CHECK_OK(ga_gather_nd(twin->g, n, index, values));
    model_gather(m, n, index, models);
    CHECK(memcmp(values, models, (size_t)n * bytes) == 0);
    free(models);
    free(values);
    free(index);
}

/* The same blocks as before, with the same elements in place. */
static void check_blocks(const twin_t *twin, const ga_spec_t *before)
{
    ga_spec_t now;
    ga_block_t block;
    int64_t elements = 0;

    CHECK_OK(ga_inquire_spec(twin->g, &now));
    CHECK_INT(before->kind, now.kind);
    CHECK_INT(before->group, now.group);
    CHECK_INT(0, memcmp(before->grid, now.grid, sizeof now.grid));
    CHECK_INT(0, memcmp(before->blocks, now.blocks, sizeof now.blocks));
    for (CHECK_OK(ga_block_first(twin->g, &block)); block.data;
         CHECK_OK(ga_block_next(twin->g, &block))) {
        patch_t part = patch_make(now.ndim, block.lo, block.hi);
        buffer_t in_place = {.type = twin->model.type, .patch = part, .data = block.data};
        buffer_t expected = buffer_create(twin->model.type, &part, NULL);
        int64_t at[ASHLAR_MAX_DIM], wrong = 0;
        size_t bytes = 0;
        memcpy(in_place.ld, block.ld, sizeof block.ld);
        model_get(&twin->model, &expected);
        CHECK_OK(ga_type_bytes(twin->model.type, &bytes));
        memcpy(at, part.lo, sizeof at);
        do
            wrong += memcmp(buffer_at(&in_place, at), buffer_at(&expected, at), bytes) != 0;
        while (patch_next(&part, at));
        CHECK_INT(0, wrong);
        elements += patch_count(&part);
        buffer_free(&expected);
    }
    CHECK_OK(ga_allreduce(now.group, ASHLAR_LLONG, ASHLAR_SUM, &elements, 1));
    CHECK_INT(twin->model.n, elements);
}

/* Read-only, read, written again, twice. */
static void open_and_close(const ga_spec_t *spec, uint64_t seed)
{
    ga_spec_t before;
    int on = -1;
    ga_t g = 0;

    REQUIRE_OK(ga_create_spec(spec, &g));
    twin_t twin = twin_adopt(g, seed);
    CHECK_OK(ga_inquire_spec(g, &before));
    for (int turn = 0; turn < 2; ++turn) {
        CHECK_OK(ga_set_read_only(g, 1 + turn));
        CHECK_OK(ga_inquire_read_only(g, &on));
        CHECK_INT(1, on);
        CHECK_OK(ga_set_read_only(g, 1));
        CHECK_TWIN(&twin);
        gather_all(&twin);
        check_blocks(&twin, &before);
        CHECK_OK(ga_set_read_only(g, 0));
        CHECK_OK(ga_inquire_read_only(g, &on));
        CHECK_INT(0, on);
        twin_randomize(&twin, seed + 9 + (uint64_t)turn);
        CHECK_TWIN(&twin);
    }
    CHECK_OK(ga_set_read_only(g, 1)); /* and destroyed so */
    twin_destroy(&twin);
}

static void read_only_all(ga_group_t group)
{
    int n = 0;

    CHECK_OK(ga_group_size(group, &n));
    rng_t rng = rng_seed((uint64_t)n);
    for (int kind = 0; kind < GA_KIND_COUNT; ++kind) {
        for (int type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
            int ndim = 1 + (kind + 2 * type) % ASHLAR_MAX_DIM;
            kind_spec_t drawn;
            if (test_nodes() > 1 && (kind + type + n) % (3 * thinned(2)))
                continue;
            kind_draw(&rng, (ga_kind)kind, (ashlar_type)type, ndim, test_dims(ndim), group, n,
                      &drawn);
            open_and_close(&drawn.spec, (uint64_t)(10 * kind + type));
        }
    }
}

TEST_CASE_IN("engines", read_only_kinds, TEST_GA)
{
    read_only_all(GA_GROUP_WORLD);
}

TEST_CASE_IN("engines", read_only_on_groups, TEST_GA)
{
    ga_group_t group = 0;

    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, test_rank() % 2, -test_rank(), &group));
    read_only_all(group);
    CHECK_OK(ga_group_destroy(group));
}

/* Puts and accumulates still in flight when the array is closed are in what is read. */
TEST_CASE_IN("engines", read_only_completes, TEST_GA)
{
    enum { N = 3000 };
    const int64_t lo[1] = {0}, hi[1] = {N - 1};
    const ga_spec_t spec = {.type = ASHLAR_DOUBLE, .ndim = 1, .dims = {N}};
    double *ones = test_alloc(N * sizeof *ones), *all = test_alloc(N * sizeof *all);
    const double two = 2;
    ga_handle_t handle = 0;
    int wrong = 0;
    ga_t g;

    for (int k = 0; k < N; ++k)
        ones[k] = 1;
    REQUIRE_OK(ga_create_spec(&spec, &g));
    for (int turn = 1; turn <= 5; ++turn) {
        CHECK_OK(ga_zero(g));
        CHECK_OK(ga_acc_nb_nd(g, lo, hi, ones, NULL, &two, &handle));
        CHECK_OK(ga_acc_nd(g, lo, hi, ones, NULL, &two));
        CHECK_OK(ga_set_read_only(g, 1));
        CHECK_OK(ga_get_nd(g, lo, hi, all, NULL));
        for (int k = 0; k < N; ++k)
            wrong += all[k] != 4 * test_size();
        CHECK_OK(ga_wait(&handle));
        CHECK_OK(ga_set_read_only(g, 0));
    }
    CHECK_INT(0, wrong);
    CHECK_OK(ga_destroy(g));
    free(all);
    free(ones);
}

/* Data read does not come from other nodes: their ranks wait in MPI, which serves nobody. */
TEST_CASE_IN("engines", read_only_stays_here, TEST_GA)
{
    enum { N = 5000 };
    const int64_t lo[1] = {0}, hi[1] = {N - 1}, index[2] = {0, N - 1};
    const ga_spec_t spec = {.type = ASHLAR_LLONG, .ndim = 1, .dims = {N}};
    long long *all = test_alloc(N * sizeof *all), two[2];
    const long long seven = 7;
    ga_handle_t handle = 0;
    int wrong = 0;
    ga_t g;

    REQUIRE_OK(ga_create_spec(&spec, &g));
    CHECK_OK(ga_fill(g, &seven));
    CHECK_OK(ga_set_read_only(g, 1));
    for (int rank = 0; rank < test_size(); ++rank) {
        if (rank == test_rank()) {
            CHECK_OK(ga_get_nb_nd(g, lo, hi, all, NULL, &handle));
            CHECK_OK(ga_wait(&handle));
            CHECK_OK(ga_gather_nd(g, 2, index, two));
            for (int k = 0; k < N; ++k)
                wrong += all[k] != 7;
            wrong += two[0] != 7 || two[1] != 7;
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    CHECK_INT(0, wrong);
    CHECK_OK(ga_destroy(g));
    free(all);
}
