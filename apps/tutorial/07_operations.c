/* Operations on whole arrays and on patches: every rank calls, each works on what it owns. */
#include <math.h>

#include "tutorial.h"

enum { N = 50 };

int main(int argc, char **argv)
{
    ga_t a, b, c;
    start(&argc, &argv);
    check(ga_create(ASHLAR_DOUBLE, N, N, "a", 0, 0, &a));
    check(ga_create_like(a, ASHLAR_DOUBLE, "b", &b));
    check(ga_create_like(a, ASHLAR_DOUBLE, "c", &c));

    /* Scalars are passed by their address, since arrays are of several types. */
    const double zero = 0, one = 1, minus = -1, half = 0.5;
    check(ga_enumerate(a, &zero, &one)); /* 0, 1, 2, ... down the columns */
    check(ga_transpose(a, b));
    check(ga_add(&half, a, &half, b, c)); /* c = (a + b)/2 ... */
    check(ga_symmetrize(a));              /* ... which is a made symmetric */
    check(ga_add(&one, a, &minus, c, b)); /* b = a - c, all zero */

    /* Results are there on all ranks, the same bits. */
    double difference, sum, largest;
    int64_t where[2];
    check(ga_norm(b, GA_ENTRY_NORM_INF, &difference));
    check(ga_sum(a, &sum));
    check(ga_select(a, ASHLAR_MAX, &largest, where));

    /* The upper left quarter becomes 1, and so does the lower right one. */
    const int64_t first[] = {0, 0}, middle[] = {N / 2, N / 2};
    const int64_t before[] = {N / 2 - 1, N / 2 - 1}, last[] = {N - 1, N - 1};
    double ones;
    check(ga_zero(c));
    check(ga_fill_patch(c, first, before, &one));
    check(ga_copy_patch(c, first, before, c, middle, last));
    check(ga_dot(c, c, &ones)); /* half of all places have a 1 */

    if (ga_rank() == 0)
        printf("difference %g, sum %g, largest %g at (%d,%d), ones %g\n", difference, sum, largest,
               (int)where[0], (int)where[1], ones);
    const double n = N * N;
    const int right = difference == 0 && sum == n * (n - 1) / 2 && largest == n - 1 &&
                      where[0] == N - 1 && where[1] == N - 1 && ones == n / 2;
    check(ga_destroy(a));
    check(ga_destroy(b));
    check(ga_destroy(c));
    return stop(right);
}
