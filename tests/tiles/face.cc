/* The face for C++: it names what the calls in C name. */
#include <utility>

#include <ashlar/tiles.hpp>

extern "C" {
#include "harness/harness.h"
}

using ashlar::all;
using ashlar::processor_grid;
using ashlar::range;
using ashlar::tiled_array;

namespace
{

constexpr int mine = GA_IN_MINE | GA_OUT_MINE;

/* A number for an element of an array. */
double value_at(std::int64_t i, std::int64_t j)
{
    return static_cast<double>(1000 * i + j);
}

void fill(const tiled_array<double> &a)
{
    for (const auto t : a.mine())
        for (std::int64_t j = 0; j < t.extent(1); ++j)
            for (std::int64_t i = 0; i < t.extent(0); ++i)
                t.data()[i + j * t.ld()] = value_at(t.first(0) + i, t.first(1) + j);
}

/* Elements of a tile that are not those of the tile of `a` at a place. */
int differences(const ashlar::tile<double> &t, const tiled_array<double> &a, std::int64_t row,
                std::int64_t column)
{
    int wrong = 0;
    for (std::int64_t j = 0; j < t.extent(1); ++j)
        for (std::int64_t i = 0; i < t.extent(0); ++i)
            wrong +=
                t.data()[i + j * t.ld()] != value_at(row * a.tile(0) + i, column * a.tile(1) + j);
    return wrong;
}

} // namespace

TEST_CASE(face_names, TEST_GA)
{
    const processor_grid grid{0, 0};
    const tiled_array<double> a(grid, {13, 9}, {3, 2}, "a");
    CHECK_INT(2, grid.dimensions());
    CHECK_INT(test_size(), grid.extent(0) * grid.extent(1));
    CHECK_INT(13, a.extent(0));
    CHECK_INT(2, a.tile(1));
    CHECK_INT(5, a.tiles(0));
    CHECK_INT(5, a.tiles(1));
    CHECK_INT(1, a(4, 0).extent(0));
    CHECK_INT(2, a(4, 0).extent(1));
    std::int64_t count = 0, named = 0, every = 0;
    for (const auto t : a.mine()) {
        CHECK_INT(grid.place(0), t[0] % grid.extent(0));
        CHECK_INT(grid.place(1), t[1] % grid.extent(1));
        CHECK(t.data() == a(t[0], t[1]).data());
        ++count;
    }
    for (const auto t : a(range(1, 4, 2), all).mine()) {
        CHECK(t[0] == 1 || t[0] == 3);
        ++named;
    }
    for (const auto t : a(range(3, 2)).mine())
        every += t[0];
    CHECK_INT(0, every);
    CHECK_INT(count, a().affinity());
    CHECK_INT(named, a(range(1, 4, 2)).affinity());
    try {
        a(5, 0).affinity();
        CHECK(false);
    } catch (const ashlar::error &e) {
        CHECK_INT(ASHLAR_ERANGE, e.status());
    }
    try {
        const tiled_array<double> wrong(grid, {1, 1, 1}, {1, 1, 1});
        CHECK(false);
    } catch (const ashlar::error &e) {
        CHECK_INT(ASHLAR_ESHAPE, e.status());
    }
}

TEST_CASE(face_collectives, TEST_GA)
{
    const processor_grid grid{0, 0};
    const tiled_array<double> a(grid, {12, 8}, {3, 2}, "a"), b(grid, {12, 8}, {3, 2}, "b");
    const tiled_array<double> each(grid, {3, 2}, "each");
    fill(a);
    ashlar::check(ga_sync());
    for (std::int64_t k = 0; k < a.tiles(1); ++k) { /* a tile to one row of places */
        const std::int64_t row = k % grid.extent(0);
        broadcast(each(row, all), a(k % a.tiles(0), k), mine);
        for (const auto t : each(row, all).mine())
            CHECK_INT(0, differences(t, a, k % a.tiles(0), k));
    }
    exchange(b(all, 1), a(all, 2), 0, 1); /* 4 tiles, a slot of one element each */
    for (const auto t : b(all, 1).mine())
        for (std::int64_t k = 0; k < 4; ++k)
            CHECK(t.data()[k] == value_at(3 * k + t[0] % 3, 4 + t[0] / 3));
    reduce(b(0, 0), a(all, 3), ASHLAR_MAX, mine);
    for (const auto t : b(0, 0).mine())
        CHECK_INT(0, differences(t, a, 3, 3));
    scatter(b(all, 2), a(1, 1), mine, 1);
    for (const auto t : b(all, 2).mine())
        CHECK(t.data()[0] == value_at(3 + t[0] % 3, 2 + t[0] / 3));
    gather(b(2, 3), a(all, 0), mine, 1);
    for (const auto t : b(2, 3).mine())
        for (std::int64_t k = 0; k < 4; ++k)
            CHECK(t.data()[k] == value_at(3 * k, 0));
    ashlar::under_way going;
    for (std::int64_t k = 0; k < a.tiles(0); ++k)
        going.broadcast(b(k, all), a(k, 0), mine);
    going.wait();
    for (const auto t : b.mine())
        CHECK_INT(0, differences(t, a, t[0], 0));
}

TEST_CASE(face_cuts, TEST_GA)
{
    const std::int64_t n = 3 * test_size() + 1, part = (n + test_size() - 1) / test_size();
    const processor_grid rows{test_size(), 1}, columns{1, test_size()};
    const tiled_array<double> a(rows, {n, n}, {part, n}, "a"), b(columns, {n, n}, {n, part}, "b");
    fill(a);
    ashlar::check(ga_sync());
    exchange_cut(b(0, all), 0, a(all, 0), 1, mine);
    for (const auto t : b.mine())
        CHECK_INT(0, differences(t, b, t[0], t[1]));
}
