/* The measuring loop of the benchmarks, contests between ranks, memory shared by ranks. */
#define _GNU_SOURCE
#include "bench/lib/bench.h"
#include "bench/lib/csv.h"
#include "bench/lib/quantile.h"

#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The barrier before a contest. */
typedef struct start_line {
    _Alignas(64) atomic_int arrived;
    _Alignas(64) atomic_int opened; /* contests begun so far */
    double end;
    _Alignas(64) atomic_int owner;
} start_line_t;

static struct {
    MPI_Comm comm;
    int rank, size, argc;
    char **argv;
    int kinds, repetitions;
    double row_seconds;  /* 0: no limit */
    double left_out;     /* seconds of the row that do not count */
    const char *journal; /* NULL: none */
    const char *only;    /* the id of the row to measure; NULL: all */
    FILE *csv;
    start_line_t *start_line;
    int contests;
    int64_t *done; /* of each rank in the contests of the row being measured */
} bench;

void bench_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "bench: rank %d: ", bench.rank);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

int bench_rank(void)
{
    return bench.rank;
}

int bench_size(void)
{
    return bench.size;
}

void bench_barrier(void)
{
    MPI_Barrier(bench.comm);
}

double bench_sum(double mine)
{
    MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, MPI_SUM, bench.comm);
    return mine;
}

int bench_between_hosts(void)
{
    return (bench.kinds & (BENCH_HOSTS | BENCH_BUSY)) != 0;
}

void bench_sample_of(int rank, bench_sample_t *sample)
{
    MPI_Bcast(&sample->us, 1, MPI_DOUBLE, rank, bench.comm);
}

const char *bench_option(const char *name)
{
    for (int k = 1; k + 1 < bench.argc; ++k)
        if (strcmp(bench.argv[k], name) == 0)
            return bench.argv[k + 1];
    return NULL;
}

static int read_kinds(const char *text)
{
    static const char *const names[] = {"transfers", "contests", "sizes", "hosts", "busy"};
    int kinds = 0;
    for (int k = 0; k < 5; ++k)
        if (strstr(text, names[k]))
            kinds |= 1 << k;
    if (kinds == 0)
        bench_fail("--rows %s: must name transfers, contests, sizes, hosts or busy", text);
    return kinds;
}

/* Where the program uses OpenBLAS. */
char *openblas_get_corename(void) __attribute__((weak));

void bench_start(MPI_Comm comm, int argc, char **argv)
{
    bench.comm = comm;
    MPI_Comm_rank(comm, &bench.rank);
    MPI_Comm_size(comm, &bench.size);
    bench.argc = argc;
    bench.argv = argv;
    const char *rows = bench_option("--rows"), *repetitions = bench_option("--repetitions");
    bench.kinds = rows ? read_kinds(rows) : BENCH_TRANSFER | BENCH_CONTEST;
    const char *row_seconds = bench_option("--row-seconds");
    bench.repetitions = repetitions ? atoi(repetitions) : 9;
    bench.row_seconds = row_seconds ? atof(row_seconds) : 0;
    bench.journal = bench_option("--journal");
    if (bench.repetitions < 1)
        bench_fail("--repetitions %s: must be a positive number", repetitions);
    const char *csv = bench_option("--csv");
    if (bench.rank == 0) {
        bench.csv = csv ? fopen(csv, "a") : stdout;
        if (!bench.csv)
            bench_fail("%s cannot be written", csv);
        if (!csv || ftell(bench.csv) == 0)
            fputs(CSV_HEADER, bench.csv);
    }
    if (bench.rank == 0 && openblas_get_corename)
        fprintf(stderr, "bench: BLAS kernels: %s (OpenBLAS)\n", openblas_get_corename());
    if (bench.kinds & BENCH_CONTEST)
        bench.start_line = bench_shared(sizeof *bench.start_line);
}

void bench_stop(void)
{
    if (bench.csv && bench.csv != stdout && fclose(bench.csv) != 0)
        bench_fail("the CSV cannot be written");
}

void *bench_shared(size_t bytes)
{
    static int serial;
    char name[64];
    snprintf(name, sizeof name, "/ashlar-bench-%ld-%d", (long)getpid(), serial++);
    int fd = -1;
    if (bench.rank == 0) {
        fd = shm_open(name, O_CREAT | O_EXCL | O_RDWR, 0600);
        if (fd < 0 || ftruncate(fd, (off_t)bytes) != 0)
            bench_fail("cannot get %zu bytes of shared memory", bytes);
    }
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, bench.comm);
    if (bench.rank != 0)
        fd = shm_open(name, O_RDWR, 0);
    void *memory =
        fd < 0 ? MAP_FAILED : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    MPI_Barrier(bench.comm);
    if (bench.rank == 0)
        shm_unlink(name);
    if (memory == MAP_FAILED)
        bench_fail("the ranks do not share memory: start them all on one machine");
    close(fd);
    return memory;
}

