/* Every rank keeps its block in memory of its own, and trades the edges through the global array.
 */
#include <math.h>

#include "jacobi.h"

int relax_by_patches(ga_t grid)
{
    static double u[N + 2][N + 2], next[N + 2][N + 2]; /* u[j][i] is point (i,j) */
    const int64_t ld = N + 2;
    int64_t lo[2], hi[2];
    int mine = my_points(grid, lo, hi), sweeps = 0;
    const int64_t ilo = lo[0], jlo = lo[1], ihi = hi[0], jhi = hi[1];

    check(ga_get(grid, 0, N + 1, 0, N + 1, u, ld));
    check(ga_sync());
    for (double change = 1; !has_converged(change); ++sweeps) {
        change = 0;
        for (int64_t j = jlo; j <= jhi; ++j)
            for (int64_t i = ilo; i <= ihi; ++i) {
                next[j][i] = (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]) / 4;
                change = fmax(change, fabs(next[j][i] - u[j][i]));
            }
        for (int64_t j = jlo; j <= jhi; ++j)
            for (int64_t i = ilo; i <= ihi; ++i)
                u[j][i] = next[j][i];

        if (mine) { /* my outermost points, for the neighbours */
            check(ga_put(grid, ilo, ilo, jlo, jhi, &u[jlo][ilo], ld));
            check(ga_put(grid, ihi, ihi, jlo, jhi, &u[jlo][ihi], ld));
            check(ga_put(grid, ilo, ihi, jlo, jlo, &u[jlo][ilo], ld));
            check(ga_put(grid, ilo, ihi, jhi, jhi, &u[jhi][ilo], ld));
        }
        check(ga_sync());
        if (mine) { /* their points next to mine, or the boundary */
            check(ga_get(grid, ilo - 1, ilo - 1, jlo, jhi, &u[jlo][ilo - 1], ld));
            check(ga_get(grid, ihi + 1, ihi + 1, jlo, jhi, &u[jlo][ihi + 1], ld));
            check(ga_get(grid, ilo, ihi, jlo - 1, jlo - 1, &u[jlo - 1][ilo], ld));
            check(ga_get(grid, ilo, ihi, jhi + 1, jhi + 1, &u[jhi + 1][ilo], ld));
        }
        /* No rank leaves has_converged() before all have read their neighbours' points. */
    }
    if (mine)
        check(ga_put(grid, ilo, ihi, jlo, jhi, &u[jlo][ilo], ld));
    check(ga_sync());
    return sweeps;
}
