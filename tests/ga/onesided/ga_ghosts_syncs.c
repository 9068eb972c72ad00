/* An update of ghost cells waits for what others wrote before, and keeps them from writing what it
 * still reads. One rank is late: it goes on only once the others have come as far as they can
 * without it. The linker redirects the calls that tell (CMakeLists.txt). */
#include "ga/inside.h"

#include <ashlar/ga.h>

#include "ga/src/onesided/ga_transfer.h"

extern __typeof__(al_barrier) __real_ali_inner_al_barrier, __wrap_ali_inner_al_barrier;
extern __typeof__(gai_agree) __real_gai_agree, __wrap_gai_agree;
extern __typeof__(gai_read_periodic) __real_gai_read_periodic, __wrap_gai_read_periodic;

enum { NOBODY, AT_OPENING, AT_CLOSING };

static struct {
    int where;     /* the late one is late, NOBODY: nothing is redirected */
    bool late;     /* it is me */
    bool counted;  /* I have come as far as I can */
    bool has_read; /* or begun to */
    ga_t count;    /* of ranks that have come so far: one element */
} test;

int inside_barriers;

static void count_me(void)
{
    int64_t before;

    if (!test.counted) {
        test.counted = true;
        CHECK_OK(ga_read_inc_nd(test.count, (int64_t[]){0}, 1, &before));
    }
}

static void wait_for_others(void)
{
    int64_t there = 0;

    while (there < ga_size() - 1)
        if (!CHECK_OK(ga_read_inc_nd(test.count, (int64_t[]){0}, 0, &there)))
            return;
}

/* I wait for the others. */
static void count_barrier(void)
{
    ++inside_barriers;
    if (test.where && !test.late && (test.where == AT_OPENING || test.has_read))
        count_me();
}

int __wrap_ali_inner_al_barrier(al_group_t *group)
{
    count_barrier();
    return __real_ali_inner_al_barrier(group);
}

int __wrap_gai_agree(const char *call, al_group_t *group, int status)
{
    count_barrier();
    return __real_gai_agree(call, group, status);
}

int __wrap_gai_read_periodic(const gai_array_t *array, const int64_t *lo, const int64_t *hi,
                             void *buf, const int64_t *ld, ga_handle_t *handle)
{
    if (test.where == AT_CLOSING && test.late && !test.has_read)
        wait_for_others();
    test.has_read = true;
    return __real_gai_read_periodic(array, lo, hi, buf, ld, handle);
}

/* My elements, 4 of them, become value. */
static void write_mine(int *first, int value)
{
    for (int k = 0; k < 4; ++k)
        first[1 + k] = value;
}

static void try_late(ga_t g, int where, int late)
{
    void *at;

    REQUIRE_OK(ga_access_ghosts(g, &at, NULL, NULL));
    int *first = at;
    write_mine(first, 1);
    CHECK_OK(ga_zero(test.count));
    CHECK_OK(ga_ghosts_update(g, 1));
    test.late = ga_rank() == late;
    test.counted = test.has_read = false;
    test.where = where;
    if (test.late && where == AT_OPENING)
        wait_for_others();
    write_mine(first, 2);
    CHECK_OK(ga_ghosts_update(g, 1));
    if (!test.late) { /* where there was no barrier, write while the late one has not read */
        int before = first[0], after = first[5];
        write_mine(first, 3);
        count_me();
        CHECK_INT(2, before);
        CHECK_INT(2, after);
    } else {
        CHECK_INT(2, first[0]);
        CHECK_INT(2, first[5]);
    }
    test.where = NOBODY;
    CHECK_OK(ga_sync());
    CHECK_OK(ga_release(g));
}

/* Each rank has 4 elements and a ghost cell on both sides. */
static void try_each_late(int where)
{
    ga_spec_t spec = {.type = ASHLAR_INT, .ndim = 1, .dims = {4 * ga_size()}, .ghosts = {1}};
    const ga_spec_t count = {.type = ASHLAR_LLONG, .ndim = 1, .dims = {1}};
    ga_t g = 0;

    REQUIRE_OK(ga_create_spec(&spec, &g));
    REQUIRE_OK(ga_create_spec(&count, &test.count));
    for (int late = 0; late < ga_size(); ++late)
        try_late(g, where, late);
    CHECK_OK(ga_destroy(test.count));
    CHECK_OK(ga_destroy(g));
}

TEST_CASE(ghosts_sync_before, TEST_GA)
{
    try_each_late(AT_OPENING);
}

TEST_CASE(ghosts_sync_after, TEST_GA)
{
    try_each_late(AT_CLOSING);
}
