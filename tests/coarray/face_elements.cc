// Elements of mine and of others, of every type, in the face of 2013.
#include "coarray/faces.h"

namespace
{

template <class T, int N>
typename modelled<T, N>::index_type draw_index(random_numbers &random, const modelled<T, N> &m,
                                               int image)
{
    typename modelled<T, N>::index_type index;
    for (std::size_t d = 0; d < index.size(); ++d)
        index[d] = random.range(0, m.extents[static_cast<std::size_t>(image)][d] - 1);
    return index;
}

/* One access, by one image, and what the models make of it. */
template <class T, int N> void access(random_numbers &random, modelled<T, N> &m, bool is_mine)
{
    const int images = test_size();
    const int p = static_cast<int>(random.range(0, images - 1)),
              q = static_cast<int>(random.range(0, images - 1));
    const auto to = draw_index(random, m, p), from = draw_index(random, m, q);
    const T x = value<T>(random.range(-40, 40));
    switch (random.range(0, adds_up<T> ? 5 : 3)) {
    case 0:
        if (is_mine)
            CHECK(static_cast<T>(element(m.x(p), to)) == m.model(p, to));
        break;
    case 1:
        if (is_mine)
            CHECK((element(m.x(p), to) = x) == x);
        m.model(p, to) = x;
        break;
    case 2:
        if (is_mine)
            element(m.x(p), to) = element(m.x(q), from);
        m.model(p, to) = T(m.model(q, from));
        break;
    case 3: /* chained */
        if (is_mine)
            element(m.x(p), to) = element(m.x(q), from) = x;
        m.model(q, from) = x;
        m.model(p, to) = x;
        break;
    case 4:
        if constexpr (adds_up<T>) {
            if (is_mine)
                element(m.x(p), to) += x;
            m.model(p, to) += x;
        }
        break;
    default:
        if constexpr (adds_up<T>) {
            if (is_mine)
                element(m.x(p), to) -= element(m.x(q), from);
            m.model(p, to) -= T(m.model(q, from));
        }
    }
}

template <class T, int N> void check_dimensions(random_numbers &random)
{
    modelled<T, N> m(random, 1, N == 1 ? 20 : 4, random.range(0, 1) == 0);
    for (int image = 0; image < test_size(); ++image) {
        for (int k = 0; k < 12; ++k)
            access(random, m, image == test_rank());
        m.check_mine();
    }
    /* Mine, as of any array. */
    const auto index = draw_index(random, m, test_rank());
    element(m.x, index) = value<T>(7);
    const ashlar::Coarray<T, N> &constant = m.x;
    CHECK(&element(constant, index) == m.x.data() + m.place(test_rank(), index));
    CHECK(m.x.data()[m.place(test_rank(), index)] == value<T>(7));
    for (int image = 0; image < test_size(); ++image)
        CHECK(m.x.extents(image) == m.extents[static_cast<std::size_t>(image)]);
    ashlar::sync_all();
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

TEST_CASE(elements, TEST_GA)
{
    check_type<int>(1);
    check_type<long>(2);
    check_type<long long>(3);
    check_type<float>(4);
    check_type<double>(5);
    check_type<std::complex<float>>(6);
    check_type<std::complex<double>>(7);
    check_type<record>(8);
    check_type<signed char>(9);
}

/* Expressions, and who may stand on both sides. */
TEST_CASE(chains, TEST_GA)
{
    const int me = ashlar::this_image(), images = ashlar::num_images();
    const int next = (me + 1) % images, last = (me + images - 1) % images;
    ashlar::Coarray<double, 2> x(2, 3);
    ashlar::Coarray<int, 1> n(4);
    ashlar::Coarray<std::complex<double>, 1> z(2);
    CHECK(std::all_of(x.begin(), x.end(), [](double e) { return e == 0; }));
    for (int i = 0; i < 2; ++i)
        for (unsigned j = 0; j < 3; ++j)
            x[i][j] = 100.0 * me + 10 * i + static_cast<double>(j);
    n[0] = n[1] = me;
    z[0] = {1.0 * me, 2};
    ashlar::sync_all();
    const double sum = x(next)[1][2] + 2 * x(last)[0][1] - n(next)[0];
    CHECK(sum == 100 * next + 12 + 2 * (100 * last + 1) - next);
    CHECK(x(next)[1][0] > x(next)[0][0] && x(next)[0][0] == 100.0 * next);
    const auto element = x(next)[1][1]; // the element, not its value
    CHECK(element.value() == 100 * next + 11);
    CHECK(-z(next)[0].value() == std::complex<double>(-next, -2));
    CHECK(z(next)[0] + z(last)[0] * 2.0 - x(next)[0][0] / z(next)[0] ==
          std::complex<double>(next, 2) + std::complex<double>(last, 2) * 2.0 -
              100.0 * next / std::complex<double>(next, 2));
    CHECK(z(next)[0] != z[1]);
    ashlar::sync_all();
    enum { ROW = 1, COLUMNS = 3 }; // constants of an enum are integers
    const ashlar::LocalArray<int, 1> line(COLUMNS);
    CHECK(line.size() == 3 && x[ROW][COLUMNS - 1] == 100 * me + 12);
    CHECK(x.slice(ROW, ROW, 0, COLUMNS - 1).part().size() == 3);
    const double written = x(next)[0][0] = n(next)[1] = 5; // by each to its next
    ashlar::sync_all();
    CHECK(written == 5 && x[0][0] == 5 && n[1] == 5);
    element += 1;
    (x(next)[1][1] += 2) -= 0.5;
    x(next)[1][2] = element; // no copy of the element
    auto other = x(next)[0][2];
    other = element;
    ashlar::sync_all();
    CHECK(x[1][1] == 100 * me + 11 + 2.5 && x[1][2] == x[1][1] && x[0][2] == x[1][1]);
}

/* Some operators read, compute and write; the others are atomic. */
TEST_CASE(operators, TEST_GA)
{
    const int me = ashlar::this_image(), images = ashlar::num_images();
    const int next = (me + 1) % images;
    ashlar::Coarray<double, 1> x(3);
    ashlar::Coarray<int, 1> n(6);
    ashlar::Coarray<std::complex<double>, 1> z(1);
    ashlar::CoArray<long> A(2);
    x[0] = 6 + me;
    n[0] = 23 + me;
    z[0] = {1, 2};
    ashlar::sync_all();
    x(next)[0] *= 4;
    x(next)[0] /= 8;
    n(next)[0] *= 2;
    n(next)[0] /= 3;
    (n(next)[0] += 5) %= 10;
    z(next)[0] *= std::complex<double>(0, 1);
    z(next)[0] /= 2;
    CHECK(x(next)[1]++ == 0 && x(next)[1]-- == 1 && (++x(next)[1]).value() == 1);
    CHECK(x(next)[0] == (6 + next) / 2.0);
    ashlar::sync_all();
    CHECK(x[0] == (6 + me) / 2.0 && x[1] == 1);
    CHECK_INT(((23 + me) * 2 / 3 + 5) % 10, n[0]);
    CHECK(z[0] == std::complex<double>(-1, 0.5));
    ashlar::sync_all();
    /* By all images at once, into one of them. */
    n(0)[1] |= 1 << me;
    n(0)[2] ^= 5 << me;
    for (int k = 0; k < 100; ++k) {
        ++n(0)[3];
        --x(0)[2];
        ++A[0](1);
    }
    ashlar::sync_all();
    int bits = 0;
    for (int image = 0; image < images; ++image)
        bits ^= 5 << image;
    CHECK_INT((1 << images) - 1, n(0)[1]);
    CHECK_INT(bits, n(0)[2]);
    CHECK_INT(100 * images, n(0)[3]);
    CHECK(x(0)[2] == -100.0 * images);
    CHECK_INT(100 * images, A[0](1));
    ashlar::sync_all();
    n(0)[1] &= ~(1 << me);
    ashlar::sync_all();
    CHECK_INT(0, n(0)[1]);
    ashlar::sync_all();
}
