/* la_gemm moves the elements that it has to, and no others: those that its division among nodes
 * says. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static void mark_cell(const lai_space_t *space, const lai_split_t *split, bool *const *marks)
{
    lai_band_t list[3][LAI_PIECES];
    lai_bands_t bands[3] = {{.list = list[0]}, {.list = list[1]}, {.list = list[2]}};
    lai_split_cell(space, split, bands);
    for (int d = 0; d < 3; ++d)
        for (int64_t k = 0; k < bands[d].count; ++k)
            for (int64_t i = 0; i < list[d][k].n; ++i)
                marks[d][list[d][k].lo + i] = true;
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
    bool is_in_cells, is_in_pieces; /* of more than one for a cell */
} words_t;

static words_t words_of(const problem_t *p)
{
    const lai_space_t space = space_of(p);
    words_t words = {.is_in_cells = false};
    lai_split_t split = {.words = -1};
    for (int node = 0; node < al_node_count(); ++node) {
        bool *marks[3];
        for (int d = 0; d < 3; ++d)
            marks[d] = memset(test_alloc((size_t)p->extent[d]), 0, (size_t)p->extent[d]);
        if (is_even())
            CHECK_OK(lai_split_choose(&space, node, &split));
        if (split.grid[0]) {
            words.is_in_cells = true;
            words.is_in_pieces |= split.pieces[0] > 1 || split.pieces[1] > 1;
            mark_cell(&space, &split, marks);
            words.adds += count_missing(p, 2, marks, node);
        } else {
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

/* Elements are such that results are exact whatever the order of the sums. */
static matrix_t create(rng_t *rng, ashlar_type type, int64_t m, int64_t n, bool is_turned,
                       const int *along, dense_t *x)
{
    *x = dense_random(rng, type, is_turned ? n : m, is_turned ? m : n);
    return (matrix_t){
        matrix_from(type, x, LAYOUT_REGULAR, GA_GROUP_WORLD), is_turned, {along[0], along[1]}};
}

static dense_t expected(const char *trans, dense_value_t alpha, dense_value_t beta,
                        const dense_t *x)
{
    const dense_t a = dense_op(trans[0], &x[0]), b = dense_op(trans[1], &x[1]);
    const dense_t product = dense_product(&a, &b);
    const dense_t more = dense_times(alpha, &product), old = dense_times(beta, &x[2]);
    return dense_sum(&more, &old);
}

/* Traffic of a product: answers, all that is sent, messages. */
static void multiply_counted(const char *trans, ashlar_type type, const problem_t *p,
                             int64_t *moved)
{
    const element_t alpha = element_from(type, -1), beta = element_from(type, .5);
    CHECK_OK(al_barrier(al_group_world()));
    al_traffic_t before = traffic_now();
    CHECK_OK(la_gemm(trans[0], trans[1], &alpha, p->x[0].g, p->x[1].g, &beta, p->x[2].g));
    CHECK_OK(al_barrier(al_group_world()));
    al_traffic_t after = traffic_now();
    moved[0] = after.answer_bytes - before.answer_bytes;
    moved[1] = after.bytes - before.bytes;
    moved[2] = after.messages - before.messages;
    CHECK_OK(al_allreduce(al_group_world(), ASHLAR_LLONG, ASHLAR_SUM, moved, 3));
}

/* Requests, and the headers of accumulates, are some bytes of the sender. */
static void count_product(const char *trans, ashlar_type type, const int64_t *extent,
                          words_t *found)
{
    static const int along[3][2] = {{LAI_M, LAI_K}, {LAI_K, LAI_N}, {LAI_M, LAI_N}};
    rng_t rng = rng_seed((uint64_t)(extent[LAI_M] + extent[LAI_N] + extent[LAI_K]));
    problem_t p = {.extent = {extent[LAI_M], extent[LAI_N], extent[LAI_K]}};
    dense_t x[3];
    int64_t moved[3];
    for (int k = 0; k < 3; ++k)
        p.x[k] = create(&rng, type, extent[along[k][0]], extent[along[k][1]],
                        k < 2 && trans[k] != 'n', along[k], &x[k]);
    const dense_t want = expected(trans, -1, .5, x);
    const int64_t element = (int64_t)gai_find(p.x[2].g)->element;
    const words_t words = words_of(&p);
    multiply_counted(trans, type, &p, moved);
    CHECK_INT(words.gets * element, moved[0]);
    CHECK(moved[1] >= words.adds * element);
    CHECK(moved[1] <= words.adds * element + 256 * moved[2]);
    CHECK(matrix_is(p.x[2].g, &want));
    found->is_in_cells |= words.is_in_cells;
    found->is_in_pieces |= words.is_in_pieces;
    matrices_free();
}

/* The panels of a node come once, whatever number of ranks it has. */
TEST_CASE(gemm_words, TEST_GA)
{
    static const int64_t shapes[][3] = {{60, 60, 60}, {90, 20, 50},  {20, 90, 30}, {70, 66, 9},
                                        {1, 40, 700}, {30, 28, 900}, {40, 3, 500}, {31, 20, 40},
                                        {20, 31, 90}, {40, 20, 50},  {30, 31, 64}, {64, 60, 120}};
    static const ashlar_type types[] = {ASHLAR_DOUBLE, ASHLAR_CFLOAT, ASHLAR_FLOAT, ASHLAR_CDOUBLE};
    words_t found = {.is_in_cells = false};
    if (getenv("ASHLAR_TRANSPORT")) {
        test_skip("gets of MPI-3 RMA have no answers to count");
        return;
    }
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; ++s) {
        count_product("nn", types[s % 4], shapes[s], &found);
        count_product("tn", types[(s + 1) % 4], shapes[s], &found);
        count_product("nc", types[(s + 2) % 4], shapes[s], &found);
    }
    CHECK(found.is_in_cells == (al_node_count() > 1 && is_even()));
    CHECK(found.is_in_pieces == (al_node_count() > 3 && is_even()));
}
