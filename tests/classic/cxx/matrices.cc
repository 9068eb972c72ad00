// Products, diagonals, solvers and eigenvalues.
#include "cases.h"

// Row i of counted() times column j of it.
static double product_of(int i, int j, int depth)
{
    double sum = 0;
    for (int k = 0; k < depth; ++k)
        sum += (10 * i + k + 1) * (10 * k + j + 1);
    return sum;
}

TEST_CASE_OF_WIDTHS(products_of_matrices, TEST_GA)
{
    const I n = COLUMNS;
    GlobalArray s = counted<float>(n, n), d = counted<double>(n, n), z = counted<complex_t>(n, n),
                sc = matrix<float>(n, n), dc = counted<double>(n, n), zc = matrix<complex_t>(n, n);
    const DoubleComplex i_ = {0, 1}, none = {0, 0};
    sc.sgemm('n', 'n', n, n, n, 2, &s, &s, 0);
    EQUAL(float, sc, 2 * product_of(i, j, COLUMNS));
    dc.dgemm('n', 'n', n, n, n, 1, &d, &d, -1);
    EQUAL(double, dc, product_of(i, j, COLUMNS) - COUNTED);
    zc.zgemm('n', 'n', n, n, n, i_, &z, &z, none);
    EQUAL(complex_t, zc, complex_t(0, product_of(i, j, COLUMNS)));
}

TEST_CASE_OF_WIDTHS(products_of_patches, TEST_GA)
{
    GlobalArray a = counted<double>(5, 5), c = matrix<double>(5, 5);
    double one = 1, zero = 0;
    c.matmulPatch('n', 'n', &one, &zero, &a, at<I>(0, 0), at<I>(1, 2), &a, at<I>(0, 0), at<I>(2, 3),
                  at<I>(2, 1), at<I>(3, 4));
    EQUAL(double, c, INSIDE(i, j, 2, 3, 1, 4) ? product_of(i - 2, j - 1, 3) : 0);
    // Fortran's order: rows of the patch are columns of the matrix.
    c.zero();
    c.matmulPatch('n', 'n', &one, &zero, &a, (I)0, (I)2, (I)0, (I)1, &a, (I)0, (I)1, (I)0, (I)2,
                  (I)1, (I)3, (I)2, (I)4);
    EQUAL(double, c, INSIDE(i, j, 2, 4, 1, 3) ? product_of(i - 2, j - 1, 2) : 0);
}

TEST_CASE_STARTED(turned, TEST_GA)
{
    GlobalArray a = counted<double>(5, 5), b = matrix<double>(5, 5);
    a.transpose(&b);
    EQUAL(double, b, 10 * j + i + 1);
    a.symmetrize();
    EQUAL(double, a, 5.5 * (i + j) + 1);
}

TEST_CASE_STARTED(diagonals, TEST_GA)
{
    int n[1] = {5};
    double two = 2;
    GlobalArray a = counted<double>(5, 5), v(C_DBL, 1, n, text("v"), NULL);
    v.getDiagonal(&a);
    EQUAL(double, v, 11 * j + 1);
    a.zeroDiagonal();
    EQUAL(double, a, i == j ? 0 : COUNTED);
    a.setDiagonal(&v);
    EQUAL(double, a, COUNTED);
    a.addDiagonal(&v);
    EQUAL(double, a, i == j ? 2 * COUNTED : COUNTED);
    a.shiftDiagonal(&two);
    EQUAL(double, a, i == j ? 2 * COUNTED + 2 : COUNTED);
    SET(double, a, COUNTED);
    SET(double, v, j + 2);
    a.scaleRows(&v);
    EQUAL(double, a, COUNTED *(i + 2));
    SET(double, a, COUNTED);
    a.scaleCols(&v);
    EQUAL(double, a, COUNTED *(j + 2));
}

enum { N = 8 };
#define SYMMETRIC (i == j ? 10 + i : 1.0 / (1 + i + j))

// a x = b with x = j + 1 on every row: right-hand sides are rows, the matrix is symmetric.
static GlobalArray right_hand_sides()
{
    GlobalArray b = matrix<double>(N, N);
    const auto a = ELEMENT(double, SYMMETRIC);
    const auto row = [&](int j) {
        double sum = 0;
        for (int k = 0; k < N; ++k)
            sum += (k + 1) * a(k, j);
        return sum;
    };
    SET(double, b, row(j));
    return b;
}

// The rows of b are 1 2 3 ..., but for rounding.
static bool is_solved(GlobalArray &b)
{
    GlobalArray x = matrix<double>(N, N);
    double one = 1, minus = -1, norm;
    SET(double, x, j + 1);
    x.add(&one, &x, &minus, &b);
    x.norm1(&norm);
    return norm < 1e-11;
}

TEST_CASE_STARTED(solvers, TEST_GA)
{
    GlobalArray a = matrix<double>(N, N), c = matrix<double>(N, N);
    SET(double, a, SYMMETRIC);
    GlobalArray b = right_hand_sides();
    CHECK_INT(0, b.solve(&a));
    CHECK(is_solved(b));
    SET(double, a, SYMMETRIC);
    b = right_hand_sides();
    CHECK_INT(0, b.lltSolve(&a));
    CHECK(is_solved(b));
    SET(double, a, SYMMETRIC);
    b = right_hand_sides();
    b.luSolve('n', &a);
    CHECK(is_solved(b));
    SET(double, a, SYMMETRIC);
    CHECK_INT(0, a.spdInvert());
    b = right_hand_sides();
    c.dgemm('n', 'n', N, N, N, 1, &b, &a, 0);
    CHECK(is_solved(c));
}

// Row k of v is an eigenvector of a, whose matrix is symmetric, to eigenvalue k, with norm 1 in s.
static void check_pairs(const GlobalArray &v, const double *values, double scale)
{
    GlobalArray a = matrix<double>(N, N), va = matrix<double>(N, N), lv = matrix<double>(N, N);
    int n[1] = {N};
    GlobalArray lambda(C_DBL, 1, n, text("lambda"), NULL);
    double one = 1, minus = -1, norm;
    SET(double, a, SYMMETRIC);
    va.dgemm('n', 'n', N, N, N, 1, &v, &a, 0);
    SET(double, lambda, values[j] * scale);
    lv.copy(&v);
    lv.scaleRows(&lambda);
    va.add(&one, &va, &minus, &lv);
    va.normInfinity(&norm);
    CHECK(norm < 1e-11);
    for (int k = 1; k < N; ++k)
        CHECK(values[k] >= values[k - 1]);
    const double one_each = v.ddot(&v);
    CHECK(std::abs(one_each * scale - N) < 1e-11);
}

TEST_CASE_STARTED(eigenvalues, TEST_GA)
{
    GlobalArray a = matrix<double>(N, N), s = matrix<double>(N, N), v = matrix<double>(N, N);
    double values[N];
    SET(double, s, i == j ? 2 : 0);
    for (int way = 0; way < 6; ++way) {
        SET(double, a, SYMMETRIC);
        v.zero();
        switch (way) {
        case 0:
            a.diagStd(&v, values);
            break;
        case 1:
            a.diagStdSeq(&v, values);
            break;
        case 2:
            a.diag(&s, &v, values);
            break;
        case 3:
            a.diagSeq(&s, &v, values);
            break;
        case 4:
            a.diagReuse(0, &s, &v, values);
            break;
        default:
            a.diagReuse(1, &s, &v, values);
            break;
        }
        check_pairs(v, values, way < 2 ? 1 : 2);
        SET(double, s, i == j ? 2 : 0);
    }
}
