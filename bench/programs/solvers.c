/* solvers: seconds of la_solve, la_cholesky_solve and la_least_squares on every process grid of all
 * ranks, and on one rank, by order and tile, of arrays in equal blocks. The rows of the CSV are
 * CALL-TYPE-ORDER-NODES-GRID-TILE, as bench/scripts/solvers.sh takes them apart.
 *
 * --solver NAME, --nodes NUMBER: as the lines are to say (ASHLAR_SOLVER, and on how many nodes).
 * --calls LIST: of those; unset: all.
 * --types LIST: of float, double, cfloat, cdouble; unset: double.
 * --orders LIST, --tiles LIST: numbers; unset: 200 to 4000, 32 to 192. Least squares are of n x
 * n/4.
 * --alone N: one rank solves matrices of up to order N; unset: all.
 * --grid-rows N: grids have at most N rows; unset: as many as there are ranks.
 */
#include <stdbool.h>

#include <ashlar/ga.h>
#include <ashlar/la.h>

#include "bench/rows/linalg.h"
#include "bench/rows/lib_ga.h"

enum { LIST_MOST = 32 };

static const struct call {
    const char *name;
    enum operation operation;
} calls[] = {
    {"la_solve", LU}, {"la_cholesky_solve", CHOLESKY}, {"la_least_squares", LEAST_SQUARES}};
enum { CALLS = sizeof calls / sizeof calls[0] };

static const char *const type_names[] = {"float", "double", "cfloat", "cdouble"};
static const ga_type types[] = {ASHLAR_FLOAT, ASHLAR_DOUBLE, ASHLAR_CFLOAT, ASHLAR_CDOUBLE};

/* One call on one grid, and its arrays. */
typedef struct trial {
    const struct call *call;
    problem_t problem;
    int rows, cols;
    int64_t tile;
    ga_t matrix[MATRICES];
} trial_t;

/* The numbers of an option, or of its default. */
static int read_list(const char *option, const char *otherwise, int64_t *list)
{
    const char *text = bench_option(option);
    int count = 0;
    char *end = NULL;
    for (text = text ? text : otherwise; *text && count < LIST_MOST; text = *end ? end + 1 : end) {
        list[count++] = strtoll(text, &end, 10);
        if (list[count - 1] < 1 || (*end && *end != ','))
            bench_fail("%s: must be positive numbers with commas between them", option);
    }
    return count;
}

/* A name is among those of the option, or the default; "cfloat" has "float" in it. */
static bool is_wanted(const char *option, const char *otherwise, const char *name)
{
    const char *list = bench_option(option);
    const size_t length = strlen(name);
    for (const char *at = list ? list : otherwise; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, length) == 0 && (!at[length] || at[length] == ','))
            return true;
    }
    return false;
}

static void write_columns(const problem_t *p, int which, ga_t g)
{
    extents_t extents = extents_of(p, which);
    void *buf = allocate((size_t)extents.m * bytes_of(p->type));
    for (int64_t j = bench_rank(); j < extents.n; j += bench_size()) {
        for (int64_t i = 0; i < extents.m; ++i)
            store_element(p, which, i, j, buf, i);
        check(ga_put(g, 0, extents.m - 1, j, j, buf, extents.m));
    }
    free(buf);
    check(ga_sync());
}

/* An array that lay as the solver wants it would lead to a grid and tiles of its own. */
static void create_arrays(trial_t *t)
{
    for (int which = 0; which < MATRICES; ++which) {
        extents_t extents = extents_of(&t->problem, which);
        t->matrix[which] = 0;
        if (extents.m == 0)
            continue;
        check(ga_create(types[t->problem.type], extents.m, extents.n, "bench", 0, 0,
                        &t->matrix[which]));
        if (is_input(&t->problem, which))
            write_columns(&t->problem, which, t->matrix[which]);
    }
}

