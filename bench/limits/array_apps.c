/* array_apps records|pagecache: what the memory allows for apps/records and apps/pagecache. The
 * same accesses with the same numbers by loads, stores and atomics in memory that the ranks share;
 * the arguments are the programs' defaults. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/lib/bench.h"

enum { LONGEST = 32, RECORDS = 200000, FETCHES = 100000 };
enum { WORDS = 512, PAGES = 4096, SLOTS = 2048, READS = 50000 };

/* A seeded sequence of numbers below a limit (xorshift), as the programs have it. */
static int64_t draw(uint64_t *state, int64_t limit)
{
    return bench_random(state, limit);
}

static uint64_t seed_of_rank(void)
{
    return 0x2545f4914f6cdd1du + (uint64_t)bench_rank();
}

/* Memory of all ranks, which is there. */
static void *take(size_t bytes)
{
    void *memory = bench_shared(bytes);
    memset(memory, 0, bytes);
    bench_barrier();
    return memory;
}

static void print(const char *what, double seconds, double n)
{
    double most;
    MPI_Reduce(&seconds, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (bench_rank() == 0)
        printf("%s: %.6f us\n", what, 1e6 * most / n);
}

/* ---- records --------------------------------------------------------------------------------- */

typedef struct entry {
    int64_t place, length;
} entry_t;

static struct {
    atomic_int_fast64_t *end;
    entry_t *index;
    long *words;
} store;

static int64_t length_of(int64_t number)
{
    uint64_t state = 0x9e3779b97f4a7c15u ^ (uint64_t)number;
    draw(&state, 1);
    return 1 + draw(&state, LONGEST);
}

static void append_all(void)
{
    long words[LONGEST];
    for (int64_t number = bench_rank(); number < RECORDS; number += bench_size()) {
        const int64_t length = length_of(number);
        for (int64_t word = 0; word < length; ++word)
            words[word] = number * LONGEST + word;
        const int64_t place = atomic_fetch_add(store.end, length);
        memcpy(store.words + place, words, (size_t)length * sizeof *words);
        store.index[number] = (entry_t){place, length};
    }
    bench_barrier();
}

static int64_t fetch_some(void)
{
    long words[LONGEST];
    int64_t wrong = 0;
    uint64_t state = seed_of_rank();
    for (int64_t k = 0; k < FETCHES; ++k) {
        const int64_t number = draw(&state, RECORDS);
        const entry_t entry = store.index[number];
        memcpy(words, store.words + entry.place, (size_t)entry.length * sizeof *words);
        wrong += words[entry.length - 1] != number * LONGEST + entry.length - 1;
    }
    return wrong;
}

static int64_t run_records(void)
{
    store.end = take(sizeof *store.end);
    store.index = take(RECORDS * sizeof *store.index);
    store.words = take((size_t)RECORDS * LONGEST * sizeof *store.words);
    double begin = bench_now();
    append_all();
    print("append", bench_now() - begin, RECORDS);
    bench_barrier();
    begin = bench_now();
    const int64_t wrong = fetch_some();
    print("fetch", bench_now() - begin, (double)FETCHES * bench_size());
    return wrong;
}

/* ---- pages ----------------------------------------------------------------------------------- */

typedef struct slot {
    _Alignas(64) atomic_int is_taken;
    int64_t page; /* 1 + its number; 0: none */
    long words[WORDS];
} slot_t;

/* Every page is read; one that is not there is put there first. @return whether it was there */
static int read_page(slot_t *slots, int64_t page, long *words)
{
    slot_t *slot = &slots[page % SLOTS];
    while (atomic_exchange_explicit(&slot->is_taken, 1, memory_order_acquire))
        ;
    const int is_hit = slot->page == page + 1;
    if (!is_hit) {
        for (int64_t word = 0; word < WORDS; ++word)
            slot->words[word] = page * WORDS + word;
        slot->page = page + 1;
    }
    memcpy(words, slot->words, sizeof slot->words);
    atomic_store_explicit(&slot->is_taken, 0, memory_order_release);
    return is_hit;
}

static int64_t run_pages(void)
{
    slot_t *slots = take(SLOTS * sizeof *slots);
    uint64_t state = seed_of_rank();
    long words[WORDS];
    double seconds = 0, hits = 0;
    int64_t wrong = 0;
    for (int64_t k = 0; k < READS; ++k) {
        const int64_t page = draw(&state, 1 + draw(&state, PAGES));
        const double begin = bench_now();
        const int is_hit = read_page(slots, page, words);
        if (is_hit) {
            seconds += bench_now() - begin;
            ++hits;
        }
        wrong += words[WORDS - 1] != page * WORDS + WORDS - 1;
    }
    print("hit", seconds, hits);
    return wrong;
}

int main(int argc, char **argv)
{
    const int is_records = argc == 2 && strcmp(argv[1], "records") == 0;
    MPI_Init(&argc, &argv);
    bench_start(MPI_COMM_WORLD, 1, argv);
    int64_t wrong = is_records ? run_records() : run_pages();
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    if (wrong > 0 && bench_rank() == 0)
        fprintf(stderr, "array_apps: %" PRId64 " are wrong\n", wrong);
    bench_stop();
    MPI_Finalize();
    return wrong > 0;
}
