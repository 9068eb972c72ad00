#include "la/support/places.h"

#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"
#include "la/support/cover.h"
#include "la/support/steps.h"

enum factor { MATRIX, ORDER, GRID, TILE, LAYOUT, TYPE, GROUP, FACTORS };

/* ONE to FEW: few rows, primes, fewer than ranks; BELOW, AT, ABOVE: multiples of the tile. */
enum order { ONE, TWO, THREE, SMALL_PRIME, PRIME, FEW, BELOW, AT, ABOVE, ORDERS };

/* 0: all ranks; the last two are left to an array, with its ranks by columns or by rows. */
static const int grids[][2] = {{1, 1}, {1, 0}, {0, 1}, {2, 2}, {3, 1},
                               {2, 1}, {1, 2}, {1, 0}, {2, 0}};
enum { GRIDS = sizeof grids / sizeof grids[0], BY_COLUMNS = GRIDS - 2, BY_ROWS = GRIDS - 1 };

static const int64_t tiles[] = {1, 2, 3, 7, 16, 64, 300};
enum { TILES = sizeof tiles / sizeof tiles[0] };

/* Every kind with what it leaves open, ghosts among it; ScaLAPACK's on the grid by both orders. */
enum { ON_GRID = GA_KIND_COUNT, ON_GRID_BY_ROWS, LAYOUTS };

enum { WORLD, REVERSED, HALF, GROUPS };

static ga_group_t groups[GROUPS];

static int64_t smaller(int64_t x, int64_t y)
{
    return x < y ? x : y;
}

/* Small tiles take long: such matrices are small. */
static int64_t order_of(place_t *p, enum order order)
{
    static const int64_t small[] = {5, 7, 11, 13, 17, 19, 23};
    static const int64_t primes[] = {29, 37, 41, 53, 67, 79, 83, 101};
    int64_t most = p->tile < 3 ? 23 : p->tile < 7 ? 41 : 129, tile = smaller(p->tile, 64);
    int64_t times = tile < most / 3 ? rng_range(&p->rng, 1, most / 3 / tile) : 1;
    int64_t n = order <= THREE         ? (int64_t)order + 1
                : order == SMALL_PRIME ? small[rng_range(&p->rng, 0, 6)]
                : order == PRIME       ? primes[rng_range(&p->rng, 0, 7)]
                : order == FEW         ? test_size() - 1
                                       : times * tile + (int64_t)order - AT;
    while (order == PRIME && n > most) /* another prime */
        n = small[rng_range(&p->rng, 0, 6)];
    return n > 0 ? n : 1;
}

/* As much of the shape as so many ranks have. */
static void set_shape(const int *shape, int ranks, int *grid)
{
    grid[0] = shape[0] > 0 ? shape[0] : ranks;
    grid[0] = grid[0] < ranks ? grid[0] : ranks;
    grid[1] = shape[1] > 0 ? shape[1] : ranks / grid[0];
    grid[1] = grid[1] < ranks / grid[0] ? grid[1] : ranks / grid[0];
}

/* The larger half has one rank more, perhaps; the grid that is asked for is its. */
static void set_place(place_t *p, const int *value)
{
    int most = grid_ranks(), size = 1;
    p->matrix = value[MATRIX];
    p->type = (ashlar_type)(ASHLAR_FLOAT + value[TYPE]);
    p->tile = tiles[value[TILE]];
    p->n = order_of(p, (enum order)value[ORDER]);
    p->group = groups[value[GROUP]];
    p->order = value[GRID] == BY_ROWS ? GA_LAST_FASTEST : GA_FIRST_FASTEST;
    p->asks = value[GRID] < BY_COLUMNS;
    p->layout = p->asks ? value[LAYOUT] : ON_GRID + (p->order == GA_LAST_FASTEST);
    if (value[GROUP] == HALF)
        most = (int)smaller(most, (test_size() + 1) / 2);
    set_shape(grids[value[GRID]], most, p->grid);
    CHECK_OK(p->asks ? la_set_grid(p->grid[0], p->grid[1], p->tile) : la_set_grid(0, 0, 0));
    CHECK_OK(ga_group_size(p->group, &size));
    set_shape(p->grid, size < most ? size : most, p->grid);
}

