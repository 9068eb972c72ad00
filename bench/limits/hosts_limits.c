/* The limits between hosts: two-sided messages between rank 0 and the last rank, and collectives of
 * MPI. */
#include "bench/limits/hosts_limits.h"

enum { MESSAGE = 1 << 20, WINDOW = 4, TAG = 1 };

static struct {
    MPI_Comm comm;
    int me, other; /* other: -1 for a rank that has no part in it */
    int64_t *buf[WINDOW];
    char *crossing[2]; /* [CROSSING], sent and received */
    double *merged;    /* [MERGED * MERGED] */
} limit;

static void exchange(int64_t *number)
{
    if (limit.me == 0)
        MPI_Send(number, 1, MPI_INT64_T, limit.other, TAG, limit.comm);
    MPI_Recv(number, 1, MPI_INT64_T, limit.other, TAG, limit.comm, MPI_STATUS_IGNORE);
    ++*number;
    if (limit.me != 0)
        MPI_Send(number, 1, MPI_INT64_T, limit.other, TAG, limit.comm);
}

static void row_round_trip(const bench_row_t *row, bench_sample_t *sample)
{
    enum { COUNT = 2000 };
    int64_t number = 0;
    MPI_Barrier(limit.comm);
    if (limit.other < 0)
        return;
    double start = bench_now();
    for (int k = 0; k < COUNT; ++k)
        exchange(&number);
    sample->us = (bench_now() - start) / COUNT * 1e6;
    if (limit.me == 0 && number != 2 * COUNT)
        bench_fail("%s: %lld instead of %d", row->id, (long long)number, 2 * COUNT);
}

/* A stream of messages to the last rank, WINDOW of them under way, then an answer. */
static void time_stream(const bench_row_t *row, bench_sample_t *sample, int count)
{
    MPI_Request request[WINDOW];
    int numbers = (int)(row->bytes / sizeof(int64_t));
    int64_t sum = 0, answer = 0;
    MPI_Barrier(limit.comm);
    if (limit.other < 0)
        return;
    for (int k = 0; k < WINDOW; ++k)
        request[k] = MPI_REQUEST_NULL;
    double start = bench_now();
    for (int k = 0; k < count + WINDOW; ++k) {
        int slot = k % WINDOW;
        int64_t *buf = limit.buf[slot];
        MPI_Wait(&request[slot], MPI_STATUS_IGNORE);
        if (k >= WINDOW)
            sum += buf[0] + buf[numbers - 1];
        if (k >= count)
            continue;
        if (limit.me == 0) {
            buf[0] = buf[numbers - 1] = k;
            MPI_Isend(buf, numbers, MPI_INT64_T, limit.other, TAG, limit.comm, &request[slot]);
        } else {
            MPI_Irecv(buf, numbers, MPI_INT64_T, limit.other, TAG, limit.comm, &request[slot]);
        }
    }
    if (limit.me == 0)
        MPI_Recv(&answer, 1, MPI_INT64_T, limit.other, TAG, limit.comm, MPI_STATUS_IGNORE);
    else
        MPI_Send(&sum, 1, MPI_INT64_T, limit.other, TAG, limit.comm);
    sample->us = (bench_now() - start) / count * 1e6;
    if (limit.me == 0 && answer != sum)
        bench_fail("%s: messages were lost or damaged", row->id);
}

static void row_stream_8(const bench_row_t *row, bench_sample_t *sample)
{
    time_stream(row, sample, 2000);
}

static void row_stream_large(const bench_row_t *row, bench_sample_t *sample)
{
    time_stream(row, sample, 60);
}

/* One message at a time, to and fro: half a round trip. */
static void row_ping_large(const bench_row_t *row, bench_sample_t *sample)
{
    enum { COUNT = 30 };
    int numbers = (int)(row->bytes / sizeof(int64_t));
    MPI_Barrier(limit.comm);
    if (limit.other < 0)
        return;
    double start = bench_now();
    for (int k = 0; k < 2 * COUNT; ++k) {
        if (k % 2 == (limit.me != 0))
            MPI_Send(limit.buf[0], numbers, MPI_INT64_T, limit.other, TAG, limit.comm);
        else
            MPI_Recv(limit.buf[0], numbers, MPI_INT64_T, limit.other, TAG, limit.comm,
                     MPI_STATUS_IGNORE);
    }
    sample->us = (bench_now() - start) / (2 * COUNT) * 1e6;
}

