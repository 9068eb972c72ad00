/* An array as a cache in front of a file: a page that any rank has read is kept in the memory of
 * all ranks together, and the next one to want it takes it from there. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ashlar/ga.h>

#include "arguments.h"

enum {
    WORDS = 512, /* of a page: 4 KiB */
    PATH = 4096  /* longest name of the file */
};

/* Page p can be kept in one slot, p modulo their number. */
typedef struct cache {
    int file;
    int64_t slots;
    ga_t frames;       /* column s: the page that is in slot s */
    ga_t directory;    /* element s: its number, or -1 */
    ga_mutexes_t lock; /* mutex s: who holds it may use slot s */
} cache_t;

typedef struct options {
    const char *folder;
    int64_t pages, slots, reads;
} options_t;

static void fail(const char *what)
{
    fprintf(stderr, "pagecache: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
}

/* End the program unless a call has succeeded. */
static void check(int status)
{
    if (status != ASHLAR_OK)
        fail(ashlar_error_message());
}

/* ---- the cache ------------------------------------------------------------------------------- */

static void cache_create(cache_t *cache, int64_t slots)
{
    const long nothing = -1;
    cache->slots = slots;
    check(
        ga_create(ASHLAR_LONG, WORDS, slots, "frames", WORDS, 0, &cache->frames)); /* pages whole */
    check(
        ga_create_nd(ASHLAR_LONG, 1, &slots, "directory", NULL, GA_GROUP_WORLD, &cache->directory));
    check(ga_mutexes_create(GA_GROUP_WORLD, slots, &cache->lock));
    check(ga_fill(cache->directory, &nothing));
}

static void cache_destroy(cache_t *cache)
{
    check(ga_destroy(cache->frames));
    check(ga_destroy(cache->directory));
    check(ga_mutexes_destroy(cache->lock));
}

/* Read a page, out of the array if it is there, else out of the file. Whoever reads the file holds
 * the slot meanwhile: others that want the same page wait, and then find it in the array. To unlock
 * completes the puts, so that the next holder sees them. @return whether it was in the array */
static int cache_read(const cache_t *cache, int64_t page, long *words)
{
    int64_t slot = page % cache->slots;
    long held;
    check(ga_lock(cache->lock, slot));
    check(ga_get_nd(cache->directory, &slot, &slot, &held, NULL));
    int is_hit = held == page;
    if (is_hit) {
        check(ga_get(cache->frames, 0, WORDS - 1, slot, slot, words, WORDS));
    } else {
        const size_t bytes = WORDS * sizeof *words;
        if (pread(cache->file, words, bytes, (off_t)(page * (int64_t)bytes)) != (ssize_t)bytes)
            fail("a page cannot be read from the file");
        held = page;
        check(ga_put(cache->frames, 0, WORDS - 1, slot, slot, words, WORDS));
        check(ga_put_nd(cache->directory, &slot, &slot, &held, NULL));
    }
    check(ga_unlock(cache->lock, slot));
    return is_hit;
}

/* How many pages are in the cache. Call it when nobody is reading. */
static int64_t cache_count(const cache_t *cache)
{
    int64_t count = 0;
    for (int64_t slot = 0; slot < cache->slots; ++slot) {
        long held;
        check(ga_get_nd(cache->directory, &slot, &slot, &held, NULL));
        count += held >= 0;
    }
    return count;
}

/* ---- the file -------------------------------------------------------------------------------- */

static long word_of(int64_t page, int64_t word)
{
    return page * WORDS + word;
}

/* Make a file of so many pages. @param[in,out] path  its template, for mkstemp() */
static int make_file(char *path, int64_t pages)
{
    long words[WORDS];
    int number = mkstemp(path), is_made = number >= 0;
    if (!is_made)
        return 0;
    FILE *file = fdopen(number, "w");
    for (int64_t page = 0; page < pages && is_made; ++page) {
        for (int64_t word = 0; word < WORDS; ++word)
            words[word] = word_of(page, word);
        is_made = fwrite(words, sizeof words, 1, file) == 1;
    }
    return fclose(file) == 0 && is_made;
}

/* Rank 0 makes the file, all open it. @return whether both went well, the same on all ranks */
static int open_file(cache_t *cache, char path[PATH], int64_t pages)
{
    int is_open = ga_rank() != 0 || make_file(path, pages);
    check(ga_broadcast(GA_GROUP_WORLD, path, PATH, 0)); /* after the file has been written */
    cache->file = is_open ? open(path, O_RDONLY) : -1;
    is_open = cache->file >= 0;
    if (!is_open)
        fprintf(stderr, "pagecache: rank %d: %s: %s\n", ga_rank(), path, strerror(errno));
    check(ga_allreduce(GA_GROUP_WORLD, ASHLAR_INT, ASHLAR_MIN, &is_open, 1));
    return is_open;
}

static void close_file(const cache_t *cache, const char *path)
{
    if (cache->file >= 0)
        close(cache->file);
    check(ga_sync());
    if (ga_rank() == 0)
        unlink(path);
}

/* ---- pages at random ------------------------------------------------------------------------- */

/* A seeded sequence of numbers below a limit (xorshift). */
static int64_t draw(uint64_t *state, int64_t limit)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (int64_t)((*state >> 16) % (uint64_t)limit);
}

