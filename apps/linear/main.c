/* Linear algebra on arrays as they come: a linear system, an eigenproblem and a fit by least
 * squares. Each answer is multiplied back. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <ashlar/ga.h>
#include <ashlar/la.h>

#include "arguments.h"

enum { SIDES = 3 /* right-hand sides */, TERMS = 9 /* of the fit */ };

static const double one = 1, minus = -1, zero = 0;

/* End the program with a message unless a call has succeeded. */
static void check(int status)
{
    if (status != ASHLAR_OK) {
        fprintf(stderr, "linear: %s\n", ashlar_error_message());
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
}

/* A matrix, cut into blocks as the library likes. */
static ga_t create(const char *name, int64_t rows, int64_t columns)
{
    ga_t g;
    check(ga_create(ASHLAR_DOUBLE, rows, columns, name, 0, 0, &g));
    return g;
}

/* The 1-norm. */
static double norm(ga_t g)
{
    double value;
    check(la_norm('1', 'g', 'l', 'n', g, &value));
    return value;
}

/* Rounding explains a residual of some units. @return whether it is no more */
static int report(const char *what, int64_t order, double seconds, double residual)
{
    const double most = 10;
    if (ga_rank() == 0)
        printf("%-13s of order %lld: %6.3f s, residual %.3g units of rounding%s\n", what,
               (long long)order, seconds, residual, residual <= most ? "" : ": TOO LARGE");
    return residual <= most;
}

/* a*x = b for several b, one after the other with one factorisation. */
static int solve(int64_t n)
{
    ga_t a = create("matrix", n, n), b = create("right-hand sides", n, 1);
    ga_t x = create("solution", n, 1);
    la_factor_t f;
    double rcond, worst = 0, seconds = 0;
    check(ga_randomize(a, 1, &one));
    double start = MPI_Wtime();
    check(la_factor_lu(a, &f));
    check(la_factor_condition(f, &rcond));
    seconds += MPI_Wtime() - start;
    for (int k = 0; k < SIDES; ++k) {
        check(ga_randomize(b, 2 + (uint64_t)k, &one));
        check(ga_copy(b, x));
        start = MPI_Wtime();
        check(la_factor_solve(f, 'n', x)); /* x was b */
        seconds += MPI_Wtime() - start;
        double scale = norm(a) * norm(x) * (double)n * DBL_EPSILON;
        check(la_gemm('n', 'n', &one, a, x, &minus, b)); /* b = a*x - b */
        worst = fmax(worst, norm(b) / scale);
    }
    check(la_factor_free(f));
    check(ga_destroy(x));
    check(ga_destroy(b));
    check(ga_destroy(a));
    if (ga_rank() == 0)
        printf("condition number about %.2g\n", 1 / rcond);
    return report("linear system", n, seconds, worst);
}

/* a*z = z*diag(w) for a symmetric a. */
static int diagonalise(int64_t n)
{
    ga_t a = create("matrix", n, n), z = create("eigenvectors", n, n), r, v;
    double *w = malloc((size_t)n * sizeof *w);
    int64_t first = 0, last = n - 1;
    if (!w)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    check(ga_randomize(a, 7, &one));
    check(ga_symmetrize(a));
    double start = MPI_Wtime();
    check(la_eigen(a, w, z));
    double seconds = MPI_Wtime() - start, scale = norm(a) * (double)n * DBL_EPSILON;

    check(ga_create_like(z, ASHLAR_DOUBLE, "residual", &r));
    check(ga_create_nd(ASHLAR_DOUBLE, 1, &n, "eigenvalues", NULL, GA_GROUP_WORLD, &v));
    if (ga_rank() == 0) /* every rank has the eigenvalues, and one is enough to put them */
        check(ga_put_nd(v, &first, &last, w, NULL));
    check(ga_copy(z, r));
    check(ga_scale_columns(r, v));
    check(la_gemm('n', 'n', &one, a, z, &minus, r)); /* a*z - z*diag(w) */
    double equation = norm(r) / scale;
    check(la_gemm('t', 'n', &one, z, z, &zero, r));
    check(ga_shift_diagonal(r, &minus)); /* z'*z - 1 */
    double orthogonality = norm(r) / ((double)n * DBL_EPSILON);
    free(w);
    check(ga_destroy(v));
    check(ga_destroy(r));
    check(ga_destroy(z));
    check(ga_destroy(a));
    return report("eigenproblem", n, seconds, fmax(equation, orthogonality));
}

/* Row i: Chebyshev polynomials at x_i, between -1 and 1; and exp(x_i), to be fitted by them. Each
 * rank fills the rows that it owns a block of. */
static void sample(ga_t a, ga_t b, int64_t rows)
{
    int64_t lo[2], hi[2];
    check(ga_distribution_nd(b, ga_rank(), lo, hi));
    for (int64_t i = lo[0]; i <= hi[0]; ++i) {
        double x = 2 * ((double)i + 0.5) / (double)rows - 1, value = exp(x), row[TERMS];
        for (int k = 0; k < TERMS; ++k)
            row[k] = k < 2 ? (k ? x : 1) : 2 * x * row[k - 1] - row[k - 2];
        check(ga_put(a, i, i, 0, TERMS - 1, row, 1));
        check(ga_put(b, i, i, 0, 0, &value, 1));
    }
    check(ga_sync());
}

/* The polynomial of degree 8 that comes closest to exp(x) at many points. */
static int fit(int64_t rows)
{
    ga_t a = create("polynomials", rows, TERMS), b = create("samples", rows, 1);
    ga_t x = create("coefficients", TERMS, 1), gradient = create("gradient", TERMS, 1);
    sample(a, b, rows);
    double start = MPI_Wtime();
    check(la_least_squares(a, b, x));
    double seconds = MPI_Wtime() - start, scale = norm(a) * norm(b) * DBL_EPSILON;
    check(la_gemm('n', 'n', &one, a, x, &minus, b));       /* a*x - b */
    check(la_gemm('t', 'n', &one, a, b, &zero, gradient)); /* 0 where it is least */
    double residual = norm(gradient) / scale, error;
    check(la_norm('m', 'g', 'l', 'n', b, &error));
    check(ga_destroy(gradient));
    check(ga_destroy(x));
    check(ga_destroy(b));
    check(ga_destroy(a));
    if (ga_rank() == 0)
        printf("exp(x) fitted to %.2g\n", error);
    return report("least squares", rows, seconds, residual) && error < 1e-7;
}

int main(int argc, char **argv)
{
    int64_t order = 500;
    argument_t table[] = {{"--order", "N", ARGUMENT_WHOLE, &order, .help = "of the matrices (500)",
                           .least = TERMS, .most = 1e5}};
    arguments_t arguments = {"linear", "Solves a linear system, an eigenproblem and a fit.", table,
                             .count = 1};
    MPI_Init(&argc, &argv);
    check(ga_initialize(MPI_COMM_WORLD));
    int code = arguments_end(&arguments, arguments_read(&arguments, argc, argv), ga_rank() == 0);
    if (code < 0) {
        int right = solve(order);
        right &= diagonalise(order);
        right &= fit(10 * order);
        code = right ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    check(ga_terminate());
    MPI_Finalize();
    return code;
}
