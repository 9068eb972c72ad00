/* Cholesky factorisation in tiles with look-ahead: a column is ready, and on its way to those who
 * need it, before the tiles beyond it are updated with the column before. */
#include "kernels.hpp"

using ashlar::all;
using ashlar::range;

namespace
{

/* Copies of a column of tiles, and of it turned into a row, for who needs them. */
struct panel {
    matrix column, row;
    ashlar::under_way arriving;
    panel(const grid &on, int64_t n, int64_t nb)
        : column(on, {n, on.extent(1) * nb}, {nb, nb}), row(on, {on.extent(0) * nb, n}, {nb, nb})
    {
    }
};

void factor_column(const grid &on, const matrix &a, int64_t k, const matrix &diagonal, panel &panel)
{
    for (const auto t : a(k, k).mine())
        factor(t);
    broadcast(diagonal(all, k % on.extent(1)), a(k, k), MINE);
    for (const auto t : a(range(k + 1, a.tiles(0) - 1), k).mine())
        solve(diagonal(on.place(0), on.place(1)), t);
    for (int64_t i = k + 1; i < a.tiles(0); ++i) {
        panel.arriving.broadcast(panel.column(i, all), a(i, k), MINE);
        panel.arriving.broadcast(panel.row(all, i), a(i, k), MINE);
    }
}

/* The tiles of columns from first to last, with what a panel has. */
void update(const grid &on, const matrix &a, const panel &panel, int64_t first, int64_t last)
{
    for (const auto t : a(all, range(first, last)).mine())
        if (t[0] >= t[1])
            multiply(-1, panel.column(t[0], on.place(1)), t[0] == t[1] ? 'S' : 'T',
                     panel.row(on.place(0), t[1]), t, a(0, 0));
}

} // namespace

void cholesky_ahead(const grid &on, const matrix &a)
{
    const auto n = a.tiles(0), nb = a.tile(0);
    matrix diagonal(on, {nb, nb});
    panel panels[] = {{on, a.extent(0), nb}, {on, a.extent(0), nb}};
    factor_column(on, a, 0, diagonal, panels[0]);
    for (int64_t k = 0; k + 1 < n; ++k) {
        panels[k % 2].arriving.wait();
        update(on, a, panels[k % 2], k + 1, k + 1);
        factor_column(on, a, k + 1, diagonal, panels[(k + 1) % 2]);
        update(on, a, panels[k % 2], k + 2, n - 1);
    }
}
