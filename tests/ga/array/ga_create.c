/* Creation: chunk hints, cuts, templates, odd sizes. */
#include <string.h>

#include "harness/harness.h"
#include "model/twin.h"

static int64_t product(int ndim, const int64_t *factors)
{
    int64_t n = 1;

    for (int d = 0; d < ndim; ++d)
        n *= factors[d];
    return n;
}

/* Every block but the last along a dimension has at least the extent hoped for; a chunk of the
 * full extent leaves the dimension whole. */
static void check_chunks(const int64_t *dims, const int64_t *chunk)
{
    int64_t lo[2], hi[2], grid[2];
    ga_t g;

    REQUIRE_OK(ga_create(ASHLAR_FLOAT, dims[0], dims[1], "chunks", chunk[0], chunk[1], &g));
    CHECK_OK(ga_inquire_grid(g, grid));
    CHECK(product(2, grid) <= ga_size());
    for (int rank = 0; rank < ga_size(); ++rank) {
        CHECK_OK(ga_distribution_nd(g, rank, lo, hi));
        if (hi[0] < lo[0])
            continue;
        for (int d = 0; d < 2; ++d) {
            bool last = hi[d] == dims[d] - 1;
            CHECK(last || hi[d] - lo[d] + 1 >= chunk[d]);
            CHECK(chunk[d] < dims[d] || grid[d] == 1);
        }
    }
    CHECK_OK(ga_destroy(g));
}

TEST_CASE(create_chunks, TEST_GA)
{
    check_chunks((int64_t[]){40, 30}, (int64_t[]){0, 0});
    check_chunks((int64_t[]){40, 30}, (int64_t[]){-1, -7});
    check_chunks((int64_t[]){40, 30}, (int64_t[]){40, 0});
    check_chunks((int64_t[]){40, 30}, (int64_t[]){0, 30});
    check_chunks((int64_t[]){40, 30}, (int64_t[]){40, 30});
    check_chunks((int64_t[]){40, 30}, (int64_t[]){25, 1});
    check_chunks((int64_t[]){41, 1}, (int64_t[]){13, 0});
    check_chunks((int64_t[]){41, 31}, (int64_t[]){15, 15});
    check_chunks((int64_t[]){41, 31}, (int64_t[]){100, 100});
}

/* Without hints the busiest rank of a large array has little more than its share. */
TEST_CASE(create_balanced, TEST_GA)
{
    const int64_t rows = 120, cols = 120;
    int64_t lo[2], hi[2], most = 0, total = 0;
    ga_t g;

    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, rows, cols, "balanced", 0, 0, &g));
    for (int rank = 0; rank < ga_size(); ++rank) {
        CHECK_OK(ga_distribution(g, rank, &lo[0], &hi[0], &lo[1], &hi[1]));
        int64_t n = (hi[0] - lo[0] + 1) * (hi[1] - lo[1] + 1);
        most = n > most ? n : most;
        total += n;
    }
    CHECK_INT(rows * cols, total);
    CHECK(most * ga_size() <= rows * cols * 11 / 10);
    CHECK_OK(ga_destroy(g));
}

/* Block b, counted with dimension 0 fastest, lies between the given cuts and belongs to rank b. */
static void check_cuts(ga_t g, int ndim, const int64_t *dims, const int64_t *blocks,
                       const int64_t *cuts)
{
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM], grid[ASHLAR_MAX_DIM] = {0};

    CHECK_OK(ga_inquire_grid(g, grid));
    CHECK_INT(0, memcmp(grid, blocks, (size_t)ndim * sizeof *grid));
    for (int rank = 0; rank < ga_size(); ++rank) {
        CHECK_OK(ga_distribution_nd(g, rank, lo, hi));
        int64_t rest = rank, first = 0;
        for (int d = 0; d < ndim; ++d) {
            int64_t b = rest % blocks[d];
            bool owns = rank < product(ndim, blocks);
            int64_t end = b + 1 < blocks[d] ? cuts[first + b + 1] : dims[d];
            CHECK_INT(owns ? cuts[first + b] : 0, lo[d]);
            CHECK_INT(owns ? end - 1 : -1, hi[d]);
            rest /= blocks[d];
            first += blocks[d];
        }
    }
}

