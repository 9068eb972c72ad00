/* Nobody leaves a barrier before all have come to it, and all leave it, in either form.
 * Faults of barrier.inc: BROKEN_EMPTY BROKEN_AWAIT BROKEN_ORDER */
#define RANKS  3
#define ROUNDS 3

byte led;
#include "barrier.inc"

byte phase[RANKS]; /* barriers come to */

proctype equal(byte me)
{
    byte seen, other;
    bit last;
    do
    :: phase[me] < ROUNDS ->
        phase[me]++;
        barrier_wait(seen, last);
        other = 0;
        do
        :: other < RANKS -> assert(phase[other] >= phase[me]); other++
        :: else -> break
        od
    :: else -> break
    od
}

proctype led_by_first(byte me)
{
    byte seen, other;
    do
    :: phase[me] < ROUNDS ->
        phase[me]++;
        if
        :: me == 0 -> barrier_lead(seen)
        :: else -> barrier_follow(seen)
        fi;
        assert(led >= phase[me]);
        other = 0;
        do
        :: other < RANKS -> assert(phase[other] >= phase[me]); other++
        :: else -> break
        od
    :: else -> break
    od
}

init
{
    byte k;
    bit first_leads;
    if
    :: first_leads = 0
    :: first_leads = 1
    fi;
    atomic {
        do
        :: k < RANKS && !first_leads -> run equal(k); k++
        :: k < RANKS && first_leads -> run led_by_first(k); k++
        :: k == RANKS -> break
        od
    }
}
