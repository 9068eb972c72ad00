/* Arrays of every kind: whose their blocks are and where, against the definitions of the kinds. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "ga/array/subject.h"
#include "harness/harness.h"
#include "model/twin.h"
#include "model/kinds.h"

/* Do two answers name the same block? Arrays have their data in different places. */
static bool same_block(const ga_block_t *a, const ga_block_t *b)
{
    return a->rank == b->rank && !memcmp(&a->number, &b->number,
                                         offsetof(ga_block_t, data) - offsetof(ga_block_t, number));
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static void check_block(const subject_t *s, const ga_block_t *b, int64_t number, const int64_t *at,
                        int64_t index)
{
    CHECK_INT(number, b->number);
    CHECK_INT(s->owners[number], b->rank);
    CHECK_INT(index, b->index);
    CHECK((b->data != NULL) == on_my_node(s, b->rank));
    for (int d = 0; d < ASHLAR_MAX_DIM; ++d) {
        bool inside = d < s->spec.ndim;
        CHECK_INT(inside ? at[d] : 0, b->at[d]);
        CHECK_INT(inside ? cut_of(s, d, at[d]) : 0, b->lo[d]);
        CHECK_INT(inside ? cut_of(s, d, at[d] + 1) - 1 : 0, b->hi[d]);
        if (inside && s->spec.kind != GA_SCALAPACK)
            CHECK_INT(b->hi[d] - b->lo[d] + 1 + 2 * s->spec.ghosts[d], b->ld[d]);
    }
}

/* Each block, asked for in every way. */
static void check_blocks(const subject_t *s)
{
    patch_t all = patch_whole(s->spec.ndim, s->spec.blocks);
    int64_t at[ASHLAR_MAX_DIM], number = 0, n = -1;
    int64_t *seen = test_alloc((size_t)s->n * sizeof *seen);
    int position[ASHLAR_MAX_DIM], rank = -1;

    memset(seen, 0, (size_t)s->n * sizeof *seen);
    memcpy(at, all.lo, sizeof at);
    do {
        ga_block_t b[4];
        int owner = s->owners[number];
        CHECK_OK(ga_block_by_number(s->g, number, &b[0]));
        check_block(s, &b[0], number, at, seen[owner]);
        CHECK_OK(ga_block_by_position(s->g, at, &b[1]));
        CHECK_OK(ga_block_by_element(s->g, b[0].hi, &b[2]));
        CHECK_OK(ga_block_by_rank(s->g, owner, seen[owner]++, &b[3]));
        for (int k = 1; k < 4; ++k)
            CHECK(same_block(&b[0], &b[k]) && b[0].data == b[k].data);
        CHECK_OK(ga_locate_nd(s->g, b[0].lo, &rank));
        CHECK_INT(owner, rank);
        if (!is_block_cyclic(s)) {
            CHECK_OK(ga_inquire_position(s->g, owner, position));
            for (int d = 0; d < s->spec.ndim; ++d)
                CHECK_INT(at[d] % s->spec.grid[d], position[d]);
        }
        ++number;
    } while (patch_next(&all, at));
    for (rank = 0; rank < s->n; ++rank) {
        CHECK_OK(ga_inquire_owned(s->g, rank, &n));
        CHECK_INT(s->counts[rank], n);
        CHECK_INT(n, seen[rank]);
    }
    free(seen);
}

/* Every rank writes its blocks in place; then all elements are there. */
static void check_memory(const subject_t *s)
{
    int ndim = s->spec.ndim;
    patch_t whole = patch_whole(ndim, s->spec.dims);
    buffer_t all = buffer_create(ASHLAR_LLONG, &whole, NULL);
    int64_t index[ASHLAR_MAX_DIM], count = 0;
    ga_block_t b;

    for (CHECK_OK(ga_block_first(s->g, &b)); b.data; CHECK_OK(ga_block_next(s->g, &b))) {
        patch_t part = patch_make(ndim, b.lo, b.hi);
        CHECK_INT(count++, b.index);
        memcpy(index, b.lo, sizeof index);
        do {
            int64_t offset = 0, stride = 1;
            for (int d = 0; d < ndim; stride *= b.ld[d++])
                offset += (index[d] - b.lo[d]) * stride;
            ((long long *)b.data)[offset] = value_of(s->spec.dims, ndim, index);
        } while (patch_next(&part, index));
    }
    CHECK_INT(s->counts[s->me], count);
    CHECK_INT(count, b.index);
    CHECK_OK(ga_group_sync(s->spec.group));
    CHECK_OK(ga_get_nd(s->g, whole.lo, whole.hi, all.data, all.ld));
    memcpy(index, whole.lo, sizeof index);
    do
        CHECK_INT(value_of(s->spec.dims, ndim, index), *(long long *)buffer_at(&all, index));
    while (patch_next(&whole, index));
    CHECK_OK(ga_group_sync(s->spec.group));
    buffer_free(&all);
}

/* ---- pieces, and arrays alike ---------------------------------------------------------------- */

/* The owners of a patch, block by block. */
static void check_region(const subject_t *s, rng_t *rng)
{
    patch_t patch = patch_random(rng, s->spec.ndim, s->spec.dims);
    int64_t n = -1, elements = 0, before = -1;

    CHECK_OK(ga_locate_region_nd(s->g, patch.lo, patch.hi, 0, NULL, &n));
    ga_piece_t *pieces = test_alloc((size_t)n * sizeof *pieces);
    CHECK_OK(ga_locate_region_nd(s->g, patch.lo, patch.hi, n, pieces, &n));
    for (int64_t k = 0; k < n; ++k) {
        patch_t part = patch_make(s->spec.ndim, pieces[k].lo, pieces[k].hi);
        ga_block_t first, last;
        CHECK_OK(ga_block_by_element(s->g, part.lo, &first));
        CHECK_OK(ga_block_by_element(s->g, part.hi, &last));
        CHECK(first.number == last.number && first.number > before);
        CHECK_INT(s->owners[first.number], pieces[k].rank);
        before = first.number;
        elements += patch_count(&part);
    }
    CHECK_INT(patch_count(&patch), elements);
    free(pieces);
}

/* An array made from the description of another, or like it, has the same blocks. */
static void check_alike(const subject_t *s)
{
    ga_t g[2];

    REQUIRE_OK(ga_create_spec(&s->spec, &g[0]));
    REQUIRE_OK(ga_create_like(s->g, ASHLAR_FLOAT, "like", &g[1]));
    for (int64_t number = 0; number < s->total; ++number)
        for (int k = 0; k < 2; ++k) {
            ga_block_t a, b;
            CHECK_OK(ga_block_by_number(s->g, number, &a));
            CHECK_OK(ga_block_by_number(g[k], number, &b));
            CHECK(same_block(&a, &b));
        }
    CHECK_OK(ga_destroy(g[0]));
    CHECK_OK(ga_destroy(g[1]));
}

static void check_all(const ga_spec_t *asked, rng_t *rng)
{
    subject_t s;

    make_subject(asked, &s);
    if (!s.owners)
        return;
    check_blocks(&s);
    check_memory(&s);
    check_slices(&s);
    check_region(&s, rng);
    check_alike(&s);
    free_subject(&s);
}

/* Every kind in every number of dimensions, otherwise at random. */
TEST_CASE(blocks_of_kinds, TEST_GA)
{
    rng_t rng = rng_seed(905);
    kind_spec_t drawn;

    for (ga_kind kind = 0; kind < GA_KIND_COUNT; ++kind)
        for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim)
            for (int round = 0; round < 3; ++round) {
                kind_draw(&rng, kind, ASHLAR_LLONG, ndim, test_dims(ndim), GA_GROUP_WORLD,
                          ga_size(), &drawn);
                check_all(&drawn.spec, &rng);
            }
}

