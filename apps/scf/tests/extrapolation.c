/* Extrapolation finds the nearest matrix of those it remembers. */
#include <ashlar/ga.h>
#include <mpi.h>

#include "methods/diis.h"
#include "check.h"
#include "must.h"

enum { DEPTH = 4, AREA = 9 };

static double dot_of(const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < AREA; ++i)
        sum += a[i] * b[i];
    return sum;
}

/* The shortest vector of the plane through the ends of n errors, by orthogonal directions. */
static void shortest(int n, double error[][AREA], double *result)
{
    double direction[DEPTH][AREA];
    memcpy(result, error[n - 1], sizeof(double) * AREA);
    for (int k = 0; k < n - 1; ++k) {
        for (int i = 0; i < AREA; ++i)
            direction[k][i] = error[k][i] - error[n - 1][i];
        for (int m = 0; m <= k; ++m) {
            double *v = m < k ? direction[k] : result, *u = direction[m < k ? m : k];
            double part = dot_of(u, v) / dot_of(u, u);
            for (int i = 0; i < AREA; ++i)
                v[i] -= part * u[i];
        }
    }
}

static void put_nine(ga_t g, const double *value)
{
    if (ga_rank() == 0)
        must(ga_put(g, 0, 2, 0, 2, value, 3), "ga_put");
    must(ga_sync(), "ga_sync");
}

/* Where the error is the distance from a solution, each step comes as near as the last DEPTH
 * matrices allow; a zero error, or one far larger than the new one, does not count. */
static void extrapolation(void)
{
    enum { STEPS = 11 };
    double solution[AREA], fock[STEPS][AREA], error[STEPS][AREA], nearest[AREA], result[AREA];
    ga_t f, e;
    diis_t diis;
    must(ga_create(ASHLAR_DOUBLE, 3, 3, "fock", 0, 0, &f), "ga_create");
    must(ga_create(ASHLAR_DOUBLE, 3, 3, "error", 0, 0, &e), "ga_create");
    must(diis_create(f, DEPTH, &diis), "diis_create");
    for (int i = 0; i < AREA; ++i)
        solution[i] = sin(i + 1);
    for (int k = 0; k < STEPS; ++k) {
        double size = k == STEPS - 2 ? 1e14 : k == STEPS - 1 ? 1e-5 : 1;
        for (int i = 0; i < AREA; ++i) {
            error[k][i] = size * cos(3 * k + 5 * i + k * i);
            fock[k][i] = solution[i] + error[k][i];
        }
        put_nine(f, fock[k]);
        put_nine(e, error[k]);
        must(diis_extrapolate(&diis, f, e), "diis_extrapolate");
        must(ga_get(f, 0, 2, 0, 2, result, 3), "ga_get");
        must(ga_sync(), "ga_sync");
        int n = k + 1 < DEPTH ? k + 1 : DEPTH;
        double used[DEPTH][AREA];
        memcpy(used, error[k + 1 - n], sizeof(double) * (size_t)n * AREA);
        if (k == STEPS - 1) { /* the one before is as if it were not there */
            memcpy(used[n - 2], used[n - 1], sizeof used[0]);
            --n;
        }
        shortest(n, used, nearest);
        for (int i = 0; i < AREA && k != STEPS - 2; ++i)
            check_near(result[i], solution[i] + nearest[i], 1e-9, "the extrapolated matrix");
    }
    diis_destroy(&diis);

    must(diis_create(f, 2, &diis), "diis_create");
    const double nothing[AREA] = {0};
    put_nine(f, fock[0]);
    put_nine(e, nothing);
    for (int k = 0; k < 2; ++k)
        must(diis_extrapolate(&diis, f, e), "diis_extrapolate");
    must(ga_get(f, 0, 2, 0, 2, result, 3), "ga_get");
    check_true(memcmp(result, fock[0], sizeof result) == 0, "without an error nothing changes");
    diis_destroy(&diis);
    must(ga_destroy(e), "ga_destroy");
    must(ga_destroy(f), "ga_destroy");
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    must(ga_initialize(MPI_COMM_WORLD), "ga_initialize");
    extrapolation();
    must(ga_terminate(), "ga_terminate");
    MPI_Finalize();
    return check_result();
}
