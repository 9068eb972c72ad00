/* An MPI with faults: one-sided calls that override MPI's. */
#ifndef TESTS_ENGINE_FAULTS_H
#define TESTS_ENGINE_FAULTS_H

typedef enum fault {
    FAULT_NONE,
    FAULT_NO_WINDOW,        /* no window can be made */
    FAULT_NO_WINDOW_LAST,   /* the last rank says so, but takes part */
    FAULT_NO_SECOND_WINDOW, /* only one */
    FAULT_GET,              /* rank 0 gets nothing */
    FAULT_PUT_ELSEWHERE,    /* rank 0 can get what it puts, but it is not at the target */
    FAULT_ACCUMULATE,       /* rank 0 adds nothing */
    FAULT_FETCH,            /* rank 0 always fetches the same */
    FAULT_HANG_CREATE,      /* on all ranks */
    FAULT_HANG_FLUSH        /* of rank 0 */
} fault_t;

/* From now on MPI has this fault; windows are counted from zero again. */
void faults_set(fault_t fault);
/* Free the window of FAULT_NO_WINDOW_LAST, which nobody but this MPI can (all ranks). */
void faults_free_unclaimed(void);

#endif
