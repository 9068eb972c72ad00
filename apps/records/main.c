/* Records of varying length, packed into one array without gaps: all ranks append them at once, in
 * whatever order that gives, and then fetch some by number. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/ga.h>

#include "arguments.h"

enum {
    LONGEST = 32, /* words of a record; the shortest has one */
    BATCH = 256   /* records that a rank appends, or fetches, together */
};

typedef struct store {
    ga_t words; /* the records, one behind the other */
    ga_t end;   /* one element: how many words are taken */
    ga_t index; /* column k: the place of record k among the words, and its length */
} store_t;

/* Some records in memory of the rank, the words of one behind those of the other. */
typedef struct batch {
    int64_t count, number[BATCH];
    long length[BATCH];
    long words[BATCH * LONGEST];
} batch_t;

/* End the program with a message unless a call has succeeded. */
static void check(int status)
{
    if (status != ASHLAR_OK) {
        fprintf(stderr, "records: %s\n", ashlar_error_message());
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
}

/* ---- the store ------------------------------------------------------------------------------- */

/* Room for so many records, which have so many words together. Collective. */
static store_t store_create(int64_t records, int64_t words)
{
    store_t store;
    int64_t one = 1;
    check(ga_create_nd(ASHLAR_LONG, 1, &words, "words", NULL, GA_GROUP_WORLD, &store.words));
    check(ga_create_nd(ASHLAR_LONG, 1, &one, "end", NULL, GA_GROUP_WORLD, &store.end));
    check(ga_create(ASHLAR_LONG, 2, records, "index", 2, 0, &store.index));
    check(ga_zero(store.end));
    check(ga_zero(store.index));
    return store;
}

static void store_destroy(store_t *store)
{
    check(ga_destroy(store->words));
    check(ga_destroy(store->end));
    check(ga_destroy(store->index));
}

/* The subscripts in the index of the two numbers of each record. */
static void find_entries(const batch_t *batch, int64_t *row, int64_t *column)
{
    for (int64_t k = 0; k < 2 * batch->count; ++k) {
        row[k] = k % 2;
        column[k] = batch->number[k / 2];
    }
}

/* Others may append at the same time: the batch gets its place by one read-and-increment. What was
 * appended can be fetched after a sync. */
static void append(const store_t *store, const batch_t *batch)
{
    int64_t row[2 * BATCH], column[2 * BATCH], first = 0, place, total = 0;
    long entry[2 * BATCH];
    for (int64_t k = 0; k < batch->count; ++k)
        total += batch->length[k];
    check(ga_read_inc_nd(store->end, &first, total, &place));
    int64_t last = place + total - 1;
    check(ga_put_nd(store->words, &place, &last, batch->words, NULL));
    for (int64_t k = 0; k < batch->count; ++k) {
        entry[2 * k] = place;
        entry[2 * k + 1] = batch->length[k];
        place += batch->length[k];
    }
    find_entries(batch, row, column);
    check(ga_scatter(store->index, 2 * batch->count, row, column, entry));
}

/* Fetch the records that the batch has the numbers of: their entries together, and then their words
 * together, whoever owns them. */
static void fetch(const store_t *store, batch_t *batch)
{
    int64_t row[2 * BATCH], column[2 * BATCH], place[BATCH * LONGEST], total = 0;
    long entry[2 * BATCH];
    find_entries(batch, row, column);
    check(ga_gather(store->index, 2 * batch->count, row, column, entry));
    for (int64_t k = 0; k < batch->count; ++k) {
        long length = entry[2 * k + 1];
        batch->length[k] = length <= LONGEST ? length : 0; /* else it is no record */
        for (int64_t word = 0; word < batch->length[k]; ++word)
            place[total++] = entry[2 * k] + word;
    }
    check(ga_gather_nd(store->words, total, place, batch->words));
}

/* ---- records to store ------------------------------------------------------------------------ */

/* A seeded sequence of numbers below a limit (xorshift). */
static int64_t draw(uint64_t *state, int64_t limit)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (int64_t)((*state >> 16) % (uint64_t)limit);
}

/* The length and the words of a record follow from its number. */
static long length_of(int64_t number)
{
    uint64_t state = 0x9e3779b97f4a7c15u ^ (uint64_t)number;
    draw(&state, 1);
    return 1 + draw(&state, LONGEST);
}

static long word_of(int64_t number, int64_t word)
{
    return number * LONGEST + word;
}