/* The bytes of a copy between distributions, both ways at once. */
static void row_exchange(const bench_row_t *row, bench_sample_t *sample)
{
    enum { COUNT = 5 };
    (void)row;
    MPI_Barrier(limit.comm);
    if (limit.other < 0)
        return;
    double start = bench_now();
    for (int k = 0; k < COUNT; ++k)
        MPI_Sendrecv(limit.crossing[0], CROSSING, MPI_BYTE, limit.other, TAG, limit.crossing[1],
                     CROSSING, MPI_BYTE, limit.other, TAG, limit.comm, MPI_STATUS_IGNORE);
    sample->us = (bench_now() - start) / COUNT * 1e6;
}

static void row_barrier(const bench_row_t *row, bench_sample_t *sample)
{
    (void)row;
    enum { COUNT = 1000 };
    MPI_Barrier(limit.comm);
    double start = bench_now();
    for (int k = 0; k < COUNT; ++k)
        MPI_Barrier(limit.comm);
    sample->us = (bench_now() - start) / COUNT * 1e6;
}

double merged_value(int64_t at, int n)
{
    double value = (double)(at % 1009 + 1) * n * (n + 1) / 2;
    for (int k = 1; k < MERGES; ++k)
        value *= n;
    return value;
}

/* The bytes of a mirrored array, added up in place. */
static void row_allreduce(const bench_row_t *row, bench_sample_t *sample)
{
    for (int64_t k = 0; k < MERGED * MERGED; ++k)
        limit.merged[k] = (double)(k % 1009 + 1) * (limit.me + 1);
    MPI_Barrier(limit.comm);
    double start = bench_now();
    for (int k = 0; k < MERGES; ++k)
        MPI_Allreduce(MPI_IN_PLACE, limit.merged, MERGED * MERGED, MPI_DOUBLE, MPI_SUM, limit.comm);
    sample->us = (bench_now() - start) / MERGES * 1e6;
    for (int64_t k = 0; k < MERGED * MERGED; ++k)
        if (limit.merged[k] != merged_value(k, bench_size()))
            bench_fail("%s: element %lld is %.17g", row->id, (long long)k, limit.merged[k]);
}

const bench_subject_t *two_sided_start(void)
{
    static const bench_row_t rows[] = {
        {"round-trip", BENCH_HOSTS, 8, row_round_trip},
        {"stream-8", BENCH_HOSTS, 8, row_stream_8},
        {"stream-1m", BENCH_HOSTS, MESSAGE, row_stream_large},
        {"ping-1m", BENCH_HOSTS, MESSAGE, row_ping_large},
        {"exchange", BENCH_HOSTS, CROSSING, row_exchange},
        {"barrier", BENCH_HOSTS, 0, row_barrier},
        {"allreduce", BENCH_HOSTS, MERGED * MERGED * 8, row_allreduce},
    };
    static const bench_subject_t subject = {"limit", rows, 7, NULL, NULL, NULL};
    int last = bench_size() - 1;
    MPI_Comm_dup(MPI_COMM_WORLD, &limit.comm);
    limit.me = bench_rank();
    limit.other = limit.me == 0 ? last : limit.me == last ? 0 : -1;
    if (last == 0)
        bench_fail("this needs at least 2 ranks");
    for (int k = 0; k < WINDOW; ++k) {
        limit.buf[k] = aligned_alloc(64, MESSAGE);
        if (!limit.buf[k])
            bench_fail("out of memory");
        memset(limit.buf[k], 0, MESSAGE);
    }
    limit.merged = malloc(MERGED * MERGED * sizeof *limit.merged);
    for (int k = 0; k < 2; ++k)
        if (!(limit.crossing[k] = calloc(1, CROSSING)) || !limit.merged)
            bench_fail("out of memory");
    return &subject;
}

void two_sided_stop(void)
{
    for (int k = 0; k < WINDOW; ++k)
        free(limit.buf[k]);
    free(limit.crossing[0]);
    free(limit.crossing[1]);
    free(limit.merged);
    MPI_Comm_free(&limit.comm);
}
