/* cg: conjugate gradients; README.md. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <ashlar/ga.h>

#include "arguments.h"
#include "cg.h"

static int rank, size;

void cg_fail(const char *what)
{
    fprintf(stderr, "cg: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

void cg_check(int status)
{
    if (status != ASHLAR_OK)
        cg_fail(ashlar_error_message());
}

/* In huge pages, where the system has them for those who ask: a tenth of an iteration's time. */
void *cg_take(size_t bytes)
{
    const size_t page = (size_t)1 << 21, whole = (bytes / page + 1) * page;
    void *memory = bytes < page ? malloc(bytes ? bytes : 1) : aligned_alloc(page, whole);
    if (!memory)
        cg_fail("no memory");
    if (bytes >= page)
        madvise(memory, whole, MADV_HUGEPAGE);
    return memory;
}

int cg_size(void)
{
    return size;
}

static const cg_way_t *const exchanges[] = {&cg_bundle, &cg_onesided, &cg_messages};
enum { EXCHANGES = sizeof exchanges / sizeof *exchanges };

typedef struct options {
    const cg_way_t *way[EXCHANGES + 1];
    int ways;
    int64_t box[3], iterations;
} options_t;

/* Fill in the matrix and the right side. */
static void generate(const int64_t *box, matrix_t *matrix, double *b)
{
    const int64_t layers = box[2] * size;
    matrix->rows = box[0] * box[1] * box[2];
    matrix->first = matrix->rows * rank;
    matrix->begin = cg_take((size_t)(matrix->rows + 1) * sizeof *matrix->begin);
    matrix->value = cg_take((size_t)matrix->rows * CG_WIDEST * sizeof *matrix->value);
    matrix->column = cg_take((size_t)matrix->rows * CG_WIDEST * sizeof *matrix->column);
    matrix->at = cg_take((size_t)matrix->rows * CG_WIDEST * sizeof *matrix->at);
    int64_t n = 0, row = 0;
    for (int64_t z = box[2] * rank; z < box[2] * (rank + 1); ++z)
        for (int64_t y = 0; y < box[1]; ++y)
            for (int64_t x = 0; x < box[0]; ++x, ++row) {
                matrix->begin[row] = n;
                for (int64_t k = z - 1; k <= z + 1; ++k)
                    for (int64_t j = y - 1; j <= y + 1; ++j)
                        for (int64_t i = x - 1; i <= x + 1; ++i) {
                            if (i < 0 || i >= box[0] || j < 0 || j >= box[1] || k < 0 ||
                                k >= layers)
                                continue;
                            matrix->column[n] = (k * box[1] + j) * box[0] + i;
                            matrix->value[n++] = i == x && j == y && k == z ? 27 : -1;
                        }
                b[row] = 27 - (double)(n - matrix->begin[row] - 1);
            }
    matrix->begin[row] = matrix->count = n;
}

