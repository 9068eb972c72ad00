/* Convergence by second-order steps within a radius: the energy never rises. */
#ifndef SCF_SECONDORDER_H
#define SCF_SECONDORDER_H

#include "methods/hessian.h"

/* Take steps from the present density, whose energy and gradient are the last line of the table,
 * until the gradient is below the threshold (result.converged) or the table has `last` lines. At
 * least one step is taken, so a stationary point that is no minimum is left.
 * @param[in] toward  a rotation to try in the first step, or 0. Collective */
int secondorder_converge(hessian_t *h, ga_t toward, int last);

#endif
