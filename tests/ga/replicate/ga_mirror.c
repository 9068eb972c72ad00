/* Mirrored arrays: each node's copy by itself, and all of them added up. */
#include <stdlib.h>
#include <string.h>

#include "ga/each.h"
#include "model/kinds.h"

/* The nodes of a group, in the order of their first ranks. */
typedef struct nodes {
    ga_group_t group;
    int n, mine, fewest; /* nodes; my own; ranks on that with the fewest */
} nodes_t;

static nodes_t nodes_of(ga_group_t group)
{
    nodes_t nodes = {.group = group, .mine = -1};
    int *seen = test_alloc((size_t)al_node_count() * sizeof *seen), ranks = 0, world = -1;

    CHECK_OK(ga_group_size(group, &ranks));
    nodes.fewest = ranks;
    for (int k = 0; k < al_node_count(); ++k)
        seen[k] = 0;
    for (int r = 0; r < ranks; ++r) {
        CHECK_OK(ga_group_world_rank(group, r, &world));
        if (!seen[al_node_of(world)]++) {
            if (al_node_of(world) == al_node_of(ga_rank()))
                nodes.mine = nodes.n;
            ++nodes.n;
        }
    }
    for (int k = 0; k < al_node_count(); ++k)
        if (seen[k] && seen[k] < nodes.fewest)
            nodes.fewest = seen[k];
    free(seen);
    return nodes;
}

static uint64_t seed_of(uint64_t seed, int node)
{
    return seed + 1000 * (uint64_t)node;
}

/* The array holds these values, on every node. */
static void check_values(ga_t g, const model_t *values, int line)
{
    buffer_t buffer = buffer_create(values->type, &values->whole, NULL);

    CHECK_OK(ga_get_nd(g, values->whole.lo, values->whole.hi, buffer.data, buffer.ld));
    model_check(__FILE__, line, values, &buffer);
    buffer_free(&buffer);
}

/* Adds to sum the values that twin_randomize() gives a copy of another node. */
static void add_copy(model_t *sum, uint64_t seed)
{
    rng_t rng = rng_seed(seed + 1);
    const scalar_t one = {1, 0};
    model_t other = model_create(sum->type, sum->whole.ndim, sum->dims);

    for (int64_t k = 0; k < other.n; ++k) {
        double re = (double)rng_range(&rng, -9, 9), im = (double)rng_range(&rng, -9, 9);
        other.at[k] = scalar_as(other.type, re, im);
    }
    model_add(one, &other, one, sum, sum);
    model_free(&other);
}

static model_t sum_of_copies(const model_t *like, const nodes_t *nodes, uint64_t seed)
{
    model_t sum = model_create(like->type, like->whole.ndim, like->dims);

    for (int node = 0; node < nodes->n; ++node)
        add_copy(&sum, seed_of(seed, node));
    return sum;
}

/* Where the blocks are: the whole array once on the ranks of my node. */
static void check_owners(ga_t g, const nodes_t *nodes, const model_t *model)
{
    ga_group_t group = 0;
    int64_t count = 0, elements = 0, owned = 0;
    int size = 0, world = -1;

    CHECK_OK(ga_inquire_group(g, &group));
    CHECK_OK(ga_group_size(group, &size));
    CHECK_OK(ga_inquire_blocks(g, &count));
    for (int r = 0; r < size; ++r) {
        CHECK_OK(ga_group_world_rank(group, r, &world));
        CHECK_INT(al_node_of(ga_rank()), al_node_of(world));
        CHECK_OK(ga_inquire_owned(g, r, &owned));
        CHECK(r < nodes->fewest || owned == 0);
        count -= owned;
        for (int64_t k = 0; k < owned; ++k) {
            ga_block_t block;
            CHECK_OK(ga_block_by_rank(g, r, k, &block));
            patch_t part = patch_make(model->whole.ndim, block.lo, block.hi);
            CHECK(block.data != NULL);
            elements += patch_count(&part);
        }
    }
    CHECK_INT(0, count);
    CHECK_INT(model->n, elements);
}

