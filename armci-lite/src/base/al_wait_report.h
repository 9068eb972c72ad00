/* For whom this thread of the rank waits: the messages of the watchdog and of failed MPI calls name
 * it. */
#ifndef AL_WAIT_REPORT_H
#define AL_WAIT_REPORT_H

#include <stddef.h>

#include "armci-lite/src/base/al_compiler.h"

/* The thread's state, and the rank for which it waits. */
enum { AL_MY_NODE = -1, AL_OTHER_NODES = -2, AL_ANYBODY = -3 };
typedef struct al_waiting {
    const char *what;
    int rank;         /* of the world, or one of the above */
    const char *call; /* the collective call that al_check.h knows it to be in, or NULL */
} al_wait_report_t;

extern _Thread_local AL_NEAR al_wait_report_t ali_wait_report;

static inline void ali_report_wait(const char *what, int rank)
{
    ali_wait_report.what = what;
    ali_wait_report.rank = rank;
}

/* Write whom ali_wait_report names. NULL until the hosts of the nodes are known. */
extern void (*ali_describe_awaited)(char *text, size_t room);

#endif
