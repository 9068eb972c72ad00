/* armci-lite: groups, segments, collectives, small and large, notices and mutexes. */
#include <string.h>

#include <ashlar/al_work.h>

#include "al_steps.h"
#include "harness/harness.h"

struct al_subject al;

static int start(void)
{
    al.out = al.out ? al.out : test_alloc(MINE);
    al.in = al.in ? al.in : test_alloc(MINE);
    for (int k = 0; k < ELEMENTS; ++k)
        al.out[k] = k % 1000 + 1;
    TRY(al_init(MPI_COMM_WORLD));
    al.next = (al_rank() + 1) % al_size();
    return ASHLAR_OK;
}

static int make_group(void)
{
    int ranks[64], n = al_size();

    for (int r = 0; r < n; ++r)
        ranks[r] = n - 1 - r;
    TRY(al_group_create(n, ranks, &al.group));
    CHECK_INT(n - 1 - al_rank(), al_group_rank(al.group));
    return ASHLAR_OK;
}

static int make_segment(void)
{
    void *mine;

    TRY(al_segment_create(al_group_world(), GUARD + MINE + GUARD, &al.segment));
    TRY(al_segment_address(al.segment, al_rank(), &mine));
    memset(mine, 0x55, GUARD + MINE + GUARD);
    return ASHLAR_OK;
}

static int make_part(void)
{
    return al_segment_create(al.group, 1000, &al.part);
}

static int fences(void)
{
    TRY(al_put(al.segment, al.next, GUARD, al.out, 800));
    TRY(al_fence(al.next));
    TRY(al_put(al.segment, al.next, GUARD, al.out, 800));
    return al_fence_all();
}

static int notify(void)
{
    return al_notify(al.next);
}

static int notify_wait(void)
{
    return al_notify_wait((al_rank() + al_size() - 1) % al_size());
}

static int notify_test(void)
{
    int come;
    return al_notify_test(al.next, &come);
}

static int barrier(void)
{
    return al_barrier(al.group);
}

static int broadcast_small(void)
{
    int64_t number = al_group_rank(al.group) == 0 ? 42 : 0;

    TRY(al_broadcast(al.group, &number, sizeof number, 0));
    CHECK_INT(42, number);
    return ASHLAR_OK;
}

static int broadcast_large(void)
{
    memcpy(al.in, al.out, MINE / 2);
    if (al_rank() != 0)
        memset(al.in, 0, MINE / 2);
    TRY(al_broadcast(al_group_world(), al.in, MINE / 2, 0));
    check_elements(MINE / 16, 1);
    return ASHLAR_OK;
}

static int reduce(size_t n)
{
    memcpy(al.in, al.out, 8 * n);
    TRY(al_allreduce(al.group, ASHLAR_DOUBLE, ASHLAR_SUM, al.in, n));
    check_elements(n, al_size());
    return ASHLAR_OK;
}

static int reduce_small(void)
{
    return reduce(3);
}

static int reduce_large(void)
{
    return reduce(30000);
}

static int make_mutexes(void)
{
    return al_mutexes_create(al_group_world(), 3, &al.mutexes);
}

static int lock(void)
{
    int status = al_mutex_lock(al.mutexes, 1);

    return status == ASHLAR_ESTATE ? ASHLAR_OK : status; /* taken before the failure */
}

static int unlock(void)
{
    return al_mutex_unlock(al.mutexes, 1);
}

static int free_mutexes(void)
{
    return al_mutexes_free(al.mutexes);
}

static int make_turn(void *left, int *done)
{
    *done = --*(int *)left == 0;
    return ASHLAR_OK;
}

static int work_in_turns(void)
{
    static int left;
    al_handle_t handle = 0;

    left = 5;
    TRY(al_work_nb(make_turn, &left, &handle));
    TRY(al_wait(&handle));
    CHECK_INT(0, left);
    return ASHLAR_OK;
}

/* Nobody has written outside the part of my slice that is written. */
static int guards(void)
{
    char *mine = NULL;
    int64_t wrong = 0;

    TRY(al_barrier(al_group_world()));
    TRY(al_segment_address(al.segment, al_rank(), (void **)&mine));
    for (int k = 0; k < GUARD; ++k)
        wrong += mine[k] != 0x55 || mine[GUARD + MINE + k] != 0x55;
    CHECK_INT(0, wrong);
    return ASHLAR_OK;
}

static int free_part(void)
{
    return al_segment_free(al.part);
}

static int free_segment(void)
{
    return al_segment_free(al.segment);
}

static int free_group(void)
{
    return al_group_free(al.group);
}

static const step_t steps[] = {
    TOGETHER(start),
    TOGETHER(make_group),
    TOGETHER(make_segment),
    TOGETHER(make_part),
    TOGETHER(barrier),
    ALONE(small),
    ALONE(large),
    ALONE(strided_small),
    ALONE(strided_large),
    ALONE(strided_rows),
    ALONE(nonblocking),
    ALONE(list_transfers),
    ALONE(counters),
    ALONE(work_in_turns),
    ALONE(fences),
    ALONE(notify),
    ALONE(notify_wait),
    ALONE(notify_test),
    TOGETHER(broadcast_small),
    TOGETHER(broadcast_large),
    TOGETHER(reduce_small),
    TOGETHER(reduce_large),
    TOGETHER(make_mutexes),
    ALONE(lock),
    ALONE(unlock),
    TOGETHER(free_mutexes),
    TOGETHER(guards),
    TOGETHER(free_part),
    TOGETHER(free_segment),
    TOGETHER(free_group),
    {"stop", al_finalize, true},
};

const steps_t al_steps = {steps, sizeof steps / sizeof steps[0]};
