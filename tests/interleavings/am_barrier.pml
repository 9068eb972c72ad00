/* armci-lite/src/engine/am/al_am_barrier_pairs.c, two nodes of two ranks: a rank that has left a barrier finds what
 * any rank wrote before it, through any server, and every barrier ends. Ranks 0 and 1 send requests to ranks
 * 2 and 3, which serve the same memory, x. Rank 1 writes, and rank 0 reads after the barrier. */
#define ROUNDS 2

mtype = { PUT, GET, BARRIER };

typedef node_t { byte arrived, round };
node_t node[2];

chan to2 = [2] of { mtype, byte, byte }; /* kind; sent by rank 0 and by rank 1, or a value; */
chan to3 = [2] of { mtype, byte, byte }; /* barriers the origin has left */
chan deferred2 = [2] of { mtype, byte, byte };
chan to0 = [2] of { mtype };
chan answer = [1] of { byte };

byte x, completed, served[2], received, number[2], sent[2], finished;

inline arrive(n, before)
{
    atomic { before = node[n].round; node[n].arrived++ }
}

inline release(n)
{
    atomic { node[n].arrived = 0; node[n].round++ }
}

inline serve_by_2(what, value)
{
    if
    :: what == GET -> answer!x
    :: what == BARRIER -> number[0] = value / 16; number[1] = value % 16; received++
    fi;
    served[0]++
}

/* One step of serving: a deferred message that may be served, or the next one. */
inline poll_by_2(what, value, epoch)
{
    if
    :: atomic { deferred2?[what, value, epoch] -> deferred2?<what, value, epoch> };
        if
        :: epoch <= completed -> deferred2?what, value, epoch; serve_by_2(what, value)
        :: else
        fi
    :: atomic { nempty(to2) && nfull(deferred2) -> to2?what, value, epoch };
        if
#ifndef BROKEN_NOT_DEFERRED
        :: epoch > completed || nempty(deferred2) -> deferred2!what, value, epoch
        :: else -> serve_by_2(what, value)
#else
        :: serve_by_2(what, value)
#endif
        fi
    fi
}

inline poll_by_3(what, value, epoch)
{
    to3?what, value, epoch;
#ifdef BROKEN_COUNTED_FIRST
    served[1]++;
    x = value
#else
    x = value;
    served[1]++
#endif
}

active proctype rank0()
{
    byte round, before, seen;
    do
    :: round < ROUNDS ->
        round++;
        arrive(0, before);
        (node[0].arrived == 2);
        to2!BARRIER, sent[0] * 16 + sent[1], round - 1;
        sent[0]++;
        to0?BARRIER;
        release(0);
        to2!GET, 0, round;
        sent[0]++;
        answer?seen;
        assert(seen >= round) /* rank 1 may be ahead */
    :: else -> break
    od;
    finished++
}

active proctype rank1()
{
    byte round, before;
    do
    :: round < ROUNDS ->
        round++;
        to3!PUT, round, round - 1;
        sent[1]++;
        arrive(0, before);
        (node[0].round != before)
    :: else -> break
    od;
    finished++
}

active proctype rank2()
{
    byte round, before, value, epoch;
    mtype what;
    do
    :: round < ROUNDS ->
        round++;
        arrive(1, before);
        do
        :: node[1].arrived == 2 -> break
        :: poll_by_2(what, value, epoch)
        od;
        to0!BARRIER;
        do
#if defined(BROKEN_NO_COUNTS)
        :: received >= round -> break
#elif defined(BROKEN_OWN_COUNT_ONLY)
        :: received >= round && served[0] >= number[0] -> break
#else
        :: received >= round && served[0] >= number[0] && served[1] >= number[1] -> break
#endif
        :: poll_by_2(what, value, epoch)
        od;
        completed = round;
        release(1)
    :: else ->
        do
        :: poll_by_2(what, value, epoch)
        :: finished == 3 -> break
        od;
        break
    od
}

active proctype rank3()
{
    byte round, before, value, epoch;
    mtype what;
    do
    :: round < ROUNDS ->
        round++;
        arrive(1, before);
        do
        :: node[1].round != before -> break
        :: poll_by_3(what, value, epoch)
        od
    :: else -> break
    od;
    finished++
}
