/* The frame of the solvers, and arrays that lie as ScaLAPACK wants them: it works where
 * they are, on the grid and in the tiles that they have, or that la_set_grid() asked for. The
 * routines below are called through stand-ins that note what they were given. */
#include <math.h>
#include <string.h>

#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "linalg/src/frame/la_context.h"
#include "linalg/src/frame/la_solver_table.h"
#include "linalg/src/blas/la_scalapack.h"
#include "la/support/judge.h"

enum { N = 53, RHS = 11 };

void Cblacs_gridinfo(la_int context, la_int *rows, la_int *cols, la_int *row, la_int *col);

/* Arguments that POTRS and GETRS were given here; calls is 0 on ranks outside the grid. */
static struct {
    int calls;
    const void *a, *b;
    la_int rows, cols, row, col, tile, tile_of_b;
} seen;

typedef void solve_fn(const char *uplo, const la_int *n, const la_int *nrhs, const void *a,
                      const la_int *ia, const la_int *ja, const la_int *desca, void *b,
                      const la_int *ib, const la_int *jb, const la_int *descb, la_int *info,
                      size_t length);
solve_fn __real_pdpotrs_, __wrap_pdpotrs_;
void __wrap_pdpotrs_(const char *uplo, const la_int *n, const la_int *nrhs, const void *a,
                     const la_int *ia, const la_int *ja, const la_int *desca, void *b,
                     const la_int *ib, const la_int *jb, const la_int *descb, la_int *info,
                     size_t length)
{
    ++seen.calls;
    seen.a = a;
    seen.b = b;
    Cblacs_gridinfo(desca[1], &seen.rows, &seen.cols, &seen.row, &seen.col);
    seen.tile = desca[4];
    seen.tile_of_b = descb[5];
    CHECK(desca[4] == desca[5] && descb[4] == descb[5] && descb[1] == desca[1]);
    __real_pdpotrs_(uplo, n, nrhs, a, ia, ja, desca, b, ib, jb, descb, info, length);
}

typedef void solve_alone_fn(const char *uplo, const la_int *n, const la_int *nrhs, const void *a,
                            const la_int *lda, void *b, const la_int *ldb, la_int *info,
                            size_t length);
solve_alone_fn __real_dpotrs_, __wrap_dpotrs_;
void __wrap_dpotrs_(const char *uplo, const la_int *n, const la_int *nrhs, const void *a,
                    const la_int *lda, void *b, const la_int *ldb, la_int *info, size_t length)
{
    if (*n == N) { /* ScaLAPACK calls it, too, for tiles */
        ++seen.calls;
        seen.a = a;
        seen.b = b;
        seen.rows = seen.cols = 1;
        seen.tile = N;
    }
    __real_dpotrs_(uplo, n, nrhs, a, lda, b, ldb, info, length);
}

/* My part of an array; NULL when I have none. */
static const void *memory_of(ga_t g)
{
    void *at = NULL;
    int64_t extent[2] = {0, 0};
    ga_group_t group;
    int rank = 0;
    CHECK_OK(ga_inquire_group(g, &group));
    CHECK_OK(ga_group_rank(group, &rank));
    CHECK_OK(ga_access_local(g, rank, &at, NULL, extent, NULL));
    return extent[0] && extent[1] ? at : NULL;
}

static ga_spec_t spec_of(int64_t n, ga_order order, int rows, int cols, int64_t tile)
{
    return (ga_spec_t){.type = ASHLAR_DOUBLE,
                       .ndim = 2,
                       .dims = {N, n},
                       .name = "matrix",
                       .kind = GA_SCALAPACK,
                       .order = order,
                       .block = {tile, tile},
                       .grid = {rows, cols}};
}