static void call_solver(const trial_t *t)
{
    const ga_t *x = t->matrix;
    if (t->call->operation == LU)
        check(la_solve(x[A], x[B]));
    else if (t->call->operation == CHOLESKY)
        check(la_cholesky_solve(x[A], x[B]));
    else
        check(la_least_squares(x[A], x[B], x[C]));
}

/* The least of three runs, or of more if they are short, after one that does not count. Long runs
 * are fewer. */
static double time_trial(const trial_t *t)
{
    const double brief = 0.5, least_total = 0.1;
    double least = HUGE_VAL, total = 0;
    for (int k = 0; (k < 4 || total < least_total) && total < 2 * brief; ++k) {
        if (k > 0)
            write_columns(&t->problem, B, t->matrix[B]);
        bench_barrier();
        double start = bench_now(), seconds, slowest;
        call_solver(t);
        seconds = bench_now() - start;
        MPI_Allreduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        least = k == 0 && slowest < brief ? least : fmin(least, slowest);
        total += slowest;
    }
    return least;
}

static void run_trial(trial_t *t)
{
    const char *solver = bench_option("--solver"), *nodes = bench_option("--nodes");
    check(la_set_grid(t->rows, t->cols, t->tile));
    create_arrays(t);
    double seconds = time_trial(t);
    for (int which = 0; which < MATRICES; ++which)
        if (t->matrix[which])
            check(ga_destroy(t->matrix[which]));
    char row[128];
    snprintf(row, sizeof row, "%s-%s-%lld-%s-%dx%d-%lld", t->call->name,
             type_names[t->problem.type], (long long)t->problem.m, nodes ? nodes : "1", t->rows,
             t->cols, (long long)t->tile);
    bench_figure(solver ? solver : "auto", row, seconds * 1e6);
}

static int64_t read_number(const char *option, int64_t otherwise)
{
    int64_t list[LIST_MOST];
    return bench_option(option) ? (read_list(option, "", list), list[0]) : otherwise;
}

/* One rank, for which tiles make no difference, and all shapes of all. */
static void run_grids(trial_t *t, bool is_first_tile)
{
    t->rows = t->cols = 1;
    if (is_first_tile && t->problem.m <= read_number("--alone", INT64_MAX))
        run_trial(t);
    const int64_t most = read_number("--grid-rows", bench_size());
    for (t->rows = 1; t->rows <= most && bench_size() > 1; ++t->rows) {
        t->cols = bench_size() / t->rows;
        if (t->rows * t->cols == bench_size())
            run_trial(t);
    }
}

static void run_type(enum type type)
{
    int64_t orders[LIST_MOST], tiles[LIST_MOST];
    int order_count = read_list("--orders", "200,300,400,600,800,1000,1500,2000,3000,4000", orders);
    int tile_count = read_list("--tiles", "32,64,96,128,192", tiles);
    for (int n = 0; n < order_count; ++n)
        for (int c = 0; c < CALLS; ++c)
            for (int k = 0; k < tile_count && is_wanted("--calls", calls[c].name, calls[c].name);
                 ++k) {
                int64_t m = orders[n], least = calls[c].operation == LEAST_SQUARES;
                trial_t t = {.call = &calls[c], .tile = tiles[k]};
                t.problem = (problem_t){calls[c].name,
                                        calls[c].operation,
                                        type,
                                        SCALAPACK,
                                        m,
                                        least ? (m + 3) / 4 : m,
                                        1,
                                        'n',
                                        'n'};
                run_grids(&t, k == 0);
            }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    bench_start(MPI_COMM_WORLD, argc, argv);
    if (ga_initialize(MPI_COMM_WORLD) != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
    for (int type = FLOAT; type <= CDOUBLE; ++type)
        if (is_wanted("--types", "double", type_names[type]))
            run_type((enum type)type);
    if (ga_terminate() != ASHLAR_OK)
        bench_fail("%s", ashlar_error_message());
    bench_stop();
    return MPI_Finalize();
}
