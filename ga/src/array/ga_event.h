/* Arrays in counts and traces. */
#ifndef GA_EVENT_H
#define GA_EVENT_H

#include "armci-lite/src/al_private.h"

extern const al_object_layer_t gai_array_layer;

#endif
