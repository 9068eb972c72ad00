// Errors thrown, and the lives and owners of coarrays that are moved, freed or left.
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include <ashlar/ga.h>

#include "coarray/faces.h"

TEST_CASE(errors, TEST_GA)
{
    const int images = test_size();
    ashlar::Coarray<double, 2> x(3, 4);
    ashlar::Coarray<int, 2> counts(3, 4);
    ashlar::CoArray<int> A(3, 4);
    ashlar::LocalArray<double, 2> local(2, 2);
    double value = 0;
    const auto range = [](auto call, const char *words) {
        CHECK_INT(ASHLAR_ERANGE, thrown(call, words));
    };
    range([&] { value = x(images)[0][0]; }, "is outside 0..");
    range([&] { x(-1)[0][0] = 1; }, "image -1 is outside");
    range([&] { x(0)[3][0] = 1; }, "index 3 of dimension 0 is outside 0..2");
    range([&] { value = x(0)[0][-1]; }, "index -1 of dimension 1");
    range([&] { x(0)[0][4] += 1; }, "index 4 of dimension 1");
    range([&] { A[0](0, 9) += 1; }, "index 9");
    range([&] { A[0](0, 4).fetch_add(1); }, "index 4");
    range([&] { local = x(images); }, "image");
    range([&] { x(0).slice(1, 3, 0, 3) = 4; }, "1..3 of dimension 0 is not inside 0..2");
    range([&] { x.slice(0, 2, 1, 4) = 4; }, "1..4 of dimension 1 is not inside 0..3");
    range([&] { local = local.slice(-1, 0, 0, 1); }, "-1..0 of dimension 0");
    range([&] { x.extents(images); }, "image");
    range([&] { x.address(images); }, "image");
    range([&] { counts.wait_until({3, 0}, CO_EQ, 1); }, "index 3");
    range([&] { ashlar::sync_images({images}); }, "image");
    CHECK_INT(ASHLAR_EARG, thrown([&] { x(0).slice(0, 2, 0, 0, 3, 1) = 4; },
                                  "step 0 of dimension 0 of a slice is below 1"));
    CHECK_INT(ASHLAR_ESHAPE, thrown([&] { local = x(0); }, "12 elements to 4"));
    CHECK_INT(ASHLAR_ESHAPE, thrown([&] { x = local; }, "4 elements to 12"));
    CHECK_INT(ASHLAR_ESHAPE, thrown([&] { x(0) = local; }, "4 elements to 12"));
    CHECK_INT(ASHLAR_ESHAPE, thrown([&] { x(0) = x(0).slice(0, 1, 0, 1); }, "4 elements to 12"));
    CHECK_INT(ASHLAR_ESHAPE, thrown([&] { x(0) = std::vector<double>(3); }, "3 elements to 12"));
    CHECK_INT(ASHLAR_ESHAPE, thrown([&] { A[images](1); }, "1 indices of an array of 2"));
    CHECK_INT(ASHLAR_EARG, thrown([] { ashlar::Coarray<int, 2> wrong(4, -1); }, "extent -1"));
    CHECK_INT(ASHLAR_EARG, thrown([] { ashlar::LocalArray<int> wrong(-4); }, "extent -4"));
    CHECK_INT(ASHLAR_EARG, thrown([] { ashlar::LocalArray<int, 2> wrong(2, -4); }, "extent -4"));
    CHECK_INT(ASHLAR_ENOMEM,
              thrown([] { ashlar::Coarray<char, 1> much(INT64_C(1) << 50); }, "byte"));
    CHECK_INT(
        ASHLAR_EGROUP,
        thrown([] { ashlar::Coarray<int, 1> none(4, ashlar::group::existing(4711)); }, "group"));
    CHECK_INT(ASHLAR_EGROUP,
              thrown([] { ashlar::sync_all(ashlar::group::existing(4711)); }, "group"));
    CHECK_INT(ASHLAR_EARG, thrown([] { ashlar::group none(MPI_COMM_NULL); }, "MPI_COMM_NULL"));
#ifndef NDEBUG
    range([&] { x[3][0] = 1; }, "index 3 is outside 0..2");
    range([&] { value = x[0][-1]; }, "index -1 is outside 0..3");
    range([&] { A(0, 4) = 1; }, "index 4 is outside 0..3");
    range([&] { local[2][0] = 1; }, "index 2 is outside 0..1");
    range([&] { A[ashlar::this_image()](0, 4) = 1; }, "index 4 is outside 0..3");
    CHECK_INT(ASHLAR_ESHAPE, thrown([&] { A(1) = 1; }, "1 indices of an array of 2"));
#endif
    CHECK(value == 0);
    CHECK(std::all_of(x.begin(), x.end(), [](double e) { return e == 0; }));
    ashlar::sync_all();
}

