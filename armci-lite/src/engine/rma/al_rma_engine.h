/* The rma engine, for the code that chooses an engine and for the one that is made of two. */
#ifndef AL_RMA_ENGINE_H
#define AL_RMA_ENGINE_H

#include "armci-lite/src/wait/al_engine.h"

extern const al_engine_t ali_engine_rma;
int ali_rma_order_local(void);

#endif
