/* A program of Global Arrays 5 that has one part done by the native interface, in native.c. */
#include <math.h>
#include <stdio.h>

#include <mpi.h>

#include "ga-native.h"
#include "ga.h"
#include "macdecls.h"
#include "native.h"

enum { N = 50 };

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    GA_Initialize();

    /* -1 between neighbours in a chain. */
    int dims[2] = {N, N}, ld = 0;
    int g_a = NGA_Create(C_DBL, 2, dims, "a", NULL);
    double minus = -1;
    GA_Zero(g_a);
    for (int i = 0; GA_Nodeid() == 0 && i + 1 < N; ++i)
        for (int k = 0; k < 2; ++k) {
            int at[2] = {i + k, i + 1 - k};
            NGA_Put(g_a, at, at, &minus, &ld);
        }
    GA_Sync();

    /* The same array by its native handle. */
    const double lowest = native_lowest(GA_To_native(g_a));

    const double known = -2 * cos(acos(-1) / (N + 1));
    if (GA_Nodeid() == 0)
        printf("lowest eigenvalue %.6f, known %.6f\n", lowest, known);
    GA_Destroy(g_a);
    GA_Terminate();
    MPI_Finalize();
    return fabs(lowest - known) > 1e-12;
}
