/* Repulsion integrals of s and p shells, summed over primitives without libint2's recurrences:
 * these classes have the longest contractions and the shortest formulas. */
#ifndef SCF_DIRECT_H
#define SCF_DIRECT_H

/* One product of primitives in the bra with n of the ket. Arrays are double[n]. The integrals over
 * s functions of auxiliary order m are f[m]; P, Q, A, C, D are the usual centres. */
typedef struct direct_row {
    int n;
    double zeta, pa[3];
    double cd[3]; /**< C-D */
    const double *eta;
    const double *qc[3];   /**< Q-C */
    const double *inverse; /**< 1/(zeta+eta) */
    const double *pq[3];   /**< P-Q */
    const double *f[3];
} direct_row_t;

/* Add the row to the integrals of a class: (ss|ss), (ss|ps), (ss|pp), (ps|ps). */
void direct_ssss(const direct_row_t *row, double sum[1]);
void direct_ssps(const direct_row_t *row, double sum[3]);
void direct_sspp(const direct_row_t *row, double sum[9]);
void direct_psps(const direct_row_t *row, double sum[9]);

#endif
