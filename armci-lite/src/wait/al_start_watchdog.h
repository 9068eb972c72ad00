/* The start guard: a thread that reports what hangs in al_init, or ends the job. */
#ifndef AL_START_WATCHDOG_H
#define AL_START_WATCHDOG_H

#include <stdint.h>

/* The present step of al_init, the seconds it may take, and the function that the guard calls
 * once if it takes longer. */
typedef struct al_step {
    const char *what;
    int peer; /* -1: all ranks */
    int64_t seconds;
    void (*on_timeout)(const struct al_step *step);
    int ends_job;
} al_step_t;

/* Guard the start as a whole; does nothing when no thread can be started. */
void ali_start_watchdog_start(void);
void ali_start_watchdog_stop(void);
int ali_start_watchdog_runs(void);
void ali_start_watchdog_begin_step(al_step_t step);
/* The step is over: guard the start as a whole again, from now. */
void ali_start_watchdog_end_step(void);
/* Seconds: ASHLAR_WATCHDOG, or 10. */
int64_t ali_startup_timeout(void);

#endif
