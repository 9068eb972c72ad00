/* All ranks add to the same elements at the same time, and nothing is lost. */
#include "tutorial.h"

enum { N = 8, TIMES = 1000 };

int main(int argc, char **argv)
{
    ga_t sum;
    start(&argc, &argv);
    const int ranks = ga_size();
    check(ga_create(ASHLAR_DOUBLE, N, N, "sum", 0, 0, &sum));
    check(ga_zero(sum));

    /* sum += alpha * ones, all over the array. Each element is added to by itself: two ranks never
     * take the same old value, as they may with a get, an addition and a put. */
    double ones[N][N];
    const double alpha = ga_rank() + 1;
    for (int j = 0; j < N; ++j)
        for (int i = 0; i < N; ++i)
            ones[j][i] = 1;
    for (int k = 0; k < TIMES; ++k)
        check(ga_acc(sum, 0, N - 1, 0, N - 1, ones, N, &alpha));
    check(ga_sync());

    double all[N][N];
    const double expected = TIMES * ranks * (ranks + 1) / 2.0;
    int right = 1;
    check(ga_get(sum, 0, N - 1, 0, N - 1, all, N));
    for (int j = 0; j < N; ++j)
        for (int i = 0; i < N; ++i)
            right = right && all[j][i] == expected;
    if (ga_rank() == 0)
        printf("every element is %g\n", all[0][0]);

    check(ga_destroy(sum));
    return stop(right);
}
