/* The numerical work of updates and downdates of Cholesky factors (la_cholesky_update.c). */
#ifndef LA_UPDATE_H
#define LA_UPDATE_H

#include <stdbool.h>

#include "linalg/src/calls/la_factor.h"

enum { V = B }; /* the operand whose columns are added or taken away; A is the factor */

/* The query_workspace() of their solvers. */
int lai_update_room(lai_solver_t *s);
/* Add, or take away. A stage. A factor that is kept (preloaded) is as it was when the result is not
 * 0.
 * @return 0, or the order of the first leading minor found not to be positive, on all ranks */
int64_t lai_update(lai_solver_t *s, bool down);
/* The next stage: 1 when the lower triangle has elements that are not finite, on all ranks; a
 * factor that is kept is then as it was before the update. */
int64_t lai_update_overflow(lai_solver_t *s);

#endif
