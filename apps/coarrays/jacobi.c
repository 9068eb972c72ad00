/* Jacobi relaxation over images in C: each sweep makes every point the mean of its four neighbours.
 * Each image has rows of the grid, with a ghost row at each end for the row next to it, which the
 * image that has it puts there.
 *
 * There are two grids, and a sweep goes from one into the other. So the ghosts are double: a
 * neighbour that is ahead puts its next rows into the other grid, while those of this sweep are
 * still being read, and it cannot be two sweeps ahead, as it has to synchronise with this image in
 * between. One synchronisation a sweep is enough then. With one grid it would not be
 * (jacobi_2002.cc). */
#include "grid.h"
#include "images.h"

typedef double row_t[COLUMNS];

static int me, images, up, down, rows, rows_up;
static co_array_t *grid[2];
static row_t *u[2]; /* my rows are 1 to `rows` */

/* My outermost rows, to the ghosts of the images beside me. */
static void put_edges(int to)
{
    const ashlar_interval_t above[2] = {{rows_up + 1, rows_up + 1, 1}, {0, COLUMNS - 1, 1}};
    const ashlar_interval_t below[2] = {{0, 0, 1}, {0, COLUMNS - 1, 1}};
    check(co_put(grid[to], up, above, u[to][1], NULL));
    check(co_put(grid[to], down, below, u[to][rows], NULL));
    check(co_sync_images(0, 2, (int[]){up, down}));
}

/* @return the largest change of mine */
static double sweep(const row_t *from, row_t *to)
{
    double most = 0;
    for (int i = 1; i <= rows; ++i)
        for (int j = 0; j < COLUMNS; ++j) {
            const int left = (j + COLUMNS - 1) % COLUMNS, right = (j + 1) % COLUMNS;
            to[i][j] = (from[i - 1][j] + from[i + 1][j] + from[i][left] + from[i][right]) / 4;
            most = fmax(most, fabs(to[i][j] - from[i][j]));
        }
    return most;
}

int main(int argc, char **argv)
{
    start("coarray_jacobi", argc, argv, ROWS);
    me = co_this_image(0);
    images = co_num_images(0);
    up = (me + images - 1) % images;
    down = (me + 1) % images;
    rows = count_of(ROWS, me, images);
    rows_up = count_of(ROWS, up, images); /* may be others than mine */
    for (int k = 0; k < 2; ++k)
        grid[k] = make_coarray(rows + 2, COLUMNS, 1, &u[k]);

    const int first = first_of(ROWS, me, images);
    for (int i = 1; i <= rows; ++i)
        for (int j = 0; j < COLUMNS; ++j)
            u[0][i][j] = wave(first + i - 1, j);
    double residual = 0;
    for (int k = 0; k < SWEEPS; ++k) {
        put_edges(k % 2);
        residual = sweep((const row_t *)u[k % 2], u[(k + 1) % 2]);
    }

    int wrong = 0;
    for (int i = 1; i <= rows; ++i)
        for (int j = 0; j < COLUMNS; ++j)
            wrong += is_wrong(u[SWEEPS % 2][i][j], first + i - 1, j);
    check(co_max(0, ASHLAR_DOUBLE, &residual, 1, -1));
    check(co_sum(0, ASHLAR_INT, &wrong, 1, -1));
    const int code = report_jacobi(me, residual, wrong);
    for (int k = 0; k < 2; ++k)
        check(co_free(grid[k]));
    check(ga_terminate());
    MPI_Finalize();
    return code;
}
