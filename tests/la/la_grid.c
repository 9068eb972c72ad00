/* The same cases, with process grids also for small matrices: everything that one rank would solve
 * alone goes through ScaLAPACK, on grids with less than a tile for some ranks. */
#include <complex.h>
#include <malloc.h>
#include <string.h>

#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"

#include "ga/src/array/ga_group.h"
#include "linalg/src/frame/la_context.h"
#include "linalg/src/frame/la_elpa_choice.h"
#include "linalg/src/frame/la_grid_choice.h"
#include "linalg/src/frame/la_grid.h"
#include "linalg/src/layout/la_scratch.h"
#include "linalg/src/frame/la_redist.h"

void scalapack_in_place(void), frame_in_place(void), frame_other_leads(void), frame_set_grid(void);

static void solve_alone(int64_t order)
{
    lai_context.one_order = order;
    lai_context.one_ranks = 0;
    lai_context.crowded_order = 0;
}

/* The grid for an m x n matrix has these extents, and I am where ScaLAPACK sees me: by columns. */
static lai_grid_t check_shape_of(int64_t m, int64_t n, int rows, int cols)
{
    lai_grid_choice_t choice;
    al_group_t *group;
    ga_group_t world;
    CHECK_OK(gai_group("test", GA_GROUP_WORLD, &group, &world));
    CHECK_OK(lai_choose_grid("test", group, LAI_EIGEN, ASHLAR_DOUBLE, m, n, 0, NULL, &choice));
    const lai_grid_t grid = choice.grid;
    CHECK_INT(rows, grid.rows);
    CHECK_INT(cols, grid.cols);
    bool inside = test_rank() < rows * cols;
    CHECK_INT(inside ? test_rank() % rows : -1, grid.row);
    CHECK_INT(inside ? test_rank() / rows : -1, grid.col);
    CHECK(lai_grid_has_me(&grid) == inside);
    CHECK(lai_grid_is_serial(&grid) == (rows * cols == 1));
    return grid;
}

static lai_grid_t check_shape(int64_t n, int rows, int cols)
{
    return check_shape_of(n, n, rows, cols);
}

/* The squarest grid, a process for each 16 rows and columns at most; one grid of each shape. */
TEST_CASE(grid_shapes, TEST_GA)
{
    static const int square[7][2] = {{0, 0}, {1, 1}, {1, 2}, {1, 3}, {2, 2}, {2, 2}, {2, 3}};
    const int *most = square[test_size()];
    int rows2 = most[0], cols2 = test_size() > 1 ? 2 : 1; /* at most 2 x 2 */
    check_shape(1, 1, 1);
    check_shape(31, 1, 1);
    lai_grid_t small = check_shape(32, rows2, cols2), large = check_shape(48, most[0], most[1]);
    CHECK(small.context == check_shape(47, rows2, cols2).context);
    CHECK(large.context == check_shape(1000, most[0], most[1]).context);
    CHECK((small.context == large.context) == (cols2 == most[1]) || test_rank() >= rows2 * cols2);
    int size = test_size();
    check_shape_of(10000, 20, size, 1);
    check_shape_of(20, 10000, 1, size);
    check_shape_of(10000, 2500, size, 1);
    check_shape_of(10000, 5000, size == 6 ? 3 : size == 4 ? 2 : size, size > 3 ? 2 : 1);
    check_shape_of(1, 10000, 1, size);
    check_shape_of(10000, 1, size, 1);
    solve_alone(150);
    check_shape_of(225, 100, 1, 1);
    check_shape_of(22500, 1, 1, 1);
    check_shape_of(22600, 1, size, 1);
    check_shape_of(1130, 20, size, 1);
    check_shape(150, 1, 1);
    check_shape(151, most[0], most[1]);
    solve_alone(1);

    lai_context.one_ranks = size;
    check_shape_of(10000, 20, 1, 1);
#if !ASHLAR_BLAS_INT64
    check_shape(16383, 1, 1);
    check_shape(16384, most[0], most[1]); /* 2^28 elements: their work arrays may be too long */
#endif
    lai_context.one_ranks = size - 1;
    check_shape_of(10000, 20, size, 1);
    lai_context.one_ranks = 0;

    const int crowded = ali_context.oversubscribed;
    lai_context.crowded_order = 200;
    ali_context.oversubscribed = test_rank() == size - 1;
    check_shape(200, 1, 1);
    check_shape(201, most[0], most[1]);
    ali_context.oversubscribed = 0;
    check_shape(200, most[0], most[1]);
    lai_context.crowded_order = 0;
    ali_context.oversubscribed = crowded;
}

