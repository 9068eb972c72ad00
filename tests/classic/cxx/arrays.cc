// Arrays as objects: how they begin, are described, copied, compared and end.
#include "cases.h"

static bool is_irregular(const GlobalArray &a)
{
    int lo[2], hi[2];
    NGA_Distribution(a.handle(), 0, lo, hi);
    return lo[0] == 0 && lo[1] == 0 && hi[0] == ROWS - 1 && hi[1] == COLUMNS - 1;
}

// All elements are those of rank 0, in each of the eight ways to say so.
TEST_CASE_OF_WIDTHS(constructed, TEST_GA)
{
    at<I> dims(ROWS, COLUMNS), chunk(ROWS, COLUMNS), width(1, 1), block(1, 1), map(0, 0);
    GA::PGroup *world = GA::PGroup::getWorld();
    char *name = text("new");
    GlobalArray arrays[8] = {GlobalArray(C_DBL, 2, dims, name, chunk),
                             GlobalArray(C_DBL, 2, dims, name, chunk, world),
                             GlobalArray(C_DBL, 2, dims, name, block, map),
                             GlobalArray(C_DBL, 2, dims, name, block, map, world),
                             GlobalArray(C_DBL, 2, dims, width, name, chunk, 'g'),
                             GlobalArray(C_DBL, 2, dims, width, name, chunk, world, 'g'),
                             GlobalArray(C_DBL, 2, dims, width, name, block, map, 'g'),
                             GlobalArray(C_DBL, 2, dims, width, name, block, map, world, 'g')};
    for (int k = 0; k < 8; ++k) {
        CHECK(is_irregular(arrays[k]));
        CHECK_TEXT("new", arrays[k].inquireName());
        CHECK_INT(k >= 4, arrays[k].hasGhosts());
        EQUAL(double, arrays[k], 0);
    }
}

TEST_CASE_OF_WIDTHS(described, TEST_GA)
{
    GlobalArray a, b;
    a.setData(2, at<I>(ROWS, COLUMNS), C_DBL);
    a.setChunk(at<I>(ROWS, COLUMNS));
    a.setArrayName(text("described"));
    a.setGhosts(at<I>(1, 2));
    a.setPGroup(GA::PGroup::getWorld());
    a.setMemoryDev(text("ddr"));
    CHECK_INT(1, a.allocate());
    CHECK(is_irregular(a));
    CHECK_TEXT("described", a.inquireName());
    CHECK_INT(1, a.hasGhosts());
    CHECK_INT(1, a.deallocate());
    CHECK_INT(0, GA_Verify_handle(a.handle()));
    b.setData(2, at<I>(ROWS, COLUMNS), C_DBL);
    b.setIrregDistr(at<I>(0, 0), at<I>(1, 1));
    CHECK_INT(1, b.allocate());
    CHECK(is_irregular(b));
}

TEST_CASE_STARTED(restricted, TEST_GA)
{
    const int last = GA_Nnodes() - 1;
    int list[1] = {last}, lo[2], hi[2];
    for (int way = 0; way < 2; ++way) {
        GlobalArray a;
        a.setData(2, at<int>(ROWS, COLUMNS), C_DBL);
        if (way == 0)
            a.setRestricted(list, 1);
        else
            a.setRestrictedRange(last, last);
        CHECK_INT(1, a.allocate());
        a.distribution(last, lo, hi);
        CHECK(lo[0] == 0 && hi[0] == ROWS - 1 && hi[1] == COLUMNS - 1);
        CHECK_INT(last, a.locate(at<int>(0, 0)));
    }
}

TEST_CASE_STARTED(overlaid, TEST_GA)
{
    GlobalArray below = counted<double>(), above;
    above.setData(2, at<int>(ROWS, COLUMNS), C_DBL);
    CHECK_INT(1, above.overlay(&below));
    EQUAL(double, above, COUNTED);
    double two = 2;
    above.scale(&two);
    EQUAL(double, below, 2 * COUNTED);
}

