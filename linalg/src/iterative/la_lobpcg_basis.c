/* The small problem of an iteration, on rank 0: an orthonormal basis from the products of vectors,
 * and the Ritz vectors in it. It is solved in double complex for every type: it takes little time,
 * and numbers that are real stay so. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "linalg/src/iterative/la_lobpcg.h"

typedef double _Complex number_t;

/* A basis vector is dropped when, of its square, no more than this many rounding units is left
 * beside the others: it is noise. Where less than good_enough() is left, W is made orthonormal
 * first: vectors formed from it now would not be orthonormal to enough digits. */
static const double noise = 100;
static double good_enough(double epsilon)
{
    return cbrt(epsilon);
}

/* The product of basis vectors i and j of the first or second part of the products. */
static number_t product_at(const lai_lobpcg_t *s, const double *part, int64_t ld, int64_t i,
                           int64_t j)
{
    const double *at = part + (j * ld + i) * s->parts;
    return s->parts == 2 ? at[0] + at[1] * I : at[0];
}

/* The row in the products of vector i of the basis. */
static int64_t slot_of(const lai_lobpcg_t *s, int64_t i)
{
    const int64_t old = s->x_count + s->p_count;
    return i < old ? i : LAI_W * s->block + i - old;
}

static void set_hermitian(number_t *a, int64_t ld, int64_t i, int64_t j, number_t upper,
                          number_t lower)
{
    a[i + j * ld] = (upper + conj(lower)) / 2;
    a[j + i * ld] = conj(a[i + j * ld]);
}

/* g = S'*S and h = S'*A*S of the basis S = [X P W]. What is not measured follows from the last
 * step: X and P are orthonormal there. */
static void gather_products(const lai_lobpcg_t *s, lai_small_t *small, int64_t order)
{
    const int64_t b = s->block, old = s->x_count + s->p_count, ld = small->order;
    const double *of_w = s->products + 1, *of_old = of_w + 6 * b * b * s->parts;
    for (int64_t j = 0; j < order; ++j)
        for (int64_t i = 0; i <= j; ++i) {
            number_t g = i == j, gt = g, h = 0, ht = 0;
            if (j >= old) {
                g = gt = product_at(s, of_w, 3 * b, slot_of(s, i), j - old);
                h = ht = product_at(s, of_w, 3 * b, slot_of(s, i), s->w_count + j - old);
                if (i >= old) {
                    gt = product_at(s, of_w, 3 * b, slot_of(s, j), i - old);
                    ht = product_at(s, of_w, 3 * b, slot_of(s, j), s->w_count + i - old);
                } else {
                    gt = conj(g);
                    ht = conj(h);
                }
            } else if (s->is_measured) {
                g = product_at(s, of_old, 2 * b, i, j);
                gt = product_at(s, of_old, 2 * b, j, i);
                h = product_at(s, of_old, 2 * b, i, 2 * b + j);
                ht = product_at(s, of_old, 2 * b, j, 2 * b + i);
            } else {
                h = s->hessian[i + j * 2 * b] * s->sign;
                ht = s->hessian[j + i * 2 * b] * s->sign;
            }
            set_hermitian(small->g, ld, i, j, g, gt);
            set_hermitian(small->h, ld, i, j, h * s->sign, ht * s->sign);
        }
}

/* y = y * diag(by), m x n */
static void scale_small_columns(number_t *y, int64_t ld, int64_t m, int64_t n, const double *by)
{
    for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < m; ++i)
            y[i + j * ld] *= by[j];
}

/* Orthonormal combinations y*v of the n columns of y, whose products are `a`, n x n; `of` are the
 * squares that they had before something was projected out of them. They become the columns of
 * `to`. @return how many; -1: LAPACK has failed */
