/* Adds the integrals of one quartet of shells, times density, to Fock matrix blocks. */
#ifndef SCF_DIGEST_H
#define SCF_DIGEST_H

/* The six blocks of a matrix that a quartet (ab|cd) touches, each row-major. */
typedef struct six {
    double *ab, *cd, *ac, *ad, *bc, *bd;
} six_t;

/* fock += part * Coulomb - exchange/2 of the total density, all eight orders of the quartet at
 * once; the sum over all quartets becomes the two-electron Fock matrix when it is symmetrised.
 * @param[in] size    number of functions of the shells a, b, c, d
 * @param[in] eri     double[a][b][c][d]
 * @param[in] weight  1, times 1/2 for each of: a is b, c is d, ab is cd
 * @param[in] part    of Coulomb: 1 or 0
 * Blocks of fock may coincide. */
void digest(const int size[4], const double *eri, double weight, double part, const six_t *density,
            const six_t *fock);

#endif