/* Blocks are asked for in no dimension: 64, or less where ranks or places of the grid had none. */
TEST_CASE(blocks_chosen, TEST_GA)
{
    const int n = ga_size();
    const struct {
        int64_t dims[2];
        int grid[2];
        int64_t block;
    } cases[] = {{{1000, 800}, {0, 0}, 64},
                 {{7, 5},
                  {0, 0},
                  n == 1   ? 64
                  : n <= 4 ? 4
                           : 2},
                 {{100, 100},
                  {n, 1},
                  n <= 2   ? 64
                  : n <= 4 ? 32
                  : n <= 7 ? 16
                           : 8},
                 {{64, 1},
                  {0, 0},
                  n == 1   ? 64
                  : n == 2 ? 32
                  : n <= 4 ? 16
                  : n <= 8 ? 8
                           : 4},
                 {{1, 1}, {0, 0}, n == 1 ? 64 : 1}};
    static const ga_kind kinds[] = {GA_BLOCK_CYCLIC, GA_SCALAPACK, GA_TILED};
    rng_t rng = rng_seed(907);
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; ++k)
        for (size_t c = 0; c < sizeof cases / sizeof cases[0]; ++c) {
            ga_spec_t spec = {.type = ASHLAR_LLONG, .ndim = 2, .kind = kinds[k]}, found;
            spec.group = GA_GROUP_WORLD;
            ga_t g = 0;
            for (int d = 0; d < 2; ++d) {
                spec.dims[d] = cases[c].dims[d];
                spec.grid[d] = kinds[k] == GA_BLOCK_CYCLIC ? 0 : cases[c].grid[d];
            }
            REQUIRE_OK(ga_create_spec(&spec, &g));
            CHECK_OK(ga_inquire_spec(g, &found));
            for (int d = 0; d < 2 && (spec.grid[0] || !cases[c].grid[0]); ++d)
                CHECK_INT(cases[c].block < spec.dims[d] ? cases[c].block : spec.dims[d],
                          found.block[d]);
            CHECK_OK(ga_destroy(g));
            spec.block[0] = found.block[0];
            spec.block[1] = found.block[1];
            if (spec.dims[0] < 1000)
                check_all(&spec, &rng);
        }
}

