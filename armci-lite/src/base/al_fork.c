/* A forked child is noticed: the library is closed to it. */
#define _POSIX_C_SOURCE 200809L
#include "armci-lite/src/base/al_fork.h"

#include <pthread.h>
#include <stdio.h>

#include <ashlar/al.h>

#include "armci-lite/src/base/al_status.h"

char ali_fork_message[96];

void ali_fork_set_message(int parent)
{
    snprintf(ali_fork_message, sizeof ali_fork_message,
             "this process was forked from rank %d, and only that may call the library", parent);
}

int al_forked(void)
{
    return *ali_fork_message != '\0';
}

int ali_fork_register(void (*abandon)(void))
{
    static int is_watching; /* for all starts */
    if (!is_watching && pthread_atfork(NULL, NULL, abandon) != 0)
        return AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory to watch for children");
    is_watching = 1;
    return ASHLAR_OK;
}