TEST_CASE(create_irregular, TEST_GA)
{
    rng_t rng = rng_seed(77);
    int64_t blocks[ASHLAR_MAX_DIM], cuts[256];

    for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim) {
        for (int round = 0; round < 6; ++round) {
            int ranks = (int)rng_range(&rng, 1, ga_size()); /* some ranks own nothing */
            ga_t g;
            random_cuts(&rng, ndim, test_dims(ndim), ranks, blocks, cuts);
            REQUIRE_OK(ga_create_irreg_nd(ASHLAR_CDOUBLE, ndim, test_dims(ndim), "cuts", blocks,
                                          cuts, GA_GROUP_WORLD, &g));
            check_cuts(g, ndim, test_dims(ndim), blocks, cuts);
            twin_t twin = twin_adopt(g, (uint64_t)round);
            CHECK_TWIN(&twin);
            twin_destroy(&twin);
        }
    }
}

TEST_CASE(create_irregular_2d, TEST_GA)
{
    const int64_t dims[2] = {19, 14}, rows[] = {0, 1, 12}, cols[] = {0, 9};
    int64_t blocks[2] = {ga_size() >= 3 ? 3 : ga_size(), ga_size() >= 6 ? 2 : 1}, cuts[5];
    ga_t g;

    REQUIRE_OK(ga_create_irreg(ASHLAR_LONG, dims[0], dims[1], "cuts", rows, blocks[0], cols,
                               blocks[1], &g));
    for (int64_t b = 0; b < blocks[0]; ++b)
        cuts[b] = rows[b];
    for (int64_t b = 0; b < blocks[1]; ++b)
        cuts[blocks[0] + b] = cols[b];
    check_cuts(g, 2, dims, blocks, cuts);
    CHECK_OK(ga_destroy(g));
}

/* Same extents, blocks and group as the template, whatever its kind; the type may differ. */
TEST_CASE(create_like, TEST_GA)
{
    for (layout_t layout = 0; layout < LAYOUT_COUNT; ++layout) {
        for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim) {
            int64_t lo[2][ASHLAR_MAX_DIM], hi[2][ASHLAR_MAX_DIM];
            ga_group_t group = -5;
            ashlar_type type = (ashlar_type)((ndim + (int)layout) % ASHLAR_TYPE_COUNT);
            ga_t g;

            twin_t tmpl =
                twin_create(ASHLAR_DOUBLE, ndim, test_dims(ndim), layout, GA_GROUP_WORLD, 40);
            REQUIRE_OK(ga_create_like(tmpl.g, type, "like", &g));
            CHECK(g != tmpl.g);
            CHECK_OK(ga_inquire_group(g, &group));
            CHECK_INT(GA_GROUP_WORLD, group);
            for (int rank = 0; rank < ga_size(); ++rank) {
                CHECK_OK(ga_distribution_nd(tmpl.g, rank, lo[0], hi[0]));
                CHECK_OK(ga_distribution_nd(g, rank, lo[1], hi[1]));
                CHECK_INT(0, memcmp(lo[0], lo[1], (size_t)ndim * sizeof lo[0][0]));
                CHECK_INT(0, memcmp(hi[0], hi[1], (size_t)ndim * sizeof hi[0][0]));
            }
            twin_t twin = twin_adopt(g, 41);
            CHECK_INT(type, twin.model.type);
            CHECK_TWIN(&tmpl);
            twin_destroy(&tmpl); /* an array outlives its template */
            CHECK_TWIN(&twin);
            twin_destroy(&twin);
        }
    }
}

/* Fewer elements than ranks. */
TEST_CASE(create_tiny, TEST_GA)
{
    static const int64_t one[ASHLAR_MAX_DIM] = {1, 1, 1, 1, 1, 1, 1};

    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim) {
            twin_t twin = twin_create(type, ndim, one, LAYOUT_REGULAR, GA_GROUP_WORLD, 4);
            CHECK_TWIN(&twin);
            twin_destroy(&twin);
        }
        for (layout_t layout = 0; layout < LAYOUT_COUNT; ++layout) {
            twin_t flat = twin_create(type, 2, (int64_t[]){1, 3}, layout, GA_GROUP_WORLD, 6);
            CHECK_TWIN(&flat);
            twin_destroy(&flat);
            twin_t tall = twin_create(type, 2, (int64_t[]){2, 1}, layout, GA_GROUP_WORLD, 7);
            CHECK_TWIN(&tall);
            twin_destroy(&tall);
        }
    }
}

