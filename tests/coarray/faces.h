/* For the tests of coarray.hpp: what is thrown, values of every type, and coarrays beside models
 * that each image keeps of all of them. */
#ifndef TESTS_COARRAY_FACES_H
#define TESTS_COARRAY_FACES_H

#include <mpi.h>

#include <algorithm>
#include <complex>
#include <random>
#include <stdbool.h>
#include <stdint.h>
#include <vector>

#include <ashlar/coarray.hpp>

extern "C" {
#include "harness/harness.h"
}

/* The error that a call throws; ASHLAR_OK: none. The message must contain the words. */
template <class Call> int thrown(Call call, const char *words)
{
    try {
        call();
    } catch (const ashlar::error &e) {
        CHECK_CONTAINS(e.what(), words);
        return e.status();
    }
    return ASHLAR_OK;
}

class random_numbers
{
  public:
    explicit random_numbers(std::uint64_t seed) : numbers_(seed)
    {
    }
    /* The sum of first..last. */
    std::int64_t range(std::int64_t first, std::int64_t last)
    {
        return first +
               static_cast<std::int64_t>(numbers_() % static_cast<std::uint64_t>(last - first + 1));
    }

  private:
    std::mt19937_64 numbers_; /* whose sequence the standard fixes */
};

struct record {
    int a;
    double b[2];
    char c;
};
inline bool operator==(const record &x, const record &y)
{
    return x.a == y.a && x.b[0] == y.b[0] && x.b[1] == y.b[1] && x.c == y.c;
}

template <class T> inline constexpr bool adds_up = ashlar::element_type<T>() != ASHLAR_TYPE_COUNT;

/* Small enough that sums are exact. */
template <class T> T value(std::int64_t k)
{
    if constexpr (std::is_same_v<T, record>)
        return {static_cast<int>(k), {static_cast<double>(-k), 0.5}, static_cast<char>(k % 100)};
    else if constexpr (std::is_arithmetic_v<T>)
        return static_cast<T>(k % 100);
    else
        return T(static_cast<typename T::value_type>(k),
                 static_cast<typename T::value_type>(-2 * k));
}

/* A coarray with values that differ everywhere, and what all images should have. */
template <class T, int N> struct modelled {
    using index_type = std::array<std::int64_t, static_cast<std::size_t>(N)>;
    ashlar::Coarray<T, N> x;
    std::vector<index_type> extents;
    std::vector<std::vector<T>> values; /* [image][place] */

    /* Extents of first..last, on all images the same or not. */
    modelled(random_numbers &random, std::int64_t first, std::int64_t last, bool is_alike)
        : extents(static_cast<std::size_t>(test_size())), values(extents.size())
    {
        for (std::size_t image = 0; image < extents.size(); ++image) {
            for (auto &extent : extents[image])
                extent = random.range(first, last);
            if (is_alike)
                extents[image] = extents[0];
            values[image].resize(static_cast<std::size_t>(size_of(extents[image])));
            for (std::size_t k = 0; k < values[image].size(); ++k)
                values[image][k] = value<T>(random.range(-40, 40));
        }
        const auto me = static_cast<std::size_t>(test_rank());
        x = std::apply([](auto... e) { return ashlar::Coarray<T, N>(e...); }, extents[me]);
        CHECK_INT(static_cast<std::int64_t>(values[me].size()),
                  static_cast<std::int64_t>(x.size()));
        std::copy(values[me].begin(), values[me].end(), x.begin());
        ashlar::sync_all();
    }
    static std::int64_t size_of(const index_type &extents)
    {
        std::int64_t n = 1;
        for (std::int64_t extent : extents)
            n *= extent;
        return n;
    }
    std::size_t place(int image, const index_type &index) const
    {
        const auto &of = extents[static_cast<std::size_t>(image)];
        std::int64_t at = 0;
        for (std::size_t d = 0; d < index.size(); ++d)
            at = at * of[d] + index[d];
        return static_cast<std::size_t>(at);
    }
    T &model(int image, const index_type &index)
    {
        return values[static_cast<std::size_t>(image)][place(image, index)];
    }
    /* All of mine; the images meet before and behind. */
    void check_mine()
    {
        ashlar::sync_all();
        const auto &mine = values[static_cast<std::size_t>(test_rank())];
        CHECK(std::equal(mine.begin(), mine.end(), x.begin(), x.end()));
        ashlar::sync_all();
    }
};

/* x[i][j]..., or x(p)[i][j]... */
template <int D = 0, class X, std::size_t N>
decltype(auto) element(X &&x, const std::array<std::int64_t, N> &index)
{
    if constexpr (D + 1 == N)
        return x[index[D]];
    else
        return element<D + 1>(x[index[D]], index);
}

#endif