static size_t allocated(void)
{
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/* Memory that a solver gives back the next one gets, but not without bound. */
TEST_CASE(memory_kept, TEST_GA)
{
    enum { MIB = 1 << 20 };
    char *first = lai_scratch_alloc(MIB), *other = lai_scratch_alloc(3 * MIB);
    CHECK((uintptr_t)first % 64 == 0 && (uintptr_t)other % 64 == 0);
    memset(first, 1, MIB);
    memset(other, 1, 3 * MIB);
    lai_scratch_free(first);
    lai_scratch_free(NULL);
    void *again = lai_scratch_alloc(MIB);
#if !defined(__SANITIZE_ADDRESS__)
    CHECK(again == first);
#endif
    lai_scratch_free(again);
    again = lai_scratch_alloc(MIB / 4); /* it would waste most of a block */
    CHECK(again != first && again != other);
    lai_scratch_free(again);
    lai_scratch_free(other);

    enum { BLOCKS = 12 };
    void *block[BLOCKS];
    const size_t before = allocated();
    for (int k = 0; k < BLOCKS; ++k) {
        block[k] = lai_scratch_alloc(20 * MIB);
        CHECK(block[k] != NULL);
    }
    for (int k = 0; k < BLOCKS; ++k)
        lai_scratch_free(block[k]);
    CHECK(allocated() <= before + 64 * MIB);
}

/* Counts must fit the integers of the libraries; on all ranks alike, so that the first process
 * of a grid, which has most, decides. */
TEST_CASE(layout_limits, TEST_GA)
{
#if !ASHLAR_BLAS_INT64
    lai_cyclic_t x;
    for (int rank = 0; rank < 4; ++rank) {
        const lai_grid_t one = {-1, 1, 1, 0, 0, 0}, four = {0, 2, 2, rank % 2, rank / 2, 0};
        CHECK_OK(lai_cyclic_describe("call", &one, 64, 46340, 46340, &x));
        CHECK_STATUS(ASHLAR_ELIMIT, lai_cyclic_describe("call", &one, 64, 46341, 46341, &x));
        CHECK_CONTAINS(ashlar_error_message(),
                       "call: the number of elements of one process is 2147488281");
        CHECK_OK(lai_cyclic_describe("call", &four, 64, 92672, 92672, &x));
        CHECK_INT(46336, x.rows);
        CHECK_STATUS(ASHLAR_ELIMIT, lai_cyclic_describe("call", &four, 64, 92672 + 64, 92736, &x));
        CHECK_CONTAINS(ashlar_error_message(), "2152960000");
        CHECK_OK(lai_cyclic_describe("call", &four, 64, INT32_MAX, 1, &x));
        CHECK_STATUS(ASHLAR_ELIMIT,
                     lai_cyclic_describe("call", &four, 64, INT64_C(1) << 31, 1, &x));
        CHECK_CONTAINS(ashlar_error_message(), "a number of rows or columns is 2147483648");
        CHECK_STATUS(ASHLAR_ELIMIT,
                     lai_cyclic_describe("call", &four, 64, 1, INT64_C(1) << 31, &x));
        CHECK_CONTAINS(ashlar_error_message(), "a number of rows or columns is 2147483648");
    }
#else
    test_skip("integers of 64 bits");
#endif
}

static double _Complex complex_at(int64_t i, int64_t j)
{
    return (double)(i * 1000 + j) + (i == j ? 0 : (double)(i - j) * I);
}

static int count_columns(const void *seen, const lai_cyclic_t *x, int64_t first, int64_t end)
{
    int64_t *columns = (int64_t *)(uintptr_t)seen;
    CHECK_INT(*columns, first);
    CHECK(end > first && end <= x->cols);
    *columns = end;
    return ASHLAR_OK;
}

/* From an array to the layout of ScaLAPACK, all of it and from its lower triangle, and back. With
 * small tiles there are more squares above the diagonal than are read at once. */
TEST_CASE(redistribution, TEST_GA)
{
    enum { N = 330, TILE = 16 };
    lai_grid_choice_t choice;
    al_group_t *group;
    ga_group_t world;
    ga_t a;
    gai_array_t *array;
    lai_cyclic_t x;
    int64_t lo[2], hi[2];
    CHECK_OK(gai_group("test", GA_GROUP_WORLD, &group, &world));
    CHECK_OK(lai_choose_grid("test", group, LAI_EIGEN, ASHLAR_DOUBLE, N, N, 0, NULL, &choice));
    const lai_grid_t grid = choice.grid;
    CHECK_OK(ga_create(ASHLAR_CDOUBLE, N, N, "a", 0, 0, &a));
    CHECK_OK(gai_get("test", a, &array));
    CHECK_OK(ga_distribution(a, test_rank(), &lo[0], &hi[0], &lo[1], &hi[1]));
    for (int64_t j = lo[1]; j <= hi[1]; ++j)
        for (int64_t i = lo[0]; i <= hi[0]; ++i) {
            const double _Complex value = complex_at(i, j);
            CHECK_OK(ga_put(a, i, i, j, j, &value, 1));
        }
    CHECK_OK(ga_sync());
    CHECK_OK(lai_cyclic_describe("test", &grid, TILE, N, N, &x));
    CHECK_OK(lai_cyclic_allocate("test", sizeof(double _Complex), &x));
    const double _Complex *at = x.at;
    for (int way = LAI_FROM_ARRAY; way <= LAI_FROM_MIRRORED_LOWER; ++way) {
        int64_t columns = 0, wrong = 0;
        memset(x.at, 0, sizeof(double _Complex) * (size_t)(x.ld * x.cols));
        CHECK_OK(lai_redistribute(array, &x, way, count_columns, &columns));
        CHECK_INT(x.cols, columns);
        for (int64_t k = 0; k < x.rows * x.cols; ++k) {
            const int64_t i = lai_cyclic_index(k % x.rows, x.tile_m, grid.row, grid.rows);
            const int64_t j = lai_cyclic_index(k / x.rows, x.tile_n, grid.col, grid.cols);
            const double _Complex value = at[k % x.rows + k / x.rows * x.ld];
            const bool mirrored = way == LAI_FROM_MIRRORED_LOWER && i < j;
            wrong += (way != LAI_FROM_LOWER || i >= j) &&
                     value != (mirrored ? conj(complex_at(j, i)) : complex_at(i, j));
        }
        CHECK_INT(0, wrong);
    }
    CHECK_OK(ga_zero(a));
    CHECK_OK(lai_redistribute(array, &x, LAI_TO_ARRAY, NULL, NULL));
    CHECK_OK(ga_sync());
    for (int64_t j = test_rank(); j < N; j += test_size()) {
        double _Complex column[N];
        int64_t wrong = 0;
        CHECK_OK(ga_get(a, 0, N - 1, j, j, column, N));
        for (int64_t i = 0; i < N; ++i)
            wrong += column[i] != (i < j ? conj(complex_at(j, i)) : complex_at(i, j));
        CHECK_INT(0, wrong);
    }
    lai_scratch_free(x.at);
    CHECK_OK(ga_destroy(a));
}

/* ScaLAPACK does what ELPA does where it is. */
TEST_CASE(eigen_without_elpa, TEST_GA)
{
#if ASHLAR_ELPA
    lai_context.elpa = 0;
    test_repeat("eigen_steps");
    test_repeat("eigen_range_wilkinson");
    lai_context.elpa = 1;
#else
    test_skip("built without ELPA");
#endif
}

static int chosen_stages(ashlar_type type, int64_t n)
{
    int stages = 2;
    CHECK_OK(lai_elpa_choose_stages(al_group_world(), type, n, &stages));
    return stages;
}

/* One stage, then two; what was slower, but close, again; then the one that was faster once, on all
 * ranks the same. */
TEST_CASE(elpa_trials, TEST_GA)
{
    static const int tried[] = {1, 2, 2, 1};
    static const double seconds[] = {1, 1.1, 0.9, 0.95};
    lai_elpa_forget_trials();
    for (int k = 0; k < 4; ++k) {
        const int stages = chosen_stages(ASHLAR_DOUBLE, 2000);
        CHECK_INT(tried[k], stages);
        if (test_rank() == 0) /* the others follow it */
            lai_elpa_note_seconds(ASHLAR_DOUBLE, 2000, stages, seconds[k]);
    }
    CHECK_INT(2, chosen_stages(ASHLAR_DOUBLE, 2000));
    lai_elpa_forget_trials();
    lai_elpa_note_seconds(ASHLAR_DOUBLE, 2000, 1, 1.2);
    lai_elpa_note_seconds(ASHLAR_DOUBLE, 2000, 2, 1);
    CHECK_INT(2, chosen_stages(ASHLAR_DOUBLE, 2000));
    CHECK_INT(1, chosen_stages(ASHLAR_CDOUBLE, 2000));
    CHECK_INT(1, chosen_stages(ASHLAR_DOUBLE, 2001));
    lai_elpa_note_seconds(ASHLAR_DOUBLE, 2000, 1, 0.5);
    lai_elpa_note_seconds(ASHLAR_DOUBLE, 2000, 2, 3);
    CHECK_INT(1, chosen_stages(ASHLAR_DOUBLE, 2000));
    int one = 1;
    CHECK_OK(lai_elpa_choose_stages(al_group_world(), ASHLAR_DOUBLE, 2000, &one));
    CHECK_INT(1, one);
    for (int n = 3000; n < 3010; ++n) /* the latest orders only */
        lai_elpa_note_seconds(ASHLAR_DOUBLE, n, 2, 1);
    lai_elpa_note_seconds(ASHLAR_DOUBLE, 3009, 1, 2);
    CHECK_INT(2, chosen_stages(ASHLAR_DOUBLE, 3009));
    CHECK_INT(1, chosen_stages(ASHLAR_DOUBLE, 2000));
    lai_elpa_forget_trials();
}

/* The time of all eigenvectors is none of few ones. */
TEST_CASE(elpa_trials_of_few, TEST_GA)
{
#if ASHLAR_ELPA
    enum { N = 96, FEW = 8 };
    const la_range_t few = {.by = LA_BY_PLACE, .first = 0, .last = FEW - 1};
    double values[N];
    int64_t count;
    ga_t a, z;
    CHECK_OK(ga_create(ASHLAR_DOUBLE, N, N, "a", 0, 0, &a));
    CHECK_OK(ga_create(ASHLAR_DOUBLE, N, N, "z", 0, 0, &z));
    lai_elpa_forget_trials();
    lai_context.two_stages = 1;
    for (int is_few = 0; is_few < 2; ++is_few) {
        CHECK_OK(ga_zero(a));
        for (int k = test_rank(); k < N; k += test_size()) {
            const double diagonal = k + 1;
            CHECK_OK(ga_put(a, k, k, k, k, &diagonal, 1));
        }
        CHECK_OK(ga_sync());
        CHECK_OK(is_few ? la_eigen_range(a, few, values, z, &count) : la_eigen(a, values, z));
        CHECK_INT(1 + is_few, chosen_stages(ASHLAR_DOUBLE, N));
    }
    lai_context.two_stages = 1600;
    lai_elpa_forget_trials();
    CHECK_OK(ga_destroy(a));
    CHECK_OK(ga_destroy(z));
#else
    test_skip("built without ELPA");
#endif
}

/* ELPA in two stages, which large matrices take, and when it is used. */
TEST_CASE(eigen_elpa, TEST_GA)
{
#if ASHLAR_ELPA
    const lai_grid_t grid = {1, 3, 2, 0, 0, 0};
    lai_cyclic_t x;
    CHECK_OK(lai_cyclic_describe("test", &grid, 32, 2000, 2000, &x));
    CHECK_INT(1, lai_elpa_stages(ASHLAR_DOUBLE, &x, 1));
    CHECK_INT(1, lai_elpa_stages(ASHLAR_CDOUBLE, &x, 0.13));
    CHECK_INT(2, lai_elpa_stages(ASHLAR_CDOUBLE, &x, 0.1));
    CHECK_INT(0, lai_elpa_stages(ASHLAR_FLOAT, &x, 1));
    CHECK_OK(lai_cyclic_describe("test", &grid, 32, 65, 65, &x));
    CHECK_INT(1, lai_elpa_stages(ASHLAR_DOUBLE, &x, 0.1));
    CHECK_OK(lai_cyclic_describe("test", &grid, 32, 64, 64, &x));
    CHECK_INT(0, lai_elpa_stages(ASHLAR_DOUBLE, &x, 1));
    lai_context.two_stages = 1;
    lai_context.elpa_stages = 2;
    test_repeat("eigen_steps");
    lai_context.elpa_stages = 0;
    lai_context.two_stages = 1600;
#else
    test_skip("built without ELPA");
#endif
}

int main(int argc, char **argv)
{
    solve_alone(1);
    lai_context.rank_extent = 16;
    return test_main(argc, argv);
}
