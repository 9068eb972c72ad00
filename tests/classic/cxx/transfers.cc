// Transfers between an array and a buffer.
#include "cases.h"

static bool is_first()
{
    return GA_Nodeid() == 0;
}

TEST_CASE_OF_WIDTHS(blocking, TEST_GA)
{
    GlobalArray a = counted<double>();
    double buf[6] = {-1, -2, -3, -4, -5, -6}, half = 0.5;
    if (is_first())
        a.put(at<I>(1, 2), at<I>(2, 4), buf, at<I>(3));
    EQUAL(double, a, INSIDE(i, j, 1, 2, 2, 4) ? -(3 * (i - 1) + j - 1) : COUNTED);
    a.get(at<I>(1, 1), at<I>(2, 2), buf, at<I>(3));
    CHECK(buf[0] == 12 && buf[1] == -1 && buf[2] == -3 && buf[3] == 22 && buf[4] == -4 &&
          buf[5] == -6);
    a.zero();
    buf[0] = 4;
    a.acc(at<I>(5, 4), at<I>(5, 4), buf, at<I>(1), &half);
    EQUAL(double, a, i == 5 && j == 4 ? 2 * GA_Nnodes() : 0);
}

TEST_CASE_OF_WIDTHS(nonblocking, TEST_GA)
{
    GlobalArray a = counted<double>();
    double buf[4] = {-1, -2, -3, -4}, got[4], half = 0.5;
    GANbhdl put, get, acc;
    if (is_first()) {
        a.nbPut(at<I>(0, 0), at<I>(1, 1), buf, at<I>(2), &put);
        GA::nbWait(&put);
    }
    SERVICES.sync();
    a.nbGet(at<I>(1, 1), at<I>(2, 2), got, at<I>(2), &get);
    SERVICES.nbWait(&get);
    CHECK(got[0] == -4 && got[1] == 13 && got[2] == 22 && got[3] == 23);
    SERVICES.sync();
    a.nbAcc(at<I>(4, 3), at<I>(5, 4), buf, at<I>(2), &half, &acc);
    while (!SERVICES.nbTest(&acc))
        continue;
    CHECK(GA::nbTest(&acc));
    EQUAL(double, a,
          INSIDE(i, j, 0, 1, 0, 1)   ? -(2 * i + j + 1)
          : INSIDE(i, j, 4, 5, 3, 4) ? COUNTED - GA_Nnodes() * (2 * (i - 4) + j - 2) / 2.0
                                     : COUNTED);
}

TEST_CASE_OF_WIDTHS(strided, TEST_GA)
{
    GlobalArray a = counted<double>();
    double buf[6] = {-1, -2, -3, -4, -5, -6}, two = 2;
    const auto every = [](int i, int j) { return i % 2 == 1 && j % 3 == 0; };
    if (is_first())
        a.stridedPut(at<I>(1, 0), at<I>(5, 4), at<I>(2, 3), buf, at<I>(2));
    EQUAL(double, a, every(i, j) ? -(i / 2 * 2 + j / 3 + 1) : COUNTED);
    a.stridedGet(at<I>(0, 1), at<I>(3, 4), at<I>(3, 3), buf, at<I>(3));
    CHECK(buf[0] == 2 && buf[1] == 5 && buf[2] == -3 && buf[3] == 32 && buf[4] == 35);
    GA_Sync();
    for (int k = 0; k < 6; ++k)
        buf[k] = k;
    if (is_first())
        a.stridedAcc(at<I>(1, 0), at<I>(5, 4), at<I>(2, 3), buf, at<I>(2), &two);
    EQUAL(double, a, every(i, j) ? i / 2 * 2 + j / 3 - 1 : COUNTED);
}

TEST_CASE_OF_WIDTHS(periodic, TEST_GA)
{
    GlobalArray a = counted<double>();
    double buf[4] = {-1, -2, -3, -4}, one = 1;
    if (is_first())
        a.periodicPut(at<I>(-1, 4), at<I>(0, 5), buf, at<I>(2));
    GA_Sync();
    double got[4];
    a.periodicGet(at<I>(5, 9), at<I>(6, 10), got, at<I>(2));
    CHECK(got[0] == -1 && got[1] == -2 && got[2] == -3 && got[3] == -4);
    GA_Sync();
    a.periodicAcc(at<I>(5, -1), at<I>(6, 0), buf, at<I>(2), &one);
    EQUAL(double, a,
          i == 5 && (j == 4 || j == 0)   ? (j == 4 ? -1 : -2) * (1 + GA_Nnodes())
          : i == 0 && (j == 4 || j == 0) ? (j == 4 ? -3 : -4) * (1 + GA_Nnodes())
                                         : COUNTED);
}

TEST_CASE_OF_WIDTHS(lists, TEST_GA)
{
    GlobalArray a = counted<double>();
    at<I> first(0, 4), second(5, 0), third(3, 3);
    I *places[3] = {first, second, third};
    double v[3] = {-1, -2, -3}, got[3], two = 2;
    a.allocGatscatBuf(3);
    if (is_first())
        a.scatter(v, places, 3);
    GA_Sync();
    a.gather(got, places, 3);
    a.freeGatscatBuf();
    CHECK(got[0] == -1 && got[1] == -2 && got[2] == -3);
    GA_Sync();
    a.scatterAcc(v, places, 3, &two);
    EQUAL(double, a,
          i == 0 && j == 4   ? -1 - 2 * GA_Nnodes()
          : i == 5 && j == 0 ? -2 - 4 * GA_Nnodes()
          : i == 3 && j == 3 ? -3 - 6 * GA_Nnodes()
                             : COUNTED);
}

TEST_CASE_OF_WIDTHS(counter, TEST_GA)
{
    GlobalArray a = matrix<long>();
    const long before = a.readInc(at<I>(4, 1), 3);
    CHECK(before >= 0 && before < 3 * GA_Nnodes() && before % 3 == 0);
    EQUAL(long, a, i == 4 && j == 1 ? 3 * GA_Nnodes() : 0);
}
