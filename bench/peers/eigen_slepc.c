/* LOBPCG of SLEPc (EPSLOBPCG) without a matrix, which is faster there than with one, and blocks of
 * the size that was the fastest of several. */
#include "bench/peers/eigen_slepc.h"

#include <stdlib.h>

#include <slepceps.h>

#include "bench/rows/laplacian.h"

enum { BLOCK_MORE = 3 };

typedef struct cube {
    int64_t points, planes;
    double *below, *above; /* planes of other ranks */
} cube_t;

static void check(PetscErrorCode code)
{
    if (code)
        bench_fail("SLEPc returns %d", (int)code);
}

/* Planes of the ranks beside; NULL where there is none. */
static void exchange(const cube_t *cube, const double *x)
{
    const int rank = bench_rank(), count = (int)(cube->points * cube->points);
    const double *last = x + (cube->planes - 1) * count;
    MPI_Request requests[4];
    int n = 0;
    if (cube->below) {
        MPI_Irecv(cube->below, count, MPI_DOUBLE, rank - 1, 0, PETSC_COMM_WORLD, &requests[n++]);
        MPI_Isend(x, count, MPI_DOUBLE, rank - 1, 1, PETSC_COMM_WORLD, &requests[n++]);
    }
    if (cube->above) {
        MPI_Irecv(cube->above, count, MPI_DOUBLE, rank + 1, 1, PETSC_COMM_WORLD, &requests[n++]);
        MPI_Isend(last, count, MPI_DOUBLE, rank + 1, 0, PETSC_COMM_WORLD, &requests[n++]);
    }
    MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
}

static PetscErrorCode multiply(Mat matrix, Vec x, Vec y)
{
    cube_t *cube;
    const PetscScalar *from;
    PetscScalar *to;
    check(MatShellGetContext(matrix, &cube));
    check(VecGetArrayRead(x, &from));
    check(VecGetArrayWrite(y, &to));
    exchange(cube, from);
    laplacian_apply(cube->points, cube->planes, cube->below, from, cube->above, to);
    check(VecRestoreArrayRead(x, &from));
    check(VecRestoreArrayWrite(y, &to));
    return 0;
}

static EPS prepare(Mat matrix, int count, double tolerance)
{
    EPS eps;
    ST st;
    KSP ksp;
    PC pc;
    check(EPSCreate(PETSC_COMM_WORLD, &eps));
    check(EPSSetOperators(eps, matrix, NULL));
    check(EPSSetProblemType(eps, EPS_HEP));
    check(EPSSetType(eps, EPSLOBPCG));
    check(EPSSetWhichEigenpairs(eps, EPS_SMALLEST_REAL));
    check(EPSSetDimensions(eps, count, PETSC_DEFAULT, PETSC_DEFAULT));
    check(EPSLOBPCGSetBlockSize(eps, count + BLOCK_MORE));
    check(EPSSetTolerances(eps, tolerance, 10000)); /* relative to the eigenvalue */
    check(EPSGetST(eps, &st));
    check(STGetKSP(st, &ksp));
    check(KSPSetType(ksp, KSPPREONLY));
    check(KSPGetPC(ksp, &pc));
    check(PCSetType(pc, PCNONE));
    return eps;
}

void eigen_slepc_solve(int64_t points, int count, double tolerance, double *values)
{
    const int rank = bench_rank();
    const int64_t first = laplacian_first(points, rank), plane = points * points;
    cube_t cube = {.points = points, .planes = laplacian_first(points, rank + 1) - first};
    Mat matrix;
    PetscInt converged;
    if (!SlepcInitializeCalled) {
        check(SlepcInitializeNoArguments());
        check(PetscPopSignalHandler());
    }
    cube.below = rank > 0 ? malloc((size_t)plane * sizeof(double)) : NULL;
    cube.above = rank < bench_size() - 1 ? malloc((size_t)plane * sizeof(double)) : NULL;
    const PetscInt mine = (PetscInt)(cube.planes * plane), order = (PetscInt)(points * plane);
    check(MatCreateShell(PETSC_COMM_WORLD, mine, mine, order, order, &cube, &matrix));
    check(MatShellSetOperation(matrix, MATOP_MULT, (void (*)(void))multiply));
    EPS eps = prepare(matrix, count, tolerance);
    check(EPSSolve(eps));
    check(EPSGetConverged(eps, &converged));
    if (converged < count)
        bench_fail("SLEPc has found %d eigenvalues of %d", (int)converged, count);
    for (int k = 0; k < count; ++k)
        check(EPSGetEigenvalue(eps, k, &values[k], NULL));
    check(EPSDestroy(&eps));
    check(MatDestroy(&matrix));
    free(cube.below);
    free(cube.above);
}

void eigen_slepc_stop(void)
{
    if (SlepcInitializeCalled)
        check(SlepcFinalize());
}
