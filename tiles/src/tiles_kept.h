/* Lists of steps of calls that may be made again. */
#ifndef TILES_KEPT_H
#define TILES_KEPT_H

#include "tiles/src/tiles_plan.h"

/* A place where a list is kept. */
typedef struct tilesi_kept tilesi_kept_t;

/* The place for a call, and the list of an equal call that has been run, which is to be repeated
 * and put back; NULL: there is none. The arrays of both are alive. */
tilesi_kept_t *tilesi_take_kept(const tilesi_call_t *call, al_steps_t **steps);
void tilesi_put_back(tilesi_kept_t *kept, al_steps_t *steps);
/* Keep the list of a call. */
void tilesi_keep(const tilesi_call_t *call, al_steps_t *steps);

#endif