/* ---- contests -------------------------------------------------------------------------------- */

/* Long enough for every rank to get its turn when there are more ranks than cores. */
static double contest_seconds(void)
{
    return bench.size <= (int)sysconf(_SC_NPROCESSORS_ONLN) ? 0.01 : 0.2;
}

void bench_contest_begin(bench_contest_t *contest, int64_t stride)
{
    start_line_t *start_line = bench.start_line;
    *contest = (bench_contest_t){.stride = stride,
                                 .seconds = contest_seconds(),
                                 .owner = &start_line->owner,
                                 .rank = bench.rank};
    int number = ++bench.contests;
    if (atomic_fetch_add(&start_line->arrived, 1) + 1 == number * bench.size) {
        start_line->end = bench_now() + contest->seconds;
        atomic_store_explicit(&start_line->opened, number, memory_order_release);
    }
    for (int spins = 0; atomic_load_explicit(&start_line->opened, memory_order_acquire) < number;)
        if (++spins % 1000 == 0)
            sched_yield();
    contest->end = start_line->end;
}

void bench_contest_end(bench_contest_t *contest, bench_sample_t *sample)
{
    int64_t changes;
    int64_t done[bench.size];
    MPI_Allgather(&contest->done, 1, MPI_INT64_T, done, 1, MPI_INT64_T, bench.comm);
    for (int k = 0; k < bench.size; ++k) {
        contest->total += done[k];
        bench.done[k] += done[k];
    }
    MPI_Allreduce(&contest->changes, &changes, 1, MPI_INT64_T, MPI_SUM, bench.comm);
    double total = contest->total > 0 ? (double)contest->total : 1;
    sample->us = contest->seconds / total * 1e6;
    sample->changes = (double)changes / total;
}

/* ---- measuring ------------------------------------------------------------------------------- */

/* The measurements of one row of one subject. */
typedef struct record {
    const bench_subject_t *subject;
    const bench_row_t *row;
    bench_sample_t *samples; /* the first one is the warm-up */
    int64_t *done;           /* in contests, by each rank, all repetitions together */
} record_t;

static int is_wanted(const bench_subject_t *subject, const bench_row_t *row)
{
    char id[64];
    const char *begin = bench_option("--only");
    snprintf(id, sizeof id, " %s ", row->id);
    return (!begin || strncmp(begin, row->id, strlen(begin)) == 0) &&
           (!bench.only || strcmp(bench.only, row->id) == 0) && (bench.kinds & row->kinds) &&
           !(subject->lacks && strstr(subject->lacks, id));
}

static void *allocate(size_t n, size_t bytes)
{
    void *memory = calloc(n, bytes);
    if (!memory)
        bench_fail("out of memory");
    return memory;
}

/* The records of all rows to be measured, those of a subject adjacent. */
static record_t *list_records(const bench_subject_t *subjects, int count, int *n)
{
    int most = 0;
    for (int s = 0; s < count; ++s)
        most += subjects[s].row_count;
    record_t *records = allocate((size_t)most, sizeof *records);
    *n = 0;
    for (int s = 0; s < count; ++s)
        for (int r = 0; r < subjects[s].row_count; ++r)
            if (is_wanted(&subjects[s], &subjects[s].rows[r]))
                records[(*n)++] =
                    (record_t){&subjects[s], &subjects[s].rows[r],
                               allocate((size_t)bench.repetitions + 1, sizeof(bench_sample_t)),
                               allocate((size_t)bench.size, sizeof(int64_t))};
    return records;
}

static void repeat(const record_t *records, int n, int repetition)
{
    for (int k = 0; k < n; ++k) {
        const bench_subject_t *subject = records[k].subject;
        if (subject->before && (k == 0 || records[k - 1].subject != subject))
            subject->before();
        bench.done = records[k].done;
        bench_barrier();
        records[k].row->run(records[k].row, &records[k].samples[repetition]);
        if (subject->after && (k + 1 == n || records[k + 1].subject != subject))
            subject->after();
    }
}

