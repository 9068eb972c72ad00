/* Notices, and their counters, created when the library starts. */
#ifndef AL_NOTIFY_H
#define AL_NOTIFY_H

/* Collective over the world. */
int ali_notify_start(void);
void ali_notify_stop(void);

/* The same as al_notify() and al_notify_wait(), for a rank that exists; what is to be seen behind a
 * notice has been completed before (ali_fence_engine). */
int ali_notify(int rank);
int ali_notify_wait(int rank);

/* After a notice of another kind, a value seen in memory: see what its sender had completed. */
int ali_order_after_notice(void);

#endif
