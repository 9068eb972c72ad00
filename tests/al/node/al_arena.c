/* The arena of a process of its own: which pages hold memory, and what may still be committed. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_env.h"
#include "armci-lite/src/base/al_util.h"
#include "al/parts.h"
#include "al/node/pieces.h"
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
    const uint64_t together = arena->header->large.together;
    first = (piece->offset >> AL_PAGE_SHIFT) / together * together;
    last = (piece->offset + arena->blocks[piece->block].bytes - 1) >> AL_PAGE_SHIFT;
    for (uint64_t page = first; page < ali_round_up(last + 1, together); ++page)
        new_pages += !ali_arena_page_is_committed(arena, page);
    CHECK_INT(new_pages * AL_PAGE, ali_arena_granted(arena, piece->block));
    /* Two owners, the second first. */
    int64_t before = held_bytes(arena);
    CHECK_OK(ali_arena_commit(arena, piece->offset + bytes / 2, bytes - bytes / 2));
    CHECK_OK(ali_arena_commit(arena, piece->offset, bytes / 2));
    CHECK(held_bytes(arena) - before <=
          (new_pages + 2 * (int64_t)together) * AL_PAGE); /* and of the bitmap */
    memset(arena->base + piece->offset, number, bytes);
    before = held_bytes(arena);
    memset(arena->base + piece->offset, number, bytes);
    CHECK_INT(before, held_bytes(arena));
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
