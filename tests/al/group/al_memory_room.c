/* Memory that single ranks take and give back, until there is no more. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/al_memory.h>

#include <ashlar/al.h>
#include "al/slices.h"
#include "harness/harness.h"

typedef struct part {
    char *memory;
    size_t bytes;
    char mark;
} part_t;

static int64_t marks_lost(const part_t *part)
{
    int64_t lost = 0;

    for (size_t k = 0; k < part->bytes; ++k)
        lost += part->memory[k] != part->mark;
    return lost;
}

/* Parts come and go, of all ranks at once, and keep what is in them: aligned, of any size, none at
 * the address of another. */
TEST_CASE(memory_comes_and_goes, TEST_AL)
{
    enum { ALIVE = 24, STEPS = 1500 };
    static const size_t sizes[] = {0, 1, 63, 64, 65, 4031, 4032, 4096, 100001, 0};
    part_t parts[ALIVE] = {{NULL, 0, 0}};
    rng_t rng = rng_seed(25 + (uint64_t)al_rank());
    int64_t lost = 0, twice = 0, askew = 0;
    size_t offset = 0;

    for (int step = 0; step < STEPS; ++step) {
        int64_t k = rng_range(&rng, 0, ALIVE - 1);
        part_t *part = &parts[k];
        if (part->memory) {
            lost += marks_lost(part);
            CHECK_OK(al_free(part->memory));
            part->memory = NULL;
            continue;
        }
        void *memory = NULL;
        part->bytes = sizes[rng_range(&rng, 0, 9)] + (size_t)rng_range(&rng, 0, step % 2);
        part->mark = (char)(step % 120 + al_rank() + 1);
        REQUIRE_OK(al_alloc(part->bytes, &memory));
        askew += (uintptr_t)memory % 64 != 0;
        for (int other = 0; other < ALIVE; ++other)
            twice += parts[other].memory == memory;
        part->memory = memory;
        memset(memory, part->mark, part->bytes);
        CHECK_OK(al_locate(al_rank(), memory, &offset));
        askew += offset % 64 != 0;
    }
    for (int k = 0; k < ALIVE; ++k) {
        if (parts[k].memory) {
            lost += marks_lost(&parts[k]);
            CHECK_OK(al_free(parts[k].memory));
        }
    }
    CHECK_INT(0, lost);
    CHECK_INT(0, twice);
    CHECK_INT(0, askew);
}

/* Take parts until there is no room: an error on this rank alone, with numbers, and nothing
 * written. Returns how many. */
static int take_all(void **parts, int most, size_t bytes)
{
    int n = 0, status = ASHLAR_OK;

    while (n < most && status == ASHLAR_OK) {
        parts[n] = &n;
        status = al_alloc(bytes, &parts[n]);
        n += status == ASHLAR_OK;
    }
    CHECK_INT(ASHLAR_ENOMEM, status);
    CHECK(n < most && parts[n] == (void *)&n);
    char words[80];
    snprintf(words, sizeof words, "al_alloc: 100000 bytes: %d bytes are needed and ",
             100064 + test_guards());
    CHECK_CONTAINS(ashlar_error_message(), words);
    CHECK_CONTAINS(ashlar_error_message(), " are available (largest free block of the arena)");
    return n;
}

/* A node of 6 MiB: all of it can be had by one rank or by all, again and again. */
TEST_CASE(memory_runs_out, TEST_BARE)
{
    enum { MOST = 80, BYTES = 100000 };
    const size_t most = (size_t)6 << 20;
    void *parts[MOST], *large = NULL;

    setenv("ASHLAR_ARENA", "6M", 1);
    for (int start = 0; start < 2; ++start) { /* the second time with what nobody has freed */
        REQUIRE_OK(al_init(MPI_COMM_WORLD));
        bool first = al_rank() == 0 || al_node_of(al_rank() - 1) != al_node_of(al_rank());
        CHECK(al_segment_bytes(al_memory(), al_rank()) <= most);
        for (int round = 0; round < 3; ++round) {
            int n = take_all(parts, MOST, BYTES), each[64], here = 0;
            MPI_Allgather(&n, 1, MPI_INT, each, 1, MPI_INT, MPI_COMM_WORLD);
            for (int rank = 0; rank < al_size(); ++rank)
                here += al_node_of(rank) == al_node_of(al_rank()) ? each[rank] : 0;
            CHECK(here * 100096 <= 6 << 20);
            CHECK((here + 3) * 100096 > 6 << 20);
            for (int k = 0; k < n; ++k)
                memset(parts[k], k, BYTES);
            for (int k = 0; k < n; ++k) /* the second half among the first */
                CHECK_OK(al_free(parts[k % 2 ? n - 1 - k / 2 : k / 2]));
            CHECK_OK(al_barrier(al_group_world()));
            if (first && CHECK_OK(al_alloc(most - (128 << 10), &large))) {
                memset(large, 1, most - (128 << 10));
                CHECK_OK(al_free(large));
            }
            CHECK_OK(al_barrier(al_group_world()));
        }
        large = NULL;
        CHECK_STATUS(ASHLAR_ENOMEM, al_alloc(most + 1, &large));
        CHECK_CONTAINS(ashlar_error_message(), "al_alloc: 6291457 bytes");
        CHECK_STATUS(ASHLAR_ENOMEM, al_alloc((size_t)1 << 50, &large));
        CHECK_CONTAINS(ashlar_error_message(), "al_alloc: 1125899906842624 bytes are needed");
        CHECK_STATUS(ASHLAR_ENOMEM, al_alloc(SIZE_MAX, &large));
        CHECK_STATUS(ASHLAR_ENOMEM, al_alloc(SIZE_MAX - 63, &large));
        CHECK(large == NULL);
        CHECK_OK(al_alloc(BYTES, &large));
        CHECK_OK(al_finalize());
        CHECK(al_memory() == NULL);
    }
    unsetenv("ASHLAR_ARENA");
}
