/* ASHLAR_GUARD=1: a byte is written beside a slice of an array, and the rank whose slice it is
 * tells the name, its number and the offset, in the call in which it had to be noticed. */
#include <stdio.h>
#include <string.h>

#include <ashlar/al.h>
#include <ashlar/al_memory.h>
#include <ashlar/ga.h>

#include "guard.h"

/* My part of an array. */
static char *mine(ga_t g, int64_t *bytes)
{
    void *at = NULL;
    int64_t n = 0;
    CHECK_OK(ga_access_local(g, ga_rank(), &at, &n, NULL, NULL));
    *bytes = n * (int64_t)sizeof(int);
    return at;
}

/* Each rank in turn writes one byte before or behind its slice. */
static void damage_each(ga_t g, const char *name)
{
    int64_t bytes;
    char *at = mine(g, &bytes);
    CHECK_INT(0, (int64_t)((uintptr_t)at % 64));
    CHECK(bytes > 0);
    for (int rank = 0; rank < ga_size(); ++rank) {
        const bool is_mine = rank == ga_rank();
        const int64_t offsets[] = {-1, bytes, bytes + 255, -256};
        for (int k = 0; k < 4; ++k) {
            if (is_mine)
                change(at + offsets[k]);
            EXPECT(rank, ga_sync(), slice("ga_sync", name, rank), byte(offsets[k]));
        }
        if (is_mine)
            memset(at + bytes, 0, 16);
        char words[80];
        snprintf(words, sizeof words, "written to 16 bytes from byte %lld to byte %lld, behind it",
                 (long long)bytes, (long long)bytes + 15);
        EXPECT(rank, ga_sync(), slice("ga_sync", name, rank), words);
    }
    EXPECT(-1, ga_sync(), "", "");
}

/* At a sync, in arrays with tables behind a slice (of irregular ones, of mirrored ones), of odd
 * sizes and without. */
TEST_CASE(guard_at_sync, TEST_BARE)
{
    const int64_t cuts[8] = {0, 3, 5, 7, 9};
    ga_t g;
    start();
    const int size = ga_size();
    const int64_t odd = 3 * (int64_t)size;
    REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, &odd, "fock", NULL, 0, &g));
    damage_each(g, "fock");
    CHECK_OK(ga_destroy(g));
    const int64_t blocks = size, extent = 2 * (int64_t)size + 1;
    REQUIRE_OK(ga_create_irreg_nd(ASHLAR_INT, 1, &extent, "uneven", &blocks, cuts, 0, &g));
    damage_each(g, "uneven");
    CHECK_OK(ga_destroy(g));
    const ga_spec_t ghosts = {
        .type = ASHLAR_INT, .ndim = 1, .dims = {odd}, .ghosts = {2}, .name = "ghosts"};
    REQUIRE_OK(ga_create_spec(&ghosts, &g));
    int64_t bytes;
    char *at = mine(g, &bytes); /* from the first element */
    for (int rank = 0; rank < size; ++rank) {
        if (rank == ga_rank())
            change(at - 2 * (int64_t)sizeof(int) - 1);
        EXPECT(rank, ga_sync(), slice("ga_sync", "ghosts", rank), byte(-1));
    }
    CHECK_OK(ga_destroy(g));
    EXPECT(-1, ga_terminate(), "", "");
}

/* At the end of other collective calls, and before the memory is free. */
TEST_CASE(guard_at_ends, TEST_BARE)
{
    static const char *const calls[] = {"ga_zero", "ga_allreduce", "ga_create_nd", "ga_destroy"};
    start();
    const int64_t n = 3 * (int64_t)ga_size();
    for (int rank = 0; rank < ga_size(); ++rank) {
        ga_t g, other, third = 0;
        int sum = 1;
        int64_t bytes;
        REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, &n, "fock", NULL, 0, &g));
        REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, &n, "other", NULL, 0, &other));
        char *at = mine(g, &bytes);
        for (int k = 0; k < 4; ++k) {
            if (rank == ga_rank())
                change(at - 1);
            EXPECT(rank,
                   k == 0   ? ga_zero(other)
                   : k == 1 ? ga_allreduce(0, ASHLAR_INT, ASHLAR_SUM, &sum, 1)
                   : k == 2 ? ga_create_nd(ASHLAR_INT, 1, &n, "third", NULL, 0, &third)
                            : ga_destroy(g),
                   slice(calls[k], "fock", rank), byte(-1));
        }
        CHECK_OK(ga_destroy(other));
        CHECK_OK(ga_destroy(third));
    }
    void *memory = NULL;
    CHECK_OK(al_alloc(5, &memory));
    change((char *)memory + 5);
    test_capture_begin(); /* on all ranks */
    CHECK_OK(ga_terminate());
    char *said = test_capture_end();
    expect(__LINE__, true, said, "ga_terminate: 5 bytes at ", byte(5));
    free(said);
}

