/* Jacobi's method for small symmetric matrices. */
#include "setup/eigen_small.h"

#include <math.h>

#define SWEEPS_MAX 60

/* Rotate rows and columns p, q so that a[p][q] vanishes. */
static void rotate(int n, double *a, double *z, int p, int q)
{
    double theta = (a[q + q * n] - a[p + p * n]) / (2 * a[p + q * n]);
    double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < n; ++k) {
        double kp = a[k + p * n], kq = a[k + q * n];
        a[k + p * n] = c * kp - s * kq;
        a[k + q * n] = s * kp + c * kq;
        kp = z[k + p * n];
        kq = z[k + q * n];
        z[k + p * n] = c * kp - s * kq;
        z[k + q * n] = s * kp + c * kq;
    }
    for (int k = 0; k < n; ++k) {
        double pk = a[p + k * n], qk = a[q + k * n];
        a[p + k * n] = c * pk - s * qk;
        a[q + k * n] = s * pk + c * qk;
    }
}

static int sweep(int n, double *a, double *z)
{
    int rotations = 0;
    for (int p = 0; p < n; ++p)
        for (int q = p + 1; q < n; ++q) {
            double small = 1e-15 * sqrt(fabs(a[p + p * n] * a[q + q * n])) + 1e-300;
            if (fabs(a[p + q * n]) <= small)
                continue;
            rotate(n, a, z, p, q);
            ++rotations;
        }
    return rotations;
}

static void exchange(int n, double *w, double *z, int i, int j)
{
    double swap = w[i];
    w[i] = w[j];
    w[j] = swap;
    for (int k = 0; k < n; ++k) {
        swap = z[k + i * n];
        z[k + i * n] = z[k + j * n];
        z[k + j * n] = swap;
    }
}

void eigen_small(int n, double *a, double *w, double *z)
{
    for (int i = 0; i < n * n; ++i)
        z[i] = i % (n + 1) == 0;
    for (int k = 0; k < SWEEPS_MAX && sweep(n, a, z) > 0; ++k)
        continue;
    for (int i = 0; i < n; ++i)
        w[i] = a[i + i * n];
    for (int i = 0; i < n; ++i)
        for (int j = i + 1; j < n; ++j)
            if (w[j] < w[i])
                exchange(n, w, z, i, j);
}
