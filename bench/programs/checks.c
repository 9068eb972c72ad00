/* checks: small collectives without and with ASHLAR_CHECK=1, alternately.
 *
 * It uses a switch internal to armci-lite, and therefore links the static library. */
#include <ashlar/ga.h>

#include "armci-lite/src/base/al_context.h"
#include "bench/lib/bench.h"

static ga_t small;

static void check(int status)
{
    if (status != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
}

#define ROWS(X)                                                                                    \
    X(sync, ga_sync())                                                                             \
    X(broadcast, ga_broadcast(GA_GROUP_WORLD, &number, sizeof number, 0))                          \
    X(allreduce, ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_SUM, &number, 1))              \
    X(zero, ga_zero(small))
#define ROW(name, call)                                                                            \
    static void row_##name(const bench_row_t *row, bench_sample_t *sample)                         \
    {                                                                                              \
        enum { COUNT = 2000 };                                                                     \
        double number = 0, start = bench_now();                                                    \
        (void)row;                                                                                 \
        for (int n = 0; n < COUNT; ++n)                                                            \
            check(call);                                                                           \
        sample->us = (bench_now() - start) / COUNT * 1e6 + 0 * number;                             \
    }
ROWS(ROW)

static void set_check(int on)
{
    check(ga_sync());
    ali_context.env.check = ali_context.checks_next_call = on;
}

static void check_on(void)
{
    set_check(1);
}

static void check_off(void)
{
    set_check(0);
}

#define ENTRY(name, call) {#name, BENCH_TRANSFER, 0, row_##name},

int main(int argc, char **argv)
{
    static const bench_row_t rows[] = {ROWS(ENTRY)};
    enum { COUNT = sizeof rows / sizeof rows[0] };
    static const bench_subject_t subjects[] = {{"ga", rows, COUNT, NULL, check_off, NULL},
                                               {"checked", rows, COUNT, NULL, check_on, check_off}};
    MPI_Init(&argc, &argv);
    bench_start(MPI_COMM_WORLD, argc, argv);
    check(ga_initialize(MPI_COMM_WORLD));
    check(ga_create(ASHLAR_DOUBLE, 8, 8, "small", 0, 0, &small));
    bench_run(subjects, 2);
    check(ga_destroy(small));
    check(ga_terminate());
    bench_stop();
    return MPI_Finalize();
}