static int64_t orthonormalise(lai_small_t *small, int64_t m, int64_t n, number_t *y, number_t *a,
                              const double *of, double epsilon, number_t *to, double *least)
{
    const int64_t ld = small->order;
    double *scale = small->scale, *values = small->values;
    int64_t kept = 0;
    for (int64_t j = 0; j < n; ++j) {
        const double square = creal(a[j + j * ld]);
        const bool is_left = square > noise * epsilon * of[j] && square > 0;
        scale[j] = is_left ? 1 / sqrt(square) : 0;
        if (is_left && of[j] > 0)
            *least = fmin(*least, square / of[j]);
    }
    scale_small_columns(y, ld, m, n, scale);
    for (int64_t j = 0; j < n; ++j)
        for (int64_t i = 0; i < n; ++i)
            a[i + j * ld] = scale[i] && scale[j] ? a[i + j * ld] * scale[i] * scale[j] : 0;
    if (lai_small_eigen(small, n, a, values) != 0)
        return -1;
    for (int64_t j = n - 1; j >= 0 && values[j] > noise * epsilon * values[n - 1]; --j, ++kept) {
        *least = fmin(*least, values[j]);
        scale[kept] = 1 / sqrt(values[j]);
        memcpy(small->t + kept * ld, a + j * ld, sizeof(number_t) * (size_t)n);
    }
    scale_small_columns(small->t, ld, n, kept, scale);
    lai_small_multiply(small, 'N', m, kept, n, y, small->t, 0, to);
    return kept;
}

/* Extend the basis of `have` columns in small->b by what vectors first, first+1, ... add to it.
 * @return how many; -1: LAPACK has failed */
static int64_t extend(lai_small_t *small, int64_t order, int64_t have, int64_t first, int64_t count,
                      double epsilon, double *least)
{
    const int64_t ld = small->order;
    number_t *y = small->y, *a = small->a;
    double *of = small->squares;
    if (count == 0)
        return 0;
    for (int64_t j = 0; j < count; ++j) {
        memset(y + j * ld, 0, sizeof(number_t) * (size_t)order);
        y[first + j + j * ld] = 1;
        of[j] = creal(small->g[(first + j) * (ld + 1)]);
    }
    for (int twice = 0; have && twice < 2; ++twice) {
        lai_small_multiply(small, 'N', order, count, order, small->g, y, 0, small->t);
        lai_small_multiply(small, 'C', have, count, order, small->b, small->t, 0, a);
        lai_small_multiply(small, 'N', order, count, have, small->b, a, -1, y);
    }
    lai_small_multiply(small, 'N', order, count, order, small->g, y, 0, small->t);
    lai_small_multiply(small, 'C', count, count, order, y, small->t, 0, a);
    return orthonormalise(small, order, count, y, a, of, epsilon, small->b + have * ld, least);
}

/* Coefficients in all slots, as numbers of the type. */
static void put_coefficients(lai_lobpcg_t *s, int64_t order, const number_t *from, int64_t ld,
                             int64_t columns, int64_t to)
{
    double *at = s->step_coefficients + 3 * s->block * to * s->parts;
    memset(at, 0, sizeof(double) * (size_t)(3 * s->block * columns * s->parts));
    for (int64_t j = 0; j < columns; ++j)
        for (int64_t i = 0; i < order; ++i) {
            double *number = at + (j * 3 * s->block + slot_of(s, i)) * s->parts;
            number[0] = creal(from[i + j * ld]);
            if (s->parts == 2)
                number[1] = cimag(from[i + j * ld]);
        }
}

/* The new P: the parts of the active Ritz vectors, columns of v, beyond the old X, which are the
 * first x vectors of the basis; orthonormal to the new X. @return how many columns of small->y; -1:
 * LAPACK has failed */
static int64_t find_directions(lai_lobpcg_t *s, int64_t have, int64_t x, const number_t *v)
{
    lai_small_t *small = s->small;
    const int64_t ld = small->order, n = s->active_count;
    double *of = small->squares, least = 1;
    number_t *p = small->g; /* no longer needed */
    for (int64_t j = 0; j < n; ++j) {
        double square = 0;
        memset(p + j * ld, 0, sizeof(number_t) * (size_t)have);
        for (int64_t i = x; i < have; ++i) {
            p[i + j * ld] = v[i + s->active[j] * ld];
            square += pow(cabs(p[i + j * ld]), 2);
        }
        small->scale[j] = square > 0 ? 1 / sqrt(square) : 0;
        of[j] = 1;
    }
    scale_small_columns(p, ld, have, n, small->scale);
    for (int twice = 0; twice < 2; ++twice) {
        lai_small_multiply(small, 'C', s->block, n, have, v, p, 0, small->a);
        lai_small_multiply(small, 'N', have, n, s->block, v, small->a, -1, p);
    }
    lai_small_multiply(small, 'C', n, n, have, p, p, 0, small->a);
    return orthonormalise(small, have, n, p, small->a, of, 1e-14, small->y, &least);
}

