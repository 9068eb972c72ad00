/* The benchmarks share this: a clock, repetitions after a warm-up, contests between ranks, memory
 * shared by the ranks, CSV. It uses MPI only, so that programs over other libraries can link it.
 *
 * A subject is a library being measured, a row is one thing measured. All subjects of a program are
 * measured alternately, repetition by repetition, so that a change in the machine's speed affects
 * them all. `stats table` makes a readable table of the CSV. */
#ifndef BENCH_H
#define BENCH_H

#ifdef __cplusplus
#include <atomic>
using std::atomic_int;
using std::atomic_load_explicit;
using std::atomic_store_explicit;
using std::memory_order_relaxed;
#else
#include <stdatomic.h>
#endif
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

#define INLINE static inline __attribute__((always_inline))

/* Rows and columns of a matrix, inclusive; elements of a column are adjacent. */
typedef struct patch {
    int64_t ilo, ihi, jlo, jhi;
} patch_t;

/* One measurement; only rank 0's is used. us = 0: not possible here, the row is left out. */
typedef struct bench_sample {
    double us;      /* per operation */
    double changes; /* contests: changes of ownership per operation */
} bench_sample_t;

/* The kinds of rows; --rows selects by them. HOSTS and BUSY are measured between hosts, where the
 * ranks need not share memory. */
enum bench_kind {
    BENCH_TRANSFER = 1,
    BENCH_CONTEST = 2,
    BENCH_SIZES = 4,
    BENCH_HOSTS = 8,
    BENCH_BUSY = 16
};

typedef struct bench_row {
    const char *id;
    int kinds;    /* a sum of enum bench_kind */
    size_t bytes; /* an operation transfers; 0: it is not a transfer */
    void (*run)(const struct bench_row *row, bench_sample_t *sample); /* collective */
} bench_row_t;

typedef struct bench_subject {
    const char *name;
    const bench_row_t *rows;
    int row_count;
    const char *lacks;    /* ids of rows it cannot run, each between spaces; NULL: none */
    void (*before)(void); /* before its rows, in every repetition; NULL: nothing */
    void (*after)(void);
} bench_subject_t;

/* Collective over comm. Reads the options all benchmarks have:
 *   --rows transfers,contests,sizes,hosts,busy   which rows (unset: transfers,contests)
 *   --repetitions N   (unset: 9)
 *   --csv FILE        append there (unset: stdout)
 * Others are left to the program: bench_option("--live") is the value of one, or NULL. */
void bench_start(MPI_Comm comm, int argc, char **argv);
const char *bench_option(const char *name);
void bench_stop(void);

int bench_rank(void);
int bench_size(void);
void bench_barrier(void);
/* A number added up over ranks. Collective. */
double bench_sum(double mine);
/* Whether the ranks are on hosts of their own: rows of that kind were chosen. */
int bench_between_hosts(void);
/* Give rank 0 the sample of another rank. Collective. */
void bench_sample_of(int rank, bench_sample_t *sample);

/* Measure the chosen rows of all subjects and write a line of CSV for each. Collective. */
void bench_run(const bench_subject_t *subjects, int count);
/* The same, one row of the last subject after the other, of all subjects that have it. Besides,
 *   --row-seconds N   repeat a row no more once it has taken so long (unset: as often as others);
 *                     the warm-up counts as a repetition if it is all there was time for
 *   --only TEXT       rows whose ids begin so (unset: all)
 *   --journal FILE    pass over the rows that FILE names, a line each; name a row there before it
 * is measured, and die if it takes more than BENCH_ROW_LIMIT seconds. So whoever runs the program
 * again can do without the row that was its end. */
enum { BENCH_ROW_LIMIT = 15 };
void bench_run_rows(const bench_subject_t *subjects, int count);
/* Seconds that are not counted in --row-seconds: a row made ready. */
void bench_leave_out(double seconds);
/* Write a figure that is not a time as a line of CSV, from rank 0. */
void bench_figure(const char *subject, const char *row, double figure);

/* End the program on all ranks, with a message. */
void bench_fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2), cold));

/* Zeroed memory shared by all ranks, which must be on one machine. Collective. Never freed. */
void *bench_shared(size_t bytes);

/* Seconds, comparable between the processes of a machine. */
static inline double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A seeded sequence of numbers below a limit (xorshift). */
static inline int64_t bench_random(uint64_t *state, int64_t limit)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (int64_t)((*state >> 16) % (uint64_t)limit);
}

/* ---- contests -------------------------------------------------------------------------------- */
/* All ranks begin together and repeat an operation until the same moment; what they have done by
 * then is counted, so that no time counts in which some rank was not running.
 *
 *     bench_contest_begin(&contest, 32);
 *     while (bench_contest_goes_on(&contest))
 *         operation();
 *     bench_contest_end(&contest, sample); */

typedef struct bench_contest {
    double end;
    int64_t done, stride; /* my operations; those between looks at the clock */
    int64_t changes;      /* times I found that another rank came between my operations */
    int64_t total;        /* operations of all, after the end */
    double seconds;
    atomic_int *owner; /* the rank that was last, for bench_contest_claim() */
    int rank;
} bench_contest_t;

void bench_contest_begin(bench_contest_t *contest, int64_t stride);
void bench_contest_end(bench_contest_t *contest, bench_sample_t *sample);

static inline int bench_contest_goes_on(bench_contest_t *contest)
{
    if (contest->done % contest->stride == 0 && bench_now() >= contest->end)
        return 0;
    ++contest->done;
    return 1;
}

/* Count a change of ownership when another rank was here since my last claim. */
static inline void bench_contest_claim(bench_contest_t *contest)
{
    if (atomic_load_explicit(contest->owner, memory_order_relaxed) == contest->rank)
        return;
    atomic_store_explicit(contest->owner, contest->rank, memory_order_relaxed);
    ++contest->changes;
}

#ifdef __cplusplus
}
#endif
#endif
