/* The arena of a process of its own: which pages hold memory, and what may still be committed. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_env.h"
#include "armci-lite/src/base/al_util.h"
#include "al/parts.h"
#include "al/node/tree.h"

enum { DATA = 8 << 20 };

static void open_arena(al_arena_t *arena)
{
    const al_tree_t self = {.count = 1};

    ali_context.env.hugepages = AL_HUGEPAGES_OFF; /* pages are counted */
    CHECK_OK(ali_arena_open(arena, &self, AL_ATTACH_AUTO, 160 << 20, DATA));
    CHECK_INT(DATA, (int64_t)arena->limit);
    CHECK(arena->header->heap.end - arena->header->heap.begin <= DATA);
    CHECK(arena->header->heap.end - arena->header->heap.begin > DATA - 2 * AL_PAGE);
}

static bool is_committed(const al_arena_t *arena, uint64_t page)
{
    return ali_arena_page_is_committed(arena, page);
}

/* Bytes of memory that the file has. */
static int64_t held(const al_arena_t *arena)
{
    struct stat status;

    CHECK(fstat(arena->fd, &status) == 0);
    return (int64_t)status.st_blocks * 512;
}

/* A block, filled with its number. */
typedef struct piece {
    uint32_t block;
    uint64_t offset, bytes;
    char number;
} piece_t;

/* The bits say what is counted, every live block is committed and has its bytes. */
static void check_pages(const al_arena_t *arena, const piece_t *pieces, int n)
{
    uint64_t pages = arena->bytes >> AL_PAGE_SHIFT;
    uint64_t data = arena->header->heap.begin >> AL_PAGE_SHIFT;
    int64_t committed = 0, before_data = 0, pending = 0, wrong = 0;

    for (uint64_t page = 0; page < pages; ++page)
        *(page < data ? &before_data : &committed) += is_committed(arena, page) ? AL_PAGE : 0;
    CHECK_INT(committed, atomic_load(&arena->header->committed));
    CHECK_INT(committed + before_data, held(arena)); /* none is touched before */
    for (int k = 0; k < n; ++k) {
        for (uint64_t b = 0; pieces[k].block && b < pieces[k].bytes; ++b) {
            uint64_t at = pieces[k].offset + b;
            wrong += arena->base[at] != pieces[k].number ||
                     (at % 64 == 0 && !is_committed(arena, at >> AL_PAGE_SHIFT));
        }
        pending += pieces[k].block ? ali_arena_granted(arena, pieces[k].block) : 0;
    }
    CHECK_INT(0, wrong);
    CHECK_INT(pending, atomic_load(&arena->header->pending));
}

static void take(al_arena_t *arena, piece_t *piece, uint64_t bytes, char number)
{
    al_shortage_t shortage;
    uint64_t first, last;
    int64_t new_pages = 0;

    piece->block = ali_arena_alloc(arena, bytes, &shortage);
    if (!CHECK(piece->block != 0))
        return;
    piece->offset = ali_arena_offset(arena, piece->block);
    piece->bytes = bytes;
    piece->number = number;
    first = piece->offset >> AL_PAGE_SHIFT;
    last = (piece->offset + arena->blocks[piece->block].bytes - 1) >> AL_PAGE_SHIFT;
    for (uint64_t page = first; page <= last; ++page)
        new_pages += !is_committed(arena, page);
    CHECK_INT(new_pages * AL_PAGE, ali_arena_granted(arena, piece->block));
    /* Two owners, the second first. */
    int64_t before = held(arena);
    CHECK_OK(ali_arena_commit(arena, piece->offset + bytes / 2, bytes - bytes / 2));
    CHECK_OK(ali_arena_commit(arena, piece->offset, bytes / 2));
    first = piece->offset >> AL_PAGE_SHIFT;
    CHECK(held(arena) - before <= new_pages * AL_PAGE + 2 * AL_PAGE); /* and of the bitmap */
    memset(arena->base + piece->offset, number, bytes);
    before = held(arena);
    memset(arena->base + piece->offset, number, bytes);
    CHECK_INT(before, held(arena));
}

/* Blocks come and go; their pages are committed before they are used, kept while not too many are
 * idle, and given back without touching those of a neighbour. */
