/* The Boys function by a table and Taylor series, and for large t by a power. */
#include "repulsion/boys.h"

#include <math.h>
#include <stdlib.h>

#include "clones.h"

/* Up to T_MAX, F_m comes from its Taylor series about the nearest grid point, since
 * dF_m/dt = -F_(m+1); beyond, exp(-t) is negligible next to F_m, which is then a power of t. */
#define STEPS 10 /* grid points in one unit of t */
#define T_MAX 90
#define GRID  (T_MAX * STEPS + 2)
#define TERMS 8

/* F_m(t) for all m <= m_max: the series for the highest, then the recursion downwards. */
static void exact(int m_max, double t, double *f)
{
    double term = 1 / (2.0 * m_max + 1), sum = term;
    for (int k = 1; term > 1e-17 * sum; ++k) {
        term *= 2 * t / (2.0 * (m_max + k) + 1);
        sum += term;
    }
    double e = exp(-t);
    f[m_max] = e * sum;
    for (int m = m_max; m > 0; --m)
        f[m - 1] = (2 * t * f[m] + e) / (2.0 * m - 1);
}

int boys_create(int m_max, boys_t *boys)
{
    *boys = (boys_t){.m_max = m_max, .stride = m_max + TERMS};
    boys->table = malloc((size_t)GRID * (size_t)(boys->stride + 1) * sizeof *boys->table);
    if (!boys->table)
        return -1;
    for (int i = 0; i < GRID; ++i) {
        double t = (double)i / STEPS;
        exact(m_max + TERMS - 1, t, boys->table + (size_t)i * (size_t)boys->stride);
        boys->table[GRID * boys->stride + i] = exp(-t);
    }
    return 0;
}

void boys_destroy(boys_t *boys)
{
    free(boys->table);
    boys->table = NULL;
}

CLONES void boys_fill(const boys_t *boys, int m, int n, const double *t, const double *factor,
                      int ld, double *f)
{
    const double *restrict table = boys->table + m;
    const double *restrict exponential = boys->table + GRID * boys->stride;
    const int stride = boys->stride;
    double *restrict top = f + m * ld;
    double odd = 0.5 * sqrt(M_PI); /* (2m-1)!! sqrt(pi) / 2^(m+1) */
    for (int j = 1; j <= m; ++j)
        odd *= j - 0.5;

    double e[n];
#pragma GCC ivdep
    for (int k = 0; k < n; ++k) {
        const double clipped = t[k] < T_MAX ? t[k] : T_MAX;
        const int i = (int)(clipped * STEPS + 0.5);
        const double d = i * (1.0 / STEPS) - clipped;
        const double *row = table + i * stride;
        double sum = row[7] * (d / 7) + row[6];
        sum = sum * (d / 6) + row[5];
        sum = sum * (d / 5) + row[4];
        sum = sum * (d / 4) + row[3];
        sum = sum * (d / 3) + row[2];
        sum = sum * (d / 2) + row[1];
        sum = sum * d + row[0];
        double expd = d / 7 + 1;
        expd = expd * (d / 6) + 1;
        expd = expd * (d / 5) + 1;
        expd = expd * (d / 4) + 1;
        expd = expd * (d / 3) + 1;
        expd = expd * (d / 2) + 1;
        expd = expd * d + 1;
        double inverse = 1 / t[k], far = odd * sqrt(inverse);
        for (int j = 0; j < m; ++j)
            far *= inverse;
        const int near = t[k] < T_MAX;
        top[k] = factor[k] * (near ? sum : far);
        e[k] = factor[k] * (near ? exponential[i] * expd : 0);
    }
    for (int j = m; j > 0; --j) {
        const double scale = 1 / (2.0 * j - 1);
        const double *restrict from = f + j * ld;
        double *restrict to = f + (j - 1) * ld;
        for (int k = 0; k < n; ++k)
            to[k] = (2 * t[k] * from[k] + e[k]) * scale;
    }
}
