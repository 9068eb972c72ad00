/* Declarations that the parts of jacobi share. */
#ifndef JACOBI_H
#define JACOBI_H

#include <ashlar/ga.h>

enum { N = 32 }; /* inner points in each direction; points 0 and N+1 are the given boundary */

/* Relax until nothing changes any more. grid: (N+2)^2 points, to begin with and in the end.
 * Collective. @return sweeps */
int relax_by_patches(ga_t grid);
int relax_with_ghosts(ga_t grid);

/* The inner points of my block; 0 if there are none. */
int my_points(ga_t grid, int64_t *lo, int64_t *hi);

/* End the program with a message unless a call has succeeded. */
void check(int status);

/* Have all ranks changed no point by more than this? Collective. */
int has_converged(double change);

#endif
