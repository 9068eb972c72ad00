/* An MPI that defers what it may: with LAZY_MPI=1 in the environment, one-sided calls do nothing
 * before they are flushed. They override MPI's. Only MPI_Rget_accumulate is MPI's own: the
 * library's marks (al_rma.h) come back before anything is done, and must not be taken for more. */
#ifndef TESTS_ENGINE_LAZY_H
#define TESTS_ENGINE_LAZY_H

/* Numbers that this rank has asked MPI to update: those of 8 bytes of accumulates, and fetches and
 * swaps. */
int lazy_atomics(void);
/* The sides of calls so far that had a derived datatype without gaps. */
int lazy_dense(void);

#endif
