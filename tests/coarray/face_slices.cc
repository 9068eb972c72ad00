// Slices of mine and of others against loops over all elements.
#include "coarray/faces.h"

namespace
{

template <int N> struct drawn {
    std::array<std::int64_t, static_cast<std::size_t>(N)> first, count, step;
};

/* A number of indices in each dimension, or these in another order. */
template <int N>
drawn<N> draw_slice(random_numbers &random,
                    const std::array<std::int64_t, static_cast<std::size_t>(N)> &extents,
                    const std::array<std::int64_t, static_cast<std::size_t>(N)> &count)
{
    drawn<N> made{{}, count, {}};
    for (std::size_t d = 0; d < static_cast<std::size_t>(N); ++d) {
        made.step[d] = random.range(0, 1) ? random.range(1, 2) : 1;
        if (made.count[d] > 0 && (made.count[d] - 1) * made.step[d] >= extents[d])
            made.step[d] = 1;
        const std::int64_t span = made.count[d] > 0 ? (made.count[d] - 1) * made.step[d] : 0;
        made.first[d] = random.range(0, extents[d] - 1 - span);
    }
    return made;
}

/* Its places in the array, in the order of C. */
template <int N>
std::vector<std::size_t> places_of(
    const drawn<N> &slice, const std::array<std::int64_t, static_cast<std::size_t>(N)> &extents)
{
    std::vector<std::size_t> places;
    std::int64_t n = 1;
    for (std::int64_t count : slice.count)
        n *= count;
    for (std::int64_t k = 0; k < n; ++k) {
        std::int64_t rest = k, place = 0, below = 1;
        for (std::size_t d = static_cast<std::size_t>(N); d-- > 0;) {
            place += (slice.first[d] + rest % slice.count[d] * slice.step[d]) * below;
            rest /= slice.count[d];
            below *= extents[d];
        }
        places.push_back(static_cast<std::size_t>(place));
    }
    return places;
}

/* x.slice(...) in one of two ways to write it. */
template <int N, class X, std::size_t... D>
auto slice_of(random_numbers &random, X &&x, const drawn<N> &s, std::index_sequence<D...>)
{
    const auto last = [&](std::size_t d) { return s.first[d] + (s.count[d] - 1) * s.step[d]; };
    if (random.range(0, 1))
        return x.slice(ashlar::interval(s.first[D], last(D), s.step[D])...);
    std::int64_t all[3 * N];
    for (std::size_t d = 0; d < static_cast<std::size_t>(N); ++d) {
        all[3 * d] = s.first[d];
        all[3 * d + 1] = last(d);
        all[3 * d + 2] = s.step[d];
    }
    return std::apply([&](auto... a) { return x.slice(a...); },
                      std::apply([](auto... a) { return std::make_tuple(a...); },
                                 reinterpret_cast<std::array<std::int64_t, 3 * N> &>(all)));
}

template <class T, int N> void access(random_numbers &random, modelled<T, N> &m, int actor)
{
    const std::make_index_sequence<static_cast<std::size_t>(N)> all{};
    const bool is_me = actor == test_rank();
    const int images = test_size();
    int p = static_cast<int>(random.range(0, images - 1)),
        q = static_cast<int>(random.range(0, images - 1));
    const std::int64_t kind = random.range(0, 9);
    if (kind == 0 || kind == 3 || kind == 5 || kind == 7)
        p = actor; /* what changes is the actor's */
    if (kind == 1 || kind == 3)
        q = actor;
    typename modelled<T, N>::index_type count, other;
    for (auto &c : count)
        c = random.range(random.range(0, 9) ? 1 : 0, 3);
    other = count;
    if (random.range(0, 1))
        std::reverse(other.begin(), other.end());
    const auto &to_extents = m.extents[static_cast<std::size_t>(p)],
               &from_extents = m.extents[static_cast<std::size_t>(q)];
    const drawn<N> to = draw_slice<N>(random, to_extents, count),
                   from = draw_slice<N>(random, from_extents, other);
    const auto to_places = places_of<N>(to, to_extents),
               from_places = places_of<N>(from, from_extents);
    auto &there = m.values[static_cast<std::size_t>(p)];
    std::vector<T> given;
    for (std::size_t place : from_places)
        given.push_back(m.values[static_cast<std::size_t>(q)][place]);
    const T x = value<T>(random.range(-40, 40));
    const auto mine_to = [&] { return slice_of<N>(random, m.x, to, all); };
    const auto mine_from = [&] { return slice_of<N>(random, std::as_const(m.x), from, all); };
    const auto far_to = [&] { return slice_of<N>(random, m.x(p), to, all); };
    const auto far_from = [&] { return slice_of<N>(random, m.x(q), from, all); };
    random_numbers before = random; /* the actor alone draws */
    switch (kind) {
    case 0:
        if (is_me)
            mine_to() = far_from();
        break;
    case 1:
        if (is_me)
            far_to() = mine_from();
        break;
    case 2:
        if (is_me)
            far_to() = far_from();
        break;
    case 3: /* which may have elements in common */
        if (is_me)
            mine_to() = mine_from();
        break;
    case 4:
        if (is_me)
            far_to() = given;
        break;
    case 5:
    case 6:
        if (is_me) {
            if (kind == 5)
                mine_to() = x;
            else
                far_to() = x;
        }
        std::fill(given.begin(), given.end(), x);
        break;
    case 7: { /* from an array of another shape */
        ashlar::LocalArray<T, 2> list(1, static_cast<std::int64_t>(given.size()));
        std::copy(given.begin(), given.end(), list.data());
        if (is_me)
            mine_to() = list;
        break;
    }
    case 8:
        if (is_me) {
            std::vector<T> read(given.size());
            far_from().copy_to(read);
            CHECK(read == given);
        }
        random = before;
        return;
    default:
        if constexpr (adds_up<T>) {
            if (is_me)
                far_to() += given;
            for (std::size_t k = 0; k < given.size(); ++k)
                given[k] += there[to_places[k]];
        } else if (is_me) {
            far_to() = given;
        }
    }
    random = before;
    for (std::size_t k = 0; k < given.size(); ++k)
        there[to_places[k]] = given[k];
}

template <class T, int N> void check_dimensions(random_numbers &random)
{
    for (int is_alike = 0; is_alike < 2; ++is_alike) {
        modelled<T, N> m(random, 3, 6, is_alike != 0);
        for (int image = 0; image < test_size(); ++image) {
            for (int k = 0; k < 25; ++k)
                access(random, m, image);
            m.check_mine();
        }
    }
}

template <class T> void check_type(std::uint64_t seed)
{
    random_numbers random(seed);
    check_dimensions<T, 1>(random);
    check_dimensions<T, 2>(random);
    check_dimensions<T, 3>(random);
    check_dimensions<T, 4>(random);
}

} // namespace