/* X'*A*X and P'*A*P; nothing lies between them, as X are eigenvectors in the basis. */
static void keep_hessian(lai_lobpcg_t *s, int64_t have, int64_t p, const number_t *h)
{
    lai_small_t *small = s->small;
    const int64_t b = s->block, ld = small->order;
    memset(s->hessian, 0, sizeof(number_t) * (size_t)(4 * b * b));
    for (int64_t j = 0; j < b; ++j)
        s->hessian[j + j * 2 * b] = s->theta[j];
    lai_small_multiply(small, 'N', have, p, have, h, small->y, 0, small->t);
    lai_small_multiply(small, 'C', p, p, have, small->y, small->t, 0, small->a);
    for (int64_t j = 0; j < p; ++j)
        for (int64_t i = 0; i < p; ++i)
            s->hessian[b + i + (b + j) * 2 * b] = small->a[i + j * ld];
}

/* Ritz vectors and directions in the basis small->b of `have` vectors, of which x span X. */
static lai_step_status_t find_ritz_vectors(lai_lobpcg_t *s, int64_t order, int64_t have, int64_t x)
{
    lai_small_t *small = s->small;
    const int64_t ld = small->order;
    lai_small_multiply(small, 'N', order, have, order, small->h, small->b, 0, small->t);
    lai_small_multiply(small, 'C', have, have, order, small->b, small->t, 0, small->v);
    memcpy(small->h, small->v, sizeof(number_t) * (size_t)(ld * have));
    if (lai_small_eigen(small, have, small->v, small->values) != 0)
        return LAI_STEP_FAILED;
    memcpy(s->theta, small->values, sizeof(double) * (size_t)s->block);
    s->step->norm = fmax(fabs(small->values[0]), fabs(small->values[have - 1]));
    const int64_t p = x == 0 ? 0 : find_directions(s, have, x, small->v);
    if (p < 0)
        return LAI_STEP_FAILED;
    s->step->p = (double)p;
    keep_hessian(s, have, p, small->h);
    lai_small_multiply(small, 'N', order, s->block, have, small->b, small->v, 0, small->t);
    put_coefficients(s, order, small->t, ld, s->block, 0);
    lai_small_multiply(small, 'N', order, p, have, small->b, small->y, 0, small->t);
    put_coefficients(s, order, small->t, ld, p, s->block);
    return LAI_STEP_DONE;
}

static bool is_finite(const lai_small_t *small, int64_t order)
{
    double sum = 0;
    for (int64_t j = 0; j < order; ++j)
        for (int64_t i = 0; i < order; ++i) {
            const number_t g = small->g[i + j * small->order], h = small->h[i + j * small->order];
            sum += creal(g) * 0 + cimag(g) * 0 + creal(h) * 0 + cimag(h) * 0;
        }
    return sum == 0;
}

static lai_step_status_t step_from_products(lai_lobpcg_t *s, bool may_orthonormalise)
{
    lai_small_t *small = s->small;
    const int64_t old = s->x_count + s->p_count, order = old + s->w_count;
    double least = 1, of_w = 1;
    gather_products(s, small, order);
    if (!is_finite(small, order))
        return LAI_STEP_NOT_FINITE;
    const int64_t x = extend(small, order, 0, 0, s->x_count, s->epsilon, &least);
    const int64_t p = x < 0 ? -1 : extend(small, order, x, x, s->p_count, s->epsilon, &least);
    const int64_t w = p < 0 ? -1 : extend(small, order, x + p, old, s->w_count, s->epsilon, &of_w);
    if (w < 0)
        return LAI_STEP_FAILED;
    if (x + p + w < s->block)
        return LAI_STEP_DEPENDENT;
    if (w == 0)
        return LAI_STEP_STALLED;
    if (may_orthonormalise && of_w < good_enough(s->epsilon)) {
        s->step->p = (double)w;
        put_coefficients(s, order, small->b + (x + p) * small->order, small->order, w, 0);
        return LAI_STEP_ORTHONORMALISE;
    }
    return find_ritz_vectors(s, order, x + p + w, x);
}

void lai_find_step(lai_lobpcg_t *s, bool may_orthonormalise)
{
    s->step->status = step_from_products(s, may_orthonormalise);
}
