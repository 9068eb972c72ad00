/* The exponential: scaling, a Pade approximant, squaring. */
#include "linalg/src/calls/la_function_exp.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"

enum { POWERS = 3 }; /* A2, A4, A6 */

static const double _Complex none = 0;

static int make_matrices(expm_t *p)
{
    for (int k = 0; k < 2; ++k)
        p->moduli[k] = malloc((size_t)p->n * sizeof(double));
    int status =
        p->moduli[0] && p->moduli[1]
            ? ASHLAR_OK
            : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %" PRId64 " norms", p->call, 2 * p->n);
    AL_TRY(gai_agree(p->call, p->a->group, status));
    for (int k = 0; k < MATRICES; ++k)
        AL_TRY(lai_function_create(p->call, p->a, p->n, p->n, &p->g[k]));
    return ASHLAR_OK;
}

/* The polynomial b(x) whose quotient b(x)/b(-x) is the approximant. */
static void pade_coefficients(int degree, double *b)
{
    b[0] = 1;
    for (int k = 1; k <= DEGREE_MOST; ++k)
        b[k] = b[k - 1] * (degree - k + 1) / ((2 * degree - k + 1) * (double)k);
}

/* sum = b[2]*A2 + b[4]*A4 + ... */
static int add_powers(const expm_t *p, const double *b, int powers, ga_t sum)
{
    for (int k = 0; k < powers; ++k) {
        double _Complex factor;
        p->blas->store(b[2 * k + 2], &factor);
        const ga_t power = p->g[A2 + k];
        AL_TRY(k == 0 ? ga_add(&factor, power, &none, power, sum)
                      : ga_add(&factor, power, p->blas->one, sum, sum));
    }
    return ASHLAR_OK;
}

/* sum = b[0] + b[2]*A2 + ..., of degree 13 with A6 times a sum in spare. */
static int add_terms(const expm_t *p, const double *b, ga_t sum, ga_t spare)
{
    const int more = p->degree / 2 > POWERS;
    double _Complex first;
    p->blas->store(b[0], &first);
    AL_TRY(add_powers(p, b, more ? POWERS : p->degree / 2, sum));
    AL_TRY(ga_shift_diagonal(sum, &first));
    if (!more)
        return ASHLAR_OK;
    AL_TRY(add_powers(p, b + 2 * POWERS, POWERS, spare));
    return la_gemm('n', 'n', p->blas->one, p->g[A6], spare, p->blas->one, sum);
}

static int fail_beyond(const expm_t *p)
{
    return AL_FAIL(ASHLAR_ENUMERIC,
                   "%s: the exponential of array '%s' has elements beyond the range of their type",
                   p->call, p->a->name);
}

static int check_exponential(const expm_t *p, ga_t g)
{
    double largest;
    AL_TRY(la_norm('m', 'g', 'l', 'n', g, &largest));
    return isfinite(largest) && largest <= lai_most(p->blas) ? ASHLAR_OK : fail_beyond(p);
}

/* A2 = the approximant. */
static int approximate(const expm_t *p)
{
    double b[DEGREE_MOST + 1];
    double _Complex minus;
    const ga_t *g = p->g;
    p->blas->store(-1, &minus);
    pade_coefficients(p->degree, b);
    AL_TRY(add_terms(p, b + 1, g[SUM], g[SPARE]));
    AL_TRY(la_gemm('n', 'n', p->blas->one, g[A1], g[SUM], &none, g[SPARE]));
    AL_TRY(add_terms(p, b, g[SUM], g[A1]));
    AL_TRY(ga_add(p->blas->one, g[SUM], p->blas->one, g[SPARE], g[A2]));
    AL_TRY(ga_add(p->blas->one, g[SUM], &minus, g[SPARE], g[A4]));
    AL_TRY(check_exponential(p, g[A2]));
    AL_TRY(check_exponential(p, g[A4]));
    int status = la_solve(g[A4], g[A2]);
    return status == ASHLAR_ENUMERIC ? fail_beyond(p) : status;
}

static int find_exponential(expm_t *p, ga_t exponential)
{
    AL_TRY(make_matrices(p));
    AL_TRY(lai_exp_choose(p));
    AL_TRY(approximate(p));
    ga_t power = p->g[A2], square = p->g[A4];
    for (int k = 0; k < p->squarings; ++k) {
        const ga_t done = power;
        AL_TRY(la_gemm('n', 'n', p->blas->one, power, power, &none, square));
        power = square;
        square = done;
    }
    AL_TRY(check_exponential(p, power));
    return ga_copy(power, exponential);
}

int la_expm(ga_t a, ga_t exponential)
{
    LAI_COLLECTIVE(la_expm, a, exponential);
    gai_array_t *matrix, *result;
    AL_TRY(lai_function_find(__func__, a, exponential, &matrix, &result));
    AL_TRY(lai_function_check_finite(__func__, matrix));
    expm_t p = {
        .call = __func__, .a = matrix, .blas = lai_blas(matrix->type), .n = lai_rows(matrix)};
    int status = lai_function_destroy(find_exponential(&p, exponential), p.g, MATRICES);
    free(p.moduli[0]);
    free(p.moduli[1]);
    return status;
}
