/* Everything that finds blocks, on distributions in which blocks are not slices: the cases of other
 * programs with arrays cut in these ways, and some of its own. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/la.h>

#include "ga/src/array/ga_array.h"

#include "ga/dist/layouts.h"

#include "harness/harness.h"

enum { M = 37, N = 29, K = 23 };
static const int64_t widths[][2] = {{4, 3}, {1, 7}, {40, 2}, {5, 5}};
enum { WIDTHS = sizeof widths / sizeof widths[0], LAYOUTS = 7 };

/* A matrix in each of the layouts in turn: with room around blocks, on grids, in tiles, restricted
 * to some ranks. */
static ga_t matrix(ashlar_type type, int64_t rows, int64_t cols, int layout, int width)
{
    static const ga_kind kinds[] = {GA_BLOCK_CYCLIC, GA_SCALAPACK,       GA_SCALAPACK, GA_TILED,
                                    GA_BLOCK_CYCLIC, GA_TILED_IRREGULAR, GA_SCALAPACK};
    static const int64_t cuts[2][4] = {{0, 2, 11, 12}, {0, 1, 9, 22}};
    const int64_t dims[2] = {rows, cols};
    int n = ga_size(), reversed[64];
    ga_t g = 0;

    if (layout == 0) {
        CHECK_OK(layout_create_cyclic(type, 2, dims, widths[width], 2, 3, GA_GROUP_WORLD, &g));
        return g;
    }
    ga_spec_t spec = {.type = type,
                      .ndim = 2,
                      .dims = {rows, cols},
                      .group = GA_GROUP_WORLD,
                      .kind = kinds[layout],
                      .order = layout % 2 ? GA_FIRST_FASTEST : GA_LAST_FASTEST,
                      .block = {widths[width][0], widths[width][1]},
                      .blocks = {4, 4},
                      .cuts = {cuts[0], cuts[1]}};
    if (layout < 4) {
        spec.grid[0] = n % 2 == 0 ? 2 : layout == 1 ? 1 : n;
        spec.grid[1] = n / spec.grid[0];
    }
    if (layout >= 5) {
        spec.rank_count = n > 1 ? n - 1 : n;
        spec.ranks = reversed;
        for (int k = 0; k < n; ++k)
            reversed[k] = n - 1 - k;
    }
    CHECK_OK(ga_create_spec(&spec, &g));
    return g;
}

/* Every element is in one block of one rank, in a place of its own inside the slice; what the
 * blocks of ranks say agrees with what is said of elements. */
TEST_CASE(owned_once, TEST_GA)
{
    for (int layout = 0; layout < LAYOUTS; ++layout)
        for (int w = 0; w < WIDTHS; ++w) {
            ga_t g = matrix(ASHLAR_INT, M, N, layout, w);
            const gai_dist_t *dist = &gai_find(g)->dist;
            int seen[M][N] = {{0}};
            int64_t blocks = 0;
            for (int rank = 0; rank < ga_size(); ++rank) {
                int64_t room = gai_slice_elements(dist, rank);
                char *used = test_alloc((size_t)room + 1);
                memset(used, 0, (size_t)room);
                for (int64_t k = 0; k < gai_owned_count(dist, rank); ++k, ++blocks) {
                    gai_block_t block;
                    gai_owned_block(dist, rank, k, &block);
                    CHECK_INT(rank, block.rank);
                    for (int64_t j = block.lo[1]; j <= block.hi[1]; ++j)
                        for (int64_t i = block.lo[0]; i <= block.hi[0]; ++i) {
                            const int64_t index[2] = {i, j};
                            int64_t offset = -1;
                            int found = -1;
                            ++seen[i][j];
                            CHECK_INT(rank, gai_place(dist, 2, index, &offset));
                            CHECK_INT(block.offset + gai_block_offset(&block, 2, index), offset);
                            CHECK(offset >= 0 && offset < room && !used[offset]++);
                            CHECK_OK(ga_locate(g, i, j, &found));
                            CHECK_INT(rank, found);
                        }
                }
                free(used);
            }
            CHECK_INT(dist->blocks, blocks);
            for (int64_t k = 0; k < M * N; ++k)
                CHECK_INT(1, seen[k % M][k / M]);
            CHECK_OK(ga_destroy(g));
        }
}

static double value_at(int64_t i, int64_t j)
{
    return (double)(i + 100 * j);
}

static void fill_matrix(ga_t g, int64_t rows, int64_t cols, int64_t step)
{
    double *values = test_alloc((size_t)(rows * cols) * sizeof *values);
    for (int64_t k = 0; k < rows * cols; ++k)
        values[k] = step ? (double)(k * step % 7 - 3) : value_at(k % rows, k / rows);
    if (ga_rank() == 0)
        CHECK_OK(ga_put(g, 0, rows - 1, 0, cols - 1, values, rows));
    CHECK_OK(ga_sync());
    free(values);
}

