/* The limits of bare libraries: the rows of the benchmark of linear algebra by OpenBLAS, LAPACK,
 * ScaLAPACK and ELPA, each on matrices as it likes them. Of several routines, grids of ranks and
 * sizes of tiles the fastest is found first. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#include "bench/limits/linalg_bare.h"

la_int Csys2blacs_handle(MPI_Comm comm);
void Cblacs_gridmap(la_int *context, la_int *ranks, la_int ld, la_int rows, la_int cols);

/* Another BLAS has no such function. */
void openblas_set_num_threads(int threads) __attribute__((weak));

enum { GRIDS = 32, SIZES = 5, ROUTINES_MOST = 32 };

static struct {
    int subject;
    grid_t grids[GRIDS]; /* the first is rank 0 alone */
    int grid_count;
    grid_t alone; /* each rank on its own */
    bare_t state[LINALG_LIMITS];
    candidate_t chosen[LINALG_LIMITS];
    problem_t chosen_for[LINALG_LIMITS];
    int has_threads; /* rank 0 has two */
    cpu_set_t cpus;  /* that it has otherwise */
} bare;

/* Two threads for rank 0, wherever they like; or one on its core, as others have it. Threads of
 * OpenBLAS without work turn round for some 30 ms before they sleep. */
static void begin_threads(void)
{
    cpu_set_t all;
    if (bench_rank() != 0 || bare.has_threads)
        return;
    bare.has_threads = 1;
    sched_getaffinity(0, sizeof bare.cpus, &bare.cpus);
    CPU_ZERO(&all);
    for (long cpu = 0; cpu < sysconf(_SC_NPROCESSORS_ONLN); ++cpu)
        CPU_SET((size_t)cpu, &all);
    sched_setaffinity(0, sizeof all, &all);
    openblas_set_num_threads(2);
}

static void end_threads(void)
{
    if (!bare.has_threads)
        return;
    bare.has_threads = 0;
    openblas_set_num_threads(1);
    sched_setaffinity(0, sizeof bare.cpus, &bare.cpus);
    bare_sleep(0.1);
}

/* ---- which is fastest ---- */

/* The slowest rank's seconds, the least of three runs if they are short; infinity when it failed.
 */
static double time_candidate(const problem_t *p, const candidate_t *how)
{
    bare_t b;
    double least = HUGE_VAL, total = 0;
    bare_start(&b, p, how);
    for (int k = 0; k < 3 && total < 0.3; ++k) {
        bare_refresh(&b);
        bench_barrier();
        double start = bench_now(), seconds, slowest;
        bare_run(&b);
        seconds = b.info ? HUGE_VAL : bench_now() - start;
        MPI_Allreduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        least = fmin(least, slowest);
        total += slowest;
    }
    bare_stop(&b);
    return least;
}

static int by_seconds(const void *a, const void *b)
{
    const candidate_t *x = a, *y = b;
    return (x->seconds > y->seconds) - (x->seconds < y->seconds);
}

/* Whether all ranks of the grid get tiles. */
static int is_filled_by(const problem_t *p, const grid_t *grid, int64_t block)
{
    int64_t columns = p->operation == GEMM ? p->n : p->m;
    return grid->rows * grid->cols == 1 ||
           (p->m > (grid->rows - 1) * block && columns > (grid->cols - 1) * block &&
            p->k > (p->operation == GEMM ? block : 0));
}

static int list_candidates(const problem_t *p, int subject, candidate_t *list)
{
    static const int64_t sizes[SIZES] = {32, 48, 64, 96, 128};
    int count = 0;
    for (const routine_t *r = linalg_routines; r < linalg_routines + linalg_routine_count; ++r) {
        if (r->subject != subject || r->operation != p->operation)
            continue;
        if (r->workers != ALL && !(bench_between_hosts() && r->workers != EACH_HALF))
            list[count++] =
                (candidate_t){r, r->workers == EACH_HALF ? &bare.alone : &bare.grids[0], WHOLE, 0};
        for (int g = bench_between_hosts(); g < bare.grid_count && r->workers == ALL; ++g)
            for (int s = 0; s < SIZES; ++s)
                if (is_filled_by(p, &bare.grids[g], sizes[s]))
                    list[count++] = (candidate_t){r, &bare.grids[g], sizes[s], 0};
    }
    return count;
}

static void time_candidates(const problem_t *p, candidate_t *list, int count)
{
    for (int k = 0; k < count; ++k)
        list[k].seconds = time_candidate(p, &list[k]);
    qsort(list, (size_t)count, sizeof *list, by_seconds);
}

/* The fastest of the five that are best at half the size. */
static candidate_t choose(const problem_t *p, int subject, const char *name)
{
    enum { FINALISTS = 5 };
    candidate_t list[ROUTINES_MOST * GRIDS * SIZES];
    problem_t half = *p;
    half.m = (p->m + 1) / 2;
    half.n = (p->n + 1) / 2;
    half.k = (p->k + 1) / 2;
    int count = list_candidates(&half, subject, list);
    if (count > 1) {
        time_candidates(&half, list, count);
        count = count < FINALISTS ? count : FINALISTS;
        time_candidates(p, list, count);
    }
    for (int k = 0; k < count && count > 1 && bench_rank() == 0; ++k)
        fprintf(stderr, "bench: %s: %s: %s, %d x %d ranks, tiles of %lld: %.4f s\n", name, p->id,
                list[k].routine->name, list[k].grid->rows, list[k].grid->cols,
                (long long)list[k].block, list[k].seconds);
    return list[0];
}

