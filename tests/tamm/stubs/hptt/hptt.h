/* Transposing tensors as HPTT does, by plain loops: b = alpha * a with dimension perm[d] of a as
 * dimension d of b,
 * + beta * b. Row-major, whole buffers. */
#ifndef TESTS_TAMM_HPTT_H
#define TESTS_TAMM_HPTT_H

#include <cstddef>
#include <memory>
#include <vector>

namespace hptt
{

enum SelectionMethod { ESTIMATE };

template <class T> struct plan {
    std::vector<std::size_t> perm, size;
    T alpha, beta;
    const T *a;
    T *b;

    void execute()
    {
        const std::size_t n = perm.size();
        std::vector<std::size_t> stride(n, 1), index(n, 0);
        std::size_t total = 1;
        for (std::size_t d = n; d-- > 0;) {
            stride[d] = total;
            total *= size[d];
        }
        for (std::size_t k = 0; k < total; ++k) {
            std::size_t from = 0;
            for (std::size_t d = 0; d < n; ++d)
                from += index[d] * stride[perm[d]];
            b[k] = beta == T(0) ? alpha * a[from] : alpha * a[from] + beta * b[k];
            for (std::size_t d = n; d-- > 0 && ++index[d] == size[perm[d]];)
                index[d] = 0;
        }
    }
};

template <class T>
std::shared_ptr<plan<T>> create_plan(const int *perm, int n, T alpha, const T *a, const int *size,
                                     const int *, T beta, T *b, const int *, SelectionMethod, int,
                                     int *, bool)
{
    return std::make_shared<plan<T>>(
        plan<T>{{perm, perm + n}, {size, size + n}, alpha, beta, a, b});
}

} // namespace hptt

#endif
