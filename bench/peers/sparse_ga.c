/* Products of a sparse matrix and a vector over a Global Arrays library. */
#include <stdlib.h>

#include "bench/peers/lib_ga.h"
#include "bench/rows/sparse.h"
#include "bench/rows/sparse.inc"

typedef struct sparse_array {
    int matrix, x, y;
} sparse_array_t;

static int create_vector(int n)
{
    char name[] = "bench";
    const int g = NGA_Create(C_DBL, 1, &n, name, NULL);
    if (!g)
        bench_fail("an array cannot be created");
    return g;
}

static void *create(const sparse_problem_t *problem)
{
    sparse_array_t *array = take(1, sizeof *array);
    const int n = (int)problem->order;
    int lo = (int)problem->lo, hi = (int)problem->end - 1;
    double *x = take((size_t)(hi - lo + 2), sizeof *x);
    array->matrix = NGA_Sprs_array_create(n, n, C_DBL);
    array->x = create_vector(n);
    array->y = create_vector(n);
    for (int k = lo; k <= hi; ++k)
        x[k - lo] = sparse_weight(k);
    if (hi >= lo)
        NGA_Put(array->x, &lo, &hi, x, NULL);
    GA_Sync();
    free(x);
    return array;
}

static void assemble(void *matrix, const sparse_problem_t *problem)
{
    const sparse_array_t *array = matrix;
    for (int64_t k = 0; k < problem->n; ++k)
        NGA_Sprs_array_add_element(array->matrix, (int)problem->i[k], (int)problem->j[k],
                                   &problem->value[k]);
    if (!NGA_Sprs_array_assemble(array->matrix))
        bench_fail("a sparse array cannot be assembled");
}

static void multiply(void *matrix)
{
    const sparse_array_t *array = matrix;
    NGA_Sprs_array_matvec_multiply(array->matrix, array->x, array->y);
}

/* Its rank's part may be another one. */
static const double *product(void *matrix)
{
    static double *elements;
    int lo = (int)problems[SPMV].lo, hi = (int)problems[SPMV].end - 1;
    if (!elements)
        elements = take((size_t)(hi - lo + 2), sizeof *elements);
    if (hi >= lo)
        NGA_Get(((const sparse_array_t *)matrix)->y, &lo, &hi, elements, NULL);
    return elements;
}

static void destroy(void *matrix)
{
    sparse_array_t *array = matrix;
    NGA_Sprs_array_destroy(array->matrix);
    GA_Destroy(array->x);
    GA_Destroy(array->y);
    free(array);
}

int main(int argc, char **argv)
{
    peer_start(argc, argv, 8000000);
    const sparse_library_t library = {
        peer_subject(NULL, 0).name, " assembly ", create, assemble, multiply, product, destroy};
    const sparse_library_t *const libraries[] = {&library};
    run_libraries(libraries, 1);
    return peer_stop();
}