TEST_CASE(slices, TEST_GA)
{
    check_type<double>(11);
    check_type<int>(12);
    check_type<std::complex<float>>(13);
    check_type<record>(14);
    check_type<char>(15);
}

/* Dimensions, extents and steps of both sides that differ. */
TEST_CASE(shapes, TEST_GA)
{
    const int me = test_rank(), images = test_size(), next = (me + 1) % images;
    ashlar::Coarray<int, 2> x(4, 4);
    ashlar::Coarray<int, 1> y(16);
    ashlar::Coarray<int, 3> z(2, 4, 2 + me); // only its last index differs
    for (int k = 0; k < 16; ++k)
        y[k] = 100 * me + k;
    x.slice(1, 3, 1, 3) = 4;
    CHECK(x[0][1] == 0 && x[1][0] == 0 && x[1][1] == 4 && x[3][3] == 4);
    ashlar::sync_all();
    x = y(next); // 4 x 4 of 16
    CHECK_INT(100 * next + 6, x[1][2]);
    x.slice(1, 3, 1, 3) = y(next).slice(0, 8);
    CHECK_INT(100 * next + 4, x[2][2]);
    CHECK_INT(100 * next + 6 - 3, x[2][1]);
    x.slice(0, 3, 2, 0, 3, 3) = y.slice(ashlar::interval(12, 15)); // each by 2 and 3
    CHECK(x[0][0] == 100 * me + 12 && x[0][3] == 100 * me + 13 && x[2][0] == 100 * me + 14 &&
          x[2][3] == 100 * me + 15);
    x[0] = x[2]; // rows
    CHECK_INT(x[2][1], x[0][1]);
    ashlar::sync_all();
    z(next).slice(0, 1, 0, 3, 0, 1) = x; // between other shapes, both ways
    ashlar::sync_all();
    ashlar::LocalArray<int, 2> before(4, 4);
    const int last = (me + images - 1) % images;
    before = z(last).slice(0, 1, 0, 3, 0, 1);
    z(last).slice(0, 0, 0, 3, 1, 1) = z(me).slice(1, 1, 0, 3, 1, 1);
    before.slice(0, 0, 0, 3) = z(last).slice(0, 0, 0, 3, 1, 1);
    ashlar::sync_all();
    for (int j = 0; j < 4; ++j) {
        CHECK_INT(z(next)[1][j][1].value(), z[0][j][1]);
        CHECK_INT(z[1][j][1], before[0][j]);
    }
    /* Nothing. */
    x(next).slice(2, 1, 0, 3) = std::vector<int>();
    x.slice(3, 2, 9, 8) = y(next).slice(1, 0);
    ashlar::sync_all();
    /* Slices that overlap are assigned as if all were read first. */
    for (int k = 0; k < 16; ++k)
        y[k] = k;
    y.slice(1, 15) = y.slice(0, 14);
    CHECK(y[0] == 0 && y[1] == 0 && y[15] == 14);
    y(me).slice(0, 14) = y(me).slice(1, 15);
    CHECK(y[0] == 0 && y[1] == 1 && y[14] == 14 && y[15] == 14);
    const ashlar::Coarray<int, 1> &same = y;
    y = same;
    CHECK(y[13] == 13);
    ashlar::sync_all();
}
