/* One function for each access whose order matters, to look at what it compiles to. The comment
 * before each says which instructions must be in it: `check` reads it. */
#include <stdatomic.h>

#include "armci-lite/src/local/al_lock.h"
#include "armci-lite/src/local/al_node_barrier.h"
#include "armci-lite/src/local/al_notice.h"

void ali_wait_back_off(al_wait_t *wait, int poll);
void ali_wait_check_watchdog(al_wait_t *wait);

/* order_lock: ldaxr|swpa */
void order_lock(al_lock_t *lock)
{
    ali_lock(lock);
}

/* order_unlock: stlr */
void order_unlock(al_lock_t *lock)
{
    ali_unlock(lock);
}

/* order_arrive: ldaxr|ldaddal */
/* order_arrive: stlxr|ldaddal */
bool order_arrive(al_node_barrier_t *barrier, unsigned n, unsigned mine)
{
    return ali_node_barrier_arrive(barrier, n, mine);
}

/* order_release: stlr */
void order_release(al_node_barrier_t *barrier, unsigned n, unsigned round)
{
    ali_node_barrier_release(barrier, n, round);
}

/* order_await: ldar|ldapr */
void order_await(al_node_barrier_t *barrier, unsigned n, unsigned round)
{
    ali_node_barrier_await(barrier, n, round);
}

/* order_wait_all: ldar|ldapr */
unsigned order_wait_all(al_node_barrier_t *barrier, unsigned n, unsigned mine)
{
    return ali_node_barrier_wait_all(barrier, n, mine);
}

/* order_post: stlr */
void order_post(atomic_uint *posted)
{
    ali_notice_post(posted);
}

/* order_take: ldar|ldapr */
void order_take(const atomic_uint *posted, uint32_t *taken)
{
    ali_notice_wait(posted, taken);
}

/* order_fence: dmb[[:space:]]+ish$ */
void order_fence(void)
{
    atomic_thread_fence(memory_order_seq_cst); /* al_fence_all, al_mutex.c */
}
