// Jacobi relaxation over images in the face of 2013, as jacobi.c does it: two grids, so that one
// synchronisation a sweep is enough.
#include <algorithm>
#include <cmath>
#include <utility>

#include "grid.h"
#include "images.hpp"

using grid = ashlar::Coarray<double, 2>;

namespace
{

/* @return the largest change of mine */
double sweep(const grid &from, grid &to, int rows)
{
    double most = 0;
    for (int i = 1; i <= rows; ++i)
        for (int j = 0; j < COLUMNS; ++j) {
            const int left = (j + COLUMNS - 1) % COLUMNS, right = (j + 1) % COLUMNS;
            to[i][j] = (from[i - 1][j] + from[i + 1][j] + from[i][left] + from[i][right]) / 4;
            most = std::max(most, std::fabs(to[i][j] - from[i][j]));
        }
    return most;
}

int work()
{
    const int me = ashlar::this_image(), images = ashlar::num_images();
    const int up = (me + images - 1) % images, down = (me + 1) % images;
    const int rows = count_of(ROWS, me, images), ghost_above = count_of(ROWS, up, images) + 1;
    const int first = first_of(ROWS, me, images);
    grid u(rows + 2, COLUMNS), next(rows + 2, COLUMNS); // mine are rows 1 to `rows`
    for (int i = 1; i <= rows; ++i)
        for (int j = 0; j < COLUMNS; ++j)
            u[i][j] = wave(first + i - 1, j);
    double residual = 0;
    for (int k = 0; k < SWEEPS; ++k) {
        u(up).slice(ghost_above, ghost_above, 0, COLUMNS - 1) = u[1];
        u(down).slice(0, 0, 0, COLUMNS - 1) = u[rows];
        ashlar::sync_images({up, down});
        residual = sweep(u, next, rows);
        std::swap(u, next); // moved, not copied
    }
    int wrong = 0;
    for (int i = 1; i <= rows; ++i)
        for (int j = 0; j < COLUMNS; ++j)
            wrong += is_wrong(u[i][j], first + i - 1, j);
    ashlar::co_max(residual);
    ashlar::co_sum(wrong);
    return report_jacobi(me, residual, wrong);
}

} // namespace

int main(int argc, char **argv)
{
    return run("coarray_jacobi_2013", argc, argv, ROWS, work);
}
