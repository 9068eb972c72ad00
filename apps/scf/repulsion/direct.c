/* Classes of s and p shells by closed formulas. */
#include "repulsion/direct.h"

#include "clones.h"

/* W-Q and W-P are multiples of P-Q: zeta/(zeta+eta) and -eta/(zeta+eta). */

CLONES void direct_ssss(const direct_row_t *row, double sum[1])
{
    double s = 0;
    for (int k = 0; k < row->n; ++k)
        s += row->f[0][k];
    sum[0] += s;
}

CLONES void direct_ssps(const direct_row_t *row, double sum[3])
{
    const double *inverse = row->inverse, *f0 = row->f[0], *f1 = row->f[1];
    const double *cx = row->qc[0], *cy = row->qc[1], *cz = row->qc[2];
    const double *px = row->pq[0], *py = row->pq[1], *pz = row->pq[2];
    double x = 0, y = 0, z = 0;
    for (int k = 0; k < row->n; ++k) {
        const double w = row->zeta * inverse[k] * f1[k];
        x += cx[k] * f0[k] + px[k] * w;
        y += cy[k] * f0[k] + py[k] * w;
        z += cz[k] * f0[k] + pz[k] * w;
    }
    sum[0] += x;
    sum[1] += y;
    sum[2] += z;
}

CLONES void direct_sspp(const direct_row_t *row, double sum[9])
{
    const double *inverse = row->inverse, *eta = row->eta;
    const double *f0 = row->f[0], *f1 = row->f[1], *f2 = row->f[2];
    const double *cx = row->qc[0], *cy = row->qc[1], *cz = row->qc[2];
    const double *px = row->pq[0], *py = row->pq[1], *pz = row->pq[2];
    double x = 0, y = 0, z = 0, xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
    for (int k = 0; k < row->n; ++k) {
        const double w = row->zeta * inverse[k];
        const double wx = px[k] * w, wy = py[k] * w, wz = pz[k] * w;
        const double x0 = cx[k] * f0[k] + wx * f1[k], x1 = cx[k] * f1[k] + wx * f2[k];
        const double y0 = cy[k] * f0[k] + wy * f1[k], y1 = cy[k] * f1[k] + wy * f2[k];
        const double z0 = cz[k] * f0[k] + wz * f1[k], z1 = cz[k] * f1[k] + wz * f2[k];
        const double same = (f0[k] - w * f1[k]) / (2 * eta[k]);
        x += x0;
        y += y0;
        z += z0;
        xx += cx[k] * x0 + wx * x1 + same;
        xy += cx[k] * y0 + wx * y1;
        xz += cx[k] * z0 + wx * z1;
        yy += cy[k] * y0 + wy * y1 + same;
        yz += cy[k] * z0 + wy * z1;
        zz += cz[k] * z0 + wz * z1 + same;
    }
    const double d[9] = {xx, xy, xz, xy, yy, yz, xz, yz, zz}, p[3] = {x, y, z};
    for (int i = 0; i < 9; ++i)
        sum[i] += d[i] + row->cd[i % 3] * p[i / 3];
}

CLONES void direct_psps(const direct_row_t *row, double sum[9])
{
    const double *inverse = row->inverse, *eta = row->eta;
    const double *f0 = row->f[0], *f1 = row->f[1], *f2 = row->f[2];
    const double *cx = row->qc[0], *cy = row->qc[1], *cz = row->qc[2];
    const double *px = row->pq[0], *py = row->pq[1], *pz = row->pq[2];
    const double ax = row->pa[0], ay = row->pa[1], az = row->pa[2];
    double xx = 0, xy = 0, xz = 0, yx = 0, yy = 0, yz = 0, zx = 0, zy = 0, zz = 0;
    for (int k = 0; k < row->n; ++k) {
        const double w = row->zeta * inverse[k], v = -eta[k] * inverse[k];
        const double wx = px[k] * w, wy = py[k] * w, wz = pz[k] * w;
        const double x0 = ax * f0[k] + px[k] * v * f1[k], x1 = ax * f1[k] + px[k] * v * f2[k];
        const double y0 = ay * f0[k] + py[k] * v * f1[k], y1 = ay * f1[k] + py[k] * v * f2[k];
        const double z0 = az * f0[k] + pz[k] * v * f1[k], z1 = az * f1[k] + pz[k] * v * f2[k];
        const double same = inverse[k] / 2 * f1[k];
        xx += cx[k] * x0 + wx * x1 + same;
        xy += cy[k] * x0 + wy * x1;
        xz += cz[k] * x0 + wz * x1;
        yx += cx[k] * y0 + wx * y1;
        yy += cy[k] * y0 + wy * y1 + same;
        yz += cz[k] * y0 + wz * y1;
        zx += cx[k] * z0 + wx * z1;
        zy += cy[k] * z0 + wy * z1;
        zz += cz[k] * z0 + wz * z1 + same;
    }
    const double all[9] = {xx, xy, xz, yx, yy, yz, zx, zy, zz};
    for (int i = 0; i < 9; ++i)
        sum[i] += all[i];
}
