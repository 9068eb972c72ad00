// Whole arrays, lists, views and nonblocking transfers between coarrays and local arrays.
#include "coarray/faces.h"

/* x(p) = y, x = x(p), x(p) = y(q), between coarrays, local arrays, views. */
TEST_CASE(whole_arrays, TEST_GA)
{
    const int me = test_rank(), images = test_size(), next = (me + 1) % images,
              last = (me + images - 1) % images;
    ashlar::Coarray<double, 2> x(3, 5), y(3, 5);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 5; ++j)
            y[i][j] = 100 * me + 10 * i + j;
    ashlar::sync_all();
    x(next) = y;
    ashlar::sync_all();
    CHECK(x[2][4] == 100 * last + 24 && x[0][0] == 100 * last);
    x = y(next);
    CHECK(x[2][4] == 100 * next + 24);
    ashlar::sync_all();
    if (me == 0)
        x = x(next);
    CHECK(x[1][1] == 100 * ((me == 0 ? next + 1 : next) % images) + 11);
    ashlar::sync_all();
    x(next) = y(last);
    ashlar::sync_all();
    CHECK(x[1][3] == 100 * ((last + images - 1) % images) + 13);
    x = y; // mine
    CHECK(x[2][0] == 100 * me + 20 && x.data() != y.data());
    ashlar::sync_all();
    x(next) += y;
    ashlar::sync_all();
    CHECK(x[0][4] == 100 * me + 4 + 100 * last + 4);
    ashlar::sync_all();
    x(next).fill(8);
    y.fill(9);
    ashlar::sync_all();
    CHECK(x[0][0] == 8 && x[2][4] == 8 && y[2][4] == 9);

    ashlar::LocalArray<double, 2> local(3, 5), copy;
    CHECK(local[2][4] == 0);
    local = x;
    local[1][1] = 1;
    x = local;
    CHECK(x[1][1] == 1);
    ashlar::sync_all();
    y(next) = local;
    ashlar::sync_all();
    CHECK(y[1][1] == 1 && y[0][0] == 8);
    local = y(next);
    copy = local; // with its shape
    copy[0][0] = 3;
    CHECK(copy.size() == 15 && copy.extent(1) == 5 && local[0][0] == 8);
    local.slice(0, 0, 0, 4) = y(next).slice(1, 1, 0, 4);
    CHECK(local[0][1] == 1);
    const ashlar::LocalArray<double, 2> constant = local;
    CHECK(constant[0][1] == 1);
    ashlar::sync_all();
    x(next).slice(0, 2, 0, 4) = constant.slice(0, 2, 0, 4);
    ashlar::sync_all();
    CHECK(x[0][1] == 1);
    /* The array of an image of my node. */
    if (double *theirs = x.address(next))
        CHECK(theirs[1] == 1);
    CHECK(x.address(me) == x.data());
    ashlar::sync_all();
}

/* Lists of elements, and views of somebody's memory. */
TEST_CASE(lists, TEST_GA)
{
    const int me = test_rank(), next = (me + 1) % test_size();
    ashlar::Coarray<float, 2> x(2, 3);
    float memory[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    const ashlar::array_view<float, 2> view(memory + 4, 2, 3);
    const ashlar::array_view<const float, 1> constant(memory, 6);
    ashlar::sync_all();
    x(next) = constant;
    ashlar::sync_all();
    CHECK(x[1][2] == 5 && x[0][1] == 1);
    ashlar::sync_all();
    x(next) = view;
    ashlar::sync_all();
    CHECK(x[1][2] == 9 && x[0][0] == 4 && view[1][0] == 7 && view[1].size() == 3);
    ashlar::sync_all();
    x(next) = std::vector<float>{1, 2, 3, 4, 5, 6};
    ashlar::sync_all();
    view = x(next);
    CHECK(memory[4] == 1 && memory[9] == 6 && memory[3] == 3);
    view[0] = x(next).slice(1, 1, 0, 2);
    CHECK(memory[4] == 4 && memory[6] == 6 && memory[7] == 4);
    view.slice(0, 1, 2, 2) = 0;
    CHECK(memory[6] == 0 && memory[9] == 0 && memory[5] == 5);
    std::array<float, 3> three{};
    x(next).slice(0, 0, 0, 2).copy_to(three);
    CHECK(three[0] == 1 && three[2] == 3);
    x(next)[1][0] = three[2];
    x(next).slice(1, 1, 1, 2) = view[1].slice(0, 1);
    ashlar::sync_all();
    CHECK(x[1][0] == 3 && x[1][1] == 4 && x[1][2] == 5);
    ashlar::sync_all();
}

TEST_CASE(nonblocking, TEST_GA)
{
    const int me = test_rank(), images = test_size(), next = (me + 1) % images;
    ashlar::Coarray<double, 2> x(6, 8), y(6, 8);
    ashlar::LocalArray<double, 2> local(6, 8), other(6, 8);
    for (std::size_t k = 0; k < local.size(); ++k)
        local.data()[k] = 1000 * me + static_cast<double>(k);
    ashlar::sync_all();
    ashlar::transfer all = x(next).put_nb(local);
    all.wait();
    all.wait(); // of what is complete
    {
        ashlar::transfer part = y(next).slice(1, 5, 2, 0, 7, 7).put_nb(local.slice(0, 2, 2, 3));
    } // waits
    ashlar::sync_all();
    const int last = (me + images - 1) % images;
    CHECK(x[5][7] == 1000 * last + 47);
    CHECK(y[1][0] == 1000 * last + 2 && y[5][7] == 1000 * last + 19 && y[2][0] == 0);
    ashlar::transfer got = x(next).get_nb(other), more = x(me).acc_nb(local);
    while (!got.test()) {
    }
    more.wait();
    CHECK(other[3][3] == 1000 * me + 27 || other[3][3] == 1000 * me + 27 + 1000 * next + 27);
    ashlar::sync_all();
    CHECK(x[3][3] == 1000 * last + 27 + 1000 * me + 27);
    std::vector<double> row(8);
    got =
        x(next).slice(5, 5, 0, 7).get_nb(row); // shapes that differ, in memory one after the other
    got.wait();
    CHECK(row[7] == 1000 * me + 47 + 1000 * next + 47);
    CHECK_INT(ASHLAR_ESHAPE,
              thrown([&] { x(next).slice(0, 1, 0, 2).get_nb(other.slice(0, 2, 0, 1)); },
                     "between other shapes"));
    CHECK_INT(ASHLAR_ESHAPE, thrown([&] { x(next).put_nb(row); }, "8 elements"));
    ashlar::sync_all();
}
