/* Images that wait for lists of others (co_sync_images): nobody leaves before each on its list has
 * called with it, nobody waits for ever, and no notice is left over. Three images; in each round each
 * pair meets or not. */
#define IMAGES 3
#define ROUNDS 2
#define PAIR(a, b) (a < b -> a + b - 1 : b + a - 1)

bit meets[ROUNDS * 3]; /* by round and pair */
byte posted[IMAGES * IMAGES]; /* [to][from] */
byte come[IMAGES * IMAGES];   /* how often one has called for another */
byte ended;

proctype image(byte me)
{
    byte taken[IMAGES];
    byte round, k, other;
    do
    :: round < ROUNDS ->
        k = 0;
        do
        :: k < IMAGES - 1 ->
            other = (me + 1 + k) % IMAGES;
            if
            :: meets[round * 3 + PAIR(me, other)] ->
                come[me * IMAGES + other]++;
#ifdef BROKEN_SILENT /* tells the lower ones only */
                posted[other * IMAGES + me] = posted[other * IMAGES + me] + (other < me -> 1 : 0);
#else
                posted[other * IMAGES + me]++;
#endif
#ifdef BROKEN_ORDER /* waits for one before it tells the next */
                posted[me * IMAGES + other] != taken[other];
                taken[other]++
#endif
            :: else -> skip
            fi;
            k++
        :: else -> break
        od;
        k = 0;
        do
        :: k < IMAGES - 1 ->
            other = (me + 1 + k) % IMAGES;
            if
            :: meets[round * 3 + PAIR(me, other)] ->
#ifdef BROKEN_FLAG /* looks whether there was any notice, instead of counting */
                posted[me * IMAGES + other] > 0
#else
#ifndef BROKEN_ORDER
                posted[me * IMAGES + other] != taken[other];
                taken[other]++
#endif
#endif
            :: else -> skip
            fi;
            k++
        :: else -> break
        od;
        atomic {
            k = 0;
            do
            :: k < IMAGES - 1 ->
                other = (me + 1 + k) % IMAGES;
                assert(!meets[round * 3 + PAIR(me, other)] ||
                       come[other * IMAGES + me] >= come[me * IMAGES + other]);
                k++
            :: else -> break
            od;
            round++
        }
    :: else -> break
    od;
    atomic {
        k = 0;
        do
        :: k < IMAGES -> assert(k == me || taken[k] == come[me * IMAGES + k]); k++
        :: else -> break
        od;
        ended++
    }
}

init
{
    byte k;
    atomic {
        do
        :: k < ROUNDS * 3 ->
            if
            :: meets[k] = 0
            :: meets[k] = 1
            fi;
            k++
        :: else -> break
        od;
        k = 0;
        do
        :: k < IMAGES -> run image(k); k++
        :: else -> break
        od
    }
    ended == IMAGES
}
