/* The counters of notices, created when the library starts. */
#ifndef AL_NOTIFY_H
#define AL_NOTIFY_H

/* Collective over the world. */
int ali_notify_start(void);
void ali_notify_stop(void);

#endif
