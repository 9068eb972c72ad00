/* ELPA: eigenvectors on a process grid, if it was found when the library was built. */
#ifndef LA_ELPA_H
#define LA_ELPA_H

#include "linalg/src/blas/la_blas.h"

/* ELPA's handles of a process grid: its ranks, and what belongs to the last problem. */
typedef struct lai_elpa {
    MPI_Comm comm;
    void *handle; /* NULL: none */
    struct lai_elpa_problem {
        int64_t n, tile, count; /* as many eigenvectors */
        int stages;
    } problem;
} lai_elpa_t;

/* The first eigenvalues and eigenvectors of a, in 1 stage or 2; a is whole, of type double or
 * complex double, and destroyed. Every
 * process has a tile. Collective over the grid. Returns 0, or an error of ELPA. */
int64_t lai_elpa_solve(lai_elpa_t *elpa, ashlar_type type, int stages, lai_cyclic_t *a,
                       lai_cyclic_t *z, int64_t count, void *w);
/* Forget the last problem. Collective over the grid. */
void lai_elpa_free(lai_elpa_t *elpa);

#endif