/* Solve with the two arrays, and check the answer. seen says how it was done. */
static void solve(ga_t ga, ga_t gb)
{
    int64_t n = 0;
    rng_t rng = rng_seed(N);
    CHECK_OK(ga_inquire(gb, NULL, NULL, &n));
    dense_t a = dense_hermitian(&rng, ASHLAR_DOUBLE, N, true);
    dense_t b = dense_random(&rng, ASHLAR_DOUBLE, N, n);
    matrix_write_lower(ga, &a);
    matrix_write(gb, &b);
    memset(&seen, 0, sizeof seen);
    CHECK_OK(la_cholesky_solve(ga, gb));
    CHECK(matrix_lower_is(ga, &a));
    dense_t x = matrix_read(gb);
    check_solution(ASHLAR_DOUBLE, 'n', &a, &x, &b);
    CHECK(!seen.calls || seen.a != memory_of(ga)); /* a must stay */
}

/* The grid and the tiles that were used, and whether b was worked on where it is. */
static void check_seen(int rows, int cols, int64_t tile, ga_t b, bool in_place)
{
    bool inside = ga_rank() < rows * cols;
    CHECK_INT(inside, seen.calls);
    if (!inside)
        return;
    CHECK_INT(rows, seen.rows);
    CHECK_INT(cols, seen.cols);
    CHECK_INT(tile, seen.tile);
    const void *mine = memory_of(b);
    if (mine)
        CHECK(in_place == (seen.b == mine));
}

/* a leads. b lies alike, with fewer columns than a tile has; in other tiles; in one block, beyond
 * the tiles of a; on a transposed grid; on the same ranks, from the last on; in blocks that are not
 * square. */
static void check_grid(ga_order order, int rows, int cols, int64_t tile)
{
    enum { ALIKE, TILES, ONE_BLOCK, TRANSPOSED, LISTED, OBLONG, WAYS };
    int listed[64], serial = rows * cols == 1;
    int64_t used = serial || tile > N ? N : tile;      /* blocks end with the array */
    const bool in_place[WAYS] = {!serial || tile >= N, /* LAPACK takes only what is one block */
                                 tile >= N,
                                 serial || tile >= N,
                                 false,
                                 ga_size() == 1 && tile >= N,
                                 tile >= (serial ? N : RHS)};
    ga_spec_t spec = spec_of(N, order, rows, cols, tile);
    ga_t a = matrix_spec(&spec);
    for (int k = 0; k < rows * cols; ++k)
        listed[k] = ga_size() - 1 - k;
    for (int way = ALIKE; way < WAYS; ++way) {
        int turned = way == TRANSPOSED;
        int64_t tile_b = way == TILES ? tile + 1 : way == ONE_BLOCK ? 2 * N : tile;
        if (turned && rows == cols)
            continue;
        ga_spec_t spec_b = spec_of(RHS, order, turned ? cols : rows, turned ? rows : cols, tile_b);
        spec_b.block[1] += way == OBLONG ? 2 : 0;
        spec_b.rank_count = way == LISTED ? rows * cols : 0;
        spec_b.ranks = way == LISTED ? listed : NULL;
        ga_t b = matrix_spec(&spec_b);
        solve(a, b);
        check_seen(rows, cols, used, b, in_place[way]);
        if (way == ALIKE && order == GA_LAST_FASTEST && rows > 1 && cols > 1 &&
            ga_rank() < rows * cols)
            CHECK(seen.row == ga_rank() / cols && seen.col == ga_rank() % cols);
    }
    matrices_free();
}

TEST_CASE(frame_in_place, TEST_GA)
{
    static const int64_t tiles[] = {3, 16, 60};
    int n = test_size(), half = n % 2 || n == 2 ? 1 : 2;
    for (int k = 0; k < 6; ++k) {
        ga_order order = (ga_order)(k / 3);
        check_grid(order, half, n / half, tiles[k % 3]);
        check_grid(order, n, 1, tiles[k % 3]);
        if (n > 1) /* a rank that owns nothing */
            check_grid(order, 1, n - 1, tiles[k % 3]);
    }
}

