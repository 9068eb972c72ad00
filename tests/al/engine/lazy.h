/* An MPI that defers what it may: with LAZY_MPI=1 in the environment, one-sided calls do nothing
 * before they are flushed. They override MPI's. */
#ifndef TESTS_ENGINE_LAZY_H
#define TESTS_ENGINE_LAZY_H

/* Accumulates, fetches and swaps this rank has asked MPI for. */
int lazy_atomics(void);

#endif
