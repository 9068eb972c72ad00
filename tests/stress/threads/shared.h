/* The lock, barrier, notice, heap and handle code of armci-lite among workers that are threads of
 * one process (for ThreadSanitizer, and for the clocks of order.h) or processes that share memory,
 * with random delays at every atomic access. No MPI. */
#ifndef TESTS_SHARED_H
#define TESTS_SHARED_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/rng.h"

#ifndef TEST_WORKERS
#define TEST_WORKERS 4
#endif
enum { WORKERS = TEST_WORKERS };

/* One case: memory that begins as zeros, what each worker does, what must hold at the end. */
typedef struct shared_case {
    const char *name;
    size_t bytes;
    void (*work)(void *memory, int worker);
    void (*check)(const void *memory);
    int threads_only;
} shared_case_t;

extern const shared_case_t lock_counts, barrier_slots, marks_agree, barrier_leader, barrier_sizes,
    notice_ring, notice_lists, heap_blocks, handle_pool;

/* Where a case reads or writes data that workers share: order.h asks whether that is in order. */
#ifndef READS
#define READS(p)  ((void)0)
#define WRITES(p) ((void)0)
#endif

/* End the program when something does not hold. */
#define HOLDS(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "FAILED: %s:%d: not so: %s\n", __FILE__, __LINE__, #condition);        \
            _Exit(1);                                                                              \
        }                                                                                          \
    } while (0)

#endif
