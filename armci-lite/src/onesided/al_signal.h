/* Signals that no fence waits for. */
#ifndef AL_SIGNAL_H
#define AL_SIGNAL_H

#include <stddef.h>
#include <stdint.h>

#include <ashlar/al.h>

/* Add to a counter of a rank, as al_put_signal() without data does, but for one thing: fences do
 * not wait until it is there. Such are counters that synchronise what has been completed before: if
 * a fence waited for the last phase of a barrier, each phase would cost a round trip more. */
int ali_signal_unfenced(al_segment_t *segment, int rank, size_t signal, int64_t inc);

#endif
