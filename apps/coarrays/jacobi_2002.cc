// Jacobi relaxation over images in the face of 2002, with one grid whose elements are rows, and
// memory of one's own for the values of the next sweep.
//
// The paper synchronises once a sweep, when the ghosts are there. That is safe where an image
// applies what others put when it communicates the next time. Here a put stores into memory at
// once: a neighbour that is ahead would replace ghosts that are still being read. So the images
// synchronise a second time, when the ghosts have been read. Double ghosts (jacobi.c) need one
// synchronisation.
#include <algorithm>
#include <cmath>

#include "grid.h"
#include "images.hpp"

typedef double row_t[COLUMNS];

namespace
{

/* @return the largest change of mine */
double sweep(const ashlar::CoArray<row_t> &u, ashlar::LocalArray<row_t> &next, int rows)
{
    double most = 0;
    for (int i = 1; i <= rows; ++i)
        for (int j = 0; j < COLUMNS; ++j) {
            const int left = (j + COLUMNS - 1) % COLUMNS, right = (j + 1) % COLUMNS;
            next(i)[j] = (u(i - 1)[j] + u(i + 1)[j] + u(i)[left] + u(i)[right]) / 4;
            most = std::max(most, std::fabs(next(i)[j] - u(i)[j]));
        }
    return most;
}

int work()
{
    const int me = ashlar::this_image(), images = ashlar::num_images();
    const int up = (me + images - 1) % images, down = (me + 1) % images;
    const int rows = count_of(ROWS, me, images), ghost_above = count_of(ROWS, up, images) + 1;
    const int first = first_of(ROWS, me, images);
    ashlar::CoArray<row_t> u(rows + 2); // mine are 1 to `rows`
    ashlar::LocalArray<row_t> next(rows + 2);
    for (int i = 1; i <= rows; ++i)
        for (int j = 0; j < COLUMNS; ++j)
            u(i)[j] = wave(first + i - 1, j);
    double residual = 0;
    for (int k = 0; k < SWEEPS; ++k) {
        u[up](ghost_above) = u(1);
        u[down](0) = u(rows);
        u.sync_images({up, down}); // the ghosts are there
        residual = sweep(u, next, rows);
        u.sync_images({up, down}); // and have been read
        std::copy(next(1), next(rows) + COLUMNS, u(1));
    }
    int wrong = 0;
    for (int i = 1; i <= rows; ++i)
        for (int j = 0; j < COLUMNS; ++j)
            wrong += is_wrong(u(i)[j], first + i - 1, j);
    ashlar::co_max(residual);
    ashlar::co_sum(wrong);
    return report_jacobi(me, residual, wrong);
}

} // namespace

int main(int argc, char **argv)
{
    return run("coarray_jacobi_2002", argc, argv, ROWS, work);
}
