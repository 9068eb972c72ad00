/* Atomics, mutexes, flags and notices. */
#include <stdlib.h>
#include <string.h>

#include "classic/armci/cases.h"

enum { TURNS = 60 };

/* Every rank counts at every other: all numbers that it draws are different, and together they are
 * all there are. */
ARMCI_CASE(atomic_counters)
{
    char **names = zeros_everywhere(16);
    long sum = 0, all = (long)TURNS * procs();

    for (int turn = 0; turn < TURNS; ++turn)
        for (int proc = 0; proc < procs(); ++proc) {
            int small = -1;
            long large = -1;
            CHECK_INT(0, ARMCI_Rmw(ARMCI_FETCH_AND_ADD, &small, names[proc], 3, proc));
            CHECK_INT(0, ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &large, names[proc] + 8, -2, proc));
            CHECK(small % 3 == 0 && small >= 0 && small < 3 * all);
            CHECK(large % 2 == 0 && large <= 0 && large > -2 * all);
            sum += small - large;
        }
    ARMCI_Barrier();
    CHECK_INT(3 * all, *(int *)names[me()]);
    CHECK_INT(-2 * all, *(long *)(names[me()] + 8));
    armci_msg_lgop(&sum, 1, (char *)"+");
    CHECK_INT(procs() * 5 * (all * (all - 1) / 2), sum);
    free_everywhere(names);
}

/* Each value swapped in comes out once, or stays. */
ARMCI_CASE(atomic_swaps)
{
    char **names = zeros_everywhere(16);
    long in[2] = {0}, out[2] = {0};

    for (int turn = 0; turn < TURNS; ++turn) {
        const int proc = turn % procs();
        int small = 1 + me() * TURNS + turn;
        long large = small + 10000000000L;
        in[0] += large + small;
        in[1] += (large % 1000) * (large % 1000) + small * small;
        CHECK_INT(0, ARMCI_Rmw(ARMCI_SWAP, &small, names[proc], 77, proc));
        CHECK_INT(0, ARMCI_Rmw(ARMCI_SWAP_LONG, &large, names[proc] + 8, 77, proc));
        out[0] += large + small;
        out[1] += (large % 1000) * (large % 1000) + small * small;
    }
    ARMCI_Barrier();
    const long small = *(int *)names[me()], large = *(long *)(names[me()] + 8);
    out[0] += large + small;
    out[1] += (large % 1000) * (large % 1000) + small * small;
    armci_msg_lgop(in, 2, (char *)"+");
    armci_msg_lgop(out, 2, (char *)"+");
    CHECK_INT(in[0], out[0]);
    CHECK_INT(in[1], out[1]);
    free_everywhere(names);
}

/* Numbers that are read and written in two calls, each under a mutex of its own. */
ARMCI_CASE(mutex_counters)
{
    enum { MUTEXES = 3 };
    char **names = zeros_everywhere(MUTEXES * sizeof(long));

    test_capture_begin();
    CHECK(ARMCI_Destroy_mutexes() != 0);
    CHECK_INT(0, ARMCI_Create_mutexes(me() == procs() - 1 ? MUTEXES : 1));
    CHECK(ARMCI_Create_mutexes(1) != 0);
    free(test_capture_end());
    for (int turn = 0; turn < TURNS; ++turn) {
        const int proc = (me() + turn) % procs(), mutex = turn / 2 % MUTEXES;
        char *number = names[proc] + (size_t)mutex * sizeof(long);
        ARMCI_Lock(mutex, proc);
        CHECK_INT(0, ARMCI_PutValueLong(ARMCI_GetValueLong(number, proc) + 1 + me(), number, proc));
        ARMCI_Unlock(mutex, proc);
    }
    ARMCI_Barrier();
    for (int mutex = 0; mutex < MUTEXES; ++mutex) {
        long expected = 0;
        for (int rank = 0; rank < procs(); ++rank)
            for (int turn = 0; turn < TURNS; ++turn)
                if ((rank + turn) % procs() == me() && turn / 2 % MUTEXES == mutex)
                    expected += 1 + rank;
        CHECK_INT(expected, ((long *)names[me()])[mutex]);
    }
    ARMCI_Barrier();
    /* One that is held is not destroyed, and one lock does not keep another from anybody. */
    for (int mutex = 0; mutex < MUTEXES; ++mutex)
        ARMCI_Lock(mutex, me());
    test_capture_begin();
    CHECK(ARMCI_Destroy_mutexes() != 0);
    free(test_capture_end());
    for (int mutex = 0; mutex < MUTEXES; ++mutex)
        ARMCI_Unlock(mutex, me());
    CHECK_INT(0, ARMCI_Destroy_mutexes());
    CHECK_INT(0, ARMCI_Create_mutexes(0));
    CHECK_INT(0, ARMCI_Destroy_mutexes());
    CHECK_INT(0, ARMCI_Create_mutexes(1)); /* left to ARMCI_Finalize() */
    free_everywhere(names);
}

/* A rank that sees the flag sees the data. A flag is read as others write to it: by the library. */
static void wait_for_flag(int *flag, int value)
{
    while (ARMCI_GetValueInt(flag, me()) != value)
        ARMCI_Fence(me());
}

ARMCI_CASE(flags_and_notices)
{
    enum { N = 300 };
    const int next = (me() + 1) % procs(), before = (me() + procs() - 1) % procs();
    char **names = zeros_everywhere((N + 1) * sizeof(int));
    int *mine = (int *)names[me()], *there = (int *)names[next], data[N], heard = -1;
    int stride[1] = {10 * sizeof(int)}, count[2] = {10 * sizeof(int), N / 10};

    for (int turn = 1; turn <= 20; ++turn) {
        int wrong = 0;
        for (int k = 0; k < N; ++k)
            data[k] = 1000 * turn + k + me();
        if (turn % 4 == 0) {
            CHECK_INT(0, ARMCI_Put(data, there, sizeof data, next));
            CHECK_INT(turn / 4, armci_notify(next));
            CHECK_INT(turn / 4, armci_notify_wait(before, turn % 8 ? &heard : NULL));
            CHECK_INT(turn % 8 ? turn / 4 : heard, heard);
        } else {
            CHECK_INT(0, turn % 4 == 1
                             ? ARMCI_Put_flag(data, there, sizeof data, there + N, turn, next)
                         : turn % 4 == 2 ? ARMCI_PutS_flag(data, stride, there, stride, count, 1,
                                                           there + N, turn, next)
                                         : ARMCI_PutS_flag_dir(data, stride, there, stride, count,
                                                               1, there + N, turn, next));
            wait_for_flag(mine + N, turn);
        }
        for (int k = 0; k < N; ++k)
            wrong += mine[k] != 1000 * turn + k + before;
        CHECK_INT(0, wrong);
        ARMCI_Barrier();
    }

    /* Fences and a message. */
    for (int turn = 0; turn < 3; ++turn) {
        ARMCI_Group all;
        int token = turn, heard_token = -1;
        ARMCI_Group_get_world(&all);
        CHECK_INT(0, ARMCI_PutValueInt(50 + turn + me(), there, next));
        if (turn == 0)
            ARMCI_Fence(next);
        else if (turn == 1)
            ARMCI_AllFence();
        else
            ARMCI_GroupFence(&all);
        armci_msg_snd(5, &token, sizeof token, next);
        armci_msg_rcv(5, &heard_token, sizeof heard_token, NULL, before);
        CHECK_INT(turn, heard_token);
        CHECK_INT(50 + turn + before, ARMCI_GetValueInt(mine, me()));
        ARMCI_Barrier();
    }
    free_everywhere(names);
}
