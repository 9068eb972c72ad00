/* The am engine, for the code that chooses an engine and for the one that is made of two. */
#ifndef AL_AM_ENGINE_H
#define AL_AM_ENGINE_H

#include "armci-lite/src/wait/al_engine.h"

extern const al_engine_t ali_engine_am;

/* Complete what blocking calls have written to a node: handles may stay open. */
int ali_am_flush_node(int node);

#endif
