/* Workers wait for each other: at locks, barriers and notices. */
#include "armci-lite/src/local/al_lock.h"
#include "armci-lite/src/local/al_node_barrier.h"
#include "armci-lite/src/local/al_notice.h"
#include "shared.h"

/* ---- lock: plain counters, several under one lock, several locks ------------------------------
 */

enum { LOCKS = 3, LOCKED_ROUNDS = 3000 };

typedef struct guarded {
    al_lock_t locks[LOCKS];
    long counter[LOCKS][2];
} guarded_t;

static void lock_work(void *memory, int worker)
{
    guarded_t *g = memory;

    for (int k = 0; k < LOCKED_ROUNDS; ++k) {
        int which = (k + worker) % LOCKS;
        ali_lock(&g->locks[which]);
        WRITES(g->counter[which]);
        HOLDS(g->counter[which][0] == g->counter[which][1]);
        ++g->counter[which][0];
        test_delay();
        ++g->counter[which][1];
        ali_unlock(&g->locks[which]);
    }
}

static void lock_check(const void *memory)
{
    const guarded_t *g = memory;

    for (int k = 0; k < LOCKS; ++k)
        HOLDS(g->counter[k][0] == (long)WORKERS * LOCKED_ROUNDS / LOCKS);
}

const shared_case_t lock_counts = {"lock_counts", sizeof(guarded_t), lock_work, lock_check, 0};

/* ---- barrier: the exchange of al_coll.c, one barrier an exchange ------------------------------
 */

enum { BARRIERS = 2000 };

static const size_t barrier_bytes = sizeof(al_node_barrier_t) + 2 * WORKERS * sizeof(al_slot_t);

static void slots_work(void *memory, int worker)
{
    al_node_barrier_t *barrier = memory;

    for (unsigned exchange = 0; exchange < BARRIERS; ++exchange) {
        al_slot_t *slots = ali_node_barrier_slots(barrier, WORKERS, exchange);
        WRITES(&slots[worker]);
        *(long *)(void *)slots[worker].bytes = (long)exchange * WORKERS + worker;
        ali_node_barrier_wait(barrier, WORKERS, (unsigned)worker);
        for (int k = 0; k < WORKERS; ++k) {
            READS(&slots[k]);
            HOLDS(*(const long *)(const void *)slots[k].bytes == (long)exchange * WORKERS + k);
        }
    }
}

static unsigned rounds_in(const void *memory)
{
    return ali_node_barrier_round((al_node_barrier_t *)(uintptr_t)memory, WORKERS);
}

static void slots_check(const void *memory)
{
    HOLDS(rounds_in(memory) == BARRIERS);
}

const shared_case_t barrier_slots = {"barrier_slots", barrier_bytes, slots_work, slots_check, 0};

/* ---- marks: the same exchange, which a comparison ends -----------------------------------------
 */

enum {
    MARKS_BYTES =
        sizeof(al_node_barrier_t) + WORKERS * (2 * sizeof(al_slot_t) + sizeof(al_hash_slot_t))
};

/* In every third exchange one worker has another word. */
static void marks_work(void *memory, int worker)
{
    al_node_barrier_t *barrier = memory;
    al_hash_slot_t *marks = ali_node_barrier_hashes(barrier, WORKERS);

    for (unsigned exchange = 0; exchange < BARRIERS; ++exchange) {
        al_slot_t *slots = ali_node_barrier_slots(barrier, WORKERS, exchange);
        const int differs = exchange % 3 == 0 && (unsigned)worker == exchange % WORKERS;
        WRITES(&slots[worker]);
        *(long *)(void *)slots[worker].bytes = (long)exchange * WORKERS + worker;
        HOLDS(ali_node_hashes_agree(marks, WORKERS, (unsigned)worker,
                                    exchange + (unsigned)differs) == (exchange % 3 != 0));
        for (int k = 0; k < WORKERS; ++k) {
            READS(&slots[k]);
            HOLDS(*(const long *)(const void *)slots[k].bytes == (long)exchange * WORKERS + k);
        }
    }
}

static void marks_check(const void *memory)
{
    HOLDS(ali_node_barrier_bytes(WORKERS) == MARKS_BYTES);
    HOLDS(rounds_in(memory) == 0);
}

const shared_case_t marks_agree = {"marks_agree", MARKS_BYTES, marks_work, marks_check, 0};

/* ---- barrier with a leader, who works while all are there -------------------------------------
 */

