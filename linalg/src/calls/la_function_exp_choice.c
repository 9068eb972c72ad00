/* The degree of the approximant and the number of squarings, from the norms of the powers that the
 * approximant takes anyway (Al-Mohy and Higham 2009, algorithm 5.1, with ||A^8|| <= ||A^4||^2 and
 * ||A^10|| <= ||A^4|| ||A^6|| instead of estimates). Norms are kept as logarithms to base 2. */
#include <inttypes.h>
#include <limits.h>
#include <math.h>

#include "linalg/src/calls/la_function_exp.h"

#include "linalg/src/frame/la_check.h"

/* Up to theta the approximant has the exponential of a matrix that differs by the rounding unit. */
typedef struct degree {
    int degree, powers; /* powers: A2, A4, A6 */
    double theta;
} degree_t;

static const degree_t doubles[] = {{3, 1, 1.495585217958292e-2},
                                   {5, 2, 2.539398330063230e-1},
                                   {7, 3, 9.504178996162932e-1},
                                   {DEGREE_MOST, 3, 4.25},
                                   {0}};
static const degree_t floats[] = {
    {3, 1, 4.258730016922831e-1}, {5, 2, 1.880152677804762}, {7, 3, 3.925724783138660}, {0}};

/* Powers up to the sixth of matrices below 2^DOUBLES_MOST are numbers, if they are of double
 * precision. */
enum { DOUBLES_MOST = 160, FLOATS_MOST = 20, FACTOR_MOST = 100 };

/* 1-norms of powers of |A1|: the largest sum of a column is that of a row of ones times them. */
typedef struct moduli {
    int power;   /* reached so far */
    double norm; /* of it */
    double *row, *next;
} moduli_t;

int lai_exp_scale(const expm_t *p, ga_t g, int64_t exponent)
{
    while (exponent != 0) {
        int64_t now = ali_max(ali_min(exponent, FACTOR_MOST), -FACTOR_MOST);
        double _Complex factor;
        p->blas->store(ldexp(1, (int)now), &factor);
        AL_TRY(ga_scale(g, &factor));
        exponent -= now;
    }
    return ASHLAR_OK;
}

static int logarithm_of_norm(ga_t g, double *logarithm)
{
    double norm;
    AL_TRY(la_norm('1', 'g', 'l', 'n', g, &norm));
    *logarithm = log2(norm);
    return ASHLAR_OK;
}

/* next = row * |A1|, what I own of it */
static void add_moduli(const expm_t *p, const lai_block_t *mine, const double *row, double *next)
{
    enum { PART = 256 };
    for (int64_t j = 0; j < mine->cols; ++j)
        for (int64_t i = 0; i < mine->rows; i += PART) {
            const int64_t n = ali_min(PART, mine->rows - i);
            double moduli[PART] = {0};
            p->blas->add_moduli(n, mine->at + p->blas->element * (size_t)(i + j * mine->ld),
                                moduli);
            for (int64_t k = 0; k < n; ++k)
                next[mine->j + j] += row[mine->i + i + k] * moduli[k];
        }
}

static int multiply_moduli(const expm_t *p, moduli_t *x)
{
    lai_block_t mine;
    double largest = 0, *done = x->row;
    for (int64_t k = 0; k < p->n; ++k)
        x->next[k] = 0;
    AL_TRY(lai_function_block(p->g[A1], &mine));
    add_moduli(p, &mine, x->row, x->next);
    if (mine.at)
        AL_TRY(ga_release(p->g[A1]));
    AL_TRY(al_allreduce(p->a->group, ASHLAR_DOUBLE, ASHLAR_SUM, x->next, (size_t)p->n));
    for (int64_t k = 0; k < p->n; ++k)
        largest = fmax(largest, x->next[k]);
    for (int64_t k = 0; k < p->n && largest > 0; ++k)
        x->next[k] /= largest;
    x->norm += log2(largest);
    x->row = x->next;
    x->next = done;
    ++x->power;
    return ASHLAR_OK;
}

/* Squarings that the first term which the approximant leaves out asks for beyond s, where norms of
 * powers are small only because their terms cancel. */
