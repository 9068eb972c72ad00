/* The command line, matrices and sentences of the programs. */
#include "problem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"

int problem_begin(const char *program, const char *about, problem_t *problem, int argc, char **argv)
{
    const char *size = NULL;
    argument_t table[] = {
        {NULL, "SIZE", ARGUMENT_TEXT, &size, .help = "N, or NxNxN for a transform"},
        {"--tile", "N", ARGUMENT_WHOLE, &problem->tile, .help = "rows and columns of a tile (256)",
         .least = 1, .most = 1e5},
        {"--grid", "ROWS COLUMNS", ARGUMENT_WHOLE, problem->shape,
         .help = "of ranks (0: as it fits)", .most = 1e6, .values = 2},
        {"--repetitions", "N", ARGUMENT_WHOLE, &problem->repetitions,
         .help = "of which the fastest counts (1)", .least = 1, .most = 1e6},
        {"--c", NULL, ARGUMENT_FLAG, &problem->in_c, .help = "the kernel in C, not in C++"},
        {"--ahead", NULL, ARGUMENT_FLAG, &problem->looks_ahead,
         .help = "cholesky: with look-ahead"},
        {"--check", NULL, ARGUMENT_FLAG, &problem->checks,
         .help = "compare with the library's own, or FFTW's"}};
    arguments_t arguments = {program, about, table, .count = sizeof table / sizeof *table};
    MPI_Init(&argc, &argv);
    tiles_check(ga_initialize(MPI_COMM_WORLD));
    int verdict = arguments_read(&arguments, argc, argv);
    int n[3] = {0, 0, 0};
    if (verdict == ARGUMENTS_GOOD && size) {
        int end = 0, read = sscanf(size, "%d%n", &n[0], &end);
        if (size[end] != '\0')
            read = sscanf(size, "%dx%dx%d%n", &n[0], &n[1], &n[2], &end);
        for (int d = 0; d < 3; ++d)
            problem->size[d] = size[end] != '\0' ? 0 : d < read ? n[d] : n[0];
        for (int d = 0; d < 3; ++d)
            if (problem->size[d] < 1 || problem->size[d] > 1000000)
                verdict = arguments_refuse(&arguments, "SIZE: '%s' is not N or NxNxN", size);
    }
    const int code = arguments_end(&arguments, verdict, ga_rank() == 0);
    if (code >= 0) {
        tiles_check(ga_terminate());
        MPI_Finalize();
    }
    return code;
}

int problem_end(int is_right)
{
    tiles_check(ga_terminate());
    MPI_Finalize();
    return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}

tiles_grid_t problem_grid(ga_grid_t grid)
{
    tiles_grid_t on = {.handle = grid};
    ga_grid_spec_t spec;
    TRY(ga_grid_inquire(grid, &spec));
    TRY(ga_grid_position(grid, ga_rank(), on.place));
    memcpy(on.extent, spec.shape, sizeof on.extent);
    return on;
}

static void shift(ga_t g, double by)
{
    TRY(ga_add_constant(g, &by));
}

void problem_fill(ga_t g, uint64_t seed)
{
    const double one = 1;
    TRY(ga_randomize(g, seed, &one));
    shift(g, -0.5);
}

void problem_fill_definite(ga_t g)
{
    const double one = 1;
    ga_spec_t spec;
    TRY(ga_inquire_spec(g, &spec));
    const double heavy = (double)spec.dims[0];
    TRY(ga_randomize(g, 3, &one));
    TRY(ga_symmetrize(g));
    TRY(ga_shift_diagonal(g, &heavy));
}

double problem_distance(ga_t a, ga_t b, int is_lower)
{
    const double one = 1, minus = -1;
    double difference, scale;
    ga_t c;
    TRY(ga_create_like(a, ASHLAR_DOUBLE, "difference", &c));
    TRY(ga_add(&one, a, &minus, b, c));
    TRY(la_norm('m', is_lower ? 't' : 'g', 'l', 'n', c, &difference));
    TRY(la_norm('m', is_lower ? 't' : 'g', 'l', 'n', b, &scale));
    TRY(ga_destroy(c));
    return difference / scale;
}

void problem_report(const char *what, const problem_t *problem, double seconds, double flops)
{
    if (ga_rank() == 0)
        printf("%s of %lldx%lldx%lld, tiles of %lld: %.4f s, %.2f GFlop/s\n", what,
               (long long)problem->size[0], (long long)problem->size[1],
               (long long)problem->size[2], (long long)problem->tile, seconds,
               1e-9 * flops / seconds);
}

int problem_verdict(double distance)
{
    const double most = 1e-12;
    if (ga_rank() == 0)
        printf("differs by %.2g from the reference%s\n", distance,
               distance <= most ? "" : ": TOO MUCH");
    return distance <= most;
}
