/* la_gemm moves the elements that it has to, and no others: those that its division among nodes
 * says. */
#include <math.h>
#include <stdlib.h>

#include <ashlar/al.h>
#include <ashlar/la.h>

#include "ga/src/array/ga_array.h"
#include "harness/harness.h"
#include "linalg/src/calls/la_split.h"
#include "model/dense.h"

static al_traffic_t traffic_now(void)
{
    al_traffic_t traffic;
    CHECK_OK(al_traffic(&traffic));
    return traffic;
}

static int node_at(ga_t g, int64_t i, int64_t j)
{
    int rank;
    CHECK_OK(ga_locate(g, i, j, &rank));
    return al_node_of(rank);
}

/* op(a), op(b) and c: element (i,j) of one that is turned is at (j,i) of its array. */
typedef struct matrix {
    ga_t g;
    bool is_turned;
    int along[2]; /* LAI_M .. LAI_K, not turned */
} matrix_t;

typedef struct problem {
    matrix_t x[3];
    int64_t extent[3];
} problem_t;

static int owner_node(const matrix_t *x, int64_t i, int64_t j)
{
    return node_at(x->g, x->is_turned ? j : i, x->is_turned ? i : j);
}

/* Elements of a matrix that others own, in the rows and columns of a box of m, n and k that are
 * marked. */
static int64_t count_missing(const problem_t *p, int x, bool *const *marks, int node)
{
    const matrix_t *matrix = &p->x[x];
    int64_t words = 0;
    for (int64_t i = 0; i < p->extent[matrix->along[0]]; ++i)
        for (int64_t j = 0; j < p->extent[matrix->along[1]]; ++j)
            words += marks[matrix->along[0]][i] && marks[matrix->along[1]][j] &&
                     owner_node(matrix, i, j) != node;
    return words;
}

/* The rows and columns of c of which a node has any, and all of k. */
static void mark_owned(const problem_t *p, int node, bool *const *marks)
{
    for (int64_t i = 0; i < p->extent[LAI_M]; ++i)
        for (int64_t j = 0; j < p->extent[LAI_N]; ++j)
            if (owner_node(&p->x[2], i, j) == node)
                marks[LAI_M][i] = marks[LAI_N][j] = true;
    for (int64_t k = 0; k < p->extent[LAI_K]; ++k)
        marks[LAI_K][k] = true;
}

static lai_space_t space_of(const problem_t *p)
{
    lai_space_t space = {.nodes = al_node_count(), .ranks = al_size() / al_node_count()};
    for (int d = 0; d < 3; ++d)
        space.extent[d] = p->extent[d];
    for (int x = 0; x < 3; ++x) {
        const matrix_t *matrix = &p->x[x];
        space.factor[x].dist = &gai_find(matrix->g)->dist;
        space.factor[x].along[0] = matrix->along[matrix->is_turned];
        space.factor[x].along[1] = matrix->along[!matrix->is_turned];
    }
    return space;
}

static bool is_even(void)
{
    const int nodes = al_node_count(), size = al_size();
    for (int rank = 0; rank < size; ++rank)
        if (al_node_of(rank) != rank / (size / nodes))
            return false;
    return size % nodes == 0;
}

/* Elements of a and b, and of c, that cross between nodes. */
typedef struct words {
    int64_t gets, adds;
    bool is_in_cells;
} words_t;

static words_t words_of(const problem_t *p)
{
    const lai_space_t space = space_of(p);
    words_t words = {0, 0, false};
    lai_split_t split = {.words = -1};
    for (int node = 0; node < al_node_count(); ++node) {
        bool *marks[3];
        for (int d = 0; d < 3; ++d)
            marks[d] = test_alloc((size_t)p->extent[d]);
        if (is_even())
            CHECK_OK(lai_split_choose(&space, node, &split));
        int64_t lo[3], hi[3];
        if (split.grid[0]) {
            words.is_in_cells = true;
            lai_split_cell(&space, split.grid, split.cell, lo, hi);
            for (int d = 0; d < 3; ++d)
                for (int64_t i = 0; i < p->extent[d]; ++i)
                    marks[d][i] = i >= lo[d] && i <= hi[d];
            words.adds += count_missing(p, 2, marks, node);
        } else {
            for (int d = 0; d < 3; ++d)
                for (int64_t i = 0; i < p->extent[d]; ++i)
                    marks[d][i] = false;
            mark_owned(p, node, marks);
        }
        words.gets += count_missing(p, 0, marks, node) + count_missing(p, 1, marks, node);
        for (int d = 0; d < 3; ++d)
            free(marks[d]);
    }
    if (split.words >= 0)
        CHECK_WITHIN(1e-6,
                     fabs(split.words * (double)space.nodes - (double)(words.gets + words.adds)));
    return words;
}

static matrix_t create(int64_t m, int64_t n, bool is_turned, int first, int second, double value)
{
    dense_t x = dense_filled(is_turned ? n : m, is_turned ? m : n, value);
    return (matrix_t){
        matrix_from(ASHLAR_DOUBLE, &x, LAYOUT_REGULAR, GA_GROUP_WORLD), is_turned, {first, second}};
}

/* Requests, and the headers of accumulates, are some bytes of the sender. */
static void count_product(const char *trans, const int64_t *extent, bool *is_in_cells)
{
    const double one = 1, half = .5;
    const int64_t m = extent[LAI_M], n = extent[LAI_N], k = extent[LAI_K];
    problem_t p = {{create(m, k, trans[0] != 'n', LAI_M, LAI_K, 1),
                    create(k, n, trans[1] != 'n', LAI_K, LAI_N, 1),
                    create(m, n, false, LAI_M, LAI_N, 2)},
                   {m, n, k}};
    dense_t want = dense_filled(m, n, (double)k + 1);
    words_t words = words_of(&p);
    CHECK_OK(al_barrier(al_group_world()));
    al_traffic_t before = traffic_now();
    CHECK_OK(la_gemm(trans[0], trans[1], &one, p.x[0].g, p.x[1].g, &half, p.x[2].g));
    CHECK_OK(al_barrier(al_group_world()));
    al_traffic_t after = traffic_now();
    int64_t moved[3] = {after.answer_bytes - before.answer_bytes, after.bytes - before.bytes,
                        after.messages - before.messages};
    CHECK_OK(al_allreduce(al_group_world(), ASHLAR_LLONG, ASHLAR_SUM, moved, 3));
    CHECK_INT(words.gets * (int64_t)sizeof(double), moved[0]);
    CHECK(moved[1] >= words.adds * (int64_t)sizeof(double));
    CHECK(moved[1] <= words.adds * (int64_t)sizeof(double) + 256 * moved[2]);
    CHECK(matrix_is(p.x[2].g, &want));
    *is_in_cells |= words.is_in_cells;
    matrices_free();
}

/* The panels of a node come once, whatever number of ranks it has. */
TEST_CASE(gemm_words, TEST_GA)
{
    static const int64_t shapes[][3] = {{60, 60, 60}, {90, 20, 50},  {20, 90, 30}, {70, 66, 9},
                                        {1, 40, 700}, {30, 28, 900}, {40, 3, 500}};
    bool is_in_cells = false;
    if (getenv("ASHLAR_TRANSPORT")) {
        test_skip("gets of MPI-3 RMA have no answers to count");
        return;
    }
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; ++s) {
        count_product("nn", shapes[s], &is_in_cells);
        count_product("tn", shapes[s], &is_in_cells);
        count_product("nt", shapes[s], &is_in_cells);
    }
    CHECK(is_in_cells == (al_node_count() > 1 && is_even()));
}