/* Append all records. Each rank appends those whose numbers are its own, modulo the ranks. */
static void append_all(const store_t *store, int64_t records)
{
    static batch_t batch;
    int64_t total = 0;
    for (int64_t number = ga_rank(); number < records; number += ga_size()) {
        long length = length_of(number);
        for (int64_t word = 0; word < length; ++word)
            batch.words[total++] = word_of(number, word);
        batch.number[batch.count] = number;
        batch.length[batch.count++] = length;
        if (batch.count == BATCH || number + ga_size() >= records) {
            append(store, &batch);
            batch.count = total = 0;
        }
    }
}

/* How many records of a batch are not what was appended. */
static long count_wrong(const batch_t *batch)
{
    const long *words = batch->words;
    long wrong = 0;
    for (int64_t k = 0; k < batch->count; ++k) {
        int is_wrong = batch->length[k] != length_of(batch->number[k]);
        for (int64_t word = 0; word < batch->length[k] && !is_wrong; ++word)
            is_wrong = words[word] != word_of(batch->number[k], word);
        wrong += is_wrong;
        words += batch->length[k];
    }
    return wrong;
}

/* Fetch records at random. @return how many are wrong */
static long fetch_some(const store_t *store, int64_t records, int64_t fetches, double *seconds)
{
    static batch_t batch;
    uint64_t state = 0x2545f4914f6cdd1du + (uint64_t)ga_rank();
    long wrong = 0;
    *seconds = 0;
    for (int64_t left = fetches; left > 0; left -= batch.count) {
        batch.count = left < BATCH ? left : BATCH;
        for (int64_t k = 0; k < batch.count; ++k)
            batch.number[k] = draw(&state, records);
        double start = MPI_Wtime();
        fetch(store, &batch);
        *seconds += MPI_Wtime() - start;
        wrong += count_wrong(&batch);
    }
    return wrong;
}

/* Store and fetch. @return whether all was right, the same on all ranks */
static int run(int64_t records, int64_t fetches)
{
    long words = 0, taken, wrong;
    int64_t first = 0;
    for (int64_t number = ga_rank(); number < records; number += ga_size())
        words += length_of(number);
    check(ga_allreduce(GA_GROUP_WORLD, ASHLAR_LONG, ASHLAR_SUM, &words, 1));
    store_t store = store_create(records, words);

    double start = MPI_Wtime(), appending, fetching;
    append_all(&store, records);
    check(ga_sync());
    appending = MPI_Wtime() - start;
    wrong = fetch_some(&store, records, fetches, &fetching);
    check(ga_allreduce(GA_GROUP_WORLD, ASHLAR_LONG, ASHLAR_SUM, &wrong, 1));
    check(ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_MAX, &fetching, 1));
    check(ga_get_nd(store.end, &first, &first, &taken, NULL));

    if (ga_rank() == 0) {
        double fetched = (double)fetches * ga_size();
        printf("%lld records of 1 to %d words, %ld words together, by %d ranks\n",
               (long long)records, LONGEST, words, ga_size());
        printf("append: %.1f ms, %.3g records a second, %.4f us each\n", 1e3 * appending,
               (double)records / appending, 1e6 * appending / (double)records);
        printf("fetch: %.0f in %.1f ms, %.3g records a second, %.4f us each\n", fetched,
               1e3 * fetching, fetched / fetching, 1e6 * fetching / fetched);
        printf("%ld records wrong, %ld words taken\n", wrong, taken);
    }
    store_destroy(&store);
    return wrong == 0 && taken == words;
}

int main(int argc, char **argv)
{
    int64_t records = 200000, fetches = 100000;
    argument_t table[] = {{"--records", "N", ARGUMENT_WHOLE, &records,
                           .help = "stored by all ranks together (200000)", .least = 1,
                           .most = 1e9},
                          {"--fetches", "N", ARGUMENT_WHOLE, &fetches,
                           .help = "read by each rank (100000)", .least = 1, .most = 1e9}};
    arguments_t arguments = {"records", "Stores records of any length, and reads some at random.",
                             table, .count = 2};
    MPI_Init(&argc, &argv);
    check(ga_initialize(MPI_COMM_WORLD));
    int code = arguments_end(&arguments, arguments_read(&arguments, argc, argv), ga_rank() == 0);
    if (code < 0)
        code = run(records, fetches) ? EXIT_SUCCESS : EXIT_FAILURE;
    check(ga_terminate());
    MPI_Finalize();
    return code;
}