/* The inverse of a, read by one rank into a block with ghost cells beside it, which keep. */
static void invert_into_gaps(ga_t a, bool cholesky)
{
    const ga_spec_t wide = {
        .type = ASHLAR_DOUBLE, .ndim = 2, .dims = {N, N}, .block = {N, N}, .ghosts = {3, 2}};
    la_factor_t f = 0;
    ga_t g = matrix_spec(&wide);
    ga_block_t block = {.rank = -1};
    dense_t one = dense_identity(N);
    rng_t rng = rng_seed(4);
    dense_t x = dense_hermitian(&rng, ASHLAR_DOUBLE, N, true);
    matrix_write(a, &x);
    CHECK_OK(ga_block_first(g, &block));
    for (int64_t k = -3; block.data && k < (N - 1) * block.ld[0] + N + 3; ++k)
        ((double *)block.data)[k] = 77;
    CHECK_OK(cholesky ? la_factor_cholesky(a, &f) : la_factor_lu(a, &f));
    CHECK_OK(la_factor_inverse(f, g));
    CHECK_OK(la_factor_free(f));
    dense_t inverse = matrix_read(g);
    check_solution(ASHLAR_DOUBLE, 'n', &x, &inverse, &one);
    for (int64_t j = 0; block.data && j < N; ++j)
        for (int64_t i = -3; i < N + 3; ++i)
            CHECK((i >= 0 && i < N) || ((double *)block.data)[i + j * block.ld[0]] == 77);
}

/* b alone may lead, when a lies otherwise; and one rank works on its blocks, ghost cells or not. */
TEST_CASE(frame_other_leads, TEST_GA)
{
    int n = test_size();
    ga_t a = matrix_create(ASHLAR_DOUBLE, N, N, LAYOUT_REGULAR, GA_GROUP_WORLD);
    ga_spec_t spec = spec_of(RHS, GA_LAST_FASTEST, n, 1, 7);
    ga_t b = matrix_spec(&spec);
    solve(a, b);
    check_seen(n, 1, n == 1 ? N : 7, b, n > 1);

    const int64_t alone = lai_context.one_order;
    lai_context.one_order = 1000;
    ga_spec_t whole = {.type = ASHLAR_DOUBLE, .ndim = 2, .dims = {N, RHS}, .block = {N, RHS}};
    b = matrix_spec(&whole);
    solve(a, b);
    check_seen(1, 1, N, b, true);
    whole.ghosts[0] = 2;
    whole.ghosts[1] = 1;
    b = matrix_spec(&whole);
    solve(a, b); /* with a leading dimension above the rows */
    ga_block_t block = {.rank = -1};
    CHECK_OK(ga_block_first(b, &block));
    CHECK(ga_rank() == 0 ? block.ld[0] > N && seen.b == block.data : !block.data);
    b = matrix_spec(&spec);
    solve(a, b);
    check_seen(1, 1, N, b, false);
    invert_into_gaps(a, true);
    invert_into_gaps(a, false);
    lai_context.one_order = alone;
    matrices_free();
}

/* ---- la_set_grid ----------------------------------------------------------------------------- */

/* Asked for, and used: whatever the arrays lie like. */
static void check_asked(int rows, int cols, int64_t tile, int64_t used)
{
    ga_t a = matrix_create(ASHLAR_DOUBLE, N, N, LAYOUT_IRREGULAR, GA_GROUP_WORLD);
    ga_spec_t spec = spec_of(RHS, GA_FIRST_FASTEST, rows, cols, used);
    bool serial = rows * cols == 1;
    CHECK_OK(la_set_grid(rows, cols, tile));
    for (int cyclic = 0; cyclic <= 1; ++cyclic) {
        ga_t b = cyclic ? matrix_spec(&spec)
                        : matrix_create(ASHLAR_DOUBLE, N, RHS, LAYOUT_REGULAR, GA_GROUP_WORLD);
        solve(a, b);
        check_seen(rows, cols, serial ? N : used, b,
                   cyclic ? !serial || used >= N : ga_size() == 1);
    }
    matrices_free();
}