/* The description of a mirrored array. */
static void check_spec(ga_t g, const ga_spec_t *asked)
{
    ga_spec_t found;
    ga_t like = 0;

    CHECK_OK(ga_inquire_spec(g, &found));
    CHECK_INT(1, found.mirrored);
    CHECK_INT(asked->kind, found.kind);
    CHECK_INT(asked->group, found.group);
    REQUIRE_OK(ga_create_spec(&found, &like));
    CHECK_OK(ga_copy(g, like));
    CHECK_OK(ga_destroy(like));
    REQUIRE_OK(ga_create_like(g, found.type, "like", &like));
    CHECK_OK(ga_inquire_spec(like, &found));
    CHECK_INT(1, found.mirrored);
    CHECK_INT(asked->group, found.group);
    CHECK_OK(ga_destroy(like));
}

/* Copies with an array that is not mirrored. */
static void check_copies(const twin_t *twin, const ga_spec_t *spec, rng_t *rng)
{
    kind_spec_t drawn;
    ga_t g = 0;
    int n = 0;

    CHECK_OK(ga_group_size(spec->group, &n));
    kind_draw(rng, (ga_kind)rng_range(rng, 0, GA_KIND_COUNT - 1), spec->type, spec->ndim,
              spec->dims, spec->group, n, &drawn);
    REQUIRE_OK(ga_create_spec(&drawn.spec, &g));
    twin_t apart = twin_adopt(g, 77);
    CHECK_OK(ga_copy(apart.g, twin->g)); /* into every copy */
    check_values(twin->g, &apart.model, __LINE__);
    CHECK_OK(ga_zero(apart.g));
    CHECK_OK(ga_copy(twin->g, apart.g)); /* from whichever */
    CHECK_TWIN(&apart);
    twin_destroy(&apart);
}

/* Into a patch of another array, from one as large elsewhere. */
static void check_patch(const twin_t *twin, const ga_spec_t *spec, const nodes_t *nodes,
                        uint64_t seed, rng_t *rng)
{
    const model_t *m = &twin->model;
    model_t sum = sum_of_copies(m, nodes, seed);
    patch_t from = patch_random(rng, m->whole.ndim, m->dims), to = from;
    ga_spec_t wider = {.type = spec->type, .ndim = spec->ndim, .group = spec->group};
    ga_t g = 0;

    for (int d = 0; d < spec->ndim; ++d) {
        int64_t shift = rng_range(rng, -from.lo[d], 3);
        wider.dims[d] = spec->dims[d] + 3;
        to.lo[d] += shift;
        to.hi[d] += shift;
    }
    REQUIRE_OK(ga_create_spec(&wider, &g));
    twin_t whole = twin_adopt(g, seed + 5);
    CHECK_OK(ga_mirror_merge_patch(twin->g, from.lo, from.hi, whole.g, to.lo, to.hi));
    buffer_t buffer = buffer_create(spec->type, &from, NULL);
    model_get(&sum, &buffer);
    buffer.patch = to;
    model_put(&whole.model, &buffer);
    CHECK_TWIN(&whole);
    CHECK_TWIN(twin); /* as before */
    buffer.patch = from;
    buffer_free(&buffer);
    model_free(&sum);
    twin_destroy(&whole);
}

static void check_merge(const twin_t *twin, const nodes_t *nodes, uint64_t seed)
{
    model_t sum = sum_of_copies(&twin->model, nodes, seed);

    CHECK_OK(ga_mirror_merge(twin->g));
    check_values(twin->g, &sum, __LINE__);
    model_free(&sum);
}

static void mirror(const kind_spec_t *drawn, const nodes_t *nodes, uint64_t seed, rng_t *rng)
{
    ga_spec_t spec = drawn->spec;
    ga_t g = 0;

    spec.mirrored = 1;
    REQUIRE_OK(ga_create_spec(&spec, &g));
    twin_t twin = twin_adopt(g, seed_of(seed, nodes->mine));
    CHECK_OK(ga_group_sync(nodes->group)); /* what other nodes wrote has not changed mine */
    CHECK_TWIN(&twin);
    check_owners(g, nodes, &twin.model);
    check_spec(g, &spec);
    check_patch(&twin, &spec, nodes, seed, rng);
    check_merge(&twin, nodes, seed);
    check_copies(&twin, &spec, rng);
    twin_destroy(&twin);
}