static double sum_over_ranks(double sum)
{
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

/* y = A p; @return this rank's part of the dot product of p and y, while both are at hand */
static double multiply_rows(const matrix_t *matrix, const double *p, double *y)
{
    double dot = 0;
    for (int64_t row = 0; row < matrix->rows; ++row) {
        double sum = 0;
        for (int64_t k = matrix->begin[row]; k < matrix->begin[row + 1]; ++k)
            sum += matrix->value[k] * p[matrix->at[k]];
        y[row] = sum;
        dot += p[row] * sum;
    }
    return dot;
}

/* A p in the way's memory, or in y; @return the dot product of p and A p */
static double multiply(const cg_way_t *way, const matrix_t *matrix, const double *p, double *y,
                       const double **ap)
{
    double dot = 0;
    *ap = y;
    if (way->multiply) {
        *ap = way->multiply();
        for (int64_t k = 0; k < matrix->rows; ++k)
            dot += p[k] * (*ap)[k];
    } else {
        way->exchange();
        dot = multiply_rows(matrix, p, y);
    }
    return sum_over_ranks(dot);
}

/* One step along p; @return the square of the residual */
static double step(int64_t n, double alpha, const double *p, const double *ap, double *x, double *r)
{
    double squared = 0;
    for (int64_t k = 0; k < n; ++k) {
        x[k] += alpha * p[k];
        r[k] -= alpha * ap[k];
        squared += r[k] * r[k];
    }
    return sum_over_ranks(squared);
}

/* Solve by one way, and write down the residual after each iteration. */
static int solve(const cg_way_t *way, matrix_t *matrix, const double *b, int64_t iterations,
                 double *residual)
{
    const int64_t n = matrix->rows;
    double *x = cg_take((size_t)n * sizeof *x), *r = cg_take((size_t)n * sizeof *r),
           *y = cg_take((size_t)n * sizeof *y);
    const double *ap;
    double begin = MPI_Wtime();
    double *p = way->prepare(matrix);
    double preparation = MPI_Wtime() - begin;
    memset(x, 0, (size_t)n * sizeof *x);
    memcpy(r, b, (size_t)n * sizeof *r);
    double squared = step(n, 0, r, r, x, r), before = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    begin = MPI_Wtime();
    int done = 0;
    for (; done < iterations && squared > 1e-40; ++done) {
        const double beta = done ? squared / before : 0;
        for (int64_t k = 0; k < n; ++k)
            p[k] = done ? r[k] + beta * p[k] : r[k];
        const double alpha = squared / multiply(way, matrix, p, y, &ap);
        before = squared;
        squared = step(n, alpha, p, ap, x, r);
        residual[done] = sqrt(squared);
    }
    double seconds = MPI_Wtime() - begin, error = 0;
    for (int64_t k = 0; k < n; ++k)
        error = fmax(error, fabs(x[k] - 1));
    MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    way->finish();
    for (int k = 0; k < done && rank == 0; ++k)
        printf("iteration %d: residual %.10e\n", k + 1, residual[k]);
    if (rank == 0)
        printf("%s: %d iterations, %.6f s each, %.3f s of preparation, error %.1e\n", way->name,
               done, seconds / (done ? done : 1), preparation, error);
    free(x), free(r), free(y);
    if (sqrt(squared) < 1e-6 && error > 1e-6)
        cg_fail("the residual is small, but the solution is wrong");
    return done;
}

/* All ways that were asked for must go the same way to the solution. */
static int run(const options_t *options)
{
    matrix_t matrix;
    double *b = cg_take((size_t)(options->box[0] * options->box[1] * options->box[2]) * sizeof *b);
    double *residual = cg_take((size_t)options->iterations * sizeof *residual);
    double *another = cg_take((size_t)options->iterations * sizeof *another);
    int same = 1;
    generate(options->box, &matrix, b);
    const int n = solve(options->way[0], &matrix, b, options->iterations, residual);
    for (int way = 1; way < options->ways; ++way) {
        same &= solve(options->way[way], &matrix, b, options->iterations, another) == n;
        for (int k = 0; k < n && same; ++k) {
            same = fabs(another[k] - residual[k]) <= 1e-10 * residual[k];
            if (!same && rank == 0)
                fprintf(stderr, "cg: iteration %d: %s has residual %.15e, %s %.15e\n", k + 1,
                        options->way[0]->name, residual[k], options->way[way]->name, another[k]);
        }
    }
    free(b), free(residual), free(another);
    free(matrix.begin), free(matrix.value), free(matrix.column), free(matrix.at);
    return same;
}

/* way: number EXCHANGES is all of them, -1 was not given. */
static void choose_ways(int way, int is_sparse, options_t *options)
{
    if (way < 0 && !is_sparse)
        way = 0;
    for (int k = 0; k < EXCHANGES; ++k)
        if (way == k || way == EXCHANGES)
            options->way[options->ways++] = exchanges[k];
    if (is_sparse)
        options->way[options->ways++] = &cg_sparse;
}

/* Read the command line. @return the exit code, or -1: go on */
static int read_options(int argc, char **argv, options_t *options)
{
    const int64_t most = INT64_C(1) << 26; /* 27 times as many are numbered by 32 bits */
    int way = -1, is_sparse = 0;
    argument_t table[] = {
        {"--way", "bundle|onesided|messages|all", ARGUMENT_WORD, &way,
         .help = "how ranks exchange (bundle)"},
        {"--sparse", NULL, ARGUMENT_FLAG, &is_sparse,
         .help = "a sparse matrix of the library; beside --way, if that is given"},
        {"--box", "NX NY NZ", ARGUMENT_WHOLE, options->box,
         .help = "points of each rank (16 16 16)", .least = 1, .most = (double)most, .values = 3},
        {"--iterations", "N", ARGUMENT_WHOLE, &options->iterations, .help = "at most (150)",
         .least = 1, .most = 1 << 20}};
    arguments_t arguments = {"cg", "Solves a sparse linear system by conjugate gradients.", table,
                             .count = sizeof table / sizeof *table};
    arguments_verdict_t verdict = arguments_read(&arguments, argc, argv);
    const int64_t *box = options->box;
    if (verdict == ARGUMENTS_GOOD && (box[1] > most / box[0] || box[2] > most / box[0] / box[1]))
        verdict =
            arguments_refuse(&arguments, "--box: more than %" PRId64 " points together", most);
    choose_ways(way, is_sparse, options);
    return arguments_end(&arguments, verdict, rank == 0);
}

int main(int argc, char **argv)
{
    options_t options = {.box = {16, 16, 16}, .iterations = 150};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int code = read_options(argc, argv, &options);
    if (code < 0) {
        cg_check(ga_initialize(MPI_COMM_WORLD));
        code = run(&options) ? EXIT_SUCCESS : EXIT_FAILURE;
        cg_check(ga_terminate());
    }
    MPI_Finalize();
    return code;
}
