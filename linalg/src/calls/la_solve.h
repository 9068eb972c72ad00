/* Systems in one call: what the calls of full and of mixed precision share. */
#ifndef LA_SOLVE_H
#define LA_SOLVE_H

#include <ashlar/ga.h>

#include "ga/src/array/ga_array.h"

/* The arrays of a*x = b, checked. */
int lai_find_system(const char *call, ga_t a, ga_t b, gai_array_t **matrix, gai_array_t **rhs);
/* b becomes x, by LU factors, or by Cholesky factors of the lower triangle. */
int lai_solve_system(const char *call, int lower, const gai_array_t *matrix,
                     const gai_array_t *rhs);

#endif
