/* The walk over the elements I own of an operation's first operand: what data-parallel operations
 * have in common. */
#ifndef GA_WALK_H
#define GA_WALK_H

#include "ga/src/operands/ga_operands.h"

/* n elements of a block of mine, one after the other in memory. */
typedef struct gai_run {
    size_t n;
    /* at[0]: the elements of operand 0; at[k]: the matching ones of operand k, which are only read.
     * at[0] again for k beyond the operands. */
    char *at[GAI_OPERANDS];
    int64_t number; /* in a numbered walk: of the first in the patch of operand 0, dimension 0
                     * fastest */
} gai_run_t;

typedef void gai_work_t(void *context, const gai_run_t *run);

/* Call work for all elements of operands[0] that I own, with the matching ones of the n-1 others:
 * in place where they are in step with it, fetched piece by piece otherwise. In a numbered walk the
 * elements of a run have consecutive numbers. Not collective. */
int gai_walk(const char *call, const gai_operand_t *operands, int n, gai_work_t *work,
             void *context);
int gai_walk_numbered(const char *call, const gai_operand_t *operands, int n, gai_work_t *work,
                      void *context);

/* The same by threads of this rank: thread k with the context at contexts + k * bytes, those that
 * there are. gai_walk_threads() says how many are worth it, 1 to GAI_THREADS (ASHLAR_THREADS, which
 * is 1 unless set; short walks and those that fetch something are left to one). */
enum { GAI_THREADS = 64 };
int gai_threads_most(void); /* of any walk */
int gai_walk_threads(const gai_operand_t *operands, int n);
int gai_walk_shared(const char *call, const gai_operand_t *operands, int n, gai_work_t *work,
                    void *contexts, size_t bytes, int threads);

/* Does the walk fetch nothing, so that it can only fail when MPI has? The same on all ranks. */
bool gai_walk_is_local(const gai_operand_t *operands, int n);

#endif
