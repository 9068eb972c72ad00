// Expressions of whole arrays and slices, element by element against loops.
#include <cmath>

#include "coarray/faces.h"

namespace
{

const int ROWS = 3, COLUMNS = 4;

template <class A> void set(A &a, int rows, int columns, double first)
{
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j)
            a[i][j] = first + 10 * i + j;
}

template <class A, class Expected> void check_all(const A &a, Expected expected)
{
    for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < COLUMNS; ++j)
            CHECK(a[i][j] == expected(i, j));
}

} // namespace

TEST_CASE(expressions, TEST_GA)
{
    const int me = ashlar::this_image(), images = ashlar::num_images();
    const int next = (me + 1) % images, last = (me + images - 1) % images;
    ashlar::LocalArray<double, 2> A(ROWS, COLUMNS), B(ROWS, COLUMNS), C(ROWS, COLUMNS);
    ashlar::Coarray<double, 2> x(6, 8), y(ROWS, COLUMNS);
    set(B, ROWS, COLUMNS, 1000);
    set(C, ROWS, COLUMNS, -7);
    set(x, 6, 8, 100 * me);
    set(y, ROWS, COLUMNS, me);
    ashlar::sync_all();
    const auto b = [](int i, int j) { return 1000.0 + 10 * i + j; };
    const auto c = [](int i, int j) { return -7.0 + 10 * i + j; };
    A = B + C;
    check_all(A, [&](int i, int j) { return b(i, j) + c(i, j); });
    A = 2 * B - x(next).slice(1, 3, 2, 5);
    check_all(A, [&](int i, int j) { return 2 * b(i, j) - (100 * next + 10 * (i + 1) + j + 2); });
    A = (B - 3) * C / 4 + -y(last);
    check_all(A,
              [&](int i, int j) { return (b(i, j) - 3) * c(i, j) / 4 + -(last + 10.0 * i + j); });
    A = 1 / (A - A + 2); /* what is assigned to is read where it is written */
    check_all(A, [](int, int) { return 0.5; });
    A = y + y(me) - 2 * y(last).slice(0, 2, 0, 3);
    check_all(A, [&](int i, int j) { return 2 * (me + 10.0 * i + j) - 2 * (last + 10.0 * i + j); });
    ashlar::sync_all();
    y(next) = B + C; /* of an image, from a buffer */
    ashlar::sync_all();
    check_all(y, [&](int i, int j) { return b(i, j) + c(i, j); });
    ashlar::sync_all();
    y(next) += B - C;
    x(next).slice(0, 2, 0, 3) = x(me).slice(3, 5, 4, 7) * 2.0;
    ashlar::sync_all();
    check_all(
        y, [&](int i, int j) { return 2 * b(i, j); });
    check_all(x, [&](int i, int j) { return 2 * (100 * last + 10.0 * (i + 3) + j + 4); });
    ashlar::sync_all();
}