/* Access finds the block that a patch is in, and no other; pieces of a region are blocks. */
TEST_CASE(access_finds_blocks, TEST_GA)
{
    for (int layout = 0; layout < LAYOUTS; ++layout)
        for (int w = 0; w < WIDTHS; ++w) {
            ga_t g = matrix(ASHLAR_DOUBLE, M, N, layout, w);
            fill_matrix(g, M, N, 0);
            ga_piece_t pieces[M * N];
            int64_t n = -1, elements = 0;
            CHECK_OK(ga_locate_region(g, 1, M - 2, 2, N - 1, M * N, pieces, &n));
            for (int64_t k = 0; k < n; ++k) {
                const ga_piece_t *p = &pieces[k];
                void *at = NULL;
                int64_t ld = -1;
                elements += (p->hi[0] - p->lo[0] + 1) * (p->hi[1] - p->lo[1] + 1);
                int status = ga_access(g, p->lo[0], p->hi[0], p->lo[1], p->hi[1], &at, &ld);
                CHECK_STATUS(p->rank == ga_rank() ? ASHLAR_OK : ASHLAR_EREMOTE, status);
                if (status != ASHLAR_OK)
                    continue;
                for (int64_t j = p->lo[1]; j <= p->hi[1]; ++j)
                    for (int64_t i = p->lo[0]; i <= p->hi[0]; ++i)
                        CHECK(((double *)at)[i - p->lo[0] + (j - p->lo[1]) * ld] == value_at(i, j));
                CHECK_OK(ga_release(g));
                if (p->hi[0] < M - 2) /* there the region ends, not the block */
                    CHECK_STATUS(ASHLAR_EREMOTE, ga_access(g, p->lo[0], p->hi[0] + 1, p->lo[1],
                                                           p->hi[1], &at, &ld));
            }
            CHECK_INT((M - 2) * (N - 2), elements);
            CHECK_OK(ga_sync());
            CHECK_OK(ga_destroy(g));
        }
}

/* Calls for ranks that own one block fail, and say why, where they own several. */
TEST_CASE(several_blocks_refused, TEST_GA)
{
    ga_t g = matrix(ASHLAR_DOUBLE, M, N, 0, 0);
    int64_t lo[2] = {-7, -7}, hi[2] = {-7, -7}, ld = -7;
    void *at = NULL;
    CHECK_STATUS(ASHLAR_ESHAPE, ga_distribution_nd(g, 0, lo, hi));
    CHECK_CONTAINS(ashlar_error_message(), "blocks of array");
    CHECK_STATUS(ASHLAR_ESHAPE, ga_access_block(g, 0, lo, hi, &at, &ld));
    CHECK(lo[0] == -7 && hi[1] == -7 && ld == -7 && at == NULL);
    CHECK_OK(ga_destroy(g));
}

/* c = alpha a b + beta c with every operand in every layout. */
TEST_CASE(gemm_anywhere, TEST_GA)
{
    const double alpha = 2, beta = -1;
    for (int round = 0; round < 27; ++round) {
        ga_t a = matrix(ASHLAR_DOUBLE, M, K, round % LAYOUTS, round % WIDTHS);
        ga_t b = matrix(ASHLAR_DOUBLE, K, N, round / 3 % LAYOUTS, (round + 1) % WIDTHS);
        ga_t c = matrix(ASHLAR_DOUBLE, M, N, round * 5 % LAYOUTS, (round + 2) % WIDTHS);
        fill_matrix(a, M, K, 3);
        fill_matrix(b, K, N, 5);
        fill_matrix(c, M, N, 2);
        CHECK_OK(la_gemm('n', 'n', &alpha, a, b, &beta, c));
        double found[M * N];
        int64_t wrong = 0;
        CHECK_OK(ga_get(c, 0, M - 1, 0, N - 1, found, M));
        for (int64_t j = 0; j < N; ++j)
            for (int64_t i = 0; i < M; ++i) {
                double sum = 0;
                for (int64_t k = 0; k < K; ++k)
                    sum += (double)((i + k * M) * 3 % 7 - 3) * (double)((k + j * K) * 5 % 7 - 3);
                wrong += found[i + j * M] != alpha * sum + beta * (double)((i + j * M) * 2 % 7 - 3);
            }
        CHECK_INT(0, wrong);
        CHECK_OK(ga_sync());
        CHECK_OK(ga_destroy(c));
        CHECK_OK(ga_destroy(b));
        CHECK_OK(ga_destroy(a));
    }
}

int main(int argc, char **argv)
{
    layouts_for_twins();
    return test_main(argc, argv);
}
