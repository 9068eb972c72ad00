/* A fixed matrix without any symmetry, by which the program decides where symmetry leaves it open.
 *
 * If several orbitals have the same energy, or a state can be left in two equal directions,
 * rounding would decide, which depends on the number of ranks and on the order of sums. This matrix
 * is larger than rounding and depends on the places of the basis functions in the input only. */
#ifndef SCF_TIES_H
#define SCF_TIES_H

#include <ashlar/ga.h>

/* ties = x^T s r s x, where r is symmetric, with elements in -1..1 made from their indices: so x
 * may have any signs, and near-dependent functions do not magnify it. Collective. */
int ties_make(ga_t s, ga_t x, ga_t work, ga_t work2, ga_t ties);

#endif
