/* Calls say who solves: each counts itself for one rank, for tiles or for ScaLAPACK, as the table
 * of solvers, ASHLAR_SOLVER and la_set_grid() say. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>
#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"

#include "linalg/src/frame/la_solver_table.h"

enum { SEVERAL, ONE };

/* The table itself, not how the library reads it. */
static const struct row {
    lai_kind_t kind;
    ashlar_type type;
    int nodes;
    lai_way_t way;
    int64_t one_by_tiles, one_by_scalapack;
} rows[] = {
#define FACTORS(kind, type, nodes, way, one, tile, large, large_tile, one_s, block)                \
    {LAI_##kind, ASHLAR_##type, nodes, LAI_##way, one, one_s},
#include "linalg/src/frame/la_solver_table.inc"
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* The solver that ASHLAR_SOLVER asks for; unset: auto. */
static lai_way_t asked_or(lai_way_t otherwise)
{
    const char *asked = getenv("ASHLAR_SOLVER");
    return !asked ? otherwise : strcmp(asked, "tiled") == 0 ? LAI_TILES : LAI_SCALAPACK;
}

static int nodes_here(void)
{
    int count = 0;
    for (int rank = 0; rank < test_size(); ++rank)
        count += rank == 0 || al_node_of(rank) != al_node_of(rank - 1);
    return count == 1 ? ONE : SEVERAL;
}

static lai_way_t on_ranks(lai_way_t way)
{
    return test_size() == 1 ? LAI_ONE_RANK : way;
}

/* Above the order for one rank. */
static lai_way_t expected_way(lai_kind_t kind, ashlar_type type)
{
    const struct row *row = rows;
    while (row->kind != kind || row->type != type || row->nodes != nodes_here())
        ++row;
    return on_ranks(asked_or(row->way));
}

/* Since counting began, there were so many solves, all that way. */
static void check_solves(const char *what, int64_t count, lai_way_t way)
{
    for (int k = 0; k < LAI_WAYS; ++k) {
        ga_stats_t stats;
        CHECK_OK(ga_stats((ga_stats_call)(GA_STATS_SOLVE_ONE + k), &stats));
        test_check_int(__FILE__, __LINE__, k == (int)way ? count : 0, stats.calls, what);
        CHECK((stats.calls > 0) == (stats.seconds > 0));
    }
    CHECK_OK(ga_stats_enable(1));
}

/* A system of order n with the solution 1, or 2*identity alone. */
static ga_t twice_identity(ashlar_type type, int64_t n)
{
    dense_t one = dense_identity(n), x = dense_times(2, &one);
    return matrix_from(type, &x, LAYOUT_REGULAR, GA_GROUP_WORLD);
}

static ga_t filled(ashlar_type type, int64_t n, double value)
{
    dense_t x = dense_filled(n, 2, value);
    return matrix_from(type, &x, LAYOUT_REGULAR, GA_GROUP_WORLD);
}

static void solve_kind(lai_kind_t kind, ashlar_type type, int64_t n)
{
    const ga_t a = twice_identity(type, n), b = filled(type, n, 2), x = filled(type, n, 0);
    CHECK_OK(kind == LAI_LU         ? la_solve(a, b)
             : kind == LAI_CHOLESKY ? la_cholesky_solve(a, b)
                                    : la_least_squares(a, b, x));
    dense_t found = matrix_read(kind == LAI_QR ? x : b), one = dense_filled(n, 2, 1);
    CHECK_WITHIN(1e-5, dense_distance(&one, &found));
    matrices_free();
    dense_free_all();
}

/* Each row of the table for these nodes, at the largest order for one rank and above it. */
TEST_CASE(choice_by_table, TEST_GA)
{
    CHECK_OK(ga_stats_enable(1));
    for (const struct row *row = rows; row < rows + ROWS; ++row) {
        if (row->nodes != nodes_here())
            continue;
        const lai_way_t way = asked_or(row->way);
        const int64_t one = way == LAI_TILES ? row->one_by_tiles : row->one_by_scalapack;
        solve_kind(row->kind, row->type, one);
        check_solves("up to the order for one rank", 1, LAI_ONE_RANK);
        solve_kind(row->kind, row->type, one + 1);
        check_solves("above the order for one rank", 1, on_ranks(way));
    }
}

/* Everything that uses factors is counted; what fails is not. */
TEST_CASE(choice_of_calls, TEST_GA)
{
    enum { N = 40 };
    const double one = 1, zero = 0;
    double w[N];
    int steps;
    la_factor_t f;
    lai_context.one_order = N - 1;
    const ga_t a = twice_identity(ASHLAR_DOUBLE, N), c = twice_identity(ASHLAR_DOUBLE, N);
    const ga_t b = filled(ASHLAR_DOUBLE, N, 2);
    CHECK_OK(ga_stats_enable(1));
    CHECK_OK(la_cholesky(c));
    check_solves("la_cholesky", 1, expected_way(LAI_CHOLESKY, ASHLAR_DOUBLE));
    CHECK_OK(la_inverse(a, c));
    check_solves("la_inverse", 1, expected_way(LAI_LU, ASHLAR_DOUBLE));
    CHECK_OK(la_solve_mixed(a, b, &steps));
    check_solves("la_solve_mixed", 1, expected_way(LAI_LU, ASHLAR_DOUBLE));
    for (int lower = 0; lower <= 1; ++lower) {
        CHECK_OK(lower ? la_factor_cholesky(a, &f) : la_factor_lu(a, &f));
        CHECK_OK(la_factor_solve(f, 'n', b));
        CHECK_OK(la_factor_free(f));
        check_solves("a factor that is kept, and a solution", 2,
                     expected_way(lower ? LAI_CHOLESKY : LAI_LU, ASHLAR_DOUBLE));
    }
    CHECK_OK(la_syrk('l', 'n', &one, a, &zero, c));
    check_solves("la_syrk", 1, on_ranks(LAI_SCALAPACK));
    CHECK_OK(la_eigen(a, w, 0));
    check_solves("la_eigen", 1, on_ranks(LAI_SCALAPACK));
    CHECK_OK(la_gemm('n', 'n', &one, a, a, &zero, c));
    check_solves("la_gemm is no solver", 0, LAI_ONE_RANK);
    CHECK_OK(ga_zero(a));
    CHECK_STATUS(ASHLAR_ENUMERIC, la_solve(a, b));
    check_solves("a singular matrix", 0, LAI_ONE_RANK);
    matrices_free();
    lai_context.one_order = LAI_BY_TABLE;
}

/* la_set_grid() has the first word; least squares on several process rows are ScaLAPACK's. */
TEST_CASE(choice_by_grid, TEST_GA)
{
    enum { N = 40 };
    CHECK_OK(ga_stats_enable(1));
    CHECK_OK(la_set_grid(1, test_size(), 8));
    for (lai_kind_t kind = 0; kind < LAI_FACTORS; ++kind) {
        solve_kind(kind, ASHLAR_DOUBLE, N);
        check_solves("a process row", 1, expected_way(kind, ASHLAR_DOUBLE));
    }
    CHECK_OK(la_set_grid(test_size(), 1, 8));
    solve_kind(LAI_LU, ASHLAR_DOUBLE, N);
    check_solves("a process column", 1, expected_way(LAI_LU, ASHLAR_DOUBLE));
    solve_kind(LAI_QR, ASHLAR_DOUBLE, N);
    check_solves("least squares on a process column", 1, on_ranks(LAI_SCALAPACK));
    CHECK_OK(la_set_grid(1, 1, 0));
    lai_context.one_order = 1;
    solve_kind(LAI_LU, ASHLAR_DOUBLE, N);
    check_solves("one rank", 1, LAI_ONE_RANK);
    lai_context.one_order = LAI_BY_TABLE;
    CHECK_OK(la_set_grid(0, 0, 0));
}

/* Tiles on one node are those of the table, whatever the layout of arrays. Otherwise an array on a
 * process column leads there. */
TEST_CASE(choice_by_array, TEST_GA)
{
    enum { N = 40 };
    const ga_spec_t spec = {.type = ASHLAR_DOUBLE,
                            .ndim = 2,
                            .dims = {N, N},
                            .name = "on a process column",
                            .kind = GA_SCALAPACK,
                            .block = {8, 8},
                            .grid = {test_size(), 1}};
    const bool follows = nodes_here() == SEVERAL || asked_or(LAI_TILES) != LAI_TILES;
    ga_t a;
    lai_context.one_order = N - 1;
    const ga_t b = filled(ASHLAR_DOUBLE, N, 2), x = filled(ASHLAR_DOUBLE, N, 0);
    REQUIRE_OK(ga_create_spec(&spec, &a));
    CHECK_OK(ga_copy(twice_identity(ASHLAR_DOUBLE, N), a));
    CHECK_OK(ga_stats_enable(1));
    CHECK_OK(la_least_squares(a, b, x));
    check_solves("least squares of an array on a process column", 1,
                 follows ? on_ranks(LAI_SCALAPACK) : expected_way(LAI_QR, ASHLAR_DOUBLE));
    dense_t found = matrix_read(x), one = dense_filled(N, 2, 1);
    CHECK_WITHIN(1e-12, dense_distance(&one, &found));
    CHECK_OK(ga_destroy(a));
    matrices_free();
    dense_free_all();
    lai_context.one_order = LAI_BY_TABLE;
}

int main(int argc, char **argv)
{
    lai_context.crowded_order = 0; /* tests may have more ranks than cores */
    lai_context.rank_extent = 16;
    return test_main(argc, argv);
}
