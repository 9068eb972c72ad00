/* Messages of the active-message engine under the control of a test: calls that override MPI's. */
#ifndef TESTS_ENGINE_HOLD_H
#define TESTS_ENGINE_HOLD_H

#include <stdbool.h>
#include <stddef.h>

/* Keep back the next n messages with the data of fragments (AM_TAG_DATA), or with answers
 * (AM_TAG_REPLY), that this rank sends. */
void hold_next(int n, int tag);
/* How many are kept back. */
int hold_count(void);
/* Send one of them, the last one sent first. */
void hold_release(void);
/* Forget them, once all are sent and the engine has nothing under way. */
void hold_forget(void);

/* The next n receives of answers fail. */
void hold_fail_receives(int n);

/* Call this once, when the engine has looked for messages very often and found none. */
void hold_when_idle(void (*call)(void));

/* The most batches for a rank that it had not acknowledged, since the last call. */
int hold_most_unacked(void);

/* From now on the engine finds no memory on this rank, or does again. */
void hold_memory(bool on);
/* From now on it finds none for more bytes at once than these. */
void hold_memory_beyond(size_t most);

#endif
