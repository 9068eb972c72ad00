/* The one-sided rows over another Global Arrays library. */
#include "bench/peers/onesided_ga.inc"

int main(int argc, char **argv)
{
    peer_start(argc, argv, 8000000);
    bench_subject_t subject = peer_subject(lib_rows, LIB_ROW_COUNT);
    lib_rows_start();
    bench_run(&subject, 1);
    lib_rows_stop();
    return peer_stop();
}
