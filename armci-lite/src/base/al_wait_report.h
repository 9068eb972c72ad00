/* For whom this thread of the rank waits: the messages of the watchdog and of failed MPI calls name
 * it. */
#ifndef AL_WAITING_H
#define AL_WAITING_H

#include <stddef.h>

/* The thread's state, and the rank for which it waits. */
enum { AL_MY_NODE = -1, AL_OTHER_NODES = -2, AL_ANYBODY = -3 };
typedef struct al_waiting {
    const char *what;
    int rank;         /* of the world, or one of the above */
    const char *call; /* the collective call that al_check.h knows it to be in, or NULL */
} al_waiting_t;

extern _Thread_local al_waiting_t ali_waiting;

static inline void ali_waiting_for(const char *what, int rank)
{
    ali_waiting.what = what;
    ali_waiting.rank = rank;
}

/* Write whom ali_waiting names. NULL until the hosts of the nodes are known. */
extern void (*ali_name_awaited)(char *text, size_t room);

#endif
