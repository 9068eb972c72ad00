/* Starting and stopping: states, other communicators, what is left behind. */
#define _GNU_SOURCE
#include <signal.h>
#include <time.h>

#include <ashlar/al.h>

#include "al/leftovers.h"
#include "al/slices.h"
#include "harness/harness.h"

static void check_stopped(void)
{
    CHECK_INT(0, al_initialized());
    CHECK_INT(-1, al_rank());
    CHECK_INT(-1, al_size());
    CHECK_INT(-1, al_node_count());
    CHECK_INT(-1, al_node_of(0));
    CHECK_INT(-1, al_node_size(0));
    CHECK(al_group_world() == NULL);
    CHECK_TEXT("none", al_engine_name());
    CHECK_INT(0, al_engine_polls());
}

TEST_CASE(init_states, TEST_BARE)
{
    check_stopped();
    CHECK_STATUS(ASHLAR_ESTATE, al_finalize());
    REQUIRE_OK(al_init(MPI_COMM_WORLD));
    CHECK_STATUS(ASHLAR_ESTATE, al_init(MPI_COMM_WORLD));
    slices_work_on(MPI_COMM_WORLD);
    CHECK_OK(al_finalize());
    check_stopped();
    CHECK_STATUS(ASHLAR_ESTATE, al_finalize());
}

static void tick(int signal)
{
    (void)signal;
}

/* A timer that interrupts every call of the system that waits changes nothing. */
TEST_CASE_IN("slow", init_under_timer, TEST_BARE)
{
    enum { STARTS = 20 };
    struct sigaction on_tick = {.sa_handler = tick, .sa_flags = SA_RESTART}, before;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR2};
    const struct itimerspec often = {{0, 300000}, {0, 300000}}, never = {{0, 0}, {0, 0}};
    timer_t timer;

    REQUIRE_OK(al_init(MPI_COMM_WORLD));
    int expected = al_node_count();
    CHECK_OK(al_finalize());
    CHECK(sigaction(SIGUSR2, &on_tick, &before) == 0);
    CHECK(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
    for (int k = 0; k < STARTS; ++k) {
        CHECK(timer_settime(timer, 0, &often, NULL) == 0);
        int status = al_init(MPI_COMM_WORLD);
        CHECK(timer_settime(timer, 0, &never, NULL) == 0);
        if (CHECK_OK(status)) {
            CHECK_INT(expected, al_node_count());
            CHECK_OK(al_finalize());
        }
    }
    CHECK(timer_delete(timer) == 0);
    CHECK(sigaction(SIGUSR2, &before, NULL) == 0);
}

TEST_CASE(init_again, TEST_BARE)
{
    for (int round = 0; round < 5; ++round) {
        REQUIRE_OK(al_init(MPI_COMM_WORLD));
        slices_work_on(MPI_COMM_WORLD);
        CHECK_OK(al_finalize());
    }
    check_stopped();
}

/* Start, work and stop on a communicator. */
static void run_on(MPI_Comm comm)
{
    REQUIRE_OK(al_init(comm));
    slices_work_on(comm);
    CHECK_OK(al_finalize());
}

/* The even ranks run a library of their own, then the odd ones. */
TEST_CASE(init_on_half, TEST_BARE)
{
    MPI_Comm half;

    MPI_Comm_split(MPI_COMM_WORLD, test_rank() % 2, test_rank(), &half);
    for (int turn = 0; turn < 2; ++turn) {
        if (test_rank() % 2 == turn)
            run_on(half);
        CHECK_INT(0, al_initialized());
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Comm_free(&half);
}

/* Both at the same time. */
TEST_CASE(init_on_halves, TEST_BARE)
{
    MPI_Comm half;

    if (test_has_faulty_windows()) {
        test_skip("windows of Open MPI 4 made side by side share a file");
        return;
    }
    MPI_Comm_split(MPI_COMM_WORLD, test_rank() % 2, test_rank(), &half);
    run_on(half);
    MPI_Comm_free(&half);
}

/* Ranks of the library are those of the communicator, in its order; nodes then interleave it. */
TEST_CASE(init_reordered, TEST_BARE)
{
    MPI_Comm reversed;

    MPI_Comm_split(MPI_COMM_WORLD, 0, -test_rank(), &reversed);
    REQUIRE_OK(al_init(reversed));
    CHECK_INT(test_size() - 1 - test_rank(), al_rank());
    slices_work_on(reversed);
    CHECK_OK(al_finalize());
    MPI_Comm_free(&reversed);
}

/* Stopping frees what is still alive, in the library, in MPI and in the system; the memory is free
 * for the next start. */
TEST_CASE(init_cleans_up, TEST_BARE)
{
    enum { ROUNDS = 7 };
    leftovers_t before = leftovers_now(), after[ROUNDS];

    for (int round = 0; round < ROUNDS; ++round) {
        al_segment_t *segment;
        al_group_t *group;
        al_mutexes_t *mutexes;
        int me[1];
        REQUIRE_OK(al_init(MPI_COMM_WORLD));
        leftovers_t now = leftovers_now();
        CHECK(now.arenas > 0 && now.communicators > before.communicators);
        me[0] = al_rank();
        CHECK_OK(al_segment_create(al_group_world(), 100000, &segment));
        CHECK_OK(al_segment_create(al_group_world(), 300, &segment));
        CHECK_OK(al_group_create(1, me, &group));
        CHECK_OK(al_segment_create(group, 5000, &segment));
        CHECK_OK(al_group_create(1, me, &group));
        CHECK_OK(al_mutexes_create(al_group_world(), 3, &mutexes));
        CHECK_OK(al_notify(al_rank()));
        CHECK_OK(al_finalize());
        CHECK_NOTHING_LEFT(&before);
        after[round] = leftovers_now();
    }
    CHECK_NO_GROWTH(after, ROUNDS);
}