/* Half of the ranks are fewer than were asked for: the library chooses for them. */
static void check_smaller_group(void)
{
    ga_group_t half;
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, test_rank() % 2, 0, &half));
    ga_spec_t spec = spec_of(N, GA_FIRST_FASTEST, 1, 1, 60), spec_b = spec_of(RHS, 0, 1, 1, 60);
    spec.group = spec_b.group = half;
    solve(matrix_spec(&spec), matrix_spec(&spec_b));
    int rank = -1;
    CHECK_OK(ga_group_rank(half, &rank));
    CHECK_INT(rank == 0, seen.calls);
    CHECK(rank != 0 || (seen.rows == 1 && seen.cols == 1));
    matrices_free();
    CHECK_OK(ga_group_destroy(half));
}

TEST_CASE(frame_set_grid, TEST_GA)
{
    int n = test_size();
    static const int64_t tiles[] = {5, 32, 100};
    const int grids[][2] = {{n, 1}, {1, n}, {1, 1}, {2, n / 2}}; /* 1 x 1 is LAPACK */
    for (int k = 0; k < 3 * (n % 2 ? 3 : 4); ++k)
        check_asked(grids[k / 3][0], grids[k / 3][1], tiles[k % 3], tiles[k % 3]);
    check_asked(n, 1, 0, lai_tuning(LAI_CHOLESKY, ASHLAR_DOUBLE, true, LAI_SCALAPACK)->tile);
    CHECK_OK(la_set_grid(n, 1, 9));
    if (n > 1)
        check_smaller_group();
    static const int bad[][3] = {{-1, 1, 0}, {1, -1, 0}, {1, 1, -1}, {1, 0, 0}, {0, 1, 0}};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
        CHECK_STATUS(ASHLAR_EARG, la_set_grid(bad[k][0], bad[k][1], bad[k][2]));
        CHECK_CONTAINS(ashlar_error_message(), "la_set_grid: a grid of ");
    }
    CHECK_STATUS(ASHLAR_ELIMIT, la_set_grid(n + 1, 1, 0));
    CHECK_CONTAINS(ashlar_error_message(), "but there are ");
    CHECK_STATUS(ASHLAR_ELIMIT, la_set_grid(1 << 30, 1 << 30, 0));
    ga_t a = matrix_create(ASHLAR_DOUBLE, N, N, LAYOUT_REGULAR, GA_GROUP_WORLD);
    ga_t b = matrix_create(ASHLAR_DOUBLE, N, RHS, LAYOUT_REGULAR, GA_GROUP_WORLD);
    double w[N];
    CHECK_OK(la_set_grid(n, 1, INT32_MAX)); /* tiles end with the matrix, at least beyond 256 */
    solve(a, b);
    check_seen(n, 1, n == 1 ? N : 256, b, n == 1);
    CHECK_OK(la_eigen(a, w, 0));
    CHECK_OK(la_set_grid(1, n, 13));
    CHECK_STATUS(ASHLAR_ELIMIT, la_set_grid(n + 1, 1, 0));
#if !ASHLAR_BLAS_INT64
    CHECK_STATUS(ASHLAR_ELIMIT, la_set_grid(n, 1, (INT64_C(1) << 32) + 5));
    CHECK_CONTAINS(ashlar_error_message(), "la_set_grid: the extent of a tile is 4294967301");
    CHECK_STATUS(ASHLAR_ELIMIT, la_set_grid(n, 1, INT64_MAX));
#endif
    solve(a, b); /* as before */
    check_seen(1, n, n == 1 ? N : 13, b, n == 1);
    matrices_free();
    CHECK_OK(la_set_grid(0, 0, 0)); /* the arrays lead again */
    check_grid(GA_LAST_FASTEST, n, 1, 17);
}
