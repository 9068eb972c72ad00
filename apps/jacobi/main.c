/* Jacobi relaxation of Laplace's equation on a square: the smallest whole program. Every rank keeps
 * its block of the grid and trades the edges with its neighbours through a global array. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <ashlar/ga.h>

enum { N = 32 }; /* inner points in each direction; points 0 and N+1 are the given boundary */

static double exact(double i, double j)
{
    return (i * i - j * j) / (N * N); /* harmonic, on the grid too */
}

static void check(int status)
{
    if (status != 0) {
        fprintf(stderr, "jacobi: %s\n", ashlar_error_message());
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    check(ga_initialize(MPI_COMM_WORLD));

    ga_t grid;
    int64_t ilo, ihi, jlo, jhi; /* the inner points of my block */
    check(ga_create(ASHLAR_DOUBLE, N + 2, N + 2, "grid", 0, 0, &grid));
    check(ga_distribution(grid, ga_rank(), &ilo, &ihi, &jlo, &jhi));
    ilo = ilo < 1 ? 1 : ilo;
    jlo = jlo < 1 ? 1 : jlo;
    ihi = ihi > N ? N : ihi;
    jhi = jhi > N ? N : jhi;
    int mine = ilo <= ihi && jlo <= jhi;

    static double u[N + 2][N + 2], next[N + 2][N + 2]; /* u[j][i] is point (i,j) */
    const int64_t ld = N + 2;
    for (int k = 0; k <= N + 1; ++k) {
        u[k][0] = exact(0, k), u[k][N + 1] = exact(N + 1, k);
        u[0][k] = exact(k, 0), u[N + 1][k] = exact(k, N + 1);
    }
    if (ga_rank() == 0)
        check(ga_put(grid, 0, N + 1, 0, N + 1, u, ld));
    check(ga_sync());

    double change = 1;
    int sweeps = 0;
    while (change > 1e-10) {
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
        /* No rank leaves the reduction before all have read their neighbours' points. */
        check(ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_MAX, &change, 1));
        ++sweeps;
    }

    double error = 0;
    for (int64_t j = jlo; j <= jhi; ++j)
        for (int64_t i = ilo; i <= ihi; ++i)
            error = fmax(error, fabs(u[j][i] - exact((double)i, (double)j)));
    check(ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_MAX, &error, 1));
    if (ga_rank() == 0)
        printf("%d sweeps of %d x %d points, largest error %.1e\n", sweeps, N, N, error);

    check(ga_destroy(grid));
    check(ga_terminate());
    MPI_Finalize();
    return error < 1e-7 ? EXIT_SUCCESS : EXIT_FAILURE;
}