/* Classes that move and do not copy, and what is left of them. */
TEST_CASE(moves, TEST_GA)
{
    using array = ashlar::Coarray<long, 2>;
    using other = ashlar::CoArray<long>;
    static_assert(!std::is_copy_constructible_v<array> && !std::is_copy_constructible_v<other>);
    static_assert(!std::is_copy_assignable_v<other>);
    static_assert(std::is_nothrow_move_constructible_v<array> &&
                  std::is_nothrow_move_constructible_v<other>);
    static_assert(std::is_nothrow_move_assignable_v<array> &&
                  std::is_nothrow_move_assignable_v<other>);
    static_assert(!std::is_convertible_v<int, array> && !std::is_convertible_v<int, other>);
    static_assert(!std::is_constructible_v<ashlar::group, ashlar::Coarray<int, 1>>);
    static_assert(std::is_copy_constructible_v<ashlar::LocalArray<long[3]>>);

    const int me = test_rank(), next = (me + 1) % test_size();
    array x(2, 3);
    long *const address = x.data();
    const auto far = x(next);
    array y = std::move(x);
    CHECK(x.get() == nullptr && x.data() == nullptr && x.size() == 0 && x.extent(0) == 0);
    CHECK(y.data() == address && y.size() == 6 && y.this_image() == me);
    CHECK_INT(ASHLAR_EARG, thrown([&] { x(0)[1][1] = 1; }, "NULL"));
    CHECK_INT(ASHLAR_EARG, thrown([&] { x(0).slice(1, 1, 1, 1) = 1; }, "NULL"));
    CHECK_INT(ASHLAR_EARG, thrown([&] { y = x(0); }, "NULL"));
    CHECK_INT(ASHLAR_EARG, thrown([&] { x.free(); }, "NULL"));
    CHECK_INT(ASHLAR_ESHAPE, thrown([&] { x = y; }, "6 elements to 0"));
    far[1][2] = 10 + me; // names the coarray, wherever it is
    ashlar::sync_all();
    CHECK_INT(10 + (me + test_size() - 1) % test_size(), y[1][2]);
    x = std::move(y);
    CHECK(x.data() == address && y.get() == nullptr);
    array z(4, 4);
    z = std::move(x); // nothing is freed yet
    CHECK(z.data() == address && x.size() == 16);
    std::vector<array> many;
    for (int k = 0; k < 6; ++k)
        many.emplace_back(k, 2);
    many[2][1][1] = 7;
    std::vector<array> moved = std::move(many);
    moved.erase(moved.begin());
    CHECK(moved[1][1][1] == 7 && moved[1].size() == 4);
    moved.clear();
    z.free();
    CHECK(z.get() == nullptr && z.size() == 0 && z.begin() == z.end());

    other A(2, 3);
    A(1, 2) = 5;
    other B = std::move(A);
    CHECK(B(1, 2) == 5 && A.get() == nullptr && A.dimensions() == 0 && B.dimensions() == 2);
    CHECK_INT(ASHLAR_ESHAPE, thrown([&] { A[0](1, 1) = 1; }, "2 indices of an array of 0"));
    A = std::move(B);
    CHECK(A(1, 2) == 5 && B.size() == 0);

    ashlar::LocalArray<int, 2> local(2, 2);
    local[1][1] = 3;
    ashlar::LocalArray<int, 2> taken = std::move(local);
    CHECK(local.size() == 0 && local.data() == nullptr && taken[1][1] == 3);
    ashlar::LocalArray<long[3]> blocks(4), copied;
    blocks(3)[2] = 9;
    copied = blocks;
    blocks(3)[2] = 8;
    CHECK(copied(3)[2] == 9 && copied.size() == 4);

    ashlar::locks set(2);
    ashlar::locks set2 = std::move(set);
    set2.lock(0, 1);
    set2.unlock(0, 1);
    CHECK_INT(ASHLAR_EARG, thrown([&] { set.lock(0); }, "set of locks"));
}

/* An exception passes a coarray on one image, which must not wait there for the others to free it:
 * they keep theirs, and wait for this image elsewhere. */
