/* The elements of the fixed matrix that breaks ties. */
#include "setup/ties.h"

#include <stdint.h>

#include "setup/calculation.h"
#include "molecule/try.h"

/* A number in -1..1, the same for (i,j) and (j,i): Fibonacci hashing, mixed twice. */
static double number(int64_t i, int64_t j)
{
    uint64_t low = (uint64_t)(i < j ? i : j), high = (uint64_t)(i < j ? j : i);
    uint64_t mix = (high * (high + 1) / 2 + low + 1) * UINT64_C(0x9e3779b97f4a7c15);
    for (int k = 0; k < 2; ++k)
        mix = (mix ^ mix >> 29) * UINT64_C(0x9e3779b97f4a7c15);
    return (double)(mix >> 11) / (double)(UINT64_C(1) << 52) - 1;
}

static int fill(ga_t r)
{
    int64_t ilo, ihi, jlo, jhi, ld;
    void *block;
    TRY(ga_distribution(r, ga_rank(), &ilo, &ihi, &jlo, &jhi));
    if (ilo <= ihi && jlo <= jhi) {
        TRY(ga_access(r, ilo, ihi, jlo, jhi, &block, &ld));
        double *element = block;
        for (int64_t j = jlo; j <= jhi; ++j)
            for (int64_t i = ilo; i <= ihi; ++i)
                element[i - ilo + (j - jlo) * ld] = number(i, j);
        TRY(ga_release(r));
    }
    return ga_sync();
}

int ties_make(ga_t s, ga_t x, ga_t work, ga_t work2, ga_t ties)
{
    TRY(multiply('n', s, x, work));
    TRY(fill(work2));
    TRY(multiply('n', work2, work, ties));
    TRY(ga_copy(ties, work2));
    return multiply('t', work, work2, ties);
}