TEST_CASE(arena_pages, TEST_BARE)
{
    enum { ALIVE = 20, STEPS = 300 };
    piece_t pieces[ALIVE] = {{0}};
    al_arena_t arena;
    rng_t rng = rng_seed(92);

    open_arena(&arena);
    CHECK_INT(256 * MIB, arena.header->idle_cap);
    for (int round = 0; round < 4; ++round) {
        static const int64_t caps[] = {DATA, 256 << 10, 64 << 10, 0};
        int64_t cap = caps[round], most = 0;
        arena.header->idle_cap = cap;
        for (int step = 0; step < STEPS; ++step) {
            piece_t *piece = &pieces[rng_range(&rng, 0, ALIVE - 1)];
            if (piece->block) {
                CHECK(step % 2 || ali_arena_granted(&arena, piece->block) >= 0);
                ali_arena_free(&arena, piece->block);
                piece->block = 0;
            } else {
                uint64_t bytes = (uint64_t)rng_range(&rng, 1, step % 4 ? 30000 : 300000);
                take(&arena, piece, bytes, (char)(1 + step % 100));
                if (step % 3) {
                    ali_arena_grant_done(&arena, piece->block);
                    CHECK_INT(0, ali_arena_granted(&arena, piece->block));
                }
            }
            check_pages(&arena, pieces, ALIVE);
            int64_t committed = atomic_load(&arena.header->committed);
            most = committed > most ? committed : most;
            CHECK(cap < DATA || committed == most); /* none is given back without need */
        }
        for (int k = 0; k < ALIVE; ++k) {
            if (pieces[k].block) {
                ali_arena_free(&arena, pieces[k].block);
                pieces[k].block = 0;
            }
        }
        check_pages(&arena, pieces, ALIVE);
        CHECK_INT(0, atomic_load(&arena.header->pending));
        /* All is one free block again: only idle pages within the limit stay committed. */
        CHECK(atomic_load(&arena.header->committed) <= cap);
    }
    ali_arena_close(&arena);
    CHECK_INT(-1, arena.fd);
}

/* Memory of the machine is promised once; idle pages are given back before anybody is refused. */
TEST_CASE(arena_budget, TEST_BARE)
{
    al_arena_t arena;
    al_shortage_t shortage = {0};
    piece_t piece, wall;

    tree_begin();
    tree_machine(64 * MIB, (8 + 4) * MIB); /* 4 MiB available */
    open_arena(&arena);
    take(&arena, &piece, MIB, 1);
    CHECK_INT((3 * MIB - AL_PAGE) / 8, arena.header->budget); /* a page is for page tables */
    take(&arena, &wall, AL_PAGE, 2);                          /* from what is left of the budget */
    CHECK_INT((3 * MIB - AL_PAGE) / 8 - AL_PAGE, arena.header->budget);
    CHECK_INT(MIB + AL_PAGE, atomic_load(&arena.header->pending));
    ali_arena_grant_done(&arena, wall.block);
    /* One MiB is pending, so 3 are left, not 4. */
    CHECK_INT(0, ali_arena_alloc(&arena, 3 * MIB + AL_PAGE, &shortage));
    CHECK_INT(3 * MIB + AL_PAGE, shortage.needed);
    CHECK_INT(3 * MIB, shortage.available);
    CHECK_TEXT("free memory of the machine", shortage.source);
    ali_arena_grant_done(&arena, piece.block);
    CHECK_INT(0, atomic_load(&arena.header->pending));
    /* The free MiB stays committed until more is asked for than there is. */
    ali_arena_free(&arena, piece.block);
    CHECK_INT(MIB + AL_PAGE, atomic_load(&arena.header->committed));
    CHECK_INT(0, ali_arena_alloc(&arena, 6 * MIB, &shortage));
    CHECK_INT(6 * MIB, shortage.needed);
    CHECK_INT(4 * MIB, shortage.available);
    CHECK_INT(AL_PAGE, atomic_load(&arena.header->committed));
    CHECK_INT(AL_PAGE, (int64_t)arena.header->heap.used);
    ali_arena_free(&arena, wall.block);
    /* More than the arena has is refused whatever the machine has. */
    tree_machine(4096 * MIB, 4000 * MIB);
    CHECK_INT(0, ali_arena_alloc(&arena, DATA + 1, &shortage));
    CHECK_INT(DATA + 1, shortage.needed);
    CHECK_INT((int64_t)(arena.header->heap.end - arena.header->heap.begin), shortage.available);
    CHECK_TEXT("largest free block of the arena", shortage.source);
    ali_arena_close(&arena);
    /* An eighth of what is left may be promised without asking again, but not more than 64 MiB. */
    for (int64_t left = 256 * MIB; left <= 2048 * MIB; left += 1792 * MIB) {
        tree_machine(4096 * MIB, (256 + 2) * MIB + AL_PAGE + left);
        open_arena(&arena);
        take(&arena, &piece, 2 * MIB, 2);
        CHECK_INT(left == 256 * MIB ? 32 * MIB : 64 * MIB, arena.header->budget);
        ali_arena_close(&arena);
    }
    tree_end();
}

