/* armci-lite/src/group/al_coll.c: what a rank finds in the slots of an exchange belongs to that
 * exchange, with one barrier per exchange and two sets of slots. A fault of barrier.inc: BROKEN_AWAIT */
#define RANKS     3
#define EXCHANGES 4
#ifdef BROKEN_ONE_SET
#define SET(exchange) 0
#else
#define SET(exchange) (exchange % 2)
#endif

byte led;
#include "barrier.inc"

byte slot[2 * RANKS];

proctype rank(byte me)
{
    byte exchange, seen, other;
    bit last;
    do
    :: exchange < EXCHANGES ->
        slot[SET(exchange) * RANKS + me] = exchange + 1;
        barrier_wait(seen, last);
        other = 0;
        do
        :: other < RANKS ->
            assert(slot[SET(exchange) * RANKS + other] == exchange + 1);
            other++
        :: else -> break
        od;
        exchange++
    :: else -> break
    od
}

init
{
    byte k;
    atomic { do :: k < RANKS -> run rank(k); k++ :: else -> break od }
}
