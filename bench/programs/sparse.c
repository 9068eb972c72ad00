/* sparse: products of a sparse matrix and a vector, and assembly of elements added at random
 * places; beside PETSc, where it is, and bare loops, repetition by repetition. */
#include <ashlar/sparse.h>

#include "bench/limits/sparse_limits.h"
#include "bench/rows/sparse.h"
#include "bench/rows/sparse.inc"
#ifdef BENCH_HAS_PETSC
#include "bench/peers/sparse_petsc.h"
#endif

static void check(int status)
{
    if (status != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
}

typedef struct native {
    ga_sparse_t matrix;
    ga_t x, y;
} native_t;

static void *create(const sparse_problem_t *problem)
{
    native_t *native = take(1, sizeof *native);
    ga_block_t mine;
    const ga_sparse_spec_t spec = {
        .type = ASHLAR_DOUBLE, .rows = problem->order, .cols = problem->order, .name = "A"};
    check(ga_sparse_create(&spec, &native->matrix));
    check(ga_create_nd(ASHLAR_DOUBLE, 1, &problem->order, "x", NULL, 0, &native->x));
    check(ga_create_nd(ASHLAR_DOUBLE, 1, &problem->order, "y", NULL, 0, &native->y));
    check(ga_block_first(native->x, &mine));
    if (mine.data && (mine.lo[0] != problem->lo || mine.hi[0] + 1 != problem->end))
        bench_fail("vectors are not distributed as others are");
    for (int64_t k = problem->lo; k < problem->end; ++k)
        ((double *)mine.data)[k - problem->lo] = sparse_weight(k);
    check(ga_sync());
    return native;
}

static void assemble(void *matrix, const sparse_problem_t *problem)
{
    const native_t *native = matrix;
    for (int64_t k = 0; k < problem->n; k += SPARSE_CALL) {
        const int64_t left = problem->n - k, n = left < SPARSE_CALL ? left : SPARSE_CALL;
        check(ga_sparse_add(native->matrix, n, problem->i + k, problem->j + k, problem->value + k));
    }
    check(ga_sparse_assemble(native->matrix));
}

static void multiply(void *matrix)
{
    const native_t *native = matrix;
    const double one = 1, zero = 0;
    check(ga_sparse_multiply_vector('N', &one, native->matrix, native->x, &zero, native->y));
}

static const double *product(void *matrix)
{
    ga_block_t mine;
    check(ga_block_first(((const native_t *)matrix)->y, &mine));
    return mine.data;
}

static void destroy(void *matrix)
{
    native_t *native = matrix;
    check(ga_sparse_destroy(native->matrix));
    check(ga_destroy(native->x));
    check(ga_destroy(native->y));
    free(native);
}

int main(int argc, char **argv)
{
    const sparse_library_t ours = {"ga", NULL, create, assemble, multiply, product, destroy};
    const sparse_library_t *const libraries[] = {&sparse_bare,
#ifdef BENCH_HAS_PETSC
                                                 &sparse_petsc,
#endif
                                                 &ours};
    MPI_Init(&argc, &argv);
    check(ga_initialize(MPI_COMM_WORLD));
    bench_start(MPI_COMM_WORLD, argc, argv);
    run_libraries(libraries, sizeof libraries / sizeof *libraries);
#ifdef BENCH_HAS_PETSC
    sparse_petsc_stop();
#endif
    bench_stop();
    check(ga_terminate());
    MPI_Finalize();
    return 0;
}
