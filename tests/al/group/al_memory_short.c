/* Memory of single ranks where memory is short: what they are refused is not taken, and what one
 * was granted serves only those who have the same. */
#include <stdio.h>
#include <sys/stat.h>

#include <ashlar/al_memory.h>

#include "al/node/tree.h"
#include "al/parts.h"
#include "armci-lite/src/node/al_arena.h"

/* Allocate; words: it must fail with them, NULL: it must not. Nothing stays promised, and after a
 * failure nothing is taken. The other ranks of the node wait meanwhile. */
static void take_memory(bool mine, size_t bytes, const char *words, void **memory)
{
    const al_arena_header_t *header = ali_arena.header;

    *memory = NULL;
    CHECK_OK(al_barrier(al_group_world()));
    uint64_t used = header->heap.used;
    CHECK_OK(al_barrier(al_group_world()));
    if (mine && words) {
        CHECK_STATUS(ASHLAR_ENOMEM, al_alloc(bytes, memory));
        CHECK(*memory == NULL);
        CHECK_CONTAINS(ashlar_error_message(), words);
        CHECK_INT((int64_t)used, (int64_t)header->heap.used);
    } else if (mine) {
        CHECK_OK(al_alloc(bytes, memory));
    }
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_INT(0, atomic_load(&header->pending));
    CHECK_OK(al_barrier(al_group_world()));
}

static void give_back(void *memory)
{
    if (memory)
        CHECK_OK(al_free(memory));
}

/* al_memory() reaches the memory that the arena hands out, and nothing before it. To ask whose an
 * address is takes no page. */
TEST_CASE(memory_range, TEST_AL)
{
    const al_heap_t *heap = &ali_arena.header->heap;
    struct stat before, after;
    void *begin = NULL;

    CHECK_OK(al_segment_address(al_memory(), al_rank(), &begin));
    CHECK((char *)begin == ali_arena.base + heap->begin);
    CHECK((char *)begin >= (char *)(ali_arena.blocks + heap->block_limit));
    CHECK_INT((int64_t)(heap->end - heap->begin),
              (int64_t)al_segment_bytes(al_memory(), al_rank()));
    CHECK_OK(al_barrier(al_group_world()));
    CHECK(fstat(ali_arena.fd, &before) == 0);
    CHECK_STATUS(ASHLAR_EARG, al_free((char *)begin + (heap->end - heap->begin) / 128 * 64));
    CHECK(fstat(ali_arena.fd, &after) == 0);
    CHECK_INT((int64_t)before.st_blocks, (int64_t)after.st_blocks);
    CHECK_OK(al_barrier(al_group_world()));
}

/* The system has no pages, though it seemed so. Each asks for more than there are idle ones. */
TEST_CASE(memory_refused, TEST_AL)
{
    for (int rank = 0; rank < al_size(); ++rank) {
        bool mine = al_rank() == rank;
        size_t bytes = (size_t)(3 * MIB * (rank + 1));
        void *memory;
        faults.fallocate = mine;
        take_memory(mine, bytes, " bytes: committing ", &memory);
        faults.fallocate = 0;
        take_memory(mine, bytes, NULL, &memory);
        give_back(memory);
    }
}

/* The last rank is in a cgroup that leaves it 16 MiB: what the first was granted, whose cgroup has
 * no limit, is not for it. */
TEST_CASE(memory_cgroups, TEST_BARE)
{
    bool first = test_rank() == 0, last = test_rank() == test_size() - 1;
    char words[100];
    void *large, *small;

    tree_begin();
    tree_machine(2048 * MIB, 1024 * MIB);
    tree_cgroup_v1(last ? "/inside" : "/outside");
    tree_limit_v1("/inside", 24 * MIB, 0, 0);
    tree_limit_v1("/outside", -1, 0, 0);
    REQUIRE_OK(al_init(MPI_COMM_WORLD));
    take_memory(first && !last, MIB, NULL, &large); /* and 64 MiB may follow unasked */
    snprintf(words, sizeof words, " are needed and %lld are available (cgroup /inside",
             (long long)(16 * MIB - ali_arena_reserved(&ali_arena)));
    take_memory(last, 17 * MIB, words, &small);
    take_memory(last, 15 * MIB, NULL, &small);
    give_back(small);
    give_back(large);
    CHECK_OK(al_finalize());
    tree_end();
}

/* On a machine with several nodes, one does not live on what it was granted before the others took
 * memory; a node alone does. */
TEST_CASE(memory_machine_shared, TEST_BARE)
{
    int nodes = test_nodes(), node = test_rank() * nodes / test_size();

    for (int apart = 0; apart < 2; ++apart) {
        char name[16], words[100];
        void *first, *second;
        tree_begin();
        tree_machine(64 * MIB, (8 + 20) * MIB);
        snprintf(name, sizeof name, "/n%d", apart ? node : 0);
        tree_cgroup_v1(name);
        tree_limit_v1(name, -1, 0, 0);
        REQUIRE_OK(al_init(MPI_COMM_WORLD));
        bool leads = test_rank() == 0 || al_node_of(test_rank() - 1) != node;
        take_memory(leads, MIB, NULL, &first);
        int64_t aside = ali_arena_reserved(&ali_arena);
        int64_t left = (8 * MIB + MIB / 2 + aside) / 1024 * 1024; /* /proc has KiB */
        tree_machine(64 * MIB, left);
        snprintf(words, sizeof words, "%lld are available (free memory of the machine)",
                 (long long)(left - 8 * MIB - aside));
        take_memory(leads, MIB, nodes > 1 && !apart ? words : NULL, &second);
        give_back(second);
        give_back(first);
        CHECK_OK(al_finalize());
        tree_end();
    }
}
