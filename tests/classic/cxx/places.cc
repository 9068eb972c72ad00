// Where elements are, in place and by questions.
#include "cases.h"

static bool has_elements(const GlobalArray &a)
{
    at<int> lo, hi;
    NGA_Distribution(a.handle(), GA_Nodeid(), lo, hi);
    return hi[0] >= lo[0] && hi[1] >= lo[1];
}

TEST_CASE_OF_WIDTHS(questions, TEST_GA)
{
    GlobalArray a(C_FLOAT, 2, at<I>(ROWS, COLUMNS), text("asked"), at<I>(-1, COLUMNS)),
        b = matrix<float>(1, 1);
    int type, ndim, owned = 0, grid_row = 0, procs[8], coord[2], block[2];
    at<I> dims, lo, hi;
    a.inquire(&type, &ndim, dims);
    CHECK(type == C_FLOAT && ndim == 2 && dims.is(ROWS, COLUMNS));
    CHECK_INT(2, a.ndim());
    CHECK_TEXT("asked", a.inquireName());
    for (int rank = 0; rank < GA_Nnodes(); ++rank) {
        a.distribution(rank, lo, hi);
        if (hi[0] < lo[0])
            continue;
        CHECK_INT(rank, a.locate(lo));
        CHECK_INT(rank, a.locate(hi));
        owned += (int)((hi[0] - lo[0] + 1) * (hi[1] - lo[1] + 1));
        a.procTopology(rank, coord);
        CHECK(coord[0] == 0 && coord[1] == grid_row++); // in Fortran's order
    }
    CHECK_INT(ROWS * COLUMNS, owned);
    a.nblock(block);
    CHECK(block[0] >= 1 && block[0] <= GA_Nnodes() && block[1] == 1);
    I regions[8 * 4];
    const int found = a.locateRegion(at<I>(0, 1), at<I>(ROWS - 1, 1), regions, procs);
    int rows = 0;
    for (int k = 0; k < found; ++k)
        rows += (int)(regions[4 * k + 2] - regions[4 * k] + 1);
    CHECK_INT(ROWS, rows);
    CHECK_INT(0, a.compareDistr(&a));
    CHECK(a.compareDistr(&b) != 0);
    CHECK_INT(0, a.isMirrored());
    CHECK_INT(0, a.hasGhosts());
    CHECK_INT(-1, a.totalBlocks());
    a.checkHandle(text("questions"));
}

TEST_CASE_OF_WIDTHS(in_place, TEST_GA)
{
    GlobalArray a = counted<double>();
    at<I> lo, hi, ld;
    a.distribution(GA_Nodeid(), lo, hi);
    if (has_elements(a)) {
        double *x;
        a.access(lo, hi, &x, ld);
        for (I i = lo[0]; i <= hi[0]; ++i)
            for (I j = lo[1]; j <= hi[1]; ++j)
                x[(i - lo[0]) * ld[0] + j - lo[1]] *= -1;
        a.releaseUpdate(lo, hi);
        a.access(lo, lo, &x, ld);
        CHECK(x[0] == -(double)(10 * lo[0] + lo[1] + 1));
        a.release(lo, lo);
    }
    EQUAL(double, a, -COUNTED);
}

template <class I> static void twice_in_place(double *x, I ld, const at<int> &lo, const at<int> &hi)
{
    for (int i = lo.x[0]; i <= hi.x[0]; ++i)
        for (int j = lo.x[1]; j <= hi.x[1]; ++j)
            x[(i - lo.x[0]) * ld + j - lo.x[1]] *= 2;
}

// Blocks of 2 x 3, dealt to the ranks one by one: 3 x 2 of them.
TEST_CASE_OF_WIDTHS(blocks, TEST_GA)
{
    GlobalArray a;
    a.setData(2, at<I>(ROWS, COLUMNS), C_DBL);
    a.setBlockCyclic(at<I>(2, 3));
    CHECK_INT(1, a.allocate());
    SET(double, a, COUNTED);
    CHECK_INT(6, a.totalBlocks());
    int counts[2], sizes[2];
    a.getBlockInfo(counts, sizes);
    CHECK(counts[0] == 3 && counts[1] == 2 && sizes[0] == 2 && sizes[1] == 3);
    double *x;
    for (int b = GA_Nodeid(); b < 6; b += GA_Nnodes()) {
        at<int> lo, hi;
        at<I> ld;
        a.distribution(b, lo, hi);
        a.accessBlock((I)b, &x, ld);
        twice_in_place(x, ld[0], lo, hi);
        a.releaseUpdateBlock(b);
        a.accessBlock((I)b, &x, ld);
        CHECK(x[0] == 2 * (10 * lo[0] + lo[1] + 1));
        a.releaseBlock(b);
    }
    EQUAL(double, a, 2 * COUNTED);
    I length = 0;
    a.accessBlockSegment(GA_Nodeid(), &x, &length);
    for (I k = 0; k < length; ++k)
        x[k] = 7;
    a.releaseUpdateBlockSegment(GA_Nodeid());
    EQUAL(double, a, 7);
    a.accessBlockSegment(GA_Nodeid(), &x, &length);
    CHECK(length == 0 || x[0] == 7);
    a.releaseBlockSegment(GA_Nodeid());
}

