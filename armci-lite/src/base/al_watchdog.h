/* ASHLAR_WATCHDOG: end the job when one wait takes too long, and say who waits for whom. */
#ifndef AL_WATCHDOG_H
#define AL_WATCHDOG_H

#include <time.h>

/* Seconds of a clock that is never set. */
time_t ali_watch_now(void);
/* End the job when a wait that began then has lasted longer than ASHLAR_WATCHDOG. */
void ali_watch(time_t begin);

#endif
