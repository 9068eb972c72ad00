/* armci-lite/src/engine/am/al_am_barrier_sums.c, three nodes: who has left a barrier finds what any rank wrote
 * before it, and every barrier ends. The rank of node 0, another thread of it and the rank of node 1 send batches to a
 * server of node 2, which takes them in any order. The first rank of node 2 knows the sum once both have counted; a
 * counter stands for the barrier of first ranks. */
#define ROUNDS 3

chan batches[2] = [4] of { byte, byte, bool }; /* from node 0, 1: the round, the epoch, whether the barrier covers it */
byte sent[2], total, counted; /* since the last count; for node 2, by those who have counted */
byte epoch[2];                /* of nodes 0 and 1 */
byte served[2], done[ROUNDS + 1], sends[ROUNDS + 1];
byte ready, finished;

#ifdef BROKEN_ONE_COUNT
#define KIND(e) 0
#else
#define KIND(e) ((e) % 2)
#endif

/* Under the engine's lock. */
inline send(n, number, is_covered)
{
    atomic {
        nfull(batches[n]);
        batches[n]!number, epoch[n], is_covered;
        sent[n]++;
        if
        :: is_covered -> sends[number]++
        :: else
        fi
    }
}

inline count(n)
{
    atomic { total = total + sent[n]; sent[n] = 0; epoch[n]++; counted++ }
}

inline await_all(round)
{
    ready++;
#ifndef BROKEN_NO_BARRIER
    (ready >= 3 * round);
#endif
    assert(done[round] == sends[round])
}

active proctype node0()
{
    byte round;
    do
    :: round < ROUNDS ->
        round++;
        send(0, round, true);
        count(0);
        (counted >= 2 * round); /* the rounds of the sum */
        await_all(round)
    :: else -> break
    od;
    finished++
}

/* Another thread of node 0: nobody synchronises with it. */
active proctype thread0()
{
    byte k;
    do
    :: k < 2 -> k++; send(0, 0, false)
    :: break
    od
}

active proctype node1()
{
    byte round;
    do
    :: round < ROUNDS ->
        round++;
        if
        :: send(1, round, true)
        :: skip
        fi;
        count(1);
        (counted >= 2 * round);
        await_all(round)
    :: else -> break
    od;
    finished++
}

inline serve(n)
{
    atomic { nempty(batches[n]) -> batches[n]?number, its, is_covered };
#ifdef BROKEN_COUNTED_FIRST
    served[KIND(its)]++;
#endif
    if
    :: is_covered -> done[number]++
    :: else
    fi;
#ifndef BROKEN_COUNTED_FIRST
    served[KIND(its)]++
#endif
}

active proctype server2()
{
    byte number, its;
    bool is_covered;
    do
    :: serve(0)
    :: serve(1)
    :: finished == 3 -> break
    od
}

active proctype node2()
{
    byte round, expected[2];
    do
    :: round < ROUNDS ->
        round++;
        atomic {
            counted >= 2 * round;
            expected[KIND(round - 1)] = expected[KIND(round - 1)] + total;
            total = 0
        };
        (served[KIND(round - 1)] == expected[KIND(round - 1)]);
        await_all(round)
    :: else -> break
    od;
    finished++
}