TEST_CASE(exceptions, TEST_BARE)
{
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    for (int image = 0; image < test_size(); ++image) {
        std::string said;
        ashlar::Coarray<int, 1> outside(2);
        try {
            ashlar::Coarray<int, 1> x(3);
            ashlar::locks set;
            ashlar::CoArray<int> sub(2, ashlar::group(MPI_COMM_WORLD));
            if (image == test_rank())
                throw std::runtime_error("on one image");
            new ashlar::Coarray<int, 1>(std::move(x));
            new ashlar::locks(std::move(set));
            new ashlar::CoArray<int>(std::move(sub));
        } catch (const std::runtime_error &e) {
            said = e.what();
        }
        CHECK_TEXT(image == test_rank() ? "on one image" : "", said.c_str());
        outside((test_rank() + 1) % test_size())[1] = 1;
        ashlar::sync_all();
        CHECK_INT(1, outside[1]);
    }
    test_capture_begin(); /* what was not freed is named, on the first rank */
    CHECK_OK(ga_terminate());
    char *report = test_capture_end();
    if (test_rank() == 0)
        CHECK(std::strstr(report, "was not freed") != nullptr);
    std::free(report);
}

/* Coarrays freed in any order, before and after the end of the library, and by ga_terminate(). */
TEST_CASE(order, TEST_BARE)
{
    ashlar::Coarray<int, 1> late, left;
    ashlar::CoArray<int> later;
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    {
        auto *first = new ashlar::Coarray<int, 1>(3);
        auto *second = new ashlar::CoArray<double[2]>(4);
        auto *barrier = new ashlar::split_barrier();
        delete first;
        delete barrier;
        delete second;
    }
    late = ashlar::Coarray<int, 1>(3);
    later = ashlar::CoArray<int>(2, 2, ashlar::group(MPI_COMM_WORLD));
    late[2] = later(1, 1) = 1;
    ashlar::sync_all();
    CHECK_OK(ga_terminate());
    late.free(); // its memory went with the library
    CHECK(late.get() == nullptr);
    CHECK_INT(ASHLAR_ESTATE, thrown([] { ashlar::sync_all(); }, "ga_initialize has not"));
    /* Now they go, after it. */
}

TEST_CASE(groups, TEST_GA)
{
    const int me = test_rank();
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &half);
    int rank, size;
    MPI_Comm_rank(half, &rank);
    MPI_Comm_size(half, &size);
    const int next = (rank + 1) % size, last = (rank + size - 1) % size;
    {
        ashlar::CoArray<int> A(5, ashlar::group(half)); // which keeps the group
        ashlar::Coarray<double, 2> x(2, 2, A.images());
        CHECK_INT(rank, A.this_image());
        CHECK_INT(size, A.num_images());
        CHECK_INT(rank, ashlar::this_image(x.images()));
        CHECK_INT(me, ashlar::this_image());
        CHECK_INT(test_size(), ashlar::num_images());
        A[next](3) = 10 + rank;
        x(next)[1][0] = 20 + rank;
        A.sync_all();
        CHECK_INT(10 + last, A(3));
        x.sync_images({next, last});
        x.sync_images(std::vector<int>{last, next});
        CHECK(x[1][0] == 20 + last);
        CHECK_INT(ASHLAR_ERANGE, thrown([&] { A[size](0) = 1; }, "image"));
        A.sync_all();
        ashlar::Coarray<int, 1> moved(3, ashlar::group(half));
        moved = ashlar::Coarray<int, 1>(4, ashlar::group(half));
        CHECK_INT(4, static_cast<int>(moved.size()));
    }
    MPI_Comm_free(&half);
    /* A group of the library, and the default one, which may change. */
    ga_group_t split = 0, before = 0;
    CHECK_OK(ga_group_split(GA_GROUP_WORLD, me % 2, me, &split));
    {
        const ashlar::group named = ashlar::group::existing(split);
        ashlar::Coarray<int, 1> world(1), part(1, named);
        CHECK_OK(ga_group_set_default(split, &before));
        ashlar::Coarray<int, 1> by_default(1);
        CHECK_INT(test_size(), world.num_images());
        CHECK_INT(named.num_images(), by_default.num_images());
        CHECK_INT(me / 2, by_default.this_image());
        world((me + 1) % test_size())[0] = 1 + me;
        world.sync_all();
        CHECK_OK(ga_group_set_default(before, nullptr));
        CHECK_INT(1 + (me + test_size() - 1) % test_size(), world[0]);
        CHECK_INT(split, part.images().get());
    }
    CHECK_OK(ga_group_destroy(split));
}
