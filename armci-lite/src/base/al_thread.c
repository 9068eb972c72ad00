/* Threads of the library are started and stopped. */
#define _GNU_SOURCE
#include "armci-lite/src/base/al_thread.h"

#include <signal.h>
#include <stddef.h>

int ali_thread_start(pthread_t *thread, void *(*work)(void *))
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int runs = pthread_create(thread, NULL, work, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return runs;
}
