/* The programs of this folder share this: the problems and what they print. */
#ifndef COARRAYS_GRID_H
#define COARRAYS_GRID_H

#include <math.h>
#include <stdio.h>

#define GRID_ABOUT "An example with coarrays; it checks its own answer."

/* Jacobi relaxation: a grid without an edge, whose rows are distributed over the images. */
enum { ROWS = 60, COLUMNS = 48, SWEEPS = 100 };

/* Transposition: a matrix of BLOCKS x BLOCKS blocks, whose columns of blocks are distributed. */
enum { BLOCKS = 18, BLOCK = 8, SIDE = BLOCKS * BLOCK };

/* The first of n things that an image has; its last is before the first of the next image. */
static inline int first_of(int n, int image, int images)
{
    return (int)((long long)n * image / images);
}
static inline int count_of(int n, int image, int images)
{
    return first_of(n, image + 1, images) - first_of(n, image, images);
}
/* The owner of one of them. */
static inline int owner_of(int n, int which, int images)
{
    int image = 0;
    while (first_of(n, image + 1, images) <= which)
        ++image;
    return image;
}

/* A wave, of which a sweep leaves the same wave, lower by a factor: so the right values are known.
 */
static inline double wave(int row, int column)
{
    const double turn = 2 * 3.14159265358979323846;
    return cos(turn * row / ROWS) * cos(2 * turn * column / COLUMNS);
}
static inline double wave_after(int sweeps, int row, int column)
{
    return pow((wave(1, 0) + wave(0, 1)) / 2, sweeps) * wave(row, column);
}
static inline int is_wrong(double value, int row, int column)
{
    return !(fabs(value - wave_after(SWEEPS, row, column)) < 1e-13);
}
/* @return the program's exit code */
static inline int report_jacobi(int image, double residual, int wrong)
{
    if (image == 0)
        printf("jacobi: %d sweeps of %d x %d, residual %.6e, %d wrong\n", SWEEPS, ROWS, COLUMNS,
               residual, wrong);
    return wrong != 0;
}

static inline double entry(int row, int column)
{
    return row * SIDE + column;
}
static inline int report_transpose(int image, int wrong)
{
    if (image == 0)
        printf("transpose: %d x %d, %d wrong\n", SIDE, SIDE, wrong);
    return wrong != 0;
}

#endif