static void run_place(const char *what, const char *(*name_of)(int matrix), void (*run)(place_t *p),
                      const int *value, int number)
{
    place_t p = {.number = number, .rng = rng_seed((uint64_t)number)};
    set_place(&p, value);
    test_step("%s: %s of %s, n=%d, %s %d x %d in tiles of %d, layout %d, group %d, LA_STEP=%d",
              what, name_of(p.matrix), type_name(p.type), (int)p.n,
              p.asks ? "asked for" : "array on", p.grid[0], p.grid[1], (int)p.tile, p.layout,
              value[GROUP], number);
    run(&p);
    matrices_free();
    CHECK_OK(la_set_grid(0, 0, 0));
}

static void make_groups(void)
{
    groups[WORLD] = GA_GROUP_WORLD;
    CHECK_OK(ga_group_split(GA_GROUP_WORLD, 0, -test_rank(), &groups[REVERSED]));
    CHECK_OK(ga_group_split(GA_GROUP_WORLD, test_rank() % 2, test_rank(), &groups[HALF]));
}

static void free_groups(void)
{
    test_step("%s", "");
    CHECK_OK(ga_group_destroy(groups[HALF]));
    CHECK_OK(ga_group_destroy(groups[REVERSED]));
}

static int is_wanted(int number)
{
    const char *only = getenv("LA_STEP");
    return !only || atoi(only) == number;
}

void run_places(const char *what, int matrices, const char *(*name_of)(int matrix),
                void (*run)(place_t *p))
{
    const int values[FACTORS] = {
        [MATRIX] = matrices, [ORDER] = ORDERS, [GRID] = GRIDS,  [TILE] = TILES,
        [LAYOUT] = LAYOUTS,  [TYPE] = 4,       [GROUP] = GROUPS};
    enum { TABLES = 5 };
    static cover_t cover;
    int value[COVER_FACTORS], number = 0;
    make_groups();
    for (uint64_t seed = 1; seed <= TABLES; ++seed)
        for (cover_start(&cover, FACTORS, values, seed); cover_next(&cover, value); ++number)
            if (is_wanted(number))
                run_place(what, name_of, run, value, number);
    free_groups();
}

void run_all_places(const char *what, int matrices, const char *(*name_of)(int matrix),
                    void (*run)(place_t *p))
{
    int value[FACTORS], steps = matrices * ORDERS * GRIDS * TILES;
    make_groups();
    for (int number = 0; number < steps; ++number) {
        rng_t rng = rng_seed((uint64_t)number);
        value[MATRIX] = number % matrices;
        value[ORDER] = number / matrices % ORDERS;
        value[GRID] = number / matrices / ORDERS % GRIDS;
        value[TILE] = number / matrices / ORDERS / GRIDS;
        value[LAYOUT] = (int)rng_range(&rng, 0, LAYOUTS - 1);
        value[TYPE] = (int)rng_range(&rng, 0, 3);
        value[GROUP] = (int)rng_range(&rng, 0, GROUPS - 1);
        if (is_wanted(number))
            run_place(what, name_of, run, value, number);
    }
    free_groups();
}

static ga_t create_on_grid(const place_t *p, int64_t m, int64_t n, ga_order order)
{
    ga_spec_t spec = {.type = p->type,
                      .ndim = 2,
                      .dims = {m, n},
                      .name = "matrix",
                      .group = p->group,
                      .kind = GA_SCALAPACK,
                      .order = order,
                      .block = {p->tile, p->tile},
                      .grid = {p->grid[0], p->grid[1]}};
    return matrix_spec(&spec);
}

/* Where the layout decides, all arrays have it. */
static ga_t create_next(place_t *p, int64_t m, int64_t n)
{
    int layout = p->layout;
    if (p->asks)
        p->layout = (p->layout + 3) % LAYOUTS;
    if (layout >= ON_GRID)
        return create_on_grid(p, m, n, layout == ON_GRID ? GA_FIRST_FASTEST : GA_LAST_FASTEST);
    return matrix_draw(&p->rng, (ga_kind)layout, (ga_kind)layout, p->type, m, n, p->group);
}

ga_t place_array(place_t *p, const dense_t *x)
{
    ga_t g = create_next(p, x->m, x->n);
    matrix_write(g, x);
    return g;
}

ga_t place_lower(place_t *p, const dense_t *x)
{
    ga_t g = create_next(p, x->m, x->n);
    matrix_write_lower(g, x);
    return g;
}
