/* ASHLAR_WATCHDOG: when a wait takes too long, say who waits for whom and end the job. */
#ifndef AL_WATCHDOG_H
#define AL_WATCHDOG_H

#include <time.h>

/* Seconds of the monotonic clock. */
time_t ali_watchdog_now(void);
/* End the job when a wait that began then has lasted longer than ASHLAR_WATCHDOG. */
void ali_watchdog_check(time_t begin);

#endif
