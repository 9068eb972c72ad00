/* Products by bare loops over CSR. The vector has room for a plane before and behind the elements
 * of this rank: messages that are set up once come there and are sent from where elements are. */
#include <stdlib.h>

#include "bench/limits/sparse_limits.h"

typedef struct bare {
    int64_t rows, plane;
    int32_t *begin, *column; /* columns count from the first element of x */
    double *value, *x, *y;
    int64_t inner, inner_end; /* rows that need no message */
    MPI_Request requests[4];
    int request_count;
} bare_t;

static void *allocate(int64_t n, size_t bytes)
{
    void *memory = calloc((size_t)n, bytes);
    if (!memory)
        bench_fail("no memory for %lld elements", (long long)n);
    return memory;
}

/* A plane goes to a rank and another one comes from it. */
static void set_up_messages(bare_t *bare, int rank, double *from, double *to)
{
    MPI_Recv_init(to, (int)bare->plane, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD,
                  &bare->requests[bare->request_count++]);
    MPI_Send_init(from, (int)bare->plane, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD,
                  &bare->requests[bare->request_count++]);
}

static void *create(const sparse_problem_t *problem)
{
    bare_t *bare = allocate(1, sizeof *bare);
    const int64_t rows = problem->end - problem->lo, plane = problem->plane;
    const int rank = bench_rank();
    if (rows < plane)
        bench_fail("%d ranks are too many for a cube of %lld points", bench_size(),
                   (long long)problem->order);
    bare->rows = bare->inner_end = rows;
    bare->plane = plane;
    bare->begin = allocate(rows + 1, sizeof *bare->begin);
    bare->column = allocate(problem->n, sizeof *bare->column);
    bare->value = allocate(problem->n, sizeof *bare->value);
    bare->x = allocate(rows + 2 * plane, sizeof *bare->x);
    bare->y = allocate(rows, sizeof *bare->y);
    for (int64_t k = 0; k < rows; ++k)
        bare->x[plane + k] = sparse_weight(problem->lo + k);
    if (rank > 0) {
        bare->inner = plane;
        set_up_messages(bare, rank - 1, bare->x + plane, bare->x);
    }
    if (rank < bench_size() - 1) {
        bare->inner_end = rows - plane > bare->inner ? rows - plane : bare->inner;
        set_up_messages(bare, rank + 1, bare->x + rows, bare->x + plane + rows);
    }
    return bare;
}

static void assemble(void *matrix, const sparse_problem_t *problem)
{
    bare_t *bare = matrix;
    for (int64_t k = 0; k < problem->n; ++k) {
        bare->begin[problem->i[k] - problem->lo + 1] = (int32_t)(k + 1);
        bare->column[k] = (int32_t)(problem->j[k] - problem->lo + problem->plane);
        bare->value[k] = problem->value[k];
    }
}

static void multiply_rows(const bare_t *bare, int64_t from, int64_t end)
{
    for (int64_t row = from; row < end; ++row) {
        double sum = 0;
        for (int32_t k = bare->begin[row]; k < bare->begin[row + 1]; ++k)
            sum += bare->value[k] * bare->x[bare->column[k]];
        bare->y[row] = sum;
    }
}

static void multiply(void *matrix)
{
    bare_t *bare = matrix;
    MPI_Status statuses[4];
    MPI_Startall(bare->request_count, bare->requests);
    multiply_rows(bare, bare->inner, bare->inner_end);
    MPI_Waitall(bare->request_count, bare->requests, statuses);
    multiply_rows(bare, 0, bare->inner);
    multiply_rows(bare, bare->inner_end, bare->rows);
}

static const double *product(void *matrix)
{
    return ((const bare_t *)matrix)->y;
}

static void destroy(void *matrix)
{
    bare_t *bare = matrix;
    for (int k = 0; k < bare->request_count; ++k)
        MPI_Request_free(&bare->requests[k]);
    free(bare->begin);
    free(bare->column);
    free(bare->value);
    free(bare->x);
    free(bare->y);
    free(bare);
}

const sparse_library_t sparse_bare = {"bare",   " assembly ", create, assemble,
                                      multiply, product,      destroy};