// The same, over a grid of ranks that is one column.
TEST_CASE_OF_WIDTHS(blocks_of_a_grid, TEST_GA)
{
    const int n = GA_Nnodes(), me = GA_Nodeid();
    for (int kind = 0; kind < 3; ++kind) {
        GlobalArray a;
        a.setData(2, at<I>(ROWS, COLUMNS), C_DBL);
        I map[5] = {0, 2, 4, 0, 3};
        if (kind == 0)
            a.setBlockCyclicProcGrid(at<I>(2, 3), at<I>(n, 1));
        else if (kind == 1)
            a.setTiledProcGrid(at<I>(2, 3), at<I>(n, 1));
        else
            a.setTiledIrregProcGrid(map, at<I>(3, 2), at<I>(n, 1));
        CHECK_INT(1, a.allocate());
        SET(double, a, COUNTED);
        CHECK_INT(6, a.totalBlocks());
        for (int row = me; row < 3; row += n)
            for (int column = 0; column < 2; ++column) {
                double *x;
                at<I> ld, block(row, column);
                at<int> narrow(row, column), lo(2 * row, 3 * column),
                    hi(2 * row + 1, column ? 4 : 2);
                a.accessBlockGrid(block, &x, ld);
                CHECK(x[0] == 10 * lo[0] + lo[1] + 1);
                twice_in_place(x, ld[0], lo, hi);
                a.releaseUpdateBlockGrid(narrow);
                a.accessBlockGrid(block, &x, ld);
                CHECK(x[0] == 2 * (10 * lo[0] + lo[1] + 1));
                a.releaseBlockGrid(narrow);
            }
        EQUAL(double, a, 2 * COUNTED);
    }
}

// ---- ghost cells, one on each side ----

static int around(int k, int n)
{
    return (k + n) % n;
}

// How many cells of the block and around it are not what is wanted of them, where one asks.
template <class I, class F> static int wrong_cells(const GlobalArray &a, F is_asked)
{
    at<int> lo, hi;
    at<I> dims, ld;
    double *x;
    int wrong = 0;
    a.distribution(GA_Nodeid(), lo, hi);
    if (!has_elements(a))
        return 0;
    a.accessGhosts(dims, &x, ld);
    for (int i = 0; i < dims[0]; ++i)
        for (int j = 0; j < dims[1]; ++j)
            if (is_asked(i == 0 ? -1 : i == dims[0] - 1, j == 0 ? -1 : j == dims[1] - 1))
                wrong += x[i * ld[0] + j] !=
                         10 * around(lo[0] + i - 1, ROWS) + around(lo[1] + j - 1, COLUMNS) + 1;
    a.releaseGhosts();
    return wrong;
}

TEST_CASE_OF_WIDTHS(ghosts, TEST_GA)
{
    const auto everywhere = [](int, int) { return true; };
    for (int way = 0; way < 4; ++way) {
        GlobalArray a(C_DBL, 2, at<I>(ROWS, COLUMNS), at<I>(1, 1), text("ghosts"), (I *)NULL, 'g');
        CHECK_INT(1, a.hasGhosts());
        SET(double, a, COUNTED);
        GANbhdl handle;
        int ok = 1;
        if (way == 0)
            a.updateGhosts();
        if (way == 1) {
            a.updateGhostsNb(&handle);
            SERVICES.nbWait(&handle);
        }
        if (way == 2) // the last dimension is number 0
            ok = a.updateGhostDir(0, -1, 0);
        if (way == 3) {
            a.nbGetGhostDir(at<I>(1, 0), &handle);
            SERVICES.nbWait(&handle);
        }
        GA_Sync();
        CHECK_INT(1, ok);
        CHECK_INT(0, way < 2    ? wrong_cells<I>(a, everywhere)
                     : way == 2 ? wrong_cells<I>(a, [](int i, int j) { return i == 0 && j == -1; })
                                : wrong_cells<I>(a, [](int i, int j) { return i == 1 && j == 0; }));
    }
}

TEST_CASE_OF_WIDTHS(ghost_cells, TEST_GA)
{
    GlobalArray a(C_DBL, 2, at<I>(ROWS, COLUMNS), at<I>(1, 1), text("ghosts"), (I *)NULL, 'g');
    SET(double, a, COUNTED);
    a.updateGhosts();
    if (has_elements(a)) {
        at<I> lo, hi, ld;
        double *x, cells[ROWS + 2][COLUMNS + 2];
        a.distribution(GA_Nodeid(), lo, hi);
        a.getGhostBlock(at<I>(lo[0] - 1, lo[1] - 1), at<I>(hi[0] + 1, hi[1] + 1), cells,
                        at<I>(COLUMNS + 2));
        CHECK(cells[0][0] ==
              10 * around((int)lo[0] - 1, ROWS) + around((int)lo[1] - 1, COLUMNS) + 1);
        CHECK(cells[1][1] == (double)(10 * lo[0] + lo[1] + 1));
        a.accessGhostElement(&x, at<I>(1, 1), ld);
        CHECK(*x == (double)(10 * lo[0] + lo[1] + 1));
        *x = -1;
        a.releaseUpdateGhostElement(at<I>(1, 1));
        a.accessGhostElement(&x, at<I>(1, 1), ld);
        CHECK(*x == -1);
        a.releaseGhostElement(at<I>(1, 1));
        at<I> dims;
        a.accessGhosts(dims, &x, ld);
        x[ld[0] + 1] *= 4;
        a.releaseUpdateGhosts();
        a.get(lo, lo, cells, at<I>(1));
        CHECK(cells[0][0] == -4);
    }
    GA_Sync();
}
