/* armci-lite/src/local/al_node_barrier.h: a rank that compares hashes reads in each slot the word of this round,
 * and has passed a barrier: it finds what others wrote before, and no rank overwrites a slot that another has
 * still to read. */
#define RANKS  3
#define ROUNDS 3
#ifdef BROKEN_ONE_WORD
#define PLACE(n) 0
#else
#define PLACE(n) ((n) % 2)
#endif

byte round_of[RANKS];
byte word[2 * RANKS];

proctype rank(byte me)
{
    byte n = 1, other;
    do
    :: n <= ROUNDS ->
#ifdef BROKEN_ROUND_FIRST
        round_of[me] = n;
        word[PLACE(n) * RANKS + me] = n;
#else
        word[PLACE(n) * RANKS + me] = n;
        round_of[me] = n;
#endif
        other = 0;
        do
        :: other < RANKS ->
#ifndef BROKEN_AWAIT
            (round_of[other] >= n);
#endif
            assert(round_of[other] <= n + 1);
            assert(word[PLACE(n) * RANKS + other] == n);
            other++
        :: else -> break
        od;
        n++
    :: else -> break
    od
}

init
{
    byte k;
    atomic { do :: k < RANKS -> run rank(k); k++ :: else -> break od }
}
