/* Printing, and memory. */
#include <inttypes.h>
#include <string.h>

#include "classic.h"

/* Output of the program itself comes first. */
static FILE *out(void)
{
    fflush(stdout);
    return stdout;
}

void GA_Print(int g)
{
    CLASSIC_COLLECTIVE("GA_Print", ga_print(classic_find("GA_Print", g)->g, out()));
}

void GA_Print_file(FILE *file, int g)
{
    CLASSIC_COLLECTIVE("GA_Print_file", ga_print(classic_find("GA_Print_file", g)->g, file));
}

/* Indices as Fortran's less 1. */
void GA_Print_patch(int g, int ilo, int ihi, int jlo, int jhi, int pretty)
{
    const int64_t lo[2] = {ilo, jlo}, hi[2] = {ihi, jhi};
    (void)pretty;
    CLASSIC_COLLECTIVE("GA_Print_patch",
                       ga_print_patch(classic_find("GA_Print_patch", g)->g, lo, hi, out()));
}

void NGA_Print_patch64(int g, int64_t lo[], int64_t hi[], int pretty)
{
    classic_patch_t p = classic_patch("NGA_Print_patch", g, lo, hi);
    (void)pretty;
    CLASSIC_COLLECTIVE("NGA_Print_patch", ga_print_patch(p.g, p.lo, p.hi, out()));
}

void GA_Print_distribution(int g)
{
    const char *call = "GA_Print_distribution";
    CLASSIC_COLLECTIVE(call, ga_print_distribution(classic_find(call, g)->g, out()));
}

/* The knowledge of this process: programs ask one process only. */
void GA_Print_stats(void)
{
#define NAME(id, name) name,
    static const char *const names[] = {GA_STATS_TABLE(NAME)};
    FILE *file = out();
    fprintf(file, "calls of rank %d\n%-16s %12s %14s %14s %14s %10s\n", ga_rank(), "call", "calls",
            "bytes own", "bytes node", "bytes remote", "seconds");
    for (int k = 0; k < GA_STATS_COUNT; ++k) {
        ga_stats_t stats;
        CLASSIC_TRY("GA_Print_stats", ga_stats((ga_stats_call)k, &stats));
        fprintf(file, "%-16s %12" PRId64 " %14" PRId64 " %14" PRId64 " %14" PRId64 " %10.3f\n",
                names[k], stats.calls, stats.bytes_own, stats.bytes_node, stats.bytes_remote,
                stats.seconds);
    }
    fflush(file);
}

static void print_blocks(FILE *file, ga_t g, int ndim, int is_block_cyclic)
{
    int64_t lo[GA_MAX_DIM], hi[GA_MAX_DIM];
    ga_group_t group;
    int ranks = 0;
    CLASSIC_TRY("GA_Summarize", ga_inquire_group(g, &group));
    CLASSIC_TRY("GA_Summarize", ga_group_size(group, &ranks));
    for (int rank = 0; rank < ranks && !is_block_cyclic; ++rank) {
        CLASSIC_TRY("GA_Summarize", ga_distribution_nd(g, rank, lo, hi));
        if (lo[0] > hi[0])
            continue;
        fprintf(file, "    rank %d: ", rank);
        for (int d = 0; d < ndim; ++d)
            fprintf(file, "%s%" PRId64 "..%" PRId64, d ? ", " : "", lo[d], hi[d]);
        fputc('\n', file);
    }
}

/* Not collective, as one process may be asked. Dimensions are in the library's order. */
void GA_Summarize(int verbose)
{
#define TYPE(id, ctype, mpitype, kind) #ctype,
    static const char *const types[] = {ASHLAR_TYPE_TABLE(TYPE)};
    FILE *file = out();
    int found = 0;
    fprintf(file, "arrays of rank %d\n", ga_rank());
    for (int slot = 0; slot < CLASSIC_HANDLES; ++slot) {
        const classic_array_t *array = &classic_arrays[slot];
        int64_t dims[GA_MAX_DIM];
        const char *name;
        ga_type type;
        int ndim;
        if (array->g == 0)
            continue;
        CLASSIC_TRY("GA_Summarize", ga_inquire_nd(array->g, &type, &ndim, dims));
        CLASSIC_TRY("GA_Summarize", ga_inquire_name(array->g, &name));
        fprintf(file, "  %d '%s': ", CLASSIC_FIRST + slot, name);
        for (int d = 0; d < ndim; ++d)
            fprintf(file, "%s%" PRId64, d ? " x " : "", dims[d]);
        fprintf(file, " %s\n", (unsigned)type < ASHLAR_TYPE_COUNT ? types[type] : "record");
        if (verbose)
            print_blocks(file, array->g, ndim, classic_is_block_cyclic(array));
        ++found;
    }
    if (!found)
        fprintf(file, "  none\n");
    fflush(file);
}
