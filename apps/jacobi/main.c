/* Jacobi relaxation of Laplace's equation on a square: the smallest whole program. It is done
 * twice, by patches and with ghost cells; both must find the same. */
#include "jacobi.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "arguments.h"

static double exact(double i, double j)
{
    return (i * i - j * j) / (N * N); /* harmonic, on the grid too */
}

void check(int status)
{
    if (status != 0) {
        fprintf(stderr, "jacobi: %s\n", ashlar_error_message());
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
}

int my_points(ga_t grid, int64_t *lo, int64_t *hi)
{
    check(ga_distribution_nd(grid, ga_rank(), lo, hi));
    for (int d = 0; d < 2; ++d) {
        lo[d] = lo[d] < 1 ? 1 : lo[d];
        hi[d] = hi[d] > N ? N : hi[d];
    }
    return lo[0] <= hi[0] && lo[1] <= hi[1];
}

int has_converged(double change)
{
    check(ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_MAX, &change, 1));
    return change <= 1e-10;
}

/* The boundary, and 0 inside. */
static ga_t create_grid(void)
{
    static double u[N + 2][N + 2]; /* u[j][i] is point (i,j) */
    ga_t grid;
    for (int k = 0; k <= N + 1; ++k) {
        u[k][0] = exact(0, k), u[k][N + 1] = exact(N + 1, k);
        u[0][k] = exact(k, 0), u[N + 1][k] = exact(k, N + 1);
    }
    check(ga_create(ASHLAR_DOUBLE, N + 2, N + 2, "grid", 0, 0, &grid));
    if (ga_rank() == 0)
        check(ga_put(grid, 0, N + 1, 0, N + 1, u, N + 2));
    check(ga_sync());
    return grid;
}

/* Solve in one way; the points go to u. @return the largest error */
static double solve(const char *way, int (*relax)(ga_t grid), double u[N + 2][N + 2])
{
    ga_t grid = create_grid();
    double start = MPI_Wtime(), error = 0;
    int sweeps = relax(grid);
    double seconds = MPI_Wtime() - start;
    check(ga_get(grid, 0, N + 1, 0, N + 1, u, N + 2));
    check(ga_sync());
    for (int j = 0; j <= N + 1; ++j)
        for (int i = 0; i <= N + 1; ++i)
            error = fmax(error, fabs(u[j][i] - exact(i, j)));
    if (ga_rank() == 0)
        printf("%s: %d sweeps of %d x %d points in %.1f ms, largest error %.1e\n", way, sweeps, N,
               N, 1e3 * seconds, error);
    check(ga_destroy(grid));
    return error;
}

/* @return the exit code */
static int run(void)
{
    static double a[N + 2][N + 2], b[N + 2][N + 2];
    double error = solve("patches", relax_by_patches, a), difference = 0;
    error = fmax(error, solve("ghost cells", relax_with_ghosts, b));
    for (int j = 0; j <= N + 1; ++j)
        for (int i = 0; i <= N + 1; ++i)
            difference = fmax(difference, fabs(a[j][i] - b[j][i]));
    if (ga_rank() == 0)
        printf("largest difference %.1e\n", difference);
    return error < 1e-7 && difference < 1e-15 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    check(ga_initialize(MPI_COMM_WORLD));
    int code = arguments_none("jacobi", "Jacobi relaxation of Laplace's equation, in two ways.",
                              argc, argv, ga_rank() == 0);
    if (code < 0)
        code = run();
    check(ga_terminate());
    MPI_Finalize();
    return code;
}
