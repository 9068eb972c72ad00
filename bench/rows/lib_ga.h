/* ga as the rows of the benchmarks call it (onesided.inc, distributions.inc, ops.inc). */
#ifndef BENCH_LIB_GA_H
#define BENCH_LIB_GA_H

#include <ashlar/ga.h>

#include "bench/lib/bench.h"

#define LIB_NAME "ga"

typedef ga_t lib_array_t;

INLINE void check(int status)
{
    if (__builtin_expect(status != ASHLAR_OK, 0))
        bench_fail("%s", ashlar_error_message());
}

INLINE void lib_destroy(ga_t g)
{
    check(ga_destroy(g));
}

INLINE void lib_zero(ga_t g)
{
    check(ga_zero(g));
}

INLINE void lib_sync(void)
{
    check(ga_sync());
}

INLINE void lib_fence_begin(void)
{
}

INLINE void lib_fence(void)
{
    check(ga_fence());
}

INLINE void lib_put(ga_t g, patch_t p, void *buf, int64_t ld)
{
    check(ga_put(g, p.ilo, p.ihi, p.jlo, p.jhi, buf, ld));
}

INLINE void lib_get(ga_t g, patch_t p, void *buf, int64_t ld)
{
    check(ga_get(g, p.ilo, p.ihi, p.jlo, p.jhi, buf, ld));
}

#endif
