/* Signals that no fence waits for. */
#ifndef AL_SIGNAL_H
#define AL_SIGNAL_H

#include <stddef.h>
#include <stdint.h>

#include <ashlar/al.h>

/* Add to a counter of a rank as al_put_signal() without data does, but fences do not wait for it.
 * The phases of a barrier are counted so: what they synchronise has been completed before, and to
 * wait for the signal of the last phase would cost each phase a round trip. The caller sees to it
 * that the counter lives until the signal is there. */
int ali_signal_unfenced(al_segment_t *segment, int rank, size_t signal, int64_t inc);

#endif
