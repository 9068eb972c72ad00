/* Printing, and memory. */
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
    CLASSIC_MEET("GA_Print", ga_print(classic_find("GA_Print", g)->g, out()));
}

void GA_Print_file(FILE *file, int g)
{
    CLASSIC_MEET("GA_Print_file", ga_print(classic_find("GA_Print_file", g)->g, file));
}

/* Indices as Fortran's less 1. */
void GA_Print_patch(int g, int ilo, int ihi, int jlo, int jhi, int pretty)
{
    const int64_t lo[2] = {ilo, jlo}, hi[2] = {ihi, jhi};
    (void)pretty;
    CLASSIC_MEET("GA_Print_patch",
                 ga_print_patch(classic_find("GA_Print_patch", g)->g, lo, hi, out()));
}

void NGA_Print_patch64(int g, int64_t lo[], int64_t hi[], int pretty)
{
    classic_patch_t p = classic_patch("NGA_Print_patch", g, lo, hi);
    (void)pretty;
    CLASSIC_MEET("NGA_Print_patch", ga_print_patch(p.g, p.lo, p.hi, out()));
}

void GA_Print_distribution(int g)
{
    const char *call = "GA_Print_distribution";
    CLASSIC_MEET(call, ga_print_distribution(classic_find(call, g)->g, out()));
}

void GA_Print_stats(void)
{
    CLASSIC_MEET("GA_Print_stats", ga_stats_print(out()));
}

void GA_Summarize(int verbose)
{
    CLASSIC_MEET("GA_Summarize", ga_summarize(verbose, out()));
}
