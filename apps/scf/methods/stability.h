/* Whether the orbitals found are a minimum of the energy, and the way down to one. */
#ifndef SCF_STABILITY_H
#define SCF_STABILITY_H

#include "methods/hessian.h"

/* Eh. A gap below this, or trouble on the way, is reason enough for a glance without being asked.
 */
#define GAP_SUSPICIOUS 0.3

/* Find the lowest eigenvalues of the Hessian at the converged density of the last hessian_update(),
 * for result.stability. With options.stability STABILITY_FOLLOW, go downhill first, converging anew
 * each time, until there is no way left; options.iterations holds for each. With STABILITY_IGNORE,
 * find an upper bound of the first eigenvalue where the answer is suspicious. Collective. */
int stability_test(hessian_t *h);

#endif
