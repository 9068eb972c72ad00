/* Every rank fills its own block where it lies. */
#include "tutorial.h"

enum { N = 100 };

static double element(int64_t i, int64_t j)
{
    return (double)i + 1000 * (double)j;
}

int main(int argc, char **argv)
{
    ga_t a;
    int64_t ilo, ihi, jlo, jhi;
    start(&argc, &argv);
    check(ga_create(ASHLAR_DOUBLE, N, N, "a", 0, 0, &a));

    /* With more ranks than blocks some own nothing: then ilo is 0 and ihi is -1. */
    check(ga_distribution(a, ga_rank(), &ilo, &ihi, &jlo, &jhi));
    if (ilo <= ihi) {
        void *block;
        int64_t ld;
        check(ga_access(a, ilo, ihi, jlo, jhi, &block, &ld));
        for (int64_t j = jlo; j <= jhi; ++j)
            for (int64_t i = ilo; i <= ihi; ++i)
                ((double *)block)[(i - ilo) + (j - jlo) * ld] = element(i, j);
        check(ga_release(a));
    }
    check(ga_sync());

    /* Row 50, in pieces on several ranks. It becomes a buffer of one row: its leading dimension
     * is 1. */
    double row[N];
    int right = 1;
    check(ga_get(a, 50, 50, 0, N - 1, row, 1));
    for (int64_t j = 0; j < N; ++j)
        right = right && row[j] == element(50, j);

    check(ga_print_distribution(a, stdout));
    check(ga_destroy(a));
    return stop(right);
}