/* Sort one field of n samples into values; returns the median. */
static double sort_field(const bench_sample_t *samples, int n, size_t field, double *values)
{
    for (int k = 0; k < n; ++k)
        memcpy(&values[k], (const char *)&samples[k] + field, sizeof *values);
    bench_sort(values, n);
    return bench_quantile(values, n, 0.5);
}

/* How uneven the ranks were (busiest over idlest), changes of ownership, each rank's percentage. */
static void write_contest(const record_t *record, double changes)
{
    int64_t total = 0, most = 0, least = INT64_MAX;
    for (int k = 0; k < bench.size; ++k) {
        int64_t done = record->done[k];
        total += done;
        most = done > most ? done : most;
        least = done < least ? done : least;
    }
    fprintf(bench.csv, "%.3g,%.3g,", (double)most / (double)(least > 0 ? least : 1), changes);
    for (int k = 0; k < bench.size; ++k)
        fprintf(bench.csv, "%s%.0f", k ? ":" : "",
                100 * (double)record->done[k] / (double)(total > 0 ? total : 1));
}

static void write_record(const record_t *record, int first, int n)
{
    const bench_sample_t *samples = record->samples + first;
    double *v = allocate((size_t)n, sizeof *v);
    double changes = sort_field(samples, n, offsetof(bench_sample_t, changes), v);
    double median = sort_field(samples, n, offsetof(bench_sample_t, us), v);
    if (v[0] > 0) {
        fprintf(bench.csv, "%s,%s,%d,%zu,%d,%.6g,%.6g,%.6g,%.6g,%.6g,", record->subject->name,
                record->row->id, bench.size, record->row->bytes, n, v[0],
                bench_quantile(v, n, 0.25), median, bench_quantile(v, n, 0.75), v[n - 1]);
        if (record->row->kinds & BENCH_CONTEST)
            write_contest(record, changes);
        else
            fputs(",,", bench.csv);
        for (int k = 0; k < n; ++k) /* in the order of the repetitions */
            fprintf(bench.csv, "%c%.6g", k == 0 ? ',' : ':', samples[k].us);
        fputc('\n', bench.csv);
        fflush(bench.csv);
    }
    free(v);
}

void bench_leave_out(double seconds)
{
    bench.left_out += seconds;
}

static int is_time_over(double start)
{
    double seconds = bench_now() - start - bench.left_out;
    int over = bench.row_seconds > 0 && seconds >= bench.row_seconds;
    MPI_Bcast(&over, 1, MPI_INT, 0, bench.comm);
    return over;
}

void bench_run(const bench_subject_t *subjects, int count)
{
    int n;
    record_t *records = list_records(subjects, count, &n);
    double start = bench_now();
    int done = 0;
    bench.left_out = 0;
    do
        repeat(records, n, done);
    while (++done <= bench.repetitions && !is_time_over(start));
    int first = done > 1; /* the warm-up does not count */
    for (int k = 0; k < n; ++k) {
        if (bench.rank == 0)
            write_record(&records[k], first, done - first);
        free(records[k].samples);
        free(records[k].done);
    }
    free(records);
}

/* Whether the journal names a row; now it does. */
static int is_in_journal(const char *id)
{
    int found = 0;
    if (bench.rank == 0) {
        FILE *file = fopen(bench.journal, "a+");
        char line[64];
        if (!file)
            bench_fail("%s cannot be written", bench.journal);
        rewind(file);
        while (!found && fgets(line, sizeof line, file)) {
            line[strcspn(line, "\n")] = '\0';
            found = strcmp(line, id) == 0;
        }
        if (!found)
            fprintf(file, "%s\n", id);
        if (fclose(file) != 0)
            bench_fail("%s cannot be written", bench.journal);
    }
    MPI_Bcast(&found, 1, MPI_INT, 0, bench.comm);
    return found;
}

void bench_run_rows(const bench_subject_t *subjects, int count)
{
    const bench_subject_t *last = &subjects[count - 1];
    for (int r = 0; r < last->row_count; ++r) {
        bench.only = last->rows[r].id;
        if (!is_wanted(last, &last->rows[r]) || (bench.journal && is_in_journal(bench.only)))
            continue;
        if (bench.journal)
            alarm(BENCH_ROW_LIMIT);
        bench_run(subjects, count);
        alarm(0);
    }
    bench.only = NULL;
}

void bench_figure(const char *subject, const char *row, double figure)
{
    char text[32];
    snprintf(text, sizeof text, "%.6g", figure);
    if (bench.rank == 0)
        csv_write_figure(bench.csv, subject, row, bench.size, text);
}
