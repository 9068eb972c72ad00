/* Cholesky factorisation in tiles: a column, then what is right of it. */
#include "kernels.hpp"

using ashlar::all;
using ashlar::range;

void cholesky(const grid &on, const matrix &a)
{
    const auto n = a.tiles(0), nb = a.tile(0);
    matrix diagonal(on, {nb, nb}), column(on, {a.extent(0), on.extent(1) * nb}, {nb, nb});
    matrix row(on, {on.extent(0) * nb, a.extent(0)}, {nb, nb});
    ashlar::under_way arriving;
    for (int64_t k = 0; k < n; ++k) {
        for (const auto t : a(k, k).mine())
            factor(t);
        broadcast(diagonal(all, k % on.extent(1)), a(k, k), MINE);
        for (const auto t : a(range(k + 1, n - 1), k).mine())
            solve(diagonal(on.place(0), on.place(1)), t);
        for (int64_t i = k + 1; i < n; ++i) {
            arriving.broadcast(column(i, all), a(i, k), MINE);
            arriving.broadcast(row(all, i), a(i, k), MINE);
        }
        arriving.wait();
        for (const auto t : a(all, range(k + 1, n - 1)).mine())
            if (t[0] >= t[1])
                multiply(-1, column(t[0], on.place(1)), t[0] == t[1] ? 'S' : 'T',
                         row(on.place(0), t[1]), t, a(k, k));
    }
}