static int is_same_size(const problem_t *p, const problem_t *q)
{
    return p->operation == q->operation && p->type == q->type && p->m == q->m && p->n == q->n &&
           p->k == q->k && (p->layout == PATCH) == (q->layout == PATCH);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const char *const names[LINALG_LIMITS] = {"limit", "limit+pblas", "limit+threads"};

/* Solvers of matrices that are not where ScaLAPACK wants them: copies there and back count. */
static int is_copied(const problem_t *p)
{
    return p->layout == REGULAR && p->operation != GEMM && p->operation != EIGEN &&
           p->operation != TRSM;
}

static int lib_can(const problem_t *p)
{
    if (bare.subject == LIMIT)
        return p->operation != COPIES && p->operation != MIXED;
    if (bench_between_hosts())
        return 0;
    return bare.subject == PBLAS
               ? p->operation == GEMM || p->operation == TRSM
               : p->operation != COPIES && p->operation != MIXED && p->operation != TRSM &&
                     !is_copied(p) && openblas_set_num_threads;
}

static void lib_start(const problem_t *p)
{
    int s = bare.subject;
    if (s == THREADS)
        begin_threads();
    if (!is_same_size(&bare.chosen_for[s], p)) {
        bare.chosen[s] = choose(p, s, names[s]);
        bare.chosen_for[s] = *p;
    }
    bare_start(&bare.state[s], p, &bare.chosen[s]);
    if (is_copied(p))
        linalg_ga_have(p);
}

static void lib_stop(const problem_t *p)
{
    (void)p;
    bare_stop(&bare.state[bare.subject]);
}

static void lib_prepare(const problem_t *p)
{
    (void)p;
    if (bare.subject == THREADS)
        begin_threads();
    bare_refresh(&bare.state[bare.subject]);
}

static void lib_run(const problem_t *p)
{
    bare_t *b = &bare.state[bare.subject];
    if (is_copied(p))
        linalg_ga_copy_there();
    bare_run(b);
    if (b->info)
        bench_fail("%s: %s gave info = %lld", p->id, b->how->routine->name, (long long)b->info);
    if (is_copied(p))
        linalg_ga_copy_back();
}

static void lib_read(const problem_t *p, int which, int64_t i, int64_t j, int64_t m, int64_t n,
                     void *buf)
{
    const bare_t *b = &bare.state[bare.subject];
    const grid_t *g = b->grid;
    if (p->operation == LEAST_SQUARES) /* the solution overwrites the right-hand side */
        which = B;
    if (p->operation == EIGEN && linalg_leaves_vectors_in_a(b->how->routine))
        which = A;
    const matrix_t *x = &b->matrix[which];
    size_t element = bytes_of(p->type), bytes = (size_t)(m * n) * element;
    memset(buf, 0, bytes);
    for (int64_t lj = 0; lj < x->cols; ++lj)
        for (int64_t li = 0; li < x->rows; ++li) {
            int64_t gi = bare_global_of(li, b->block, g->row, g->rows) - bare_row_of(p) - i;
            int64_t gj = bare_global_of(lj, b->block, g->col, g->cols) - bare_column_of(p) - j;
            int64_t place = bare_divides_rows(p) ? gi + i + 1 : gj + j + 1;
            if (gi >= 0 && gi < m && gj >= 0 && gj < n &&
                (g != &bare.alone || (place >= b->first && place <= b->last)))
                memcpy((char *)buf + (size_t)(gi + gj * m) * element, bare_at(b, x, li, lj),
                       element);
        }
    MPI_Allreduce(MPI_IN_PLACE, buf, (int)bytes, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
}

static const double *lib_values(const problem_t *p)
{
    (void)p;
    return bare.state[bare.subject].values;
}

#define LIB_SUBJECTS LINALG_LIMITS
#define LIB_SUBJECT  bare.subject
#include "bench/rows/linalg.inc"

static void make_grid(int rows, int cols)
{
    la_int ranks[rows * cols];
    for (int k = 0; k < rows * cols; ++k)
        ranks[k] = (la_int)k;
    la_int context = Csys2blacs_handle(MPI_COMM_WORLD);
    Cblacs_gridmap(&context, ranks, (la_int)rows, (la_int)rows, (la_int)cols);
    int is_inside = bench_rank() < rows * cols;
    bare.grids[bare.grid_count++] =
        (grid_t){context, rows, cols, is_inside ? bench_rank() % rows : -1,
                 is_inside ? bench_rank() / rows : -1};
}

static void use_limit(void)
{
    bare.subject = LIMIT;
}

static void use_pblas(void)
{
    bare.subject = PBLAS;
}

static void use_threads(void)
{
    bare.subject = THREADS;
}

const bench_subject_t *linalg_limits_start(void)
{
    static const bench_subject_t subjects[] = {
        {"limit", lib_rows, LIB_ROW_COUNT, NULL, use_limit, NULL},
        {"limit+pblas", lib_rows, LIB_ROW_COUNT, NULL, use_pblas, NULL},
        {"limit+threads", lib_rows, LIB_ROW_COUNT, NULL, use_threads, end_threads}};
    bare.alone = (grid_t){-1, 1, 1, 0, 0};
    make_grid(1, 1);
    for (int rows = 1; rows <= bench_size() && bare.grid_count < GRIDS; ++rows)
        if (bench_size() > 1 && bench_size() % rows == 0)
            make_grid(rows, bench_size() / rows);
    return subjects;
}