static void mirror_all(ga_group_t group)
{
    nodes_t nodes = nodes_of(group);
    int n = 0;

    CHECK_OK(ga_group_size(group, &n));
    rng_t rng = rng_seed((uint64_t)(100 * n + nodes.n));
    for (int kind = 0; kind < GA_KIND_COUNT; ++kind) {
        for (int type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
            kind_spec_t drawn;
            int ndim = 1 + (kind + type) % ASHLAR_MAX_DIM;
            if ((kind + type + n) % (3 * thinned(2)))
                continue;
            kind_draw(&rng, (ga_kind)kind, (ashlar_type)type, ndim, test_dims(ndim), group,
                      nodes.fewest, &drawn);
            mirror(&drawn, &nodes, (uint64_t)(10 * kind + type), &rng);
        }
    }
}

TEST_CASE_IN("engines", mirror_kinds, TEST_GA)
{
    mirror_all(GA_GROUP_WORLD);
}

/* Two groups side by side, in the opposite order; then one of a single node. */
TEST_CASE_IN("engines", mirror_on_groups, TEST_GA)
{
    ga_group_t group = 0;

    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, test_rank() % 2, -test_rank(), &group));
    mirror_all(group);
    CHECK_OK(ga_group_destroy(group));
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, al_node_of(test_rank()), 0, &group));
    mirror_all(group);
    CHECK_OK(ga_group_destroy(group));
}

/* Floating-point sums depend on their order: all nodes have the same bits, and those of the order
 * that is promised. Several pieces for each rank. */
TEST_CASE_IN("engines", mirror_same_bits, TEST_GA)
{
    enum { N = 150000 };
    const ga_spec_t spec = {.type = ASHLAR_DOUBLE, .ndim = 1, .dims = {N}, .mirrored = 1};
    const int64_t lo = 0, hi = N - 1;
    nodes_t nodes = nodes_of(GA_GROUP_WORLD);
    double *values = test_alloc(N * sizeof *values);
    int64_t wrong = 0;
    ga_t g;

    REQUIRE_OK(ga_create_spec(&spec, &g));
    for (int k = 0; k < N; ++k)
        values[k] = 1.0 / (1 + k % 97 + 7 * nodes.mine);
    CHECK_OK(ga_put_nd(g, &lo, &hi, values, NULL));
    CHECK_OK(ga_mirror_merge(g));
    CHECK_OK(ga_get_nd(g, &lo, &hi, values, NULL));
    for (int k = 0; k < N; ++k) {
        double sum = 1.0 / (1 + k % 97);
        for (int node = 1; node < nodes.n; ++node)
            sum += 1.0 / (1 + k % 97 + 7 * node);
        wrong += sum != values[k];
    }
    CHECK_INT(0, wrong);
    CHECK_OK(ga_destroy(g));
    free(values);
}

/* Operations on whole arrays are my node's: different numbers on each, and no meeting with others.
 */
TEST_CASE_IN("engines", mirror_operations, TEST_GA)
{
    ga_spec_t spec = {.type = ASHLAR_DOUBLE, .ndim = 2, .dims = {6, 5}, .mirrored = 1};
    nodes_t nodes = nodes_of(GA_GROUP_WORLD);
    const double mine = 2 + nodes.mine, one = 1, three = 3;
    double dot = 0, number = 0;
    ga_t a, b;

    REQUIRE_OK(ga_create_spec(&spec, &a));
    spec.kind = GA_TILED;
    spec.block[0] = spec.block[1] = 2;
    REQUIRE_OK(ga_create_spec(&spec, &b));
    CHECK_OK(ga_fill(a, &mine));
    CHECK_OK(ga_zero(b));
    CHECK_OK(ga_add(&one, a, &three, b, b)); /* not aligned */
    for (int turn = 0; turn < nodes.mine; ++turn)
        CHECK_OK(ga_scale(b, &three)); /* more often on some nodes */
    CHECK_OK(ga_dot(a, b, &dot));
    double expected = 30 * mine * mine;
    for (int turn = 0; turn < nodes.mine; ++turn)
        expected *= 3;
    CHECK(dot == expected);
    CHECK_OK(ga_mirror_merge(a));
    CHECK_OK(ga_get(a, 5, 5, 4, 4, &number, 1));
    CHECK(number == 2 * nodes.n + nodes.n * (nodes.n - 1) / 2);
    CHECK_OK(ga_destroy(a));
    CHECK_OK(ga_destroy(b));
}
