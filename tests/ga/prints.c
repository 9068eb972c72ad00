/* prints FILE: prints arrays to stdout and, the same, to a file. Other ranks write nothing, so what
 * the launcher passes on is what is in the file. */
#include <stdio.h>

#include <ashlar/ga.h>

static int print_all(ga_t g, FILE *stream)
{
    const int64_t lo[2] = {690, 3}, hi[2] = {699, 6};

    return ga_print(g, stream) || ga_print_patch(g, lo, hi, stream) ||
           ga_print_distribution(g, stream) || ga_summarize(1, stream) || ga_report(stream);
}

int main(int argc, char **argv)
{
    enum { ROWS = 700, COLS = 13 };
    const double bound = 1;
    int failed;
    ga_t g;

    MPI_Init(&argc, &argv);
    failed = argc != 2 || ga_initialize(MPI_COMM_WORLD) != ASHLAR_OK ||
             ga_create(ASHLAR_DOUBLE, ROWS, COLS, "printed", 7, 2, &g) != ASHLAR_OK ||
             ga_randomize(g, 1, &bound) != ASHLAR_OK;
    FILE *file = !failed && ga_rank() == 0 ? fopen(argv[1], "w") : NULL;
    failed = failed || print_all(g, stdout) || print_all(g, file) || ga_destroy(g) != ASHLAR_OK ||
             ga_terminate() != ASHLAR_OK || (file && fclose(file) != 0);
    MPI_Finalize();
    return failed;
}