/* A machine with so much available beside its reserve. */
static bool may_have(al_arena_t *arena, int64_t available, uint64_t bytes, al_shortage_t *shortage)
{
    uint32_t block;

    tree_machine(64 * MIB, 8 * MIB + available);
    arena->header->budget = 0;
    block = ali_arena_alloc(arena, bytes, shortage);
    if (block)
        ali_arena_free(arena, block);
    return block != 0;
}

/* Many ranks need memory for page tables too, a page of them for each 2 MiB; what they have of
 * these is known from how much each has mapped. */
TEST_CASE(arena_tables, TEST_BARE)
{
    enum { RANKS = 128 };
    const int64_t each = RANKS * AL_PAGE;
    al_arena_t arena;
    al_shortage_t shortage = {0};
    piece_t piece;

    tree_begin();
    tree_machine(64 * MIB, 60 * MIB);
    open_arena(&arena);
    arena.ranks = RANKS;
    if (!CHECK((char *)(arena.pids + RANKS) <= (char *)arena.committed_pages)) /* they fit in */
        return;
    CHECK(arena.pids[0] > 0);
    CHECK(!may_have(&arena, 4 * MIB + 2 * each - AL_PAGE, 4 * MIB, &shortage));
    CHECK_INT(4 * MIB, shortage.needed);
    CHECK_INT(2 * each, shortage.tables);
    CHECK_INT(4 * MIB + 2 * each - AL_PAGE, shortage.available);
    CHECK(may_have(&arena, 4 * MIB + 2 * each, 4 * MIB, &shortage));
    ali_arena_reserve(&arena, MIB);
    CHECK(!may_have(&arena, 5 * MIB + 2 * each - AL_PAGE, 4 * MIB, &shortage));
    CHECK(may_have(&arena, 5 * MIB + 2 * each, 4 * MIB, &shortage));
    ali_arena_reserve(&arena, -MIB);
    /* Those for what is committed already have yet to be built, too, or they are there. */
    take(&arena, &piece, 4 * MIB, 1);
    ali_arena_grant_done(&arena, piece.block);
    CHECK_INT(3 * each, ali_arena_page_tables(&arena, RANKS) + each); /* of 2 MiB more */
    CHECK(!may_have(&arena, 2 * MIB + 3 * each - AL_PAGE, 2 * MIB, &shortage));
    CHECK(may_have(&arena, 2 * MIB + 3 * each, 2 * MIB, &shortage));
    for (int r = 0; r < RANKS; ++r)
        arena.pids[r] = r < RANKS / 2 ? 41 : 42;
    tree_write("proc/41/statm", "9000 2000 %lld 7 0 8 0\n",
               (long long)(2 * MIB / sysconf(_SC_PAGESIZE)));
    tree_write("proc/42/statm", "9000 2000 %lld 7 0 8 0\n",
               (long long)(4 * MIB / sysconf(_SC_PAGESIZE)));
    CHECK(!may_have(&arena, 2 * MIB + 3 * each / 2 - AL_PAGE, 2 * MIB, &shortage));
    CHECK_INT(3 * each / 2, shortage.tables);
    CHECK(may_have(&arena, 2 * MIB + 3 * each / 2, 2 * MIB, &shortage));
    ali_arena_free(&arena, piece.block);
    ali_arena_close(&arena);
    tree_end();
}

/* A timer whose signals undo every commit that takes long does not keep it from ending. */
TEST_CASE(arena_signals, TEST_BARE)
{
    al_arena_t arena;
    piece_t pieces[2] = {{0}};

    open_arena(&arena);
    for (long most = 1 << 20; most >= AL_PAGE; most /= 16) {
        faults.signal_after = most;
        take(&arena, &pieces[0], 3 << 20, 1);
        take(&arena, &pieces[1], (2 << 20) + 5000, 2);
        faults.signal_after = 0;
        check_pages(&arena, pieces, 2);
        arena.header->idle_cap = 0;
        for (int k = 0; k < 2; ++k) {
            ali_arena_free(&arena, pieces[k].block);
            pieces[k].block = 0;
        }
        CHECK_INT(0, atomic_load(&arena.header->committed));
    }
    ali_arena_close(&arena);
}

