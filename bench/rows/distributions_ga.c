/* The rows of the benchmark of distributions over ga. */
#include "bench/rows/distributions.h"
#include "bench/rows/lib_ga.h"

static ga_t lib_create(enum kind kind, int64_t n, int columns)
{
    static const ga_kind kinds[KINDS] = {GA_REGULAR, GA_BLOCK_CYCLIC, GA_SCALAPACK, GA_TILED};
    ga_spec_t spec = {
        .type = ASHLAR_DOUBLE, .ndim = 2, .dims = {n, n}, .name = "bench", .kind = kinds[kind]};
    ga_t g;
    if (kind != REGULAR)
        spec.block[0] = spec.block[1] = BLOCK;
    spec.grid[0] = columns;
    check(ga_create_spec(&spec, &g));
    return g;
}

static void lib_copy(ga_t from, ga_t to)
{
    check(ga_copy(from, to));
}

#include "bench/rows/distributions.inc"

const bench_subject_t *dist_ga_start(void)
{
    static const bench_subject_t subject = {LIB_NAME, lib_rows, LIB_ROW_COUNT, NULL, NULL, NULL};
    lib_rows_start();
    return &subject;
}

void dist_ga_stop(void)
{
    for (int kind = 0; kind < KINDS && !bench_between_hosts(); ++kind)
        check(ga_destroy(lib.array[kind]));
    check(ga_destroy(lib.from));
    check(ga_destroy(lib.to));
    free(lib.buf);
}
