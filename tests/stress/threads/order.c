/* Vector clocks: see order.h. One lock around every access: what the workers do here is in a single
 * order; what they may rely on is in the clocks. */
#include <pthread.h>
#include <stdint.h>
#include <string.h>

#include "order.h"
#include "shared.h"

enum { CELLS = 1 << 14 }; /* more than any case touches */

/* An object that workers share. */
typedef struct cell {
    const volatile void *at;
    unsigned carried[WORKERS]; /* the knowledge that its value carries */
    unsigned wrote[WORKERS];   /* each worker's time of its last write, */
    unsigned read[WORKERS];    /* and read; 0: none */
    const char *where_wrote[WORKERS], *where_read[WORKERS];
} cell_t;

static struct {
    pthread_mutex_t lock;
    unsigned knows[WORKERS][WORKERS]; /* [worker]: its own time, and to when it knows the others */
    cell_t cells[CELLS];
} order = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local int me;

void test_order_begin(void)
{
    memset(order.cells, 0, sizeof order.cells);
    memset(order.knows, 0, sizeof order.knows);
    for (int k = 0; k < WORKERS; ++k)
        order.knows[k][k] = 1;
}

void test_order_worker(int worker)
{
    me = worker;
}

static cell_t *cell_at(const volatile void *at)
{
    uint64_t hash = (uint64_t)(uintptr_t)at * UINT64_C(0x9e3779b97f4a7c15);

    for (uint64_t k = hash >> 40;; ++k) {
        cell_t *cell = &order.cells[k % CELLS];
        if (!cell->at)
            cell->at = at;
        if (cell->at == at)
            return cell;
        HOLDS(k - (hash >> 40) < CELLS);
    }
}

static void learn(unsigned *to, const unsigned *from)
{
    for (int k = 0; k < WORKERS; ++k)
        to[k] = from[k] > to[k] ? from[k] : to[k];
}

/* The others' accesses must be known to me. */
static void check(const unsigned *times, const char *const *wheres, const char *where)
{
    for (int k = 0; k < WORKERS; ++k) {
        if (times[k] > order.knows[me][k]) {
            fprintf(stderr, "FAILED: no order between worker %d at %s and worker %d at %s\n", me,
                    where, k, wheres[k]);
            _Exit(1);
        }
    }
}

static void check_conflicts(test_access_t access, cell_t *cell, const char *where)
{
    int writes = access == TEST_WRITE || access == TEST_STORE;

    if (writes || access == TEST_READ || access == TEST_ADD) {
        check(cell->wrote, cell->where_wrote, where);
        if (writes)
            check(cell->read, cell->where_read, where);
        (writes ? cell->wrote : cell->read)[me] = order.knows[me][me];
        (writes ? cell->where_wrote : cell->where_read)[me] = where;
    }
}

static void pass_on(test_access_t access, cell_t *cell, int memory_order)
{
    int both = memory_order == memory_order_acq_rel || memory_order == memory_order_seq_cst;

    if (access != TEST_STORE && (both || memory_order == memory_order_acquire))
        learn(order.knows[me], cell->carried);
    if (access == TEST_STORE)
        memset(cell->carried, 0, sizeof cell->carried);
    if (access != TEST_LOAD && (both || memory_order == memory_order_release)) {
        learn(cell->carried, order.knows[me]);
        ++order.knows[me][me];
    }
}

void test_order_enter(test_access_t access, const volatile void *at, int memory_order,
                      const char *where)
{
    pthread_mutex_lock(&order.lock);
    cell_t *cell = cell_at(at);
    check_conflicts(access, cell, where);
    if (access != TEST_READ && access != TEST_WRITE)
        pass_on(access, cell, memory_order);
}

void test_order_leave(void)
{
    pthread_mutex_unlock(&order.lock);
}
