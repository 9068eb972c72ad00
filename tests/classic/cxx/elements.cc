// Operations on elements, their sums and their extremes.
#include "cases.h"

TEST_CASE_STARTED(whole, TEST_GA)
{
    GlobalArray a = counted<double>(), b = counted<double>(), c = matrix<double>();
    double x = 3, y = -1, two = 2, norm;
    b.addConstant(&two);
    EQUAL(double, b, COUNTED + 2);
    c.add(&x, &a, &y, &b);
    EQUAL(double, c, 2 * COUNTED - 2);
    c.copy(&a);
    EQUAL(double, c, COUNTED);
    c.fill(&y);
    EQUAL(double, c, -1);
    c.absValue();
    EQUAL(double, c, 1);
    c.scale(&two);
    EQUAL(double, c, 2);
    c.recip();
    EQUAL(double, c, 0.5);
    c.elemMultiply(&a, &b);
    EQUAL(double, c, COUNTED *(COUNTED + 2));
    c.elemDivide(&a, &b);
    EQUAL(double, c, COUNTED / (COUNTED + 2.0));
    c.elemMaximum(&a, &b);
    EQUAL(double, c, COUNTED + 2);
    c.elemMinimum(&a, &b);
    EQUAL(double, c, COUNTED);
    two = 20;
    GlobalArray m = matrix<double>(), constant = matrix<double>();
    constant.fill(&two);
    m.median(&a, &b, &constant);
    EQUAL(double, m, COUNTED + 2 < 20 ? COUNTED + 2 : COUNTED > 20 ? COUNTED : 20);
    a.norm1(&norm);
    CHECK(norm == 840);
    a.normInfinity(&norm);
    CHECK(norm == 55);
    c.fill(&y);
    a.stepMax(&c, &norm);
    CHECK(norm == 1);
    c.zero();
    EQUAL(double, c, 0);
}

TEST_CASE_OF_WIDTHS(patches, TEST_GA)
{
    GlobalArray a = counted<double>(), b = counted<double>(), c = counted<double>(),
                m = matrix<double>();
    at<I> lo(1, 1), hi(2, 3), clo(3, 0), chi(4, 2), mlo(0, 2), mhi(1, 4);
    double x = 3, y = -1, two = 2, step;
    const auto in_c = [](int i, int j) { return INSIDE(i, j, 3, 4, 0, 2); };
    const auto from = [](int i, int j) {
        return 10 * (i - 2) + j + 2;
    }; // what is in a for a place of c
    b.addConstantPatch(lo, hi, &two);
    EQUAL(double, b, INSIDE(i, j, 1, 2, 1, 3) ? COUNTED + 2 : COUNTED);
    c.addPatch(&x, &a, lo, hi, &y, &b, lo, hi, clo, chi);
    EQUAL(double, c, in_c(i, j) ? 2 * from(i, j) - 2 : COUNTED);
    c.elemMultiplyPatch(&a, lo, hi, &b, lo, hi, clo, chi);
    EQUAL(double, c, in_c(i, j) ? from(i, j) * (from(i, j) + 2) : COUNTED);
    c.elemDividePatch(&a, lo, hi, &b, lo, hi, clo, chi);
    EQUAL(double, c, in_c(i, j) ? from(i, j) / (from(i, j) + 2.0) : COUNTED);
    c.elemMaximumPatch(&a, lo, hi, &b, lo, hi, clo, chi);
    EQUAL(double, c, in_c(i, j) ? from(i, j) + 2 : COUNTED);
    c.elemMinimumPatch(&a, lo, hi, &b, lo, hi, clo, chi);
    EQUAL(double, c, in_c(i, j) ? from(i, j) : COUNTED);
    m.medianPatch(&a, lo, hi, &b, lo, hi, &c, clo, chi, mlo, mhi);
    EQUAL(double, m, INSIDE(i, j, 0, 1, 2, 4) ? 10 * (i + 1) + j : 0);
    c.scalePatch(clo, chi, &two);
    EQUAL(double, c, in_c(i, j) ? 2 * from(i, j) : COUNTED);
    c.recipPatch(clo, chi);
    EQUAL(double, c, in_c(i, j) ? 0.5 / from(i, j) : COUNTED);
    c.fillPatch(clo, chi, &y);
    EQUAL(double, c, in_c(i, j) ? -1 : COUNTED);
    a.stepMaxPatch(lo, hi, &c, clo, chi, &step);
    CHECK(step == 12);
    c.absValuePatch(clo, chi);
    EQUAL(double, c, in_c(i, j) ? 1 : COUNTED);
    c.copyPatch('t', &a, at<I>(0, 0), at<I>(2, 1), clo, chi);
    EQUAL(double, c, in_c(i, j) ? 10 * j + (i - 3) + 1 : COUNTED);
    c.copyPatch('n', &a, lo, hi, clo, chi);
    EQUAL(double, c, in_c(i, j) ? from(i, j) : COUNTED);
    c.zeroPatch(clo, chi);
    EQUAL(double, c, in_c(i, j) ? 0 : COUNTED);
}

