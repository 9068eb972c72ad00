/* armci-lite/src/local/al_lock.h: one holder at a time, and everybody gets it in the end. */
#define RANKS  3
#define ROUNDS 2

bit held;
byte inside;

inline exchange(old) { atomic { old = held; held = 1 } }

active [RANKS] proctype rank()
{
    byte round;
    bit old;
    do
    :: round < ROUNDS ->
#ifdef BROKEN_EXCHANGE /* look, then take */
        (held == 0);
        held = 1;
#else
        do
        :: exchange(old);
           if
           :: old -> (held == 0) /* looked at until it seems free */
           :: else -> break
           fi
        od;
#endif
        inside++;
        assert(inside == 1);
        inside--;
#ifndef BROKEN_RELEASE
        held = 0;
#endif
        round++
    :: else -> break
    od
}
