/* By a sparse matrix of the library, and vectors that are arrays, written to in place. */
#include <ashlar/sparse.h>

#include "cg.h"

static struct {
    ga_sparse_t matrix;
    ga_t p, ap;
    double *product; /* mine of ap */
} my;

static double *create_vector(const matrix_t *matrix, const char *name, ga_t *vector)
{
    ga_block_t mine;
    cg_check(ga_create_nd(ASHLAR_DOUBLE, 1, &(int64_t){matrix->rows * cg_size()}, name, NULL, 0,
                          vector));
    cg_check(ga_block_first(*vector, &mine));
    return mine.data;
}

/* Some rows by each call. */
static void add_rows(const matrix_t *matrix)
{
    enum { ROWS = 64 };
    int64_t i[ROWS * CG_WIDEST];
    for (int64_t row = 0, end; row < matrix->rows; row = end) {
        const int64_t first = matrix->begin[row];
        end = row + ROWS < matrix->rows ? row + ROWS : matrix->rows;
        for (int64_t r = row; r < end; ++r)
            for (int64_t k = matrix->begin[r]; k < matrix->begin[r + 1]; ++k)
                i[k - first] = matrix->first + r;
        cg_check(ga_sparse_add(my.matrix, matrix->begin[end] - first, i, matrix->column + first,
                               matrix->value + first));
    }
}

static double *prepare(matrix_t *matrix)
{
    const int64_t n = matrix->rows * cg_size();
    cg_check(ga_sparse_create(
        &(ga_sparse_spec_t){.type = ASHLAR_DOUBLE, .rows = n, .cols = n, .name = "A"}, &my.matrix));
    add_rows(matrix);
    cg_check(ga_sparse_assemble(my.matrix));
    my.product = create_vector(matrix, "A p", &my.ap);
    return create_vector(matrix, "p", &my.p);
}

static const double *multiply(void)
{
    cg_check(ga_sparse_multiply_vector('N', &(double){1}, my.matrix, my.p, &(double){0}, my.ap));
    return my.product;
}

static void finish(void)
{
    cg_check(ga_destroy(my.p));
    cg_check(ga_destroy(my.ap));
    cg_check(ga_sparse_destroy(my.matrix));
}

const cg_way_t cg_sparse = {"sparse", prepare, NULL, multiply, finish};