/* Many arrays at once keep apart, and memory of destroyed ones is used again. */
TEST_CASE(create_many, TEST_GA)
{
    enum { ARRAYS = 40, ROUNDS = 5 };
    twin_t twins[ARRAYS];

    for (int round = 0; round < ROUNDS; ++round) {
        for (int k = 0; k < ARRAYS; ++k) {
            const int64_t dims[2] = {3 + k % 11, 2 + k % 7};
            twins[k] = twin_create((ashlar_type)(k % ASHLAR_TYPE_COUNT), 2, dims,
                                   (layout_t)(k % LAYOUT_COUNT), GA_GROUP_WORLD,
                                   (uint64_t)(100 * round + k));
        }
        for (int k = 0; k < ARRAYS; ++k)
            CHECK_TWIN(&twins[k]);
        for (int k = 0; k < ARRAYS; ++k)
            twin_destroy(&twins[(k * 7 + round) % ARRAYS]);
    }
}

/* Creation behaves as if ga_sync() came first: what was only started is complete for everybody. */
TEST_CASE(create_implied_sync, TEST_GA)
{
    enum { N = 1 << 16, COLS = 7, FEW = 3 };
    static double out[COLS][N];
    const double two = 2;
    int64_t next = (ga_rank() + 1) % ga_size() * COLS, lo[2], hi[2], wrong = 0, ld;
    const int before = (ga_rank() + ga_size() - 1) % ga_size();
    double *mine;
    ga_t g, made;

    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, N, COLS * ga_size(), "before", N, COLS, &g));
    for (int way = 0; way < 3; ++way) {
        ga_handle_t h[COLS] = {0};
        CHECK_OK(ga_zero(g));
        for (int j = 0; j < COLS - 1; ++j) {
            for (int i = 0; i < N; ++i)
                out[j][i] = 1000 * ga_rank() + 100 * way + j + i % 7;
            CHECK_OK(j % 2 ? ga_put_nb(g, 0, N - 1, next + j, next + j, out[j], N, &h[j])
                           : ga_acc_nb(g, 0, N - 1, next + j, next + j, out[j], N, &two, &h[j]));
        }
        for (int i = 0; i < FEW; ++i) /* the last: few elements may wait for company */
            out[COLS - 1][i] = 1000 * ga_rank() + 100 * way + i;
        CHECK_OK(ga_put(g, 0, FEW - 1, next + COLS - 1, next + COLS - 1, out[COLS - 1], FEW));
        REQUIRE_OK(way == 0   ? ga_create(ASHLAR_INT, 9, 9, "regular", 0, 0, &made)
                   : way == 1 ? ga_create_irreg(ASHLAR_INT, 9, 9, "cut", (int64_t[]){0}, 1,
                                                (int64_t[]){0, 4}, 1 + (ga_size() > 1), &made)
                              : ga_create_like(g, ASHLAR_INT, "alike", &made));
        CHECK_OK(ga_access_block(g, ga_rank(), lo, hi, (void **)&mine, &ld));
        for (int i = 0; i < FEW; ++i)
            wrong += mine[i + (COLS - 1) * ld] != 1000 * before + 100 * way + i;
        for (int j = 0; j < COLS - 1; ++j) {
            for (int i = 0; i < N; ++i) {
                double value = 1000 * before + 100 * way + j + i % 7;
                wrong += mine[i + j * ld] != (j % 2 ? value : 2 * value);
            }
        }
        CHECK_OK(ga_release(g));
        CHECK_OK(ga_destroy(made));
        for (int j = 0; j < COLS; ++j)
            CHECK_OK(ga_wait(&h[j]));
    }
    CHECK_INT(0, wrong);
    CHECK_OK(ga_destroy(g));
}
