/** Task pools: n pieces of work, handed out to whichever rank asks next. Part of ga.h.
 *
 * The SCF program of the 1996 paper (ga.h) hands out its tasks in this way, by read-and-increment
 * of one counter: large ones first, so that all ranks end together, and similar ones shuffled, so
 * that those that touch the same blocks of an array do not run at the same time.
 *
 *     ga_tasks_chunk_t chunk;
 *     while ((status = ga_tasks_next(tasks, &chunk)) == ASHLAR_OK && chunk.count > 0)
 *         for (int64_t k = 0; k < chunk.count; ++k)
 *             work(ga_tasks_at(&chunk, k));
 *
 * Each task is handed out exactly once in a round, whatever the ranks do and however late they are.
 * docs/semantics.md says what a rank may rely on, and which threads may call. */
#ifndef ASHLAR_GA_TASKS_H
#define ASHLAR_GA_TASKS_H

#include <stdint.h>

#include <ashlar/ga/array.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- task pools ------------------------------------------------------------------------------ */

/** A task pool: a positive number, this rank's own. */
typedef int32_t ga_tasks_t;

/** In which order tasks 0..n-1 are handed out. */
typedef enum ga_tasks_order {
    GA_TASKS_AS_GIVEN,    /**< 0, 1, 2, ... */
    GA_TASKS_LARGE_FIRST, /**< by falling cost; those of equal cost as given */
    GA_TASKS_STRATIFIED   /**< by falling power of two of the cost, shuffled within each */
} ga_tasks_order;

/** Tasks that are the caller's to do: at the places first..first+count-1 of the order. */
typedef struct ga_tasks_chunk {
    int64_t first, count; /**< count 0: none is left in this round */
    const int64_t *task;  /**< int64_t[count], the pool's: which tasks; NULL: the places */
} ga_tasks_chunk_t;

/** Create a pool of n tasks. Collective over the group.
 *
 * The order is made by rank 0 of the group and kept once on each node, 8 bytes a task, and 8 bytes
 * a chunk where costs say how large chunks are; making it takes rank 0 up to 32 bytes a task
 * meanwhile. In the order as given, or without costs, nothing is kept for that.
 *
 * Chunks that the pool chooses are large at first, to save requests, and small at the end, so that
 * all ranks end together: as many as the group has ranks, each with a quarter of a rank's share of
 * the tasks, but no more than half of its share of the cost; then the same of what is left, and so
 * on. That is factoring (S. F. Hummel, E. Schonberg, L. E. Flynn, Communications of the ACM 35(8),
 * 1992) with one more bound. A chunk has at least one task, and may always have a 256th of a rank's
 * share of all tasks; so there are about 20 chunks a rank, however many tasks, and 30 if costs
 * differ widely.
 *
 * @param[in] n      at least 0
 * @param[in] cost   double[n], estimates in any unit; read by rank 0 of the group only, not kept;
 *                   NULL there: all tasks cost the same
 * @param[in] order  without costs GA_TASKS_STRATIFIED shuffles all tasks
 * @param[in] seed   of the shuffle; the order follows from costs and seed alone
 * @param[in] chunk  tasks handed out at once; 0: the pool chooses
 * @param[out] tasks  the pool, in its first round; destroyed with ga_tasks_destroy()
 * @return ASHLAR_EARG    n or chunk below 0, no such order, GA_TASKS_LARGE_FIRST without costs, a
 *                        cost that is negative or no finite number, or a sum of them that is none
 * @return ASHLAR_ENOMEM  not enough memory, on every rank
 * @return ASHLAR_ELIMIT  too many pools or arrays on some rank
 * @return ASHLAR_EMISMATCH  under ASHLAR_CHECK=1: ranks differ in n, order, seed or chunk */
ASHLAR_API int ga_tasks_create(ga_group_t group, int64_t n, const double *cost,
                               ga_tasks_order order, uint64_t seed, int64_t chunk,
                               ga_tasks_t *tasks);
/** Destroy a pool. Collective over its group. Chunks are invalid afterwards.
 * @return ASHLAR_EHANDLE  no such pool */
ASHLAR_API int ga_tasks_destroy(ga_tasks_t tasks);
/** Take the next chunk of this round: a read-and-increment on rank 0 of the group. In a group of
 * 512 ranks or more on several nodes, ranks of a node that wait at the same time ask together.
 * After it has said that none is left, it says so again without asking. Completes nothing. Not
 * collective.
 * @param[out] chunk  valid until the pool is destroyed
 * @return ASHLAR_EHANDLE  no such pool
 * @return ASHLAR_EARG     chunk is NULL */
ASHLAR_API int ga_tasks_next(ga_tasks_t tasks, ga_tasks_chunk_t *chunk);
/** Begin the next round, in which all tasks are handed out again. Collective over the group, but
 * waits for nobody, except in every 256th call: other ranks may still be in the round before, or
 * already further. Tasks of a round that nobody has taken when all ranks have left it are not
 * handed out any more. Completes nothing. No thread of this rank may be in ga_tasks_next()
 * meanwhile.
 * @return ASHLAR_EHANDLE  no such pool */
ASHLAR_API int ga_tasks_reset(ga_tasks_t tasks);
/** How many tasks this rank took in this round. Not collective.
 * @return ASHLAR_EHANDLE  no such pool
 * @return ASHLAR_EARG     taken is NULL */
ASHLAR_API int ga_tasks_taken(ga_tasks_t tasks, int64_t *taken);

/** Task k of a chunk, 0 <= k < count. Not collective; never an error. */
static inline int64_t ga_tasks_at(const ga_tasks_chunk_t *chunk, int64_t k)
{
    return chunk->task ? chunk->task[k] : chunk->first + k;
}

#ifdef __cplusplus
}
#endif
#endif
