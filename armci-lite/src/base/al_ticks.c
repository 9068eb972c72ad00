/* Which counter is steady, and how long its ticks are. */
#include "armci-lite/src/base/al_ticks.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

int ali_ticks_are_steady;
static double tick = 1; /* in nanoseconds */

static int is_steady(void)
{
#if defined(__x86_64__)
    unsigned a, b, c, d; /* bit 8 of the last: it runs at one rate in all states of the processor */
    return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1u << 8);
#elif defined(__aarch64__)
    return 1; /* by the architecture */
#else
    return 0;
#endif
}

/* Several attempts; the one counts that has the least time between two looks at the clock of the
 * system. */
al_moment_t ali_moment(void)
{
    enum { ATTEMPTS = 5 };
    al_moment_t best = {0, 0};
    int64_t least = INT64_MAX;
    for (int k = 0; k < ATTEMPTS; ++k) {
        const int64_t before = ali_nanoseconds();
        const uint64_t ticks = ali_ticks();
        const int64_t after = ali_nanoseconds();
        if (after - before < least) {
            least = after - before;
            best = (al_moment_t){ticks, before + (after - before) / 2};
        }
    }
    return best;
}

void ali_ticks_start(void)
{
    enum { LEAST = 1000000 }; /* ns */
    if (ali_ticks_are_steady || !is_steady())
        return;
    ali_ticks_are_steady = 1;
    const al_moment_t begin = ali_moment();
    al_moment_t end;
    do
        end = ali_moment();
    while (end.nanoseconds - begin.nanoseconds < LEAST);
    tick = (double)(end.nanoseconds - begin.nanoseconds) / (double)(end.ticks - begin.ticks);
}

int64_t ali_ticks_to_nanoseconds(uint64_t ticks)
{
    return (int64_t)((double)ticks * tick);
}
