/* Triangular solves with the factors of a tiled matrix. */
#ifndef LA_TILED_SOLVE_H
#define LA_TILED_SOLVE_H

#include "linalg/src/tiled/la_tiled.h"

/* These are the solve() of lai_tiled_algorithm_t. */
void lai_tiled_solve_lu(lai_tiled_t *t, char op, lai_cyclic_t *b);
void lai_tiled_solve_cholesky(lai_tiled_t *t, char op, lai_cyclic_t *b);
/* These are the begin() of it. */
void lai_tiled_begin_lu(lai_tiled_t *t, int64_t k);
void lai_tiled_begin_cholesky(lai_tiled_t *t, int64_t k);
/* b = inverse(r)*b, r being the upper triangle, for the first rows of b. */
void lai_tiled_solve_upper(lai_tiled_t *t, lai_cyclic_t *b);

#endif
