/* All engines, for the code that chooses one (al_choose.c) and for the one that is made of the two
 * others (al_hybrid.c). */
#ifndef AL_ENGINES_H
#define AL_ENGINES_H

#include "armci-lite/src/base/al_engine.h"

extern const al_engine_t ali_engine_rma, ali_engine_am, ali_engine_hybrid;

/* Complete what blocking calls have written to a node by am: handles may stay open. */
int ali_am_settle(int node);

#endif
