/* armci-lite/src/onesided/al_mutex.c: one holder at a time, everybody in the end, and a place can be
 * used for one mutex after the other. */
#define RANKS   3
#define MUTEXES 2
#define ROUNDS  2

byte tail[MUTEXES];  /* a rank + 1; 0: nobody */
byte behind[RANKS];  /* of its place */
bit turn[RANKS];
byte inside[MUTEXES];

inline lock(m)
{
    atomic { before = tail[m]; tail[m] = me + 1 };
    if
    :: before ->
        behind[before - 1] = me + 1;
        (turn[me]);
#ifndef BROKEN_TURN_STAYS
        turn[me] = 0;
#endif
    :: else
    fi
}

inline unlock(m)
{
    next = behind[me];
    if
    :: next == 0 ->
#ifdef BROKEN_NO_COMPARE /* whoever came meanwhile is forgotten */
        tail[m] = 0;
#else
        atomic { found = tail[m]; if :: found == me + 1 -> tail[m] = 0 :: else fi };
        if
        :: found != me + 1 -> (behind[me]); next = behind[me]
        :: else
        fi
#endif
    :: else
    fi;
    if
    :: next ->
#ifdef BROKEN_BEHIND_STAYS
        turn[next - 1] = 1
#else
        behind[me] = 0;
        turn[next - 1] = 1
#endif
    :: else
    fi
}

active [RANKS] proctype rank()
{
    byte me = _pid, round, m, before, next, found;
    do
    :: round < ROUNDS ->
        if
        :: m = 0
        :: m = 1
        fi;
        lock(m);
        inside[m]++;
        assert(inside[m] == 1);
        inside[m]--;
        unlock(m);
        round++
    :: else -> break
    od
}
