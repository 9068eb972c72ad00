/* ASHLAR_GUARD=1: a byte is written beside a slice, and the rank whose slice it is tells the name,
 * its number and the offset, in the call in which it had to be noticed. The test's MPI_Abort()
 * returns, so that one job can do this many times. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ashlar/al.h>
#include <ashlar/al_memory.h>
#include <ashlar/coarray.h>
#include <ashlar/ga.h>

#include "harness/harness.h"

static struct {
    int aborts, ends;
    void (*inside)(void); /* what is to be done inside the next call that meets */
} test;

int MPI_Abort(MPI_Comm comm, int code)
{
    ++test.aborts;
    return test.ends ? PMPI_Abort(comm, code) : MPI_SUCCESS;
}

/* The library gives its launcher time to pass the words on. */
int usleep(useconds_t time)
{
    (void)time;
    return 0;
}

extern __typeof__(al_barrier) __real_al_barrier, __wrap_al_barrier;
int __wrap_al_barrier(al_group_t *group)
{
    void (*inside)(void) = test.inside;
    test.inside = NULL;
    if (inside)
        inside();
    return __real_al_barrier(group);
}

/* The value of rank 0 holds for all. */
static void start(void)
{
    if (test_rank() == 0)
        setenv("ASHLAR_GUARD", "1", 1);
    else
        unsetenv("ASHLAR_GUARD");
    test.aborts = 0;
    CHECK_OK(ga_initialize(MPI_COMM_WORLD));
}

/* Since the last time: one abort on the rank with the damage, with these words, and none elsewhere.
 * What was said on stderr says so, too. */
static void expect(int line, bool mine, const char *said, const char *words, const char *offset)
{
    if (!test_check_int(__FILE__, line, mine, test.aborts, "aborts"))
        test_fail(__FILE__, line, "%s", ashlar_error_message());
    if (mine && test.aborts) {
        test_check_contains(__FILE__, line, ashlar_error_message(), words);
        test_check_contains(__FILE__, line, ashlar_error_message(), offset);
        test_check_contains(__FILE__, line, said, ashlar_error_message());
        test_check_contains(__FILE__, line, said, "ending the job (ASHLAR_GUARD)");
    }
    test.aborts = 0;
}

/* Make a call after which damage of one rank has been told, or none (rank -1). */
#define EXPECT(rank, call, words, offset)                                                          \
    do {                                                                                           \
        test_capture_begin();                                                                      \
        CHECK_OK(call);                                                                            \
        char *said = test_capture_end();                                                           \
        expect(__LINE__, test_rank() == (rank), said, (words), (offset));                          \
        free(said);                                                                                \
    } while (0)

static void change(char *at)
{
    *at = (char)~*at;
}

/* Words on an array and a rank, and on an offset. */
static const char *slice(const char *call, const char *name, int rank)
{
    static char text[160];
    snprintf(text, sizeof text, "%s: array '%s', the slice of rank %d", call, name, rank);
    return text;
}

static const char *byte(int64_t offset)
{
    static char text[80];
    snprintf(text, sizeof text, "somebody has written to byte %lld, %s it", (long long)offset,
             offset < 0 ? "before" : "behind");
    return text;
}

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

/* Memory of al_alloc(), segments and coarrays. */
TEST_CASE(guard_of_others, TEST_BARE)
{
    start();
    for (int rank = 0; rank < al_size(); ++rank) {
        const bool is_mine = rank == al_rank();
        char words[80];
        void *memory = NULL, *first = NULL;
        REQUIRE_OK(al_alloc(41, &memory));
        CHECK_INT(0, (int64_t)((uintptr_t)memory % 64));
        snprintf(words, sizeof words, "41 bytes at %p that rank %d has of al_alloc", memory, rank);
        for (int k = 0; k < 2; ++k) {
            if (is_mine)
                change((char *)memory + (k ? 41 : -1));
            EXPECT(rank, al_barrier(al_group_world()), words, byte(k ? 41 : -1));
        }
        if (is_mine)
            memset((char *)memory - 320, 0, 320); /* the label before the guard, too */
        if (!is_mine) {
            EXPECT(-1, al_free(memory), "", "");
        } else {
            test_capture_begin();
            CHECK_STATUS(ASHLAR_EARG, al_free(memory));
            char *said = test_capture_end();
            CHECK_INT(1, test.aborts);
            CHECK_CONTAINS(said, "al_free: 41 bytes at ");
            CHECK_CONTAINS(said, "written to 256 bytes from byte -256 to byte -1, before it");
            test.aborts = 0;
            free(said);
        }

        al_segment_t *segment;
        REQUIRE_OK(al_segment_create(al_group_world(), 100 + (size_t)rank, &segment));
        CHECK_OK(al_segment_address(segment, al_rank(), &first));
        CHECK_INT(0, (int64_t)((uintptr_t)first % 64));
        if (is_mine)
            change((char *)first + 100 + rank);
        snprintf(words, sizeof words, " of its group, the slice of rank %d, %d bytes", rank,
                 100 + rank);
        EXPECT(rank, al_segment_free(segment), words, byte(100 + rank));

        co_array_t *x;
        const co_spec_t spec = {.type = ASHLAR_INT, .ndim = 1, .extents = {5}};
        REQUIRE_OK(co_create(&spec, &x));
        CHECK_OK(co_address(x, al_rank(), &first));
        for (int k = 0; k < 2; ++k) {
            if (is_mine)
                change((char *)first + (k ? 20 : -1));
            EXPECT(rank, co_sync_all(0), "co_sync_all: coarray ", byte(k ? 20 : -1));
        }
        CHECK_OK(co_free(x));
    }
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

    /* What has been started may write at any time. */
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
