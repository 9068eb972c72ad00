/* The kernels, in C++. */
#ifndef APPS_TILES_KERNELS_HPP
#define APPS_TILES_KERNELS_HPP

#include <complex>

#include <ashlar/tiles.hpp>

#include "kernels.h"

using grid = ashlar::processor_grid;
using matrix = ashlar::tiled_array<double>;
using field = ashlar::tiled_array<std::complex<double>>;
using tile = ashlar::tile<double>;

void summa(const grid &on, const matrix &a, const matrix &b, const matrix &c);
void cholesky(const grid &on, const matrix &a);
void cholesky_ahead(const grid &on, const matrix &a);
void fft(const fft_plans_t *plans, const field &x, const field &y, const field &z);

/* tiles_multiply() and its like on tiles. a: as many columns of it as `like` has. */
inline void multiply(double alpha, const tile &a, char op, const tile &b, const tile &c,
                     const tile &like)
{
    tiles_multiply(c.extent(0), c.extent(1), like.extent(1), alpha, a.data(), op, b.data(),
                   c.data());
}
inline void factor(const tile &a)
{
    tiles_factor(a.extent(0), a.data());
}
inline void solve(const tile &l, const tile &a)
{
    tiles_solve(a.extent(0), a.extent(1), l.data(), a.data());
}

#endif