/* On the ranks of a group: the world in reverse, without one. */
TEST_CASE(blocks_on_groups, TEST_GA)
{
    rng_t rng = rng_seed(906);
    int color = ga_size() > 1 && ga_rank() == ga_size() / 2 ? -1 : 0, n = 0;
    ga_group_t group = 0;
    kind_spec_t drawn;

    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, color, -ga_rank(), &group));
    if (color < 0)
        return;
    CHECK_OK(ga_group_size(group, &n));
    for (ga_kind kind = 0; kind < GA_KIND_COUNT; ++kind)
        for (int ndim = 1; ndim <= 3; ++ndim) {
            kind_draw(&rng, kind, ASHLAR_LLONG, ndim, test_dims(ndim), group, n, &drawn);
            check_all(&drawn.spec, &rng);
        }
    CHECK_OK(ga_group_destroy(group));
}

/* Extents of 1, and fewer elements than ranks. */
TEST_CASE(blocks_few, TEST_GA)
{
    static const int64_t dims[][3] = {{1, 1, 1}, {2, 1, 1}, {1, 5, 1}, {1, 1, 3}, {2, 2, 1}};
    rng_t rng = rng_seed(907);
    kind_spec_t drawn;

    for (size_t k = 0; k < sizeof dims / sizeof dims[0]; ++k)
        for (ga_kind kind = 0; kind < GA_KIND_COUNT; ++kind)
            for (int ndim = 1; ndim <= 3; ++ndim) {
                kind_draw(&rng, kind, ASHLAR_LLONG, ndim, dims[k], GA_GROUP_WORLD, ga_size(),
                          &drawn);
                check_all(&drawn.spec, &rng);
            }
}

/* Descriptions that ask for nothing special are plain arrays, aligned with those of the older
 * calls. */
TEST_CASE(blocks_plain, TEST_GA)
{
    const ga_spec_t spec = {.type = ASHLAR_INT, .ndim = 2, .dims = {30, 20}};
    ga_block_t a, b;
    int64_t n = 0, m = 0;
    ga_t g, h;

    REQUIRE_OK(ga_create_spec(&spec, &g));
    REQUIRE_OK(ga_create(ASHLAR_INT, 30, 20, "plain", 0, 0, &h));
    CHECK_OK(ga_inquire_blocks(g, &n));
    CHECK_OK(ga_inquire_blocks(h, &m));
    CHECK_INT(m, n);
    for (int64_t number = 0; number < n; ++number) {
        CHECK_OK(ga_block_by_number(g, number, &a));
        CHECK_OK(ga_block_by_number(h, number, &b));
        CHECK_INT(number, a.rank);
        CHECK(same_block(&a, &b));
    }
    CHECK_OK(ga_destroy(h));
    CHECK_OK(ga_destroy(g));
}
