/* fft.cc in C. */
#include "kernels.h"

void fft(const fft_plans_t *plans, ga_t x, ga_t y, ga_t z)
{
    fft_along(plans, 0);
    for (int64_t k = 0; k < tiles_count(x, 2); ++k)
        TRY(ga_tiles_exchange_cut(GA_TILES(y, ALL, AT(0), AT(k)), 1, GA_TILES(x, AT(0), ALL, AT(k)),
                                  0, MINE));
    fft_along(plans, 1);
    for (int64_t i = 0; i < tiles_count(y, 0); ++i)
        TRY(ga_tiles_exchange_cut(GA_TILES(z, AT(i), ALL, AT(0)), 2, GA_TILES(y, AT(i), AT(0), ALL),
                                  1, MINE));
    fft_along(plans, 2);
}
