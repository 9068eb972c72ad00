#include "la/support/steps.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "harness/harness.h"

enum { GROUPS = 3, WORLD = 0, REVERSED = 1, HALF = 2 };

int grid_ranks(void)
{
    int ranks = test_size();
    if (la_set_grid(1, ranks, 0) != ASHLAR_OK) {
        CHECK_CONTAINS(ashlar_error_message(), "built without ScaLAPACK");
        ranks = 1;
    }
#ifdef MPICH_VERSION /* it does not yield while it waits: more ranks than cores take minutes */
    const int cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    ranks = ranks < cores ? ranks : cores;
#endif
    CHECK_OK(la_set_grid(0, 0, 0));
    return ranks;
}

bool step_once_in(step_t *s, int64_t times)
{
    return rng_range(&s->rng, 1, times) == 1;
}

int64_t step_extent(step_t *s)
{
    static const int64_t ranges[][2] = {{1, 3}, {1, 20}, {4, 20}, {21, 60}, {21, 60}, {61, 140}};
    const int64_t *range = ranges[rng_range(&s->rng, 0, 5)];
    int64_t n = rng_range(&s->rng, range[0], range[1]);
    return n < s->most ? n : s->most;
}

dense_value_t step_number(step_t *s, bool real)
{
    dense_t x = dense_random(&s->rng, real ? ASHLAR_DOUBLE : s->type, 1, 1);
    int64_t kind = rng_range(&s->rng, 0, 5);
    return kind < 2 ? (double)kind : 2 * x.at[0] + 0.015625;
}

dense_t step_random(step_t *s, int64_t m, int64_t n)
{
    return dense_random(&s->rng, s->type, m, n);
}

/* The first array of a step is of each kind in turn. Large ones have not many small blocks. */
ga_t step_create(step_t *s, int64_t m, int64_t n)
{
    enum { REGULAR, CHUNKED, DRAWN };
    ga_kind first = GA_REGULAR, last = m * n > 30000 ? GA_IRREGULAR : GA_KIND_COUNT - 1;
    int64_t way = rng_range(&s->rng, 0, 4);
    if (s->kind >= 0 && s->kind <= (int)last) {
        first = last = (ga_kind)s->kind;
        way = DRAWN;
    }
    s->kind = -1;
    if (way < DRAWN)
        return matrix_create(s->type, m, n, way ? LAYOUT_CHUNKED : LAYOUT_REGULAR, s->group);
    if (way == DRAWN)
        return matrix_draw(&s->rng, first, last, s->type, m, n, s->group);
    ga_spec_t spec = {.type = s->type,
                      .ndim = 2,
                      .dims = {m, n},
                      .name = "matrix",
                      .group = s->group,
                      .kind = GA_SCALAPACK,
                      .order = (ga_order)step_once_in(s, 3),
                      .block = {s->tile, s->tile},
                      .grid = {s->grid[0], s->grid[1]}};
    if (step_once_in(s, 4))
        spec.block[0] = spec.block[1] = s->tile + 1;
    return matrix_spec(&spec);
}

ga_t step_from(step_t *s, const dense_t *x)
{
    ga_t g = step_create(s, x->m, x->n);
    matrix_write(g, x);
    return g;
}

ga_t step_from_lower(step_t *s, const dense_t *x)
{
    ga_t g = step_create(s, x->m, x->n);
    matrix_write_lower(g, x);
    return g;
}

/* A grid of at most so many ranks, of any shape, and tiles: many small ones take long, and come
 * where a grid is asked for. */
static void draw_grid(step_t *s, int ranks, bool ask)
{
    static const int64_t tiles[] = {1, 2, 3, 5, 16, 32, 64};
    int rows = (int)rng_range(&s->rng, 1, ranks);
    s->grid[0] = rows;
    s->grid[1] = (int)(step_once_in(s, 3) ? rng_range(&s->rng, 1, ranks / rows) : ranks / rows);
    s->tile = tiles[ask ? rng_range(&s->rng, 0, 5) : rng_range(&s->rng, 4, 6)];
    s->most = s->tile < 3 ? 20 : s->tile < 16 ? 60 : 140;
}

/* One step of three asks for a process grid, on all ranks alike. */
static void run_step(const step_row_t *row, step_t *s, const ga_group_t *groups, int ranks)
{
    int which = (int)rng_range(&s->rng, 0, 5), size = 1;
    bool ask = step_once_in(s, 3);
    s->group = groups[which < GROUPS ? which : WORLD];
    draw_grid(s, ranks, ask);
    CHECK_OK(ask ? la_set_grid(s->grid[0], s->grid[1], s->tile) : la_set_grid(0, 0, 0));
    if (which == HALF) {
        CHECK_OK(ga_group_size(s->group, &size));
        s->rng.state += (uint64_t)(test_rank() % 2);
        draw_grid(s, size < ranks ? size : ranks, ask);
    }
    row->run(s);
    matrices_free();
    CHECK_OK(la_set_grid(0, 0, 0));
}

void run_rows(const step_row_t *rows, size_t count)
{
    const char *seed = getenv("LA_SEED"), *only = getenv("LA_STEP");
    const uint64_t start = seed ? strtoull(seed, NULL, 10) : 1;
    int ranks = grid_ranks(), number = 0;
    ga_group_t groups[GROUPS] = {GA_GROUP_WORLD};
    CHECK_OK(ga_group_split(GA_GROUP_WORLD, 0, -test_rank(), &groups[REVERSED]));
    CHECK_OK(ga_group_split(GA_GROUP_WORLD, test_rank() % 2, test_rank(), &groups[HALF]));
    for (size_t r = 0; r < count; ++r)
        for (int k = 0; k < 4 * rows[r].rounds; ++k, ++number) {
            if (only && atoi(only) != number)
                continue;
            step_t s = {.type = (ashlar_type)(ASHLAR_FLOAT + k % 4), .round = k / 4};
            s.kind = (s.round + s.round / 4) % (GA_KIND_COUNT + 1);
            s.rng = rng_seed(start * UINT64_C(1000003) + (uint64_t)number);
            test_step("%s of %s, LA_SEED=%" PRIu64 " LA_STEP=%d", rows[r].call, type_name(s.type),
                      start, number);
            run_step(&rows[r], &s, groups, ranks);
        }
    test_step("%s", "");
    CHECK_OK(ga_group_destroy(groups[HALF]));
    CHECK_OK(ga_group_destroy(groups[REVERSED]));
}
