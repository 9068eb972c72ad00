/* The self-test of MPI RMA. */
#ifndef AL_PROBE_H
#define AL_PROBE_H

/* Between neighbouring nodes. *right: did everything work, on
 * all ranks alike; verdict: one clause in words. A step that takes longer than ASHLAR_WATCHDOG, or
 * 10 s, ends the job. Collective over the world. */
enum { AL_VERDICT = 400 };
int ali_probe(int *right, char verdict[AL_VERDICT]);

#endif
