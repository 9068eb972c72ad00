/* Products of primitives, made once for each pair of shells. */
#include "repulsion/products.h"

#include <math.h>
#include <stdlib.h>

/* Pairs of primitives with a Schwarz factor this far below the precision never matter: no other
 * factor is large enough to make up for it. */
#define FACTOR_MAX 1e3

/* Arrays of a pair that hold one number for each product. */
#define FIELDS 8

static double largest_of(const double r[3])
{
    return fmax(fmax(fabs(r[0]), fabs(r[1])), fabs(r[2]));
}

/* The Schwarz factor is that of s functions, times the size that the polynomials of the two shells
 * have where the product is. */
static product_t make_product(const pair_t *pair, const double *a, const double *b, double alpha,
                              double beta, double coefficients)
{
    product_t product = {.zeta = alpha + beta};
    double pb[3], square = 0, inverse = 1 / product.zeta;
    for (int d = 0; d < 3; ++d) {
        square += pair->ab[d] * pair->ab[d];
        product.p[d] = (alpha * a[d] + beta * b[d]) * inverse;
        product.pa[d] = product.p[d] - a[d];
        pb[d] = product.p[d] - b[d];
    }
    product.half_inverse = inverse / 2;
    product.weight =
        coefficients * sqrt(2) * pow(M_PI, 1.25) * exp(-alpha * beta * inverse * square) * inverse;
    double width = sqrt(inverse / 2);
    product.schwarz = fabs(product.weight) * pow(2 * product.zeta, -0.25) *
                      pow(largest_of(product.pa) + width, pair->l[0]) *
                      pow(largest_of(pb) + width, pair->l[1]);
    return product;
}

static int by_schwarz(const void *left, const void *right)
{
    double a = ((const product_t *)left)->schwarz, b = ((const product_t *)right)->schwarz;
    return (a < b) - (a > b);
}

static void split_fields(pair_t *pair, double *field)
{
    int n = pair->nproduct;
    pair->zeta = field;
    pair->weight = field + n;
    for (int d = 0; d < 3; ++d) {
        pair->p[d] = field + (2 + d) * n;
        pair->pa[d] = field + (5 + d) * n;
    }
    for (int k = 0; k < n; ++k) {
        pair->zeta[k] = pair->product[k].zeta;
        pair->weight[k] = pair->product[k].weight;
        for (int d = 0; d < 3; ++d) {
            pair->p[d][k] = pair->product[k].p[d];
            pair->pa[d][k] = pair->product[k].pa[d];
        }
    }
}

int pair_create(const shells_t *shells, int s, int t, double precision, pair_t *pair)
{
    const shell_t *a = &shells->basis->shell[s], *b = &shells->basis->shell[t];
    const double *ra = shells->molecule->atom[a->atom].r;
    const double *rb = shells->molecule->atom[b->atom].r;
    const double *ca = integrals_coefficients(shells->integrals, s);
    const double *cb = integrals_coefficients(shells->integrals, t);
    *pair = (pair_t){.l = {a->l, b->l}, .pure = {a->pure, b->pure}};
    for (int d = 0; d < 3; ++d)
        pair->ab[d] = ra[d] - rb[d];
    size_t most = (size_t)a->nprim * (size_t)b->nprim;
    pair->product = malloc(most * (sizeof *pair->product + FIELDS * sizeof(double)));
    if (!pair->product)
        return -1;
    for (int i = 0; i < a->nprim; ++i)
        for (int j = 0; j < b->nprim; ++j) {
            product_t product =
                make_product(pair, ra, rb, a->exponent[i], b->exponent[j], ca[i] * cb[j]);
            if (product.schwarz * FACTOR_MAX >= precision)
                pair->product[pair->nproduct++] = product;
        }
    qsort(pair->product, (size_t)pair->nproduct, sizeof *pair->product, by_schwarz);
    split_fields(pair, (double *)(pair->product + pair->nproduct));
    return 0;
}

void pair_free(pair_t *pair)
{
    free(pair->product);
}
