/* The calls of BLAS++ that TAMM makes, by plain loops, for elements of any types. */
#ifndef TESTS_TAMM_BLAS_HH
#define TESTS_TAMM_BLAS_HH

#include <complex>
#include <cstdint>

namespace blas
{

enum class Layout { ColMajor, RowMajor };
enum class Op { NoTrans, Trans };

/* Row-major only, which is all that TAMM asks for. */
template <class S, class A, class B, class T, class C>
void gemm(Layout, Op transa, Op transb, std::int64_t m, std::int64_t n, std::int64_t k, S alpha,
          const A *a, std::int64_t lda, const B *b, std::int64_t ldb, T beta, C *c,
          std::int64_t ldc)
{
    for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t j = 0; j < n; ++j) {
            C sum = 0;
            for (std::int64_t l = 0; l < k; ++l)
                sum += (transa == Op::NoTrans ? a[i * lda + l] : a[l * lda + i]) *
                       (transb == Op::NoTrans ? b[l * ldb + j] : b[j * ldb + l]);
            C &element = c[i * ldc + j];
            element = beta == T(0) ? alpha * sum : alpha * sum + beta * element;
        }
}

template <class X, class Y>
void copy(std::int64_t n, const X *x, std::int64_t incx, Y *y, std::int64_t incy)
{
    for (std::int64_t i = 0; i < n; ++i)
        y[i * incy] = x[i * incx];
}

template <class S, class X, class Y>
void axpy(std::int64_t n, S alpha, const X *x, std::int64_t incx, Y *y, std::int64_t incy)
{
    for (std::int64_t i = 0; i < n; ++i)
        y[i * incy] += alpha * x[i * incx];
}

} // namespace blas

#endif
