/* A transform in three dimensions: along each of them where it is whole, and exchanges between. */
#include "kernels.hpp"

using ashlar::all;

void fft(const fft_plans_t *plans, const field &x, const field &y, const field &z)
{
    fft_along(plans, 0);
    for (int64_t k = 0; k < x.tiles(2); ++k)
        exchange_cut(y(all, 0, k), 1, x(0, all, k), 0, MINE);
    fft_along(plans, 1);
    for (int64_t i = 0; i < y.tiles(0); ++i)
        exchange_cut(z(i, all, 0), 2, y(i, 0, all), 1, MINE);
    fft_along(plans, 2);
}