/* The times of pages from the array, [1], and from the file, [0]. */
typedef struct tally {
    double count[2], seconds[2], wrong;
} tally_t;

/* Read pages, the first ones more often than the last ones. */
static tally_t read_pages(const cache_t *cache, const options_t *options)
{
    uint64_t state = 0x2545f4914f6cdd1du + (uint64_t)ga_rank();
    tally_t tally = {.wrong = 0};
    long words[WORDS];
    for (int64_t k = 0; k < options->reads; ++k) {
        int64_t page = draw(&state, 1 + draw(&state, options->pages));
        double start = MPI_Wtime();
        int is_hit = cache_read(cache, page, words);
        tally.seconds[is_hit] += MPI_Wtime() - start;
        tally.count[is_hit] += 1;
        int is_right = 1;
        for (int64_t word = 0; word < WORDS; ++word)
            is_right &= words[word] == word_of(page, word);
        tally.wrong += !is_right;
    }
    check(ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_SUM, &tally,
                       sizeof tally / sizeof(double)));
    return tally;
}

/* @return whether all was right */
static int run(cache_t *cache, const options_t *options)
{
    static const char *const kinds[] = {"misses", "hits"};
    cache_create(cache, options->slots);
    tally_t tally = read_pages(cache, options);
    check(ga_sync());
    double replaced = tally.count[0] - (double)cache_count(cache);
    if (ga_rank() == 0) {
        printf("%lld pages of %zu bytes, %lld slots, %lld reads by each of %d ranks\n",
               (long long)options->pages, WORDS * sizeof(long), (long long)options->slots,
               (long long)options->reads, ga_size());
        for (int k = 1; k >= 0; --k)
            printf("%s: %.0f, %.3g us a page\n", kinds[k], tally.count[k],
                   tally.count[k] > 0 ? 1e6 * tally.seconds[k] / tally.count[k] : 0);
        printf("%.0f pages replaced, %.0f wrong\n", replaced, tally.wrong);
    }
    cache_destroy(cache);
    /* With a slot for each page the file is read once for each. */
    return tally.wrong == 0 && (options->slots < options->pages ? replaced >= 0 : replaced == 0);
}

int main(int argc, char **argv)
{
    const char *tmp = getenv("TMPDIR");
    options_t options = {
        .folder = tmp ? tmp : "/tmp", .pages = 4096, .slots = 2048, .reads = 50000};
    argument_t table[] = {{"--folder", "DIR", ARGUMENT_TEXT, &options.folder,
                           .help = "where the file is made ($TMPDIR)"},
                          {"--pages", "N", ARGUMENT_WHOLE, &options.pages,
                           .help = "of the file (4096)", .least = 1, .most = 1e9},
                          {"--slots", "N", ARGUMENT_WHOLE, &options.slots,
                           .help = "of the cache (2048)", .least = 1, .most = 1e9},
                          {"--reads", "N", ARGUMENT_WHOLE, &options.reads,
                           .help = "pages that each rank reads (50000)", .least = 1, .most = 1e9}};
    arguments_t arguments = {"pagecache", "Keeps the pages of a file in the memory of all ranks.",
                             table, .count = sizeof table / sizeof *table};
    cache_t cache;
    char path[PATH];
    MPI_Init(&argc, &argv);
    check(ga_initialize(MPI_COMM_WORLD));
    int code = arguments_end(&arguments, arguments_read(&arguments, argc, argv), ga_rank() == 0);
    if (code < 0) {
        snprintf(path, sizeof path, "%s/pagecache-XXXXXX", options.folder);
        code = open_file(&cache, path, options.pages) && run(&cache, &options) ? EXIT_SUCCESS
                                                                               : EXIT_FAILURE;
        close_file(&cache, path);
    }
    check(ga_terminate());
    MPI_Finalize();
    return code;
}