// Where an array is only read its elements come from a copy on the node, also those of others.
TEST_CASE_STARTED(property, TEST_GA)
{
    GlobalArray a = counted<double>();
    a.setProperty(text("read_only"));
    EQUAL(double, a, COUNTED);
    a.unsetProperty();
    double one = 1;
    a.fill(&one);
    EQUAL(double, a, 1);
}

// Of a mirrored array each node has a copy, which are added up.
TEST_CASE_OF_WIDTHS(mirrored, TEST_GA)
{
    GlobalArray a(C_DBL, 2, at<I>(ROWS, COLUMNS), text("mirror"), (I *)NULL,
                  GA::PGroup::getMirror()),
        b = counted<double>();
    double three = 3;
    const int nodes = GA_Cluster_nnodes();
    CHECK_INT(1, a.isMirrored());
    a.fill(&three);
    CHECK_INT(1, a == a);
    a.mergeDistrPatch(at<I>(0, 0), at<I>(1, 2), &b, at<I>(2, 1), at<I>(3, 3));
    EQUAL(double, b, INSIDE(i, j, 2, 3, 1, 3) ? 3 * nodes : COUNTED);
    a.fill(&three);
    a.mergeMirrored();
    EQUAL(double, a, 3 * nodes);
}

TEST_CASE_STARTED(copied, TEST_GA)
{
    GlobalArray a = counted<double>(), b(a), c(a, text("third"));
    EQUAL(double, b, COUNTED);
    EQUAL(double, c, 0);
    CHECK_TEXT("third", c.inquireName());
    CHECK_INT(0, a.compareDistr(&b));
    CHECK(b.handle() != a.handle());
    c = a;
    EQUAL(double, c, COUNTED);
    CHECK_TEXT("counted", c.inquireName());
    const int handle = a.handle();
    const GlobalArray &same = a;
    a = same;
    CHECK_INT(handle, a.handle());
}

template <class T> static void compare_last_element()
{
    GlobalArray a = counted<T>(), b(a);
    CHECK_INT(1, a == b);
    CHECK_INT(0, a != b);
    T x = 1;
    if (GA_Nodeid() == 0)
        NGA_Put(b.handle(), at<int>(ROWS - 1, COLUMNS - 1), at<int>(ROWS - 1, COLUMNS - 1), &x,
                at<int>(1));
    GA_Sync();
    CHECK_INT(0, a == b);
    CHECK_INT(1, a != b);
}

TEST_CASE_STARTED(compared, TEST_GA)
{
    compare_last_element<int>();
    compare_last_element<long>();
    compare_last_element<float>();
    compare_last_element<double>();
    compare_last_element<complex_t>();
    GlobalArray a = counted<double>(), other_type = counted<long>(),
                smaller = counted<double>(ROWS, 2), cyclic[2];
    CHECK_INT(0, a == other_type);
    CHECK_INT(0, a == smaller);
    for (GlobalArray &c : cyclic) {
        c.setData(2, at<int>(ROWS, COLUMNS), C_DBL);
        c.setBlockCyclic(at<int>(2, 2));
        CHECK_INT(1, c.allocate());
        SET(double, c, COUNTED);
    }
    CHECK_INT(0, a == cyclic[0]);
    CHECK_INT(1, cyclic[0] == cyclic[1]);
    SET(double, cyclic[1], i + j ? COUNTED : -1);
    CHECK_INT(0, cyclic[0] == cyclic[1]);
    double zero = 0.0, minus = -0.0;
    GlobalArray b(a);
    a.fill(&zero);
    b.fill(&minus);
    CHECK_INT(1, a == b);
}

TEST_CASE_STARTED(ended, TEST_GA)
{
    const size_t before = GA_Inquire_memory();
    {
        GlobalArray a = counted<double>(), b = counted<double>(), *c = SERVICES.createGA(a);
        CHECK(GA_Inquire_memory() > before || GA_Nnodes() > 1);
        const int handle = b.handle();
        b.destroy();
        CHECK_INT(0, GA_Valid_handle(handle));
        b.destroy();
        CHECK_INT(0, b.handle());
        b = a;
        EQUAL(double, b, COUNTED);
        delete c;
    }
    CHECK(GA_Inquire_memory() == before);
}
