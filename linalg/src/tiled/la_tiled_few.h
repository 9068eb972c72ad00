/* Triangular solves for few right-hand sides by all ranks of a process row. */
#ifndef LA_TILED_FEW_H
#define LA_TILED_FEW_H

#include "linalg/src/tiled/la_tiled.h"

/* Whether they suit b: it has few columns, and the factor lies on one process row. */
bool lai_tiled_is_few(const lai_tiled_t *t, const lai_cyclic_t *b);

/* b = inverse(op(a))*b for a triangle of the matrix, in the first rows of b. All ranks of the grid
 * call, and have b when they meet next. */
void lai_tiled_solve_few(lai_tiled_t *t, char uplo, char op, char diag, lai_cyclic_t *b);

#endif