/* Bytes that this process has mapped by large pages of shared memory. */
static int64_t mapped_large(void)
{
    char line[128];
    long long bytes = 0, kib;
    FILE *in = fopen("/proc/self/smaps_rollup", "r");

    while (in && fgets(line, sizeof line, in))
        if (sscanf(line, "ShmemPmdMapped: %lld kB", &kib) == 1)
            bytes = kib << 10;
    if (in)
        fclose(in);
    return bytes;
}

/* Blocks lie in large pages where the system has them, those too in which a block begins and ends;
 * a large page that a neighbour is in stays. */
TEST_CASE(arena_large, TEST_BARE)
{
    enum { LIMIT = 64 << 20, PIECES = 3 };
    const al_tree_t self = {.count = 1};
    const uint64_t bytes[PIECES] = {100000, (16 << 20) + 5000, 300000};
    piece_t pieces[PIECES];
    al_arena_t arena;
    char words[128];

    ali_context.env.hugepages = AL_HUGEPAGES_AUTO;
    CHECK_OK(ali_arena_open(&arena, &self, AL_ATTACH_AUTO, 256 << 20, LIMIT));
    const bool large = arena.header->large.given;
    ali_large_pages_words(&arena.header->large, words, sizeof words);
    CHECK_TEXT(large ? "2048 KiB" : "4 KiB (the system gives no larger ones: Invalid argument)",
               words);
    CHECK_INT(0, atomic_load(&arena.header->committed));
    const int64_t start = held(&arena);
    for (int k = 0; k < PIECES; ++k) {
        al_shortage_t shortage;
        pieces[k] = (piece_t){.bytes = bytes[k], .number = (char)(k + 1)};
        pieces[k].block = ali_arena_alloc(&arena, bytes[k], &shortage);
        pieces[k].offset = ali_arena_offset(&arena, pieces[k].block);
        CHECK_OK(ali_arena_commit(&arena, pieces[k].offset, bytes[k]));
        ali_arena_grant_done(&arena, pieces[k].block);
        memset(arena.base + pieces[k].offset, pieces[k].number, bytes[k]);
    }
    check_pages(&arena, pieces, PIECES);
    if (large) {
        CHECK_INT(18 << 20, mapped_large());
        CHECK_INT(18 << 20, atomic_load(&arena.header->large_bytes));
        CHECK_INT(18 << 20, held(&arena) - start);
    }
    arena.header->idle_cap = 0;
    ali_arena_free(&arena, pieces[1].block);
    pieces[1].block = 0;
    check_pages(&arena, pieces, PIECES);
    if (large) {
        CHECK_INT(4 << 20, held(&arena) - start); /* its neighbours are in the first and the last */
        CHECK_INT(4 << 20, atomic_load(&arena.header->large_bytes));
    }
    ali_arena_close(&arena);
}

/* A block of many large pages; it is not written to. */
static void take_large(al_arena_t *arena, piece_t *piece, uint64_t bytes)
{
    al_shortage_t shortage;

    *piece = (piece_t){.bytes = bytes};
    piece->block = ali_arena_alloc(arena, bytes, &shortage);
    piece->offset = ali_arena_offset(arena, piece->block);
    CHECK_OK(ali_arena_commit(arena, piece->offset, bytes));
    ali_arena_grant_done(arena, piece->block);
}

/* Large pages that take too long to get are not asked for until small ones have taken their time.
 */
