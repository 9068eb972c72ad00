/* Large pages behind the arena of a process of its own. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/mman.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_env.h"
#include "armci-lite/src/base/al_util.h"
#include "al/parts.h"
#include "al/node/pieces.h"
#include "al/node/tree.h"

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
    CHECK_TEXT(large ? "2048 KiB" : "4 KiB (no larger ones: Invalid argument)", words);
    CHECK_INT(0, atomic_load(&arena.header->committed));
    const int64_t start = held_bytes(&arena);
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
        CHECK_INT(18 << 20, held_bytes(&arena) - start);
    }
    arena.header->idle_cap = 0;
    ali_arena_free(&arena, pieces[1].block);
    pieces[1].block = 0;
    check_pages(&arena, pieces, PIECES);
    if (large) {
        CHECK_INT(4 << 20,
                  held_bytes(&arena) - start); /* its neighbours are in the first and the last */
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

/* Large pages that take too long to get are not asked for until small ones have taken their time,
 * unless small ones are slow, too. */
TEST_CASE(arena_large_slow, TEST_BARE)
{
    enum { BYTES = 16 * MIB, DESERVED = BYTES * 2 / 16 }; /* ns */
    enum { SLOW, ON, WORTH_IT, CASES };
    const al_tree_t self = {.count = 1};
    al_arena_t arena;
    piece_t pieces[4];

    for (int is = SLOW; is < CASES; ++is) {
        ali_context.env.hugepages = is == ON ? AL_HUGEPAGES_ON : AL_HUGEPAGES_AUTO;
        CHECK_OK(ali_arena_open(&arena, &self, AL_ATTACH_AUTO, 256 << 20, 100 << 20));
        al_large_pages_t *large = &arena.header->large;
        arena.header->budget_max = 0; /* none at the edges of blocks */
        atomic_store(&large->allowed, -DESERVED);
        atomic_store(&large->took, is == WORTH_IT ? 0 : INT64_MAX);
        for (int k = 0; large->given && k < 4; ++k) {
            take_large(&arena, &pieces[k], BYTES);
            const int64_t bytes = atomic_load(&arena.header->large_bytes);
            CHECK_INT(is != SLOW ? (k + 1) * BYTES : k < 2 ? 0 : (k - 1) * BYTES, bytes);
            CHECK(is != SLOW || k != 0 || atomic_load(&large->allowed) == 0);
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

/* Where the system gives a whole large page for a small one, as it is told to by shmem_enabled, the
 * bits say so. */
TEST_CASE(arena_comes_large, TEST_BARE)
{
    enum { PIECES = 3 };
    const al_tree_t self = {.count = 1};
    const uint64_t bytes[PIECES] = {100, 3 * MIB + 5000, 300000};
    al_arena_t arena;
    piece_t pieces[PIECES];

    ali_context.env.hugepages = AL_HUGEPAGES_OFF;
    faults.comes_large = true;
    CHECK_OK(ali_arena_open(&arena, &self, AL_ATTACH_AUTO, 256 * MIB, 64 * MIB));
    CHECK_INT(AL_LARGE_PAGES, (int64_t)arena.header->large.together);
    for (int k = 0; k < PIECES; ++k)
        take_large(&arena, &pieces[k], bytes[k]);
    check_pages(&arena, pieces, 0);
    CHECK_INT(4 * MIB, atomic_load(&arena.header->committed));
    arena.header->idle_cap = 0;
    for (int k = 0; k < PIECES; ++k)
        ali_arena_free(&arena, pieces[k].block);
    CHECK_INT(0, atomic_load(&arena.header->committed));
    check_pages(&arena, pieces, 0);
    ali_arena_close(&arena);
    faults.comes_large = false;
}

/* ---- pages that an administrator has set aside ----------------------------------------------- */

/* With too few pages there is an error, and no signal. */
static void check_exhausted(al_arena_t *arena)
{
    al_shortage_t shortage;
    const int64_t held_before = held_bytes(arena), all = ali_large_pages_set_aside();
    const int others = memfd_create("others", MFD_HUGETLB | AL_LARGE_SHIFT << MAP_HUGE_SHIFT);

    CHECK_INT(AL_HEAP_NONE, ali_arena_alloc(arena, (uint64_t)all + MIB, &shortage));
    CHECK_CONTAINS(shortage.source, "free pages of hugetlb: raise /proc/sys/vm/nr_hugepages");
    CHECK_INT(0, shortage.tables);
    CHECK_INT(all, shortage.available);
    const uint32_t block = ali_arena_alloc(arena, 6 * MIB, &shortage);
    CHECK(block != AL_HEAP_NONE);
    CHECK(ftruncate(others, all) == 0 && fallocate(others, 0, 0, all - 2 * AL_LARGE) == 0);
    CHECK_STATUS(ASHLAR_ENOMEM, ali_arena_commit(arena, ali_arena_offset(arena, block), 6 * MIB));
    CHECK_CONTAINS(ashlar_error_message(), "No space left on device");
    /* The page at its beginning belongs to others, too, and stays. */
    const int64_t edge = held_bytes(arena) - held_before;
    CHECK(edge == 0 || edge == AL_LARGE);
    ali_arena_free(arena, block);
    close(others);
    CHECK_INT(all - edge, ali_large_pages_set_aside());
}

/* Pieces take whole pages, and give them back. */
static void check_taken(al_arena_t *arena)
{
    enum { PIECES = 3 };
    const uint64_t bytes[PIECES] = {100000, 4 * MIB + 5000, 300000};
    piece_t pieces[PIECES];
    const int64_t free_before = ali_large_pages_set_aside(), held_before = held_bytes(arena);

    for (int k = 0; k < PIECES; ++k)
        take_large(arena, &pieces[k], bytes[k]);
    for (int k = 0; k < PIECES; ++k) {
        pieces[k].number = (char)(k + 1);
        memset(arena->base + pieces[k].offset, pieces[k].number, pieces[k].bytes);
    }
    check_pages(arena, pieces, PIECES);
    CHECK_INT(6 * MIB, held_bytes(arena) - held_before);
    CHECK_INT(6 * MIB, atomic_load(&arena->header->large_bytes));
    CHECK_INT(6 * MIB, free_before - ali_large_pages_set_aside());
    CHECK_INT(0, ali_arena_page_tables(arena, 3));
    arena->header->idle_cap = 0;
    for (int k = 0; k < PIECES; ++k)
        ali_arena_free(arena, pieces[k].block);
    CHECK_INT(held_before, held_bytes(arena));
    CHECK_INT(0, atomic_load(&arena->header->committed));
}

/* Where there are none, it is as if none had been asked for. */
TEST_CASE(arena_hugetlb, TEST_BARE)
{
    const al_tree_t self = {.count = 1};
    al_arena_t arena;
    char words[128];
    const bool has = ali_large_pages_set_aside() >= 12 * AL_LARGE;

    ali_context.env.hugepages = has ? AL_HUGEPAGES_HUGETLB : AL_HUGEPAGES_AUTO;
    CHECK_OK(ali_arena_open(&arena, &self, AL_ATTACH_AUTO, 256 * MIB, 64 * MIB));
    ali_context.env.hugepages = AL_HUGEPAGES_HUGETLB;
    ali_large_pages_words(&arena.header->large, words, sizeof words);
    if (has) {
        CHECK_TEXT("2048 KiB (hugetlb)", words);
        CHECK_INT(0, held_bytes(&arena) % AL_LARGE);
        check_exhausted(&arena);
        check_taken(&arena);
    } else {
        piece_t piece;
        take_large(&arena, &piece, 100000);
        check_pages(&arena, &piece, 1);
        /* Other jobs may leave some pages, too few for this test, and take or free them meanwhile.
         */
        if (arena.header->large.given)
            CHECK(!strcmp(words, "2048 KiB (not of hugetlb: no page of it is free)") ||
                  !strcmp(words, "2048 KiB (not of hugetlb: ASHLAR_ATTACH is shm)"));
    }
    ali_arena_close(&arena);
}
