/* The calls of BLAS++ that TAMM makes: by plain loops, for elements of any types, but for products
 * of matrices of double or complex double, which are large and go to BLAS. */
#ifndef TESTS_TAMM_BLAS_HH
#define TESTS_TAMM_BLAS_HH

#include <complex>
#include <cstdint>
#include <type_traits>

/* Integers have 64 bits; a BLAS with 32 reads their lower half, which comes first. */
extern "C" {
void dgemm_(const char *, const char *, const std::int64_t *, const std::int64_t *,
            const std::int64_t *, const double *, const double *, const std::int64_t *,
            const double *, const std::int64_t *, const double *, double *, const std::int64_t *);
void zgemm_(const char *, const char *, const std::int64_t *, const std::int64_t *,
            const std::int64_t *, const std::complex<double> *, const std::complex<double> *,
            const std::int64_t *, const std::complex<double> *, const std::int64_t *,
            const std::complex<double> *, std::complex<double> *, const std::int64_t *);
}

namespace blas
{

enum class Layout { ColMajor, RowMajor };
enum class Op { NoTrans, Trans };

template <class Wanted, class... T> constexpr bool all_are = (std::is_same_v<Wanted, T> && ...);

/* Row-major only, which is all that TAMM asks for. */
template <class S, class A, class B, class T, class C>
void gemm(Layout, Op transa, Op transb, std::int64_t m, std::int64_t n, std::int64_t k, S alpha,
          const A *a, std::int64_t lda, const B *b, std::int64_t ldb, T beta, C *c,
          std::int64_t ldc)
{
    using complex_t = std::complex<double>;
    // In BLAS matrices are column-major: it computes the transpose of c.
    const char *const x = transa == Op::Trans ? "T" : "N";
    const char *const y = transb == Op::Trans ? "T" : "N";
    if constexpr (all_are<double, S, A, B, T, C>) {
        dgemm_(y, x, &n, &m, &k, &alpha, b, &ldb, a, &lda, &beta, c, &ldc);
    } else if constexpr (all_are<complex_t, S, A, B, T, C>) {
        zgemm_(y, x, &n, &m, &k, &alpha, b, &ldb, a, &lda, &beta, c, &ldc);
    } else {
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
