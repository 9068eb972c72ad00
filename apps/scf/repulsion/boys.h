/* The Boys function, F_m(t) = integral of u^(2m) exp(-t u^2) for u in 0..1, for many t at once. */
#ifndef SCF_BOYS_H
#define SCF_BOYS_H

typedef struct boys {
    int m_max, stride;
    double *table; /**< F_m on a grid of t: double[grid][stride], owned; then exp(-t) on it */
} boys_t;

/* Prepare for orders up to m_max. @return -1  not enough memory */
int boys_create(int m_max, boys_t *boys);
void boys_destroy(boys_t *boys);

/* f[k + j*ld] = factor[k] * F_j(t[k]) for k in 0..n-1 and j in 0..m; t >= 0.
 * The relative error is below 1e-13. */
void boys_fill(const boys_t *boys, int m, int n, const double *t, const double *factor, int ld,
               double *f);

#endif