/* Slots 0..WORKERS-1 of an exchange are the workers', slot 0 of the other set the leader's. */
static void leader_work(void *memory, int worker)
{
    al_node_barrier_t *barrier = memory;
    long *result = (long *)(void *)ali_node_barrier_slots(barrier, WORKERS, 1)->bytes;
    al_slot_t *slots = ali_node_barrier_slots(barrier, WORKERS, 0);

    for (long k = 0; k < BARRIERS; ++k) {
        WRITES(&slots[worker]);
        *(long *)(void *)slots[worker].bytes = k + worker;
        if (worker == 0) {
            unsigned round = ali_node_barrier_wait_all(barrier, WORKERS, 0);
            WRITES(result);
            *result = 0;
            for (int w = 0; w < WORKERS; ++w) {
                READS(&slots[w]);
                *result += *(const long *)(const void *)slots[w].bytes;
            }
            ali_node_barrier_release(barrier, WORKERS, round);
        } else {
            ali_node_barrier_arrive_and_wait(barrier, WORKERS, (unsigned)worker);
        }
        READS(result);
        HOLDS(*result == WORKERS * k + WORKERS * (WORKERS - 1) / 2);
        ali_node_barrier_wait(barrier, WORKERS, (unsigned)worker); /* all have read it */
    }
}

static void leader_check(const void *memory)
{
    HOLDS(rounds_in(memory) == 2 * BARRIERS);
}

const shared_case_t barrier_leader = {"barrier_leader", barrier_bytes, leader_work, leader_check,
                                      0};

/* ---- notices: around a ring, and one back before the data changes -----------------------------
 */

enum { NOTICES = 2000 };

typedef struct ring {
    struct {
        _Alignas(64) atomic_uint forth; /* from the worker before */
        _Alignas(64) atomic_uint back;  /* from the worker after */
        long data;                      /* written by the worker before */
    } at[WORKERS];
} ring_t;

static void notice_work(void *memory, int worker)
{
    ring_t *ring = memory;
    int after = (worker + 1) % WORKERS;
    uint32_t forth = 0, back = 0;

    for (long k = 0; k < NOTICES; ++k) {
        WRITES(&ring->at[after].data);
        ring->at[after].data = k + worker;
        ali_notice_post(&ring->at[after].forth);
        ali_notice_post(&ring->at[after].forth);
        ali_notice_wait(&ring->at[worker].forth, &forth);
        HOLDS(forth == 2 * k + 1); /* one at a time, though a second may be there */
        ali_notice_wait(&ring->at[worker].forth, &forth);
        READS(&ring->at[worker].data);
        HOLDS(ring->at[worker].data == k + (worker + WORKERS - 1) % WORKERS);
        ali_notice_post(&ring->at[(worker + WORKERS - 1) % WORKERS].back);
        ali_notice_wait(&ring->at[worker].back, &back);
    }
    HOLDS(forth == 2 * NOTICES && back == NOTICES);
}

static void notice_check(const void *memory)
{
    const ring_t *ring = memory;

    for (int k = 0; k < WORKERS; ++k)
        HOLDS(ring->at[k].forth == 2 * NOTICES && ring->at[k].back == NOTICES);
}

const shared_case_t notice_ring = {"notice_ring", sizeof(ring_t), notice_work, notice_check, 0};

/* ---- lists: co_sync_images(), with lists that overlap -----------------------------------------
 */

enum { PAIRINGS = 1500 };

typedef struct lists {
    struct {
        _Alignas(64) atomic_uint posted; /* by a worker to another */
        long data[2];                    /* from it: the pairings of the two so far */
    } at[WORKERS][WORKERS];              /* [to][from] */
} lists_t;

/* Each round some pairs synchronise, drawn alike by all. Data goes out before the notices, and all
 * notices before the first is waited for; a worker may be one pairing with another ahead. */
static void lists_work(void *memory, int worker)
{
    lists_t *lists = memory;
    rng_t rng = rng_seed(11);
    uint32_t taken[WORKERS] = {0};
    long met[WORKERS] = {0};

    for (int round = 0; round < PAIRINGS; ++round) {
        int meets[WORKERS] = {0};
        for (int a = 0; a < WORKERS; ++a)
            for (int b = 0; b < a; ++b)
                if (rng_range(&rng, 0, 1) && (a == worker || b == worker))
                    meets[a + b - worker] = 1;
        for (int other = 0; other < WORKERS; ++other)
            if (meets[other]) {
                long *data = &lists->at[other][worker].data[++met[other] % 2];
                WRITES(data);
                *data = met[other];
            }
        for (int other = 0; other < WORKERS; ++other)
            if (meets[other])
                ali_notice_post(&lists->at[other][worker].posted);
        for (int other = 0; other < WORKERS; ++other)
            if (meets[other])
                ali_notice_wait(&lists->at[worker][other].posted, &taken[other]);
        for (int other = 0; other < WORKERS; ++other)
            if (meets[other]) {
                const long *data = &lists->at[worker][other].data[met[other] % 2];
                READS(data);
                HOLDS(*data == met[other]);
            }
    }
    for (int other = 0; other < WORKERS; ++other)
        HOLDS(taken[other] == met[other]);
}

static void lists_check(const void *memory)
{
    const lists_t *lists = memory;

    for (int a = 0; a < WORKERS; ++a)
        for (int b = 0; b < a; ++b)
            HOLDS(lists->at[a][b].posted == lists->at[b][a].posted);
}

const shared_case_t notice_lists = {"notice_lists", sizeof(lists_t), lists_work, lists_check, 0};
