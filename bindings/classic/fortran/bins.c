/* Values sorted into bins: an array of all values, bin after bin, and for each bin how many values
 * it has and how many lie before it. All three have one dimension and are of INTEGER. */
#include <mpi.h>
#include <string.h>

#include "fortran.h"

typedef struct bins {
    const char *call;
    int values, count, offset, group, me;
    int64_t bins, room;   /* bins, and values that there is room for */
    Integer *has, *begin; /* of each bin, as the arrays say */
} bins_t;

static int64_t extent(const char *call, int g)
{
    int type, ndim;
    int64_t dims[GA_MAX_DIM];
    NGA_Inquire64(g, &type, &ndim, dims);
    if (ndim != 1 || f_type(type) != F_INT)
        classic_stop(call, "array %d must be of INTEGER and have one dimension", g);
    return dims[0];
}

static Integer *new_numbers(const char *call, int64_t n)
{
    Integer *list = calloc((size_t)n, sizeof *list);
    if (!list)
        classic_stop(call, "no memory for %lld numbers", (long long)n);
    return list;
}

static Integer *contents(const char *call, int g, int64_t n)
{
    int64_t first = 0, last = n - 1;
    Integer *list = new_numbers(call, n);
    NGA_Get64(g, &first, &last, list, NULL);
    return list;
}

static bins_t open_bins(const char *call, int values, int count, int offset)
{
    bins_t b = {call, values, count, offset, GA_Get_pgroup(values), 0, 0, 0, NULL, NULL};
    b.me = GA_Pgroup_nodeid(b.group);
    b.room = extent(call, values);
    b.bins = extent(call, count);
    if (extent(call, offset) != b.bins)
        classic_stop(call, "arrays %d and %d are for different numbers of bins", count, offset);
    GA_Pgroup_sync(b.group);
    b.has = contents(call, count, b.bins);
    b.begin = contents(call, offset, b.bins);
    return b;
}

static void close_bins(bins_t *b)
{
    free(b->has);
    free(b->begin);
    GA_Pgroup_sync(b->group);
}

static int begins_here(const bins_t *b, int64_t first)
{
    int owner;
    CLASSIC_TRY(b->call, ga_locate_nd(f_find(b->call, b->values)->g, &first, &owner));
    return owner == b->me;
}

static void check_place(const bins_t *b, int64_t bin, int64_t first, int64_t n)
{
    if (first < 0 || n < 0 || first > b->room - n)
        classic_stop(b->call,
                     "bin %lld: %lld values from number %lld on, where there is room for %lld",
                     (long long)bin + 1, (long long)n, (long long)first + 1, (long long)b->room);
}

/* ---- filling ---- */

/* How many values the ranks before me have for each bin. */
static Integer *before_me(const bins_t *b, const Integer *mine)
{
    Integer *before = new_numbers(b->call, b->bins);
    MPI_Request request;
    if (MPI_Iexscan(mine, before, f_int(b->call, (Integer)b->bins),
                    sizeof(Integer) == 8 ? MPI_INT64_T : MPI_INT32_T, MPI_SUM,
                    GA_MPI_Comm_pgroup(b->group), &request) != MPI_SUCCESS ||
        MPI_Wait(&request, MPI_STATUS_IGNORE) != MPI_SUCCESS)
        classic_stop(b->call, "MPI_Iexscan failed");
    if (b->me == 0) /* where MPI writes nothing */
        memset(before, 0, (size_t)b->bins * sizeof *before);
    return before;
}

/* In each bin the values lie in the order of ranks. */
void f_bin_index(const char *call, int values, int count, int offset, const Integer *mine,
                 const Integer *bin, int64_t n, int sort)
{
    bins_t b = open_bins(call, values, count, offset);
    Integer *counts = new_numbers(call, b.bins);
    for (int64_t k = 0; k < n; ++k) {
        if (bin[k] < 1 || bin[k] > b.bins)
            classic_stop(call, "value %lld is for bin %lld, outside 1..%lld", (long long)k + 1,
                         (long long)bin[k], (long long)b.bins);
        ++counts[bin[k] - 1];
    }
    Integer *next = before_me(&b, counts);
    for (int64_t k = 0, run; k < n; k += run) {
        for (run = 1; k + run < n && bin[k + run] == bin[k];)
            ++run;
        int64_t at = bin[k] - 1, first = (int64_t)b.begin[at] + next[at], last = first + run - 1;
        check_place(&b, at, first, run);
        NGA_Put64(values, &first, &last, (void *)(mine + k), NULL);
        next[at] += (Integer)run;
    }
    free(counts);
    free(next);
    close_bins(&b);
    if (sort)
        f_bin_sorter(call, values, count, offset);
}

/* ---- sorting ---- */

static int ascending(const void *a, const void *b)
{
    Integer x = *(const Integer *)a, y = *(const Integer *)b;
    return (x > y) - (x < y);
}

/* The owner of its first value sorts a bin. */
void f_bin_sorter(const char *call, int values, int count, int offset)
{
    bins_t b = open_bins(call, values, count, offset);
    for (int64_t k = 0; k < b.bins; ++k) {
        int64_t first = b.begin[k], last = first + b.has[k] - 1;
        check_place(&b, k, first, b.has[k]);
        if (b.has[k] == 0 || !begins_here(&b, first))
            continue;
        Integer *sorted = new_numbers(call, b.has[k]);
        NGA_Get64(values, &first, &last, sorted, NULL);
        qsort(sorted, (size_t)b.has[k], sizeof *sorted, ascending);
        NGA_Put64(values, &first, &last, sorted, NULL);
        free(sorted);
    }
    close_bins(&b);
}

/* The first and the last bin that begins on each rank: a column of 2 for each, -1 where there is
 * none. */
int f_create_bin_range(const char *call, int values, int count, int offset)
{
    char name[] = "bin ranges";
    bins_t b = open_bins(call, values, count, offset);
    int64_t dims[] = {GA_Pgroup_nnodes(b.group), 2}, chunk[] = {1, 2}, lo[] = {b.me, 0},
            hi[] = {b.me, 1}, ld = 2;
    Integer range[] = {-1, -1};
    int g = NGA_Create_config64(MT_F_INT, 2, dims, name, chunk, b.group);
    for (int64_t k = 0; g && k < b.bins; ++k) {
        int64_t first = b.begin[k];
        check_place(&b, k, first, b.has[k]);
        if (b.has[k] == 0 || !begins_here(&b, first))
            continue;
        range[1] = (Integer)(k + 1);
        if (range[0] < 0)
            range[0] = range[1];
    }
    if (g)
        NGA_Put64(g, lo, hi, range, &ld);
    close_bins(&b);
    return g;
}
