/* Workers meet at a barrier of each size, in all its forms by turns. */
#include <string.h>

#include "armci-lite/src/local/al_node_barrier.h"
#include "shared.h"

enum {
    EXCHANGES = 150,
    AREA = sizeof(al_node_barrier_t) + WORKERS * (2 * sizeof(al_slot_t) + sizeof(al_hash_slot_t))
};

/* What a slot holds: numbers of workers. */
typedef struct list {
    unsigned count, number[WORKERS];
} list_t;

/* Tells in which order slots are combined. */
static void append(void *into, const void *from, const void *context)
{
    list_t *list = into;
    const list_t *more = from;

    HOLDS(context == NULL);
    WRITES(list);
    READS(more);
    memcpy(list->number + list->count, more->number, more->count * sizeof *more->number);
    list->count += more->count;
}

static void check_list(const al_slot_t *slot, unsigned n)
{
    const list_t *list = (const list_t *)(const void *)slot->bytes;

    READS(list);
    HOLDS(list->count == n);
    for (unsigned k = 0; k < n; ++k)
        HOLDS(list->number[k] == k);
}

/* One of all makes the list of all. */
static void lead(al_node_barrier_t *barrier, al_slot_t *slots, unsigned n, unsigned mine)
{
    const unsigned round = ali_node_barrier_wait_all(barrier, n, mine);

    for (unsigned k = 1; k < n; ++k)
        append(slots[0].bytes, slots[k].bytes, NULL);
    ali_node_barrier_release(barrier, n, round);
}

static void meet(al_node_barrier_t *barrier, unsigned n, unsigned mine, unsigned exchange)
{
    al_slot_t *slots = ali_node_barrier_slots(barrier, n, exchange);
    list_t *list = (list_t *)(void *)slots[mine].bytes;

    WRITES(list);
    *list = (list_t){1, {mine}};
    if (exchange % 3 == 0) {
        ali_node_barrier_wait(barrier, n, mine);
        for (unsigned k = 0; k < n; ++k) {
            READS(slots[k].bytes);
            HOLDS(((const list_t *)(const void *)slots[k].bytes)->number[0] == k);
        }
        return;
    }
    if (exchange % 3 == 1)
        ali_node_barrier_combine(barrier, slots, n, mine, append, NULL);
    else if (mine == exchange % n)
        lead(barrier, slots, n, mine);
    else
        ali_node_barrier_arrive_and_wait(barrier, n, mine);
    check_list(&slots[0], n);
}

static al_node_barrier_t *barrier_of(const void *memory, unsigned n)
{
    return (al_node_barrier_t *)(uintptr_t)((const char *)memory + (n - 1) * AREA);
}

static void sizes_work(void *memory, int worker)
{
    for (unsigned n = 1; n <= WORKERS; ++n)
        for (unsigned exchange = 0; exchange < EXCHANGES && (unsigned)worker < n; ++exchange)
            meet(barrier_of(memory, n), n, (unsigned)worker, exchange);
}

static void sizes_check(const void *memory)
{
    for (unsigned n = 1; n <= WORKERS; ++n)
        HOLDS(ali_node_barrier_round(barrier_of(memory, n), n) == EXCHANGES);
}

const shared_case_t barrier_sizes = {"barrier_sizes", WORKERS *(size_t)AREA, sizes_work,
                                     sizes_check, 0};
