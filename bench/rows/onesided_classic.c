/* The one-sided rows over ga's classic interface: the source of the peers. */
#include "bench/peers/onesided_ga.inc"

const bench_subject_t *classic_start(void)
{
    static const bench_subject_t subject = {
        .name = "classic", .rows = lib_rows, .row_count = LIB_ROW_COUNT};
    GA_Initialize();
    lib_rows_start();
    return &subject;
}

void classic_stop(void)
{
    lib_rows_stop();
    GA_Terminate();
}
