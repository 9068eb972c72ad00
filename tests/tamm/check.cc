// The stand-ins for TAMM's libraries, on numbers that can be followed.
#include <cstdio>

#include "hptt/hptt.h"
#include "lapack.hh"

static int failed;

static void check(bool holds, const char *what)
{
    if (!holds) {
        std::printf("not so: %s\n", what);
        failed = 1;
    }
}

#define CHECK(condition) check(condition, #condition)

// 2 x 3 times 3 x 2, in rows of 4, and the same of transposes.
template <class T> static void products()
{
    const T a[] = {1, 2, 3, -9, 4, 5, 6, -9}, b[] = {1, 2, -9, -9, 3, 4, -9, -9, 5, 6};
    const T at[] = {1, 4, 2, 5, 3, 6}, bt[] = {1, 3, 5, 2, 4, 6}, one = 1, two = 2, zero = 0,
            minus = -1;
    T c[] = {1, 1, 1, 1};
    const auto is_right = [&] {
        return c[0] == T(22) && c[1] == T(28) && c[2] == T(49) && c[3] == T(64);
    };
    using namespace blas;
    gemm(Layout::RowMajor, Op::NoTrans, Op::NoTrans, 2, 2, 3, one, a, 4, b, 4, zero, c, 2);
    CHECK(is_right());
    gemm(Layout::RowMajor, Op::Trans, Op::Trans, 2, 2, 3, two, at, 2, bt, 3, minus, c, 2);
    CHECK(is_right());
}

int main()
{
    products<float>();
    products<double>();
    products<std::complex<double>>();
    const double a[] = {1, 2, 3, -9, 4};
    double c[] = {22, 28, 49, 64};
    std::complex<double> z[2] = {{0, 5}, {0, 6}};
    blas::copy(2, a, 1, reinterpret_cast<double *>(z), 2);
    CHECK(z[0] == std::complex<double>(1, 5) && z[1] == std::complex<double>(2, 6));
    blas::axpy(2, 3.0, a, 4, c, 2);
    CHECK(c[0] == 25 && c[1] == 28 && c[2] == 61);

    // Dimensions 2, 3, 4 become 4, 2, 3.
    const int size[] = {2, 3, 4}, perm[] = {2, 0, 1};
    double from[24], to[24];
    for (int k = 0; k < 24; ++k) {
        from[k] = k;
        to[k] = 100;
    }
    hptt::create_plan(perm, 3, 2.0, from, size, nullptr, 1.0, to, nullptr, hptt::ESTIMATE, 1,
                      nullptr, true)
        ->execute();
    for (int k = 0; k < 4; ++k)
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 3; ++j)
                CHECK(to[(k * 2 + i) * 3 + j] == 100 + 2 * from[(i * 3 + j) * 4 + k]);
    return failed;
}
