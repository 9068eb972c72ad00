/* Dense multiplication by outer products: R. A. van de Geijn and J. Watts, "SUMMA: scalable
 * universal matrix multiplication algorithm" (1997), in tiles. */
#include "kernels.hpp"

using ashlar::all;

void summa(const grid &on, const matrix &a, const matrix &b, const matrix &c)
{
    matrix column(on, {a.extent(0), on.extent(1) * a.tile(1)}, {a.tile(0), a.tile(1)});
    matrix row(on, {on.extent(0) * b.tile(0), b.extent(1)}, {b.tile(0), b.tile(1)});
    ashlar::under_way arriving;
    for (int64_t k = 0; k < a.tiles(1); ++k) {
        for (int64_t i = 0; i < a.tiles(0); ++i)
            arriving.broadcast(column(i, all), a(i, k), MINE);
        for (int64_t j = 0; j < b.tiles(1); ++j)
            arriving.broadcast(row(all, j), b(k, j), MINE);
        arriving.wait();
        for (const auto t : c.mine())
            multiply(1, column(t[0], on.place(1)), 'N', row(on.place(0), t[1]), t, a(0, k));
    }
}
