/* DIIS: errors, their products, and the combination of Fock matrices. */
#include "methods/diis.h"

#include <math.h>
#include <stdlib.h>

#include "molecule/try.h"

/* Beyond this spread of the errors' sizes the oldest are dropped: their combination with the new
 * ones is lost in rounding. */
#define CONDITION_MAX 1e24

int diis_create(ga_t like, int depth, diis_t *diis)
{
    *diis = (diis_t){.depth = depth};
    for (int k = 0; k < depth; ++k) {
        TRY(ga_create_like(like, ASHLAR_DOUBLE, "diis fock", &diis->fock[k]));
        TRY(ga_create_like(like, ASHLAR_DOUBLE, "diis error", &diis->error[k]));
    }
    return 0;
}

void diis_destroy(diis_t *diis)
{
    for (int k = 0; k < diis->depth; ++k) {
        if (diis->fock[k])
            ga_destroy(diis->fock[k]);
        if (diis->error[k])
            ga_destroy(diis->error[k]);
    }
    *diis = (diis_t){0};
}

void diis_forget(diis_t *diis)
{
    diis->held = diis->next = 0;
}

/* Solve a x = b, n <= DIIS_MAX+1, by elimination with row exchanges; -1 when singular. Every rank
 * solves the same numbers, so all get the same solution. */
static int solve(int n, double a[DIIS_MAX + 1][DIIS_MAX + 1], double b[DIIS_MAX + 1])
{
    for (int k = 0; k < n; ++k) {
        int pivot = k;
        for (int i = k + 1; i < n; ++i)
            if (fabs(a[i][k]) > fabs(a[pivot][k]))
                pivot = i;
        if (a[pivot][k] == 0)
            return -1;
        for (int j = 0; j < n; ++j) {
            double swap = a[k][j];
            a[k][j] = a[pivot][j];
            a[pivot][j] = swap;
        }
        double swap = b[k];
        b[k] = b[pivot];
        b[pivot] = swap;
        for (int i = k + 1; i < n; ++i) {
            double factor = a[i][k] / a[k][k];
            for (int j = k; j < n; ++j)
                a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    }
    for (int k = n - 1; k >= 0; --k) {
        for (int j = k + 1; j < n; ++j)
            b[k] -= a[k][j] * b[j];
        b[k] /= a[k][k];
    }
    return 0;
}

/* The coefficients of the held matrices listed in `use`: they sum to one and make the norm of the
 * combined error smallest. The errors are scaled by the newest, the last in the list. */
static int coefficients(const diis_t *diis, int n, const int *use, double *c)
{
    double a[DIIS_MAX + 1][DIIS_MAX + 1], b[DIIS_MAX + 1];
    double scale = diis->product[use[n - 1]][use[n - 1]];
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j)
            a[i][j] = diis->product[use[i]][use[j]] / scale;
        a[i][n] = a[n][i] = 1;
        b[i] = 0;
    }
    a[n][n] = 0;
    b[n] = 1;
    if (scale == 0 || solve(n + 1, a, b) != 0)
        return -1;
    for (int i = 0; i < n; ++i)
        c[i] = b[i];
    return 0;
}

static int combine(const diis_t *diis, int n, const int *use, const double *c, ga_t fock)
{
    const double zero = 0, one = 1;
    TRY(ga_add(&c[0], diis->fock[use[0]], &zero, diis->fock[use[0]], fock));
    for (int i = 1; i < n; ++i)
        TRY(ga_add(&c[i], diis->fock[use[i]], &one, fock, fock));
    return 0;
}

static int remember(diis_t *diis, ga_t fock, ga_t error)
{
    int slot = diis->next;
    TRY(ga_copy(fock, diis->fock[slot]));
    TRY(ga_copy(error, diis->error[slot]));
    diis->next = (slot + 1) % diis->depth;
    if (diis->held < diis->depth)
        ++diis->held;
    for (int k = 0; k < diis->held; ++k) {
        double dot;
        TRY(ga_dot(diis->error[slot], diis->error[k], &dot));
        diis->product[slot][k] = diis->product[k][slot] = dot;
    }
    return 0;
}

int diis_extrapolate(diis_t *diis, ga_t fock, ga_t error)
{
    TRY(remember(diis, fock, error));
    int use[DIIS_MAX];
    int newest = (diis->next + diis->depth - 1) % diis->depth, n = 0;
    for (int age = diis->held - 1; age >= 0; --age) {
        int k = (newest + diis->depth - age) % diis->depth;
        if (diis->product[k][k] < CONDITION_MAX * diis->product[newest][newest])
            use[n++] = k;
    }
    double c[DIIS_MAX];
    if (n < 2 || coefficients(diis, n, use, c) != 0)
        return 0;
    return combine(diis, n, use, c, fock);
}