TEST_CASE(arena_large_slow, TEST_BARE)
{
    enum { BYTES = 16 * MIB, DESERVED = BYTES * 2 / 16 }; /* ns */
    const al_tree_t self = {.count = 1};
    al_arena_t arena;
    piece_t pieces[4];

    for (int on = 0; on < 2; ++on) {
        ali_context.env.hugepages = on ? AL_HUGEPAGES_ON : AL_HUGEPAGES_AUTO;
        CHECK_OK(ali_arena_open(&arena, &self, AL_ATTACH_AUTO, 256 << 20, 100 << 20));
        al_large_pages_t *large = &arena.header->large;
        arena.header->budget_max = 0; /* none at the edges of blocks */
        atomic_store(&large->allowed, -DESERVED);
        for (int k = 0; large->given && k < 4; ++k) {
            take_large(&arena, &pieces[k], BYTES);
            const int64_t bytes = atomic_load(&arena.header->large_bytes);
            CHECK_INT(on ? (k + 1) * BYTES : k < 2 ? 0 : (k - 1) * BYTES, bytes);
            CHECK(on || k != 0 || atomic_load(&large->allowed) == 0);
        }
        ali_arena_close(&arena);
    }
}

/* Page tables are needed for small pages only. */
TEST_CASE(arena_large_tables, TEST_BARE)
{
    const al_tree_t self = {.count = 1};
    al_arena_t arena;
    piece_t large, small;

    ali_context.env.hugepages = AL_HUGEPAGES_ON;
    CHECK_OK(ali_arena_open(&arena, &self, AL_ATTACH_AUTO, 256 << 20, 100 << 20));
    take_large(&arena, &large, 16 * MIB);
    arena.header->large.given = false;
    take_large(&arena, &small, 8 * MIB);
    const int64_t in_small =
        atomic_load(&arena.header->committed) - atomic_load(&arena.header->large_bytes);
    CHECK(in_small >= 8 * MIB && in_small <= 24 * MIB);
    CHECK_INT(3 * in_small / 512, ali_arena_page_tables(&arena, 3));
    ali_arena_close(&arena);
}

/* Pages that another rank committed far away are committed anew by their new owner; others stay. */
TEST_CASE(arena_nearer, TEST_BARE)
{
    const al_tree_t self = {.count = 1};
    al_arena_t arena;
    piece_t piece;

    for (int mode = AL_HUGEPAGES_ON; mode <= AL_HUGEPAGES_OFF; ++mode) {
        ali_context.env.hugepages = mode;
        CHECK_OK(ali_arena_open(&arena, &self, AL_ATTACH_AUTO, 256 << 20, 100 << 20));
        for (int uniform = 1; uniform >= 0; --uniform) {
            arena.header->memory_is_uniform = uniform;
            for (unsigned step = 0; step < 4; ++step) {
                static const unsigned nodes[] = {0, 0, 1, 1};
                faults.numa_node = nodes[step];
                take_large(&arena, &piece, 9 * MIB);
                const uint64_t first = ali_round_up(piece.offset, AL_LARGE), in = first + 5 * MIB;
                if (!uniform || step > 0)
                    CHECK_INT(uniform || nodes[step] == nodes[step - (step > 0)], arena.base[in]);
                CHECK_INT(uniform || nodes[step] == 0 ? 1 : 2,
                          arena.larges[in / AL_LARGE] & ~AL_IS_LARGE);
                memset(arena.base + piece.offset, 1, piece.bytes);
                ali_arena_free(&arena, piece.block);
            }
            faults.numa_node = 0;
        }
        ali_arena_close(&arena);
    }
}

/* An arena begins well on a node of any size: what lies before the data grows with it. */
TEST_CASE(arena_sizes, TEST_BARE)
{
    const al_tree_t self = {.count = 1};
    al_arena_t arena;
    piece_t piece;

    for (int on = 0; on < 2; ++on)
        for (uint64_t gib = 1; gib <= 4096; gib += gib < 128 ? 1 : gib / 4) {
            ali_context.env.hugepages = on ? AL_HUGEPAGES_ON : AL_HUGEPAGES_OFF;
            CHECK_OK(
                ali_arena_open(&arena, &self, AL_ATTACH_AUTO, (gib << 30) + (64 << 20), gib << 30));
            const al_arena_use_t whole = ali_arena_use(&arena);
            CHECK_INT((int64_t)whole.bytes, (int64_t)whole.largest);
            take_large(&arena, &piece, 3 * MIB);
            const al_arena_use_t use = ali_arena_use(&arena);
            CHECK_INT(3 * MIB, (int64_t)use.used);
            CHECK_INT((int64_t)whole.bytes - 3 * MIB, (int64_t)use.largest);
            ali_arena_free(&arena, piece.block);
            CHECK_INT((int64_t)whole.bytes, (int64_t)ali_arena_use(&arena).largest);
            ali_arena_close(&arena);
        }
}
