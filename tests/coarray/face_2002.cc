// The face of 2002: A(i) is mine, A[p](i) is an element of an image.
#include <cstring>
#include <numeric>

#include "coarray/faces.h"

namespace
{

template <class T, std::size_t... D>
decltype(auto) at(T &&x, const std::array<std::int64_t, sizeof...(D)> &i, std::index_sequence<D...>)
{
    return x(i[D]...);
}

/* By one image after the other, with models as in the other face. */
template <class T, int N> void check_dimensions(random_numbers &random)
{
    modelled<T, N> m(random, 1, N == 1 ? 20 : 4, random.range(0, 1) == 0);
    const std::make_index_sequence<static_cast<std::size_t>(N)> all{};
    const int me = test_rank(), images = test_size();
    auto A = std::apply([](auto... e) { return ashlar::CoArray<T>(e...); },
                        m.extents[static_cast<std::size_t>(me)]);
    CHECK_INT(N, A.dimensions());
    std::copy(m.x.begin(), m.x.end(), A.begin());
    ashlar::sync_all();
    for (int image = 0; image < images; ++image) {
        for (int k = 0; k < 12; ++k) {
            const int p = static_cast<int>(random.range(0, images - 1)),
                      q = static_cast<int>(random.range(0, images - 1));
            typename modelled<T, N>::index_type to, from;
            for (std::size_t d = 0; d < static_cast<std::size_t>(N); ++d) {
                to[d] = random.range(0, m.extents[static_cast<std::size_t>(p)][d] - 1);
                from[d] = random.range(0, m.extents[static_cast<std::size_t>(q)][d] - 1);
            }
            const T x = value<T>(random.range(-40, 40));
            const std::int64_t kind = random.range(0, 3);
            if (image == me) {
                const auto target = at(A[p], to, all);
                const auto source = at(A[q], from, all);
                if (kind == 0)
                    CHECK((target = x) == x);
                else if (kind == 1)
                    target = source;
                else if (kind == 2)
                    *(&target) = *(&source); // by pointers
                else
                    CHECK(source.value() == m.model(q, from));
                if (p == me && kind == 0)
                    CHECK(at(A, to, all) == x);
            }
            if (kind == 0)
                m.model(p, to) = x;
            else if (kind < 3)
                m.model(p, to) = T(m.model(q, from));
            if constexpr (adds_up<T>) {
                if (image == me)
                    at(A[p], to, all) += x;
                m.model(p, to) += x;
            }
        }
        ashlar::sync_all();
        const auto &mine = m.values[static_cast<std::size_t>(me)];
        CHECK(std::equal(mine.begin(), mine.end(), A.begin(), A.end()));
        ashlar::sync_all();
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

enum { B = 5 };
typedef double block_t[B][B];

void set_block(block_t &block, double x)
{
    for (int i = 0; i < B; ++i)
        for (int j = 0; j < B; ++j)
            block[i][j] = x + 10 * i + j;
}

bool is_block(const block_t &block, double x)
{
    block_t wanted;
    set_block(wanted, x);
    return std::memcmp(block, wanted, sizeof wanted) == 0;
}

} // namespace

TEST_CASE(face_2002, TEST_GA)
{
    check_type<int>(21);
    check_type<long>(22);
    check_type<long long>(23);
    check_type<float>(24);
    check_type<double>(25);
    check_type<std::complex<float>>(26);
    check_type<std::complex<double>>(27);
    check_type<record>(28);
    check_type<short>(29);

    /* This image, as a number and without one. */
    const int me = ashlar::this_image(), next = (me + 1) % test_size();
    ashlar::CoArray<int> A(3, 4);
    A[ashlar::this_image()](1, 2) = 7;
    A[A.this_image()](2, 3) = A[ashlar::this_image()](1, 2) + 1;
    A[me](0, 1) = A[A.this_image()](2, 3);
    CHECK(A(1, 2) == 7 && A(2, 3) == 8 && A(0, 1) == 8);
    ashlar::sync_all();
    A[next](1, 2) += 1; /* by two images at once */
    A[ashlar::this_image()](1, 2) += 1;
    CHECK_INT(0, A[ashlar::this_image()](2, 2).fetch_add(5));
    ashlar::sync_all();
    CHECK(A(1, 2) == 9 && A(2, 2) == 5);
    const ashlar::remote_ptr<int> p = &A[ashlar::this_image()](2, 2);
    CHECK(p == &A[me](2, 2) && *p == 5 && p[1] == 8);
    ashlar::sync_all();
}

/* Elements that are C arrays. */
TEST_CASE(blocks, TEST_GA)
{
    const int me = test_rank(), images = test_size(), next = (me + 1) % images,
              last = (me + images - 1) % images;
    ashlar::CoArray<block_t> A(2, 3);
    ashlar::Coarray<block_t, 1> x(4);
    ashlar::LocalArray<block_t> mine(3);
    block_t found;
    for (int k = 0; k < 3; ++k)
        set_block(mine(k), 1000 * me + 100 * k);
    A[next](1, 2) = mine(2);
    A[me](0, 0) = mine(0);
    set_block(A(0, 1), 5);
    x(next)[3] = mine(1);
    ashlar::sync_all();
    CHECK(is_block(A(1, 2), 1000 * last + 200) && is_block(A(0, 0), 1000 * me));
    CHECK(is_block(x[3], 1000 * last + 100) && x[3][1][2] == 1000 * last + 112);
    A[next](0, 0).get(found);
    CHECK(is_block(found, 1000 * next));
    A[me](0, 1).get(found);
    CHECK(is_block(found, 5));
    A[next](1, 0) = A[last](0, 0); // through no block of mine
    A[next](1, 1) = x(me)[3];      // of the other face
    x(next)[0] = x(last)[3];
    x(next)[1] = A(0, 0);
    ashlar::sync_all();
    CHECK(is_block(A(1, 0), 1000 * ((last + images - 1) % images)));
    CHECK(is_block(A(1, 1), 1000 * ((last + images - 1) % images) + 100));
    CHECK(is_block(x[1], 1000 * last));
    ashlar::sync_all();
    x(next).slice(2, 3) = x.slice(0, 1);
    x.slice(0, 0) = x.slice(1, 1);
    ashlar::sync_all();
    CHECK(is_block(x[3], 1000 * ((last + images - 1) % images)));
    CHECK(is_block(x[0], 1000 * last));
    ashlar::sync_all();
}

/* remote_ptr goes through the array of an image in the order of C. */
TEST_CASE(pointers, TEST_GA)
{
    const int me = test_rank(), images = test_size(), next = (me + 1) % images;
    ashlar::CoArray<int> A(2 + me % 2, 3, 4); // others have more
    const int there = 2 + next % 2;
    std::iota(A.begin(), A.end(), 1000 * me);
    ashlar::sync_all();
    ashlar::remote_ptr<int> p = &A[next](1, 1, 1), none;
    CHECK(!none && p && p.image() == next);
    CHECK_INT(1000 * next + 17, *p);
    CHECK_INT(1000 * next + 21, p[4]);
    CHECK_INT(1000 * next + 12, *(p - 5));
    const ashlar::remote_ptr<int> first = &A[next](0, 0, 0), end = first + there * 12;
    CHECK(p - first == 17 && p == first + 17 && p == 17 + first && p != end && first < p);
    CHECK(p <= p && end > p && end >= p && &*p == p);
    CHECK_INT(1000 * next + 17, *p++);
    CHECK_INT(1000 * next + 19, *++p);
    CHECK_INT(1000 * next + 19, *p--);
    CHECK_INT(1000 * next + 17, *--p);
    p += 3;
    p -= 1;
    CHECK_INT(1000 * next + 19, *p);
    std::vector<int> all(static_cast<std::size_t>(there) * 12);
    std::copy(first, end, all.begin()); // an iterator
    for (std::size_t k = 0; k < all.size(); ++k)
        CHECK_INT(1000 * next + static_cast<int>(k), all[k]);
    if (next != me) { /* one's own memory is not checked */
        CHECK_INT(ASHLAR_ERANGE, thrown([&] { all[0] = A[next](there, 0, 0); }, "dimension 0"));
        CHECK_INT(ASHLAR_ERANGE, thrown([&] { all[0] = *end; }, "dimension 0"));
        CHECK_INT(ASHLAR_ERANGE, thrown([&] { all[0] = first[-1]; }, "index -1 of dimension"));
    }
    ashlar::sync_all();
    first[7] = -1; // of the next image
    *(end - 1) += 5;
    ashlar::sync_all();
    CHECK_INT(-1, A(0, 1, 3));
    CHECK_INT(1000 * me + (2 + me % 2) * 12 - 1 + 5, A(1 + me % 2, 2, 3));
    /* To my own, which is my memory. */
    ashlar::remote_ptr<int> mine = &A[me](0, 0, 2);
    mine[5] = 77;
    CHECK_INT(77, A(0, 1, 3));
    *mine = mine[5];
    CHECK_INT(77, A(0, 0, 2));
    CHECK_INT(77, (&A[me](0, 1, 3))[-5]);
    ashlar::sync_all();
}

/* The names and arguments of the paper's two listings: static synchronisations of a list, of a
 * communicator and of all, and a constructor that ends with a communicator. */
TEST_CASE(listings, TEST_GA)
{
    const int me = test_rank(), images = test_size();
    const int left = (me + images - 1) % images, right = (me + 1) % images;
    const int list[2] = {left, right};
    ashlar::CoArray<block_t> u(4);
#ifdef MPICH_VERSION
    /* Its communicators are ints. */
    CHECK_INT(ASHLAR_EARG,
              thrown([] { ashlar::CoArray<int> A(2, MPI_COMM_WORLD); }, "ashlar::comm"));
    CHECK_INT(ASHLAR_EARG,
              thrown([] { ashlar::Coarray<int, 1> x(MPI_COMM_SELF); }, "ashlar::comm"));
    ashlar::CoArray<block_t> b(3, 2, ashlar::comm(MPI_COMM_WORLD));
#else
    ashlar::CoArray<block_t> b(3, 2, MPI_COMM_WORLD);
#endif
    CHECK_INT(2, b.dimensions());
    CHECK_INT(images, b.num_images());
    set_block(u(1), 10 * me);
    set_block(u(2), 10 * me + 1000);
    u[left](3) = u(1);
    u[right](0) = u(2);
    ashlar::CoArray<double>::sync_all(list, 2);
    CHECK(is_block(u(3), 10 * right) && is_block(u(0), 10 * left + 1000));
    ashlar::CoArray<block_t>::sync_all(MPI_COMM_WORLD);
    b[right](2, 1) = u(1);
    ashlar::CoArray<block_t>::sync_all();
    CHECK(is_block(b(2, 1), 10 * left));
    u.sync_all(list, 2);
    b.sync_all();
    ashlar::CoArray<int> A(2, ashlar::comm(MPI_COMM_WORLD));
    CHECK_INT(me, A.this_image());
    A.sync_all(MPI_COMM_WORLD);
}
