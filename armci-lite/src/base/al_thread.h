/* Threads of the library. */
#ifndef AL_THREAD_H
#define AL_THREAD_H

#include <pthread.h>

/* Start a thread that takes no signals: they are for the program's own threads. Returns whether it
 * runs. */
int ali_thread_start(pthread_t *thread, void *(*work)(void *));

#endif