// 12 + 13 + 22 + 23 times ones of 3, and all of it with itself.
enum { PATCH_SUM = 3 * (12 + 13 + 22 + 23), SQUARES = 32330 };

TEST_CASE_OF_WIDTHS(products, TEST_GA)
{
    GlobalArray i = counted<int>(), l = counted<long>(), f = counted<float>(),
                d = counted<double>(), z = counted<complex_t>();
    int i3 = 3;
    long l3 = 3, squares = 0;
    float f3 = 3;
    double d3 = 3;
    complex_t z3(0, 3);
    at<I> lo(1, 1), hi(2, 2);
    for (int k = 0; k < ROWS * COLUMNS; ++k) {
        const long x = 10 * (k / COLUMNS) + k % COLUMNS + 1;
        squares += x * x;
    }
    CHECK_INT(SQUARES, squares);
    CHECK_INT(SQUARES, i.idot(&i));
    CHECK_INT(SQUARES, l.ldot(&l));
    CHECK(f.fdot(&f) == SQUARES);
    CHECK(d.ddot(&d) == SQUARES);
    CHECK(z.zdot(&z).real == SQUARES && z.zdot(&z).imag == 0);
    GlobalArray ii(i), ll(l), ff(f), dd(d), zz(z);
    ii.fill(&i3);
    ll.fill(&l3);
    ff.fill(&f3);
    dd.fill(&d3);
    zz.fill(&z3);
    CHECK_INT(PATCH_SUM, i.idotPatch('n', lo, hi, &ii, 'n', lo, hi));
    CHECK_INT(PATCH_SUM, l.ldotPatch('n', lo, hi, &ll, 'n', lo, hi));
    CHECK(f.fdotPatch('n', lo, hi, &ff, 'n', lo, hi) == PATCH_SUM);
    CHECK(d.ddotPatch('n', lo, hi, &dd, 't', lo, hi) == PATCH_SUM);
    const DoubleComplex product = z.zdotPatch('n', lo, hi, &zz, 'n', lo, hi);
    CHECK(product.real == 0 && product.imag == PATCH_SUM);
}

TEST_CASE_OF_WIDTHS(extremes, TEST_GA)
{
    GlobalArray a = counted<double>();
    double value;
    at<I> where;
    a.selectElem(text("max"), &value, where);
    CHECK(value == 55 && where.is(5, 4));
    a.selectElem(text("min"), &value, where);
    CHECK(value == 1 && where.is(0, 0));
}

// Vectors of 7, of which 1 2 5 are the starts of segments.
TEST_CASE_OF_WIDTHS(vectors, TEST_GA)
{
    int dims[1] = {7}, start = 10, step = 3;
    GlobalArray a(C_INT, 1, dims, text("a"), NULL), b(C_INT, 1, dims, text("b"), NULL),
        mask(C_INT, 1, dims, text("mask"), NULL);
    a.patchEnum((I)0, (I)6, &start, &step);
    EQUAL(int, a, 10 + 3 * j);
    SET(int, mask, j == 1 || j == 2 || j == 5);
    const auto segment = [](int j) { return j < 2 ? 1 : j < 5 ? 2 : 5; };
    a.scanCopy(&b, &mask, (I)1, (I)6);
    EQUAL(int, b, j < 1 ? 0 : 10 + 3 * segment(j));
    a.scanAdd(&b, &mask, (I)1, (I)6, 0);
    EQUAL(int, b, j < 1 ? 0 : j < 3 ? 10 + 3 * j : j == 3 ? 35 : j == 4 ? 57 : j == 5 ? 25 : 53);
    b.zero();
    I count = 0;
    a.pack(&b, &mask, (I)0, (I)6, &count);
    CHECK_INT(3, count);
    EQUAL(int, b, j > 2 ? 0 : j == 0 ? 13 : j == 1 ? 16 : 25);
    a.zero();
    b.unpack(&a, &mask, (I)0, (I)6, &count);
    CHECK_INT(3, count);
    EQUAL(int, a, j == 1 ? 13 : j == 2 ? 16 : j == 5 ? 25 : 0);
}
