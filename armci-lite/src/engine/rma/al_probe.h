/* The self-test of MPI RMA. */
#ifndef AL_PROBE_H
#define AL_PROBE_H

/* Test between neighbouring nodes. *right: everything worked, the same on all ranks; verdict: the
 * result as a clause. A step that takes longer than ASHLAR_WATCHDOG, or 10 s, ends the job.
 * Collective over the world. */
enum { AL_VERDICT = 400 };
int ali_probe(int *right, char verdict[AL_VERDICT]) __attribute__((cold));

#endif
