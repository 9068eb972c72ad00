/* bundle/src/bundle_mail.c on many nodes: the two ranks of node 0 receive what ranks of nodes 1 and 2 send them, or not, in
 * exchanges one after the other. Each takes all that is sent to it, in the exchange in which it was sent. The first rank of
 * node 0 knows the sum once all senders have counted; a counter stands for the tree, and one for where all ranks meet. */
#define ROUNDS 3

chan mail[2] = [2] of { byte }; /* to a rank of node 0: the exchange */
byte begun;                     /* messages that have been begun and not counted */
byte counted;                   /* senders */
byte met;                       /* ranks behind their receipt */
byte sums, expected, taken;     /* of node 0 */

inline meet(round)
{
    met++;
#ifndef BROKEN_NO_MEETING
    (met >= 4 * round)
#endif
}

/* The one of nodes 1 and 2. */
proctype sender()
{
    byte round;
    do
    :: round < ROUNDS ->
        round++;
        if
        :: atomic { nfull(mail[0]) -> mail[0]!round; begun++ }
        :: atomic { nfull(mail[1]) -> mail[1]!round; begun++ }
        :: skip
        fi;
        counted++;
        meet(round)
    :: else -> break
    od
}

/* Rank `me` of node 0. */
proctype receiver(byte me)
{
    byte round, sent_in;
    do
    :: round < ROUNDS ->
        round++;
        if
        :: me == 0 ->
#ifdef BROKEN_SUM_BEFORE_ALL
            (counted >= 2 * round - 1);
#else
            (counted >= 2 * round);
#endif
#ifdef BROKEN_PUBLISHED_FIRST
            sums++;
            atomic { expected = expected + begun; begun = 0 }
#else
            atomic { expected = expected + begun; begun = 0 };
            sums++
#endif
        :: else
        fi;
        do
        :: atomic { nempty(mail[me]) -> mail[me]?sent_in; assert(sent_in == round); taken++ }
        :: sums == round && taken == expected -> break
        od;
        assert(empty(mail[me]));
        meet(round)
    :: else -> break
    od
}

init
{
    atomic { run sender(); run sender(); run receiver(0); run receiver(1) }
}
