/* Misuse of the memory of armci-lite: segments that cannot be, addresses that are nobody's. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/al_memory.h>

#include "misuse.h"

TEST_CASE(al_segments, TEST_AL)
{
    al_segment_t *kept = marked_segment(), *none = NULL;
    void *address = NULL;

    MISUSE(ASHLAR_ERANGE, al_segment_address(kept, -1, &address), "-1");
    MISUSE(ASHLAR_ERANGE, al_segment_address(kept, al_size(), &address));
    CHECK(address == NULL);

    /* Too much memory, on one rank or on all: an error everywhere, with the number. */
    MISUSE(ASHLAR_ENOMEM, al_segment_create(al_group_world(), (size_t)1 << 60, &none));
    MISUSE(ASHLAR_ENOMEM, al_segment_create(al_group_world(), SIZE_MAX, &none));
    MISUSE(ASHLAR_ENOMEM,
           al_segment_create(al_group_world(), al_rank() == 0 ? (size_t)1 << 50 : 8, &none),
           "1125899906842624");
    CHECK(none == NULL);
    check_and_free(kept);
}

/* Memory is freed once, by the rank that has allocated it, at its beginning. */
TEST_CASE(al_frees, TEST_AL)
{
    char on_stack[256] = {0}, *elsewhere = malloc(256);
    al_segment_t *segment = marked_segment();
    void *memory = NULL, *another = NULL, *slice = NULL, *begin = NULL;

    REQUIRE_OK(al_alloc(1000, &memory));
    memset(memory, 5, 1000);
    CHECK_OK(al_segment_address(segment, al_rank(), &slice));
    CHECK_OK(al_segment_address(al_memory(), al_rank(), &begin));
    const size_t bytes = al_segment_bytes(al_memory(), al_rank());
    const struct {
        const char *address;
    } foreign[] = {{on_stack},
                   {on_stack + 64},
                   {elsewhere},
                   {slice},
                   {(char *)slice + 64},
                   {(char *)memory + 1},
                   {(char *)memory + 8},
                   {(char *)memory + 64},
                   {(char *)memory - 64},
                   {begin},
                   {(char *)begin - 64},
                   {(char *)begin + 64},
                   {(char *)begin + bytes / 2},
                   {(char *)begin + bytes - 64},
                   {(char *)begin + bytes},
                   {(char *)begin + bytes + 64},
                   {(char *)1},
                   {(char *)64},
                   {(char *)(UINTPTR_MAX & ~(uintptr_t)63)}};
    for (size_t k = 0; k < sizeof foreign / sizeof *foreign; ++k)
        MISUSE(ASHLAR_EARG, al_free((void *)(uintptr_t)foreign[k].address), "did not give");
    for (int k = 0; k < 1000; ++k)
        CHECK_INT(5, ((char *)memory)[k]);
    CHECK_OK(al_free(memory));
    MISUSE(ASHLAR_EARG, al_free(memory), "free already");
    REQUIRE_OK(al_alloc(0, &memory));
    REQUIRE_OK(al_alloc(0, &another));
    CHECK(memory != another);
    CHECK_OK(al_free(another));
    MISUSE(ASHLAR_EARG, al_free(another));
    CHECK_OK(al_free(memory));
    free(elsewhere);
    check_and_free(segment);
}

/* Memory that another rank of my node has allocated is not mine to free. */
TEST_CASE(al_frees_of_others, TEST_AL)
{
    void *memory = NULL, *here = NULL;
    size_t offset = 0;
    char rank_of[32];

    REQUIRE_OK(al_alloc(100, &memory));
    CHECK_OK(al_locate(al_rank(), memory, &offset));
    uint64_t mine = offset, offsets[64];
    MPI_Allgather(&mine, 1, MPI_UINT64_T, offsets, 1, MPI_UINT64_T, MPI_COMM_WORLD);
    for (int rank = 0; rank < al_size(); ++rank) {
        if (rank == al_rank() || al_node_of(rank) != al_node_of(al_rank()))
            continue;
        CHECK_OK(al_segment_address(al_memory(), rank, &here));
        snprintf(rank_of, sizeof rank_of, "rank %d allocated", rank);
        MISUSE(ASHLAR_EARG, al_free((char *)here + offsets[rank]), rank_of);
    }
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_OK(al_free(memory));
}

/* Addresses outside the arena have no place, nor has anything beside the data of the arena. */
TEST_CASE(al_locations, TEST_AL)
{
    al_segment_t *all = al_memory();
    char buf[8] = {0}, *begin = NULL, range[80];
    size_t offset = 77;
    int64_t old = -3;
    void *address = NULL;

    CHECK_OK(al_segment_address(all, al_rank(), &address));
    begin = address;
    const size_t bytes = al_segment_bytes(all, al_rank());
    snprintf(range, sizeof range, " is outside 0x%llx..0x%llx, the arena of rank %d",
             (unsigned long long)(uintptr_t)begin,
             (unsigned long long)((uintptr_t)begin + bytes - 1), al_rank());
    for (int rank = -1; rank <= al_size(); rank += al_size() + 1)
        MISUSE(ASHLAR_ERANGE, al_locate(rank, begin, &offset), "is outside 0..");
    MISUSE(ASHLAR_ERANGE, al_locate(al_rank(), buf, &offset), range);
    MISUSE(ASHLAR_ERANGE, al_locate(al_rank(), begin - 1, &offset), range);
    MISUSE(ASHLAR_ERANGE, al_locate(al_rank(), begin + bytes, &offset), range);
    MISUSE(ASHLAR_ERANGE, al_locate(al_rank(), (const void *)UINTPTR_MAX, &offset), range);
    for (int rank = 0; rank < al_size(); ++rank)
        MISUSE(ASHLAR_ERANGE, al_locate(rank, (const void *)1, &offset), "0x1 is outside");
    CHECK_INT(77, (int64_t)offset);
    CHECK_OK(al_locate(al_rank(), begin, &offset));
    CHECK_INT(0, (int64_t)offset);
    CHECK_OK(al_locate(al_rank(), begin + bytes - 1, &offset));
    CHECK_INT((int64_t)bytes - 1, (int64_t)offset);
    for (int rank = 0; rank < al_size(); ++rank) {
        const size_t end = al_segment_bytes(all, rank);
        MISUSE(ASHLAR_ERANGE, al_put(all, rank, end - 7, buf, 8));
        MISUSE(ASHLAR_ERANGE, al_put(all, rank, (size_t)-8, buf, 8));
        MISUSE(ASHLAR_ERANGE, al_get(all, rank, end, buf, 1));
        MISUSE(ASHLAR_ERANGE, al_fetch_add(all, rank, (size_t)-64, ASHLAR_LLONG, 1, &old));
    }
    CHECK_INT(-3, old);
    MISUSE(ASHLAR_EARG, al_segment_free(all), "al_memory()");
}