static int find_more(const expm_t *p, moduli_t *x, int degree, int s, double norm, int *more)
{
    const double rounding = log2(lai_epsilon(p->blas) / 2);
    double coefficient =
        (2 * lgamma(degree + 1) - lgamma(2 * degree + 1) - lgamma(2 * degree + 2)) / log(2);
    double term = coefficient + 2 * degree * (norm + p->exponent - s);
    *more = 0;
    if (!(term > rounding)) /* |A|^k is at most the norm of A to the k */
        return ASHLAR_OK;
    while (x->power < 2 * degree + 1)
        AL_TRY(multiply_moduli(p, x));
    term = coefficient + x->norm - norm + 2 * degree * (double)(p->exponent - s);
    if (term > rounding)
        *more = (int)ceil((term - rounding) / (2 * degree));
    return ASHLAR_OK;
}

/* A1 = a, brought to where its powers are numbers; its norm might be none before. */
static int take_matrix(expm_t *p, double *norm)
{
    const int most = p->blas->real == sizeof(float) ? FLOATS_MOST : DOUBLES_MOST;
    double largest;
    AL_TRY(la_norm('m', 'g', 'l', 'n', p->a->handle, &largest));
    AL_TRY(ga_copy(p->a->handle, p->g[A1]));
    const double bound = log2(largest) + log2((double)p->n);
    p->exponent = bound > most ? (int)ceil(bound) : 0;
    AL_TRY(lai_exp_scale(p, p->g[A1], -p->exponent));
    return logarithm_of_norm(p->g[A1], norm);
}

/* The next even power, and *size, a bound of ||A^k||^(1/k) for all k that count, as it is known
 * then. norms: of A2, A4, A6. */
static int next_power(const expm_t *p, int power, double *norms, double *size)
{
    const double _Complex zero = 0;
    const ga_t last = p->g[power == 1 ? A1 : A2 + power - 2], first = p->g[power == 1 ? A1 : A2];
    AL_TRY(la_gemm('n', 'n', p->blas->one, first, last, &zero, p->g[A2 + power - 1]));
    AL_TRY(logarithm_of_norm(p->g[A2 + power - 1], &norms[power - 1]));
    const double two = norms[0] / 2, four = norms[1] / 4, six = norms[2] / 6;
    *size = power == 1   ? two
            : power == 2 ? fmax(four, (norms[0] + norms[1]) / 6)
                         : fmax(four, fmin(six, (norms[1] + norms[2]) / 10));
    *size += p->exponent;
    return ASHLAR_OK;
}

static int refuse_to_scale(const expm_t *p, double size)
{
    return AL_FAIL(ASHLAR_ENUMERIC,
                   "%s: no digit of the exponential of array '%s' would be right: norms of its "
                   "powers k are about %g^k",
                   p->call, p->a->name, exp2(size));
}

/* All powers become those of a / 2^squarings. */
static int scale_powers(const expm_t *p, int powers)
{
    const int64_t shift = p->exponent - p->squarings;
    AL_TRY(lai_exp_scale(p, p->g[A1], shift));
    for (int k = 0; k < powers; ++k)
        AL_TRY(lai_exp_scale(p, p->g[A2 + k], 2 * (k + 1) * shift));
    return ASHLAR_OK;
}

int lai_exp_choose(expm_t *p)
{
    const degree_t *d = p->blas->real == sizeof(float) ? floats : doubles;
    moduli_t x = {.row = p->moduli[0], .next = p->moduli[1]};
    double norm, norms[3] = {0}, size = 0;
    int powers = 0, more;
    for (int64_t k = 0; k < p->n; ++k)
        x.row[k] = 1;
    AL_TRY(take_matrix(p, &norm));
    for (;; ++d) {
        while (powers < d->powers) {
            ++powers;
            AL_TRY(next_power(p, powers, norms, &size));
        }
        p->squarings = 0;
        if (d[1].degree == 0 && size > log2(d->theta))
            p->squarings = (int)ceil(fmin(size, INT_MAX / 4) - log2(d->theta));
        if (p->squarings > -ilogb(lai_epsilon(p->blas)))
            return refuse_to_scale(p, size);
        AL_TRY(find_more(p, &x, d->degree, p->squarings, norm, &more));
        if (d[1].degree == 0 || (size <= log2(d->theta) && more == 0))
            break;
    }
    p->squarings += more;
    p->degree = d->degree;
    return scale_powers(p, powers);
}
