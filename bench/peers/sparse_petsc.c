/* Sparse matrices of PETSc (MATAIJ). */
#include "bench/peers/sparse_petsc.h"

#include <stdlib.h>
#include <string.h>

#include <petscmat.h>

/* PETSc is given this beside the problem; it is found out once for each. */
typedef struct plan {
    const sparse_problem_t *problem;
    PetscInt *i, *j;            /* its lists, in its indices */
    PetscInt *inside, *outside; /* distinct elements of each row, by whose their columns are */
} plan_t;

typedef struct petsc {
    Mat matrix;
    Vec x, y;
    const plan_t *plan;
} petsc_t;

enum { PLANS = 2 };
static plan_t plans[PLANS];

static void check(PetscErrorCode code)
{
    if (code)
        bench_fail("PETSc returns %d", (int)code);
}

static void *allocate(int64_t n, size_t bytes)
{
    void *memory = calloc((size_t)n + 1, bytes);
    if (!memory)
        bench_fail("no memory for %lld elements", (long long)n);
    return memory;
}

static int compare(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The places of all elements in rows of this rank, as row * order + column. */
static int64_t *collect_places(const sparse_problem_t *problem, int64_t *n)
{
    const int ranks = bench_size();
    const int64_t width = (problem->order + ranks - 1) / ranks;
    int to[ranks], from[ranks], at[ranks + 1], arriving[ranks + 1], next[ranks];
    memset(to, 0, sizeof to);
    for (int64_t k = 0; k < problem->n; ++k)
        ++to[problem->i[k] / width];
    MPI_Alltoall(to, 1, MPI_INT, from, 1, MPI_INT, MPI_COMM_WORLD);
    at[0] = arriving[0] = 0;
    for (int r = 0; r < ranks; ++r) {
        next[r] = at[r];
        at[r + 1] = at[r] + to[r];
        arriving[r + 1] = arriving[r] + from[r];
    }
    int64_t *sent = allocate(problem->n, sizeof *sent);
    int64_t *places = allocate(arriving[ranks], sizeof *places);
    for (int64_t k = 0; k < problem->n; ++k)
        sent[next[problem->i[k] / width]++] = problem->i[k] * problem->order + problem->j[k];
    MPI_Alltoallv(sent, to, at, MPI_INT64_T, places, from, arriving, MPI_INT64_T, MPI_COMM_WORLD);
    free(sent);
    *n = arriving[ranks];
    return places;
}

static void count_rows(plan_t *plan)
{
    const sparse_problem_t *problem = plan->problem;
    int64_t n, *places = collect_places(problem, &n);
    plan->inside = allocate(problem->end - problem->lo, sizeof *plan->inside);
    plan->outside = allocate(problem->end - problem->lo, sizeof *plan->outside);
    qsort(places, (size_t)n, sizeof *places, compare);
    for (int64_t k = 0; k < n; ++k) {
        const int64_t row = places[k] / problem->order - problem->lo;
        const int64_t column = places[k] % problem->order;
        if (k > 0 && places[k] == places[k - 1])
            continue;
        ++(column >= problem->lo && column < problem->end ? plan->inside : plan->outside)[row];
    }
    free(places);
}

static const plan_t *plan_for(const sparse_problem_t *problem)
{
    plan_t *plan = plans;
    while (plan->problem && plan->problem != problem)
        ++plan;
    if (plan->problem)
        return plan;
    plan->problem = problem;
    plan->i = allocate(problem->n, sizeof *plan->i);
    plan->j = allocate(problem->n, sizeof *plan->j);
    for (int64_t k = 0; k < problem->n; ++k) {
        plan->i[k] = (PetscInt)problem->i[k];
        plan->j[k] = (PetscInt)problem->j[k];
    }
    count_rows(plan);
    return plan;
}

static void *create(const sparse_problem_t *problem)
{
    petsc_t *petsc = allocate(1, sizeof *petsc);
    const PetscInt mine = (PetscInt)(problem->end - problem->lo), order = (PetscInt)problem->order;
    PetscScalar *x;
    if (!PetscInitializeCalled) {
        check(PetscInitializeNoArguments());
        check(PetscPopSignalHandler());
    }
    petsc->plan = plan_for(problem);
    check(MatCreate(PETSC_COMM_WORLD, &petsc->matrix));
    check(MatSetSizes(petsc->matrix, mine, mine, order, order));
    check(MatSetType(petsc->matrix, MATAIJ));
    check(MatSeqAIJSetPreallocation(petsc->matrix, 0, petsc->plan->inside));
    check(
        MatMPIAIJSetPreallocation(petsc->matrix, 0, petsc->plan->inside, 0, petsc->plan->outside));
    check(MatCreateVecs(petsc->matrix, &petsc->x, &petsc->y));
    check(VecGetArrayWrite(petsc->x, &x));
    for (PetscInt k = 0; k < mine; ++k)
        x[k] = sparse_weight(problem->lo + k);
    check(VecRestoreArrayWrite(petsc->x, &x));
    return petsc;
}

static void assemble(void *matrix, const sparse_problem_t *problem)
{
    const petsc_t *petsc = matrix;
    for (int64_t k = 0; k < problem->n; ++k)
        check(MatSetValues(petsc->matrix, 1, &petsc->plan->i[k], 1, &petsc->plan->j[k],
                           &problem->value[k], ADD_VALUES));
    check(MatAssemblyBegin(petsc->matrix, MAT_FINAL_ASSEMBLY));
    check(MatAssemblyEnd(petsc->matrix, MAT_FINAL_ASSEMBLY));
}

static void multiply(void *matrix)
{
    const petsc_t *petsc = matrix;
    check(MatMult(petsc->matrix, petsc->x, petsc->y));
}

static const double *product(void *matrix)
{
    const petsc_t *petsc = matrix;
    const PetscScalar *y;
    check(VecGetArrayRead(petsc->y, &y));
    const double *elements = y;
    check(VecRestoreArrayRead(petsc->y, &y));
    return elements;
}

static void destroy(void *matrix)
{
    petsc_t *petsc = matrix;
    check(MatDestroy(&petsc->matrix));
    check(VecDestroy(&petsc->x));
    check(VecDestroy(&petsc->y));
    free(petsc);
}

const sparse_library_t sparse_petsc = {"petsc", NULL, create, assemble, multiply, product, destroy};

void sparse_petsc_stop(void)
{
    check(PetscFinalize());
}
