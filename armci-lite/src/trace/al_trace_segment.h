/* Segments in traces. */
#ifndef AL_TRACE_SEGMENT_H
#define AL_TRACE_SEGMENT_H

#include <stdint.h>

#include <ashlar/al.h>

#include "armci-lite/src/trace/al_event.h"

extern const al_object_layer_t ali_segment_layer;
/* A number that its ranks know a segment by. */
uint64_t ali_segment_key(const al_segment_t *segment);

#endif
