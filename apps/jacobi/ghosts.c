/* Blocks are relaxed in place, from one array into another; the neighbours' points are in the ghost
 * cells around a block. */
#include <math.h>

#include "jacobi.h"

/* A block in memory: its first ghost cell stands for point (i,j). */
typedef struct block {
    double *first;
    int64_t i, j, ld;
} block_t;

static block_t block_of(ga_t g)
{
    void *first;
    int64_t lo[2], hi[2];
    block_t block;
    check(ga_access_ghosts(g, &first, NULL, &block.ld));
    check(ga_release(g));
    check(ga_distribution_nd(g, ga_rank(), lo, hi));
    block.first = first;
    block.i = lo[0] - 1;
    block.j = lo[1] - 1;
    return block;
}

static double *point(const block_t *block, int64_t i, int64_t j)
{
    return block->first + (i - block->i) + (j - block->j) * block->ld;
}

/* @return the largest change */
static double sweep(const block_t *from, const block_t *to, const int64_t *lo, const int64_t *hi)
{
    const int64_t ld = from->ld;
    double change = 0;
    for (int64_t j = lo[1]; j <= hi[1]; ++j) {
        const double *u = point(from, 0, j);
        double *next = point(to, 0, j);
        for (int64_t i = lo[0]; i <= hi[0]; ++i) {
            next[i] = (u[i - 1] + u[i + 1] + u[i - ld] + u[i + ld]) / 4;
            change = fmax(change, fabs(next[i] - u[i]));
        }
    }
    return change;
}

int relax_with_ghosts(ga_t grid)
{
    ga_t u[2];
    ga_spec_t spec;
    int64_t lo[2], hi[2];
    block_t block[2] = {{.first = NULL}, {.first = NULL}};
    int mine = my_points(grid, lo, hi), sweeps = 0;

    check(ga_inquire_spec(grid, &spec));
    spec.ghosts[0] = spec.ghosts[1] = 1;
    for (int k = 0; k < 2; ++k) {
        check(ga_create_spec(&spec, &u[k]));
        check(ga_copy(grid, u[k])); /* both have the boundary */
        if (mine)
            block[k] = block_of(u[k]);
    }
    for (double change = 1; !has_converged(change); ++sweeps) {
        int from = sweeps % 2, to = 1 - from;
        /* The sync that ga_ghosts_update() has behind it is not needed with two arrays: nobody
         * writes to `from` before has_converged() has heard from all ranks. */
        ga_handle_t handle = 0;
        check(ga_sync());
        check(ga_ghosts_update_nb(u[from], 0, &handle));
        check(ga_wait(&handle));
        change = mine ? sweep(&block[from], &block[to], lo, hi) : 0;
    }
    check(ga_copy(u[sweeps % 2], grid));
    check(ga_destroy(u[0]));
    check(ga_destroy(u[1]));
    return sweeps;
}