/* Another rank of the node writes, by a pointer to my block. */
TEST_CASE(guard_from_next, TEST_BARE)
{
    start();
    const int size = ga_size(), next = (ga_rank() + 1) % size, last = (ga_rank() + size - 1) % size;
    const int64_t n = 3 * (int64_t)size;
    ga_t g;
    int64_t lo, hi;
    void *at;
    REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, &n, "fock", NULL, 0, &g));
    CHECK_OK(ga_sync()); /* the other has made its guards, */
    test_barrier();      /* and looked at them */
    if (al_node_of(next) == al_node_of(ga_rank()) &&
        CHECK_OK(ga_access_block(g, next, &lo, &hi, &at, NULL))) {
        change((char *)at + (hi - lo + 1) * (int64_t)sizeof(int));
        CHECK_OK(ga_release(g));
    }
    const int told = al_node_of(last) == al_node_of(ga_rank()) ? ga_rank() : -1;
    EXPECT(told, ga_sync(), slice("ga_sync", "fock", ga_rank()), byte(12));
    CHECK_OK(ga_destroy(g));
    EXPECT(-1, ga_terminate(), "", "");
}

/* ---- ghost cells ----------------------------------------------------------------------------- */

static int *ghost; /* one of mine */

static void change_ghost(void)
{
    ++*ghost;
}

/* They change while I am in a call that is not to change them. */
TEST_CASE(guard_of_ghosts, TEST_BARE)
{
    start();
    const int64_t n = 4 * (int64_t)ga_size();
    const ga_spec_t spec = {.type = ASHLAR_INT,
                            .ndim = 2,
                            .dims = {3, n},
                            .block = {3, 4},
                            .ghosts = {1, 2},
                            .name = "ghosts"};
    ga_t g, other;
    void *first;
    int64_t extent[2], ld;
    REQUIRE_OK(ga_create_spec(&spec, &g));
    REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, &n, "other", NULL, 0, &other));
    REQUIRE_OK(ga_access_ghosts(g, &first, extent, &ld));
    CHECK_OK(ga_ghosts_update(g, 1));
    const int64_t cells[] = {0, ld - 1, 2 * ld, 3 * ld - 1, extent[0] * extent[1] - 1};
    for (int k = 0; k < 5; ++k) {
        ghost = (int *)first + cells[k];
        change_ghost(); /* between calls: the owner may */
        EXPECT(-1, ga_zero(g), "", "");
        test.inside = change_ghost; /* on all ranks */
        EXPECT(ga_rank(), ga_zero(other), slice("ga_zero", "ghosts", ga_rank()),
               "ghost cells have changed during the call");
        test.inside = change_ghost;
        EXPECT(-1, ga_ghosts_update(g, 0), "", "");
    }
    ghost = (int *)first + ld * 2 + 1; /* no ghost cell */
    test.inside = change_ghost;
    EXPECT(-1, ga_zero(other), "", "");

    /* A nonblocking transfer may write at any time. */
    ga_handle_t handle = 0;
    ghost = first;
    CHECK_OK(ga_ghosts_update_nb(g, 1, &handle));
    CHECK_OK(ga_wait(&handle));
    test.inside = change_ghost;
    EXPECT(-1, ga_zero(other), "", "");
    CHECK_OK(ga_release(g));
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_destroy(other));
    EXPECT(-1, ga_terminate(), "", "");
}

/* For the harness to run alone. */
TEST_CASE_IN("ends", end_by_guard, TEST_BARE)
{
    start();
    const int64_t n = 3 * (int64_t)ga_size();
    int64_t bytes;
    ga_t g;
    REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, &n, "fock", NULL, 0, &g));
    test.ends = 1;
    char *at = mine(g, &bytes);
    if (ga_rank() == 1)
        change(at + bytes);
    CHECK_OK(ga_sync());
    test_barrier();
}
