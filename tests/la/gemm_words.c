/* la_gemm moves the elements that it has to, and no others. */
#include <stdlib.h>

#include <ashlar/al.h>
#include <ashlar/la.h>

#include "harness/harness.h"
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

/* Whether a node has any element of row i of c (d = 0), or of column i. */
static bool has_any(ga_t c, int d, int64_t i, int64_t across, int node)
{
    for (int64_t j = 0; j < across; ++j)
        if (node_at(c, d ? j : i, d ? i : j) == node)
            return true;
    return false;
}

/* Elements of op(a) (d = 0) or op(b) in the rows or columns that a node needs and others own. */
static int64_t words_of(ga_t x, bool is_turned, ga_t c, int d, const int64_t *extents, int node)
{
    int64_t words = 0;
    for (int64_t i = 0; i < extents[d]; ++i) {
        if (!has_any(c, d, i, extents[!d], node))
            continue;
        for (int64_t k = 0; k < extents[2]; ++k) {
            bool is_outer_first = (d == 0) != is_turned;
            words += node_at(x, is_outer_first ? i : k, is_outer_first ? k : i) != node;
        }
    }
    return words;
}

static void count_product(const char *trans, const int64_t *extents)
{
    const bool turned[2] = {trans[0] != 'n', trans[1] != 'n'};
    const int64_t m = extents[0], n = extents[1], k = extents[2];
    const double one = 1, half = .5;
    dense_t x = dense_filled(turned[0] ? k : m, turned[0] ? m : k, 1);
    dense_t y = dense_filled(turned[1] ? n : k, turned[1] ? k : n, 1);
    dense_t z = dense_filled(m, n, 2), want = dense_filled(m, n, (double)k + 1);
    ga_t a = matrix_from(ASHLAR_DOUBLE, &x, LAYOUT_REGULAR, GA_GROUP_WORLD);
    ga_t b = matrix_from(ASHLAR_DOUBLE, &y, LAYOUT_REGULAR, GA_GROUP_WORLD);
    ga_t c = matrix_from(ASHLAR_DOUBLE, &z, LAYOUT_REGULAR, GA_GROUP_WORLD);
    int64_t words = 0;
    al_traffic_t before = traffic_now();
    CHECK_OK(la_gemm(trans[0], trans[1], &one, a, b, &half, c));
    CHECK_OK(al_barrier(al_group_world()));
    int64_t moved = traffic_now().answer_bytes - before.answer_bytes;
    CHECK_OK(al_allreduce(al_group_world(), ASHLAR_LLONG, ASHLAR_SUM, &moved, 1));
    for (int node = 0; node < al_node_count(); ++node)
        words += words_of(a, turned[0], c, 0, extents, node) +
                 words_of(b, turned[1], c, 1, extents, node);
    CHECK_INT(words * (int64_t)sizeof(double), moved);
    CHECK(matrix_is(c, &want));
    matrices_free();
}

/* The panels of a node come once, whatever number of ranks it has. */
TEST_CASE(gemm_words, TEST_GA)
{
    static const int64_t shapes[][3] = {
        {60, 60, 60}, {90, 20, 50}, {20, 90, 30}, {70, 66, 9}, {1, 40, 700}};
    if (getenv("ASHLAR_TRANSPORT")) {
        test_skip("gets of MPI-3 RMA have no answers to count");
        return;
    }
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; ++s) {
        count_product("nn", shapes[s]);
        count_product("tn", shapes[s]);
        count_product("nt", shapes[s]);
    }
}
