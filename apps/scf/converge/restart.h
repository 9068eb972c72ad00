/* Checkpoints of the iterations, if they were asked for. */
#ifndef SCF_RESTART_H
#define SCF_RESTART_H

#include "converge/course.h"
#include "setup/calculation.h"

typedef struct restart restart_t;

/* Prepare to write checkpoints of a calculation and its course, and with --restart go on from the
 * one there is. Collective, as all that follow. *restart is NULL if none are wanted.
 * @return -1  with the failure set, on all ranks */
int restart_begin(calculation_t *scf, course_t *course, restart_t **restart, failure_t *failure);
/* Copy the state after an iteration, if it is its turn; it is written while the next one runs. */
int restart_write(restart_t *restart);
/* Complete what is being written. */
int restart_end(restart_t *restart);

#endif