/* Slices with steps, and those that have elements in common. */
TEST_CASE(expressions_overlap, TEST_GA)
{
    ashlar::Coarray<double, 2> x(9, 9);
    double model[9][9];
    set(x, 9, 9, 0);
    set(model, 9, 9, 0);
    const auto check_model = [&](int line) {
        for (int i = 0; i < 9; ++i)
            for (int j = 0; j < 9; ++j)
                if (x[i][j] != model[i][j])
                    test_fail(__FILE__, line, "element (%d,%d) is %g, not %g", i, j, x[i][j],
                              model[i][j]);
    };
    x.slice(1, 7, 2, 0, 8, 4) = x.slice(1, 7, 2, 0, 8, 4) * x.slice(0, 3, 0, 2);
    double old[9][9];
    std::copy(&model[0][0], &model[0][0] + 81, &old[0][0]);
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 3; ++j)
            model[1 + 2 * i][4 * j] = old[1 + 2 * i][4 * j] * old[i][j];
    check_model(__LINE__);
    x.slice(1, 6, 1, 6) = x.slice(0, 5, 0, 5) + x.slice(2, 7, 2, 7);
    std::copy(&model[0][0], &model[0][0] + 81, &old[0][0]);
    for (int i = 1; i <= 6; ++i)
        for (int j = 1; j <= 6; ++j)
            model[i][j] = old[i - 1][j - 1] + old[i + 1][j + 1];
    check_model(__LINE__);
    /* Another shape, and as many elements. */
    x.slice(0, 2, 0, 3) = 1 + x.slice(3, 6, 5, 7);
    std::copy(&model[0][0], &model[0][0] + 81, &old[0][0]);
    for (int k = 0; k < 12; ++k)
        model[k / 4][k % 4] = 1 + old[3 + k / 3][5 + k % 3];
    check_model(__LINE__);
    CHECK_INT(ASHLAR_ESHAPE, thrown([&] { x.slice(0, 1, 0, 1) = x.slice(0, 2, 0, 1) * 2; }, "6"));
    CHECK_INT(ASHLAR_ESHAPE,
              thrown([&] { x = x + x.slice(0, 2, 0, 1); }, "operands of an expression"));
    check_model(__LINE__);
    ashlar::sync_all();
}

TEST_CASE(expressions_types, TEST_GA)
{
    using number = std::complex<double>;
    const int images = ashlar::num_images();
    ashlar::Coarray<number, 1> z(5);
    ashlar::LocalArray<number, 1> w(5);
    ashlar::Coarray<int, 3> n(2, 3, 2);
    ashlar::LocalArray<short, 1> s(3);
    for (int k = 0; k < 5; ++k) {
        z[k] = number(k, 1);
        w[k] = number(0, k);
    }
    for (int k = 0; k < 12; ++k)
        n.data()[k] = k;
    ashlar::sync_all();
    const ashlar::LocalArray<number, 1> same = w;
    w = z(images - 1) * number(0, 1) + same;
    ashlar::LocalArray<int, 3> upper(2, 2, 2);
    upper = 2 * n(0).slice(0, 1, 0, 1, 0, 1) - 1;
    ashlar::sync_all();
    z = w;
    n.slice(0, 1, 1, 2, 0, 1) = upper;
    w = same;
    /* Numbers keep their type, as in a loop; elements of images are values. */
    ashlar::LocalArray<int, 1> whole(3);
    ashlar::LocalArray<double, 1> real(3);
    whole[0] = 3;
    whole[1] = -5;
    whole = whole * 0.5 + 10LL;
    CHECK(whole[0] == 11 && whole[1] == 7 && whole[2] == 10);
    whole = whole / 2.5;
    CHECK(whole[0] == 4 && whole[1] == 2 && whole[2] == 4);
    real[0] = 2;
    ashlar::Coarray<double, 1> factor(1);
    factor[0] = 1.5;
    ashlar::sync_all();
    real = real * factor(images - 1)[0] + -factor(0)[0];
    CHECK(real[0] == 1.5 && real[1] == -1.5);
    real = -(real - real);
    CHECK(std::signbit(real[0]) && std::signbit(real[2]));
    w = w + z(0)[1] * number(0, 0) - -w;
    CHECK(w[2] == number(0, 4));
    w = w / 2;
    CHECK(w[2] == number(0, 2));
    CHECK(-z(images - 1)[1] == number(1, -2));
    ashlar::sync_all();
    s[2] = 4;
    s = s + s;
    for (int k = 0; k < 5; ++k)
        CHECK(z[k] == number(-1, 2 * k));
    for (int i = 0; i < 2; ++i)
        for (int j = 1; j < 3; ++j)
            for (int k = 0; k < 2; ++k)
                CHECK(n[i][j][k] == 2 * (6 * i + 2 * (j - 1) + k) - 1);
    CHECK(s[0] == 0 && s[2] == 8);
    /* Nothing at all. */
    ashlar::LocalArray<double, 2> none(0, 4), also(0, 4);
    none = none + also * 2;
    CHECK_INT(0, (int64_t)none.size());
    ashlar::sync_all();
}
