/* When others see what I wrote: after a sync of all, or after a notice to one. */
#include "tutorial.h"

int main(int argc, char **argv)
{
    ga_t a;
    start(&argc, &argv);
    const int me = ga_rank(), ranks = ga_size();
    const int next = (me + 1) % ranks, previous = (me + ranks - 1) % ranks;
    const int64_t dims[] = {ranks}, here[] = {me}, before[] = {previous}, after[] = {next};
    check(ga_create_nd(ASHLAR_INT, 1, dims, "a", NULL, GA_GROUP_WORLD, &a));

    /* Each rank writes into the element of the next one, then reads its own. Between the two all
     * ranks have to sync: before, the rank that writes to me may not have come so far. */
    int value = 10 * me, found;
    check(ga_put_nd(a, after, after, &value, NULL));
    check(ga_sync());
    check(ga_get_nd(a, here, here, &found, NULL));
    int right = found == 10 * previous;

    /* Nor may it write again before I have read. */
    check(ga_sync());

    /* The same without waiting for all: I tell only the rank that is to read. */
    value = 10 * me + 1;
    check(ga_put_nd(a, after, after, &value, NULL));
    check(ga_notify(next));
    check(ga_notify_wait(previous));
    check(ga_get_nd(a, here, here, &found, NULL));
    right = right && found == 10 * previous + 1;

    /* My own order needs nothing: what I have put, I get. */
    check(ga_sync());
    value = 10 * me + 2;
    check(ga_put_nd(a, before, before, &value, NULL));
    check(ga_get_nd(a, before, before, &found, NULL));
    right = right && found == value;

    if (me == 0)
        printf("rank 0 has read what it was told\n");
    check(ga_destroy(a));
    return stop(right);
}
