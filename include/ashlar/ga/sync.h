/** Completion and waiting for each other: fences, small collectives, mutexes, notices. Part of
 * ga.h. */
#ifndef ASHLAR_GA_SYNC_H
#define ASHLAR_GA_SYNC_H

#include <stddef.h>

#include <ashlar/ga/array.h>
#include <ashlar/ga/onesided.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- completion and small collectives -------------------------------------------------------- */

/** Complete this rank's one-sided operations everywhere, the nonblocking ones among them. Not
 * collective. @return ASHLAR_EMPI  an operation failed */
ASHLAR_API int ga_fence(void);
/** Complete this rank's operations to one array: everybody can see them. Waits for the nodes that
 * the array lies on, not for all. Not collective.
 * @return ASHLAR_EHANDLE  no such array */
ASHLAR_API int ga_fence_array(ga_t g);
/** The same without waiting: the handle is complete once all that I issued before to g is complete
 * where it went. With the handle of a ga_put_nb() this acknowledges its data. Not collective.
 * @param[in,out] handle  as of ga_put_nb(); 0 afterwards if nothing is left to wait for
 * @return ASHLAR_EHANDLE  no such array
 * @return ASHLAR_EARG  handle is NULL */
ASHLAR_API int ga_fence_array_nb(ga_t g, ga_handle_t *handle);
/** Complete the operations of all ranks of the default group, and wait for them all. Collective
 * over it. @return ASHLAR_ESTATE  not initialised */
ASHLAR_API int ga_sync(void);
/** The same for any group. Collective over it. @return ASHLAR_EGROUP  no such group */
ASHLAR_API int ga_group_sync(ga_group_t group);
/** Copy bytes from the group's rank root to all its ranks. Collective over the group; no sync.
 * @return ASHLAR_ERANGE  no such root */
ASHLAR_API int ga_broadcast(ga_group_t group, void *buf, size_t bytes, int root);
/** Reduce n elements over the ranks of the group into everybody's buf. Collective; no sync.
 * The result is the same, bit for bit, on all ranks.
 * @return ASHLAR_ETYPE  no built-in type, or the operation is not defined for it (types.h)
 * @return ASHLAR_EARG   n below 0, no such operation, or ASHLAR_REPLACE */
ASHLAR_API int ga_allreduce(ga_group_t group, ga_type type, ashlar_op op, void *buf, int64_t n);
/** Let the library answer other nodes' requests, or MPI move its traffic: call it in long
 * computations. Not collective. @return ASHLAR_ESTATE  not initialised */
ASHLAR_API int ga_poll(void);

/* ---- mutexes and notices ----------------------------------------------------------------------
 */

/** A set of mutexes: a positive number, this rank's own. */
typedef int32_t ga_mutexes_t;

/** Create n mutexes, 0..n-1. Collective over the group, n the same on all ranks.
 * @return ASHLAR_EARG    n below 1
 * @return ASHLAR_ELIMIT  some rank has 64 sets already
 * @return ASHLAR_ENOMEM  not enough memory, on every rank */
ASHLAR_API int ga_mutexes_create(ga_group_t group, int64_t n, ga_mutexes_t *mutexes);
/** Free a set. Collective over its group.
 * @return ASHLAR_EHANDLE  no such set
 * @return ASHLAR_ESTATE   some mutex is held, on any rank: nothing is freed */
ASHLAR_API int ga_mutexes_destroy(ga_mutexes_t mutexes);
/** Wait for a mutex and take it: first come, first served; not recursive; held by the rank. What
 * its last holder did is visible. Not collective.
 * @return ASHLAR_EHANDLE  no such set
 * @return ASHLAR_ERANGE   no such mutex
 * @return ASHLAR_ESTATE   I hold it already
 * @return ASHLAR_ELIMIT   I hold 1024 of the set */
ASHLAR_API int ga_lock(ga_mutexes_t mutexes, int64_t index);
/** Complete my operations everywhere and release it. Not collective.
 * @return ASHLAR_EHANDLE  no such set
 * @return ASHLAR_ERANGE   no such mutex
 * @return ASHLAR_ESTATE   I do not hold it */
ASHLAR_API int ga_unlock(ga_mutexes_t mutexes, int64_t index);

/** Complete my operations to a rank of the world and tell it so; does not wait for it to listen.
 * Not collective.
 * @return ASHLAR_ERANGE  no such rank */
ASHLAR_API int ga_notify(int rank);
/** Wait for the next notice from a rank: each ga_notify() there is one. What it did to data of mine
 * before is visible. Not collective. @return ASHLAR_ERANGE  no such rank */
ASHLAR_API int ga_notify_wait(int rank);

#ifdef __cplusplus
}
#endif
#endif
