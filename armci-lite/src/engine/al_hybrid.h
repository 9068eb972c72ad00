/* The engine am+rma, for the code that chooses an engine. */
#ifndef AL_HYBRID_H
#define AL_HYBRID_H

#include "armci-lite/src/wait/al_engine.h"

extern const al_engine_t ali_engine_hybrid;

#endif
