/* Messages to other nodes. They are counted when they are begun, by the call that begins them, and
 * bytes when they are added: what several calls put into one message is so each one's own. */
#ifndef AL_TRAFFIC_H
#define AL_TRAFFIC_H

#include <stdint.h>

#include "armci-lite/src/base/al_compiler.h"

typedef struct al_sent {
    int64_t messages, bytes;
} al_sent_t;

/* The sums of all calls of this thread: those of one call are a difference. */
extern _Thread_local AL_NEAR al_sent_t ali_sent_here;

void ali_count_sent(int64_t messages, int64_t bytes);
/* An answer to another rank is no call's, whoever sends it. */
void ali_count_answer(int64_t bytes);
/* Begin anew. */
void ali_traffic_reset(void);

#endif
