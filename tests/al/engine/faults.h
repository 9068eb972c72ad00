/* An MPI with faults: calls of one-sided communication that stand before those of MPI. */
#ifndef TESTS_ENGINE_FAULTS_H
#define TESTS_ENGINE_FAULTS_H

typedef enum fault {
    FAULT_NONE,
    FAULT_NO_WINDOW,        /* no window can be made */
    FAULT_NO_WINDOW_LAST,   /* on the last rank, it says, but takes part */
    FAULT_NO_SECOND_WINDOW, /* only one */
    FAULT_GET,              /* rank 0 gets nothing */
    FAULT_PUT_ELSEWHERE,    /* what rank 0 puts is where it gets it, not at the target */
    FAULT_ACCUMULATE,       /* rank 0 adds nothing */
    FAULT_FETCH,            /* rank 0 always fetches the same */
    FAULT_HANG_CREATE,      /* on all ranks */
    FAULT_HANG_FLUSH        /* of rank 0 */
} fault_t;

/* From now on MPI has this fault; windows are counted anew. */
void faults_set(fault_t fault);
/* Free the window of FAULT_NO_WINDOW_LAST, which nobody but this MPI can (all ranks). */
void faults_free_unclaimed(void);

#endif
