/* Pulay's extrapolation of Fock matrices held as global arrays. */
#ifndef SCF_DIIS_H
#define SCF_DIIS_H

#include <ashlar/ga.h>

#define DIIS_MAX 10

typedef struct diis {
    int depth, held, next;
    ga_t fock[DIIS_MAX], error[DIIS_MAX];
    double product[DIIS_MAX][DIIS_MAX]; /**< of the errors held */
} diis_t;

/* Prepare to hold `depth` (at most DIIS_MAX) matrices of the shape of `like`. Collective. */
int diis_create(ga_t like, int depth, diis_t *diis);
void diis_destroy(diis_t *diis);

/* Forget all that is held. */
void diis_forget(diis_t *diis);

/* Remember a Fock matrix and its error, and replace the matrix by the combination of those held
 * whose error is smallest. Collective. */
int diis_extrapolate(diis_t *diis, ga_t fock, ga_t error);

#endif
