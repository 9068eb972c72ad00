/* Random collectives of tiles against the serial model: any arrays, intervals, counts and flags;
 * blocking or several under way at once. Everything is drawn from a seed, the same on all ranks.
 *
 * With GA_IN_MINE and GA_OUT_MINE, or more, a tile changes only while its owner is in a call that
 * names it: so the calls, in the order in which all make them, are a serial program, and no barrier
 * is needed to look at what is mine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"
#include "tiles/serial.h"

enum { ARRAYS = 6, UNDER_WAY = 4, DIMS = 3 };

typedef enum kind { BROADCAST, SCATTER, GATHER, EXCHANGE, REDUCE, KINDS } kind_t;

typedef struct world {
    serial_t array[ARRAYS];
    ga_grid_t grid[ARRAYS];
    bool has_arithmetic, is_integer, is_complex;
    rng_t rng;
    char what[200];
} world_t;

typedef struct call {
    kind_t kind;
    int to, from; /* arrays */
    ga_tiles_t to_tiles, from_tiles;
    int64_t count, model_count;
    int flags;
    ashlar_op op;
} call_t;

/* ---- drawing --------------------------------------------------------------------------------- */

static int draw(world_t *world, int least, int most)
{
    return (int)rng_range(&world->rng, least, most);
}

/* A grid of some ranks in any order. */
static ga_grid_t draw_grid(world_t *world, int ndim)
{
    const int size = test_size(), used = draw(world, 1, size);
    int ranks[16];
    ga_grid_spec_t spec = {.ndim = ndim,
                           .order = draw(world, 0, 1) ? GA_LAST_FASTEST : GA_FIRST_FASTEST};
    ga_grid_t grid = 0;
    for (int k = 0; k < size; ++k)
        ranks[k] = k;
    for (int k = size - 1; k > 0; --k) {
        const int other = draw(world, 0, k), rank = ranks[k];
        ranks[k] = ranks[other];
        ranks[other] = rank;
    }
    if (draw(world, 0, 1)) {
        spec.rank_count = used;
        spec.ranks = ranks;
    }
    for (int d = 0; d + 1 < ndim; ++d)
        if (draw(world, 0, 3) == 0)
            spec.shape[d] = 1;
    CHECK_OK(ga_grid_create(&spec, &grid));
    return grid;
}

static void draw_array(world_t *world, int k, ga_type type)
{
    const int ndim = draw(world, 1, DIMS);
    int64_t dims[DIMS], tile[DIMS];
    ga_t g = 0;
    world->grid[k] = draw_grid(world, ndim);
    for (int d = 0; d < ndim; ++d) {
        dims[d] = draw(world, 1, 10);
        tile[d] = draw(world, 1, 5);
    }
    CHECK_OK(ga_create_tiles(world->grid[k], type, dims, tile, "tiles", &g));
    world->array[k] = serial_of(g);
}

static ga_tiles_t draw_tiles(world_t *world, int k, bool only_one)
{
    const serial_t *serial = &world->array[k];
    ga_tiles_t tiles = {.g = serial->g,
                        .n = only_one ? serial->ndim : draw(world, 0, serial->ndim)};
    for (int d = 0; d < tiles.n; ++d) {
        const int64_t last = serial->blocks[d] - 1;
        tiles.where[d].first = rng_range(&world->rng, 0, last);
        tiles.where[d].last =
            only_one ? tiles.where[d].first : tiles.where[d].first + draw(world, -1, 8);
        tiles.where[d].step = draw(world, 1, 3);
        if (!only_one && draw(world, 0, 2) == 0)
            tiles.where[d] = (ashlar_interval_t){0, INT64_MAX, 1};
    }
    return tiles;
}

static int64_t count_of(const world_t *world, int k, const ga_tiles_t *tiles)
{
    int64_t *list = test_alloc((size_t)world->array[k].tiles * sizeof *list);
    const int64_t count = serial_tiles(&world->array[k], tiles, list);
    free(list);
    return count;
}

static bool tiles_meet(const world_t *world, const call_t *call)
{
    const serial_t *to = &world->array[call->to], *from = &world->array[call->from];
    int64_t *a = test_alloc((size_t)to->tiles * 8), *b = test_alloc((size_t)from->tiles * 8);
    const int64_t tos = serial_tiles(to, &call->to_tiles, a);
    const int64_t froms = serial_tiles(from, &call->from_tiles, b);
    bool meet = false;
    for (int64_t i = 0; i < tos && call->to == call->from; ++i)
        for (int64_t j = 0; j < froms; ++j)
            meet |= a[i] == b[j];
    free(a);
    free(b);
    return meet;
}

/* Products of few values, all of which are 1 or 2, so that each type has them exactly. */
static ashlar_op draw_op(world_t *world, int64_t sources)
{
    static const ashlar_op ops[] = {ASHLAR_SUM, ASHLAR_PROD, ASHLAR_MIN, ASHLAR_MAX,
                                    ASHLAR_AND, ASHLAR_OR,   ASHLAR_XOR};
    const int most = world->is_complex ? 1 : world->is_integer ? 6 : 3;
    const ashlar_op op = ops[draw(world, 0, most)];
    return op == ASHLAR_PROD && sources > 20 ? ASHLAR_SUM : op;
}

/* The most elements of a slot. */
static int64_t most_of(const world_t *world, const call_t *call)
{
    const int64_t tos = count_of(world, call->to, &call->to_tiles);
    const int64_t froms = count_of(world, call->from, &call->from_tiles);
    int64_t from = world->array[call->from].whole, to = world->array[call->to].whole;
    if (call->kind == SCATTER || call->kind == EXCHANGE)
        from /= tos ? tos : 1;
    if (call->kind == GATHER || call->kind == EXCHANGE)
        to /= froms ? froms : 1;
    return from < to ? from : to;
}

static call_t draw_call(world_t *world)
{
    call_t call = {.to = draw(world, 0, ARRAYS - 1), .from = draw(world, 0, ARRAYS - 1)};
    call.kind = (kind_t)draw(world, 0, world->has_arithmetic ? REDUCE : EXCHANGE);
    call.to_tiles = draw_tiles(world, call.to, call.kind == GATHER);
    call.from_tiles = draw_tiles(world, call.from, call.kind == BROADCAST || call.kind == SCATTER);
    for (int tries = 0; call.kind == EXCHANGE && count_of(world, call.to, &call.to_tiles) !=
                                                     count_of(world, call.from, &call.from_tiles);
         ++tries) {
        call.to_tiles = draw_tiles(world, call.to, tries > 20);
        call.from_tiles = draw_tiles(world, call.from, tries > 20);
    }
    call.model_count = call.count = rng_range(&world->rng, 0, most_of(world, &call));
    if (draw(world, 0, 3) == 0) {
        call.count = GA_WHOLE;
        call.model_count = most_of(world, &call);
    }
    call.op = draw_op(world, count_of(world, call.from, &call.from_tiles));
    call.flags = draw(world, 0, 2) + 4 * draw(world, 0, 2);
    return call;
}

/* ---- calls ----------------------------------------------------------------------------------- */

static int make_call(const call_t *call, ga_handle_t *handle)
{
    const ga_tiles_t *to = &call->to_tiles, *from = &call->from_tiles;
    typedef int blocking_t(const ga_tiles_t *, const ga_tiles_t *, int64_t, int);
    typedef int nonblocking_t(const ga_tiles_t *, const ga_tiles_t *, int64_t, int, ga_handle_t *);
    static blocking_t *const blocking[] = {ga_tiles_broadcast, ga_tiles_scatter, ga_tiles_gather,
                                           ga_tiles_exchange};
    static nonblocking_t *const nonblocking[] = {ga_tiles_broadcast_nb, ga_tiles_scatter_nb,
                                                 ga_tiles_gather_nb, ga_tiles_exchange_nb};
    if (call->kind == REDUCE)
        return handle ? ga_tiles_reduce_nb(to, from, call->op, call->count, call->flags, handle)
                      : ga_tiles_reduce(to, from, call->op, call->count, call->flags);
    return handle ? nonblocking[call->kind](to, from, call->count, call->flags, handle)
                  : blocking[call->kind](to, from, call->count, call->flags);
}

static void apply_to_model(world_t *world, const call_t *call)
{
    serial_t *to = &world->array[call->to], *from = &world->array[call->from];
    const int64_t count = call->model_count;
    if (call->kind == BROADCAST)
        serial_broadcast(to, &call->to_tiles, from, &call->from_tiles, count);
    else if (call->kind == REDUCE)
        serial_reduce(to, &call->to_tiles, from, &call->from_tiles, call->op, count);
    else
        serial_move(to, &call->to_tiles, from, &call->from_tiles, count);
}

static void fill(world_t *world, int k)
{
    serial_fill(&world->array[k], &world->rng, 1, 2);
}

static bool is_refused(const world_t *world, const call_t *call)
{
    return call->kind != BROADCAST && tiles_meet(world, call);
}

/* One call. Ranks that own nothing of it leave it out, or call all the same. */
static void make_one(world_t *world, int step)
{
    const call_t call = draw_call(world);
    const bool is_refused_now = is_refused(world, &call), blocks = draw(world, 0, 1);
    const bool all_call = draw(world, 0, 1);
    const bool is_mine = serial_is_mine(&world->array[call.to], &call.to_tiles) ||
                         serial_is_mine(&world->array[call.from], &call.from_tiles);
    ga_handle_t handle = 0;
    snprintf(world->what, sizeof world->what, "step %d: kind %d of %d -> %d, count %d, flags %d",
             step, (int)call.kind, call.from, call.to, (int)call.model_count, call.flags);
    if (call.flags & GA_IN_NONE)
        CHECK_OK(ga_sync());
    if (is_refused_now)
        CHECK_STATUS(ASHLAR_EARG, make_call(&call, blocks ? NULL : &handle));
    else if (all_call || is_mine)
        CHECK_OK(make_call(&call, blocks ? NULL : &handle));
    CHECK_OK(ga_wait(&handle));
    /* The same again, which finds its steps made. */
    for (int again = draw(world, 0, 2); again > 0 && !is_refused_now; --again) {
        if (call.flags & (GA_IN_NONE | GA_OUT_NONE))
            CHECK_OK(ga_sync());
        if (call.kind == REDUCE)
            serial_fill(&world->array[call.from], &world->rng, 1, 2);
        if (call.kind == REDUCE)
            CHECK_OK(ga_sync());
        if (all_call || is_mine)
            CHECK_OK(make_call(&call, NULL));
    }
    if (call.flags & GA_OUT_NONE)
        CHECK_OK(ga_sync());
    if (!is_refused_now)
        apply_to_model(world, &call);
    serial_check(&world->array[call.to], world->what);
    if (call.kind == REDUCE)
        fill(world, call.to);
}

/* Several calls under way that name different arrays, waited for in any order. */
static void make_several(world_t *world, int step)
{
    call_t call[UNDER_WAY];
    ga_handle_t handle[UNDER_WAY] = {0};
    int n = 0, done;
    unsigned used = 0;
    for (int k = 0; k < 3 * UNDER_WAY && n < UNDER_WAY; ++k) {
        call_t one = draw_call(world);
        const unsigned names = 1u << one.to | 1u << one.from;
        one.flags &= ~(GA_IN_NONE | GA_OUT_NONE);
        if (used & names || is_refused(world, &one))
            continue;
        used |= names;
        call[n++] = one;
    }
    snprintf(world->what, sizeof world->what, "step %d: %d calls at once", step, n);
    for (int k = 0; k < n; ++k)
        CHECK_OK(make_call(&call[k], &handle[k]));
    for (int k = 0; k < n; ++k)
        CHECK_OK(ga_test(&handle[k], &done));
    for (int k = n - 1; k >= 0; --k)
        CHECK_OK(ga_wait(&handle[k]));
    for (int k = 0; k < n; ++k) {
        apply_to_model(world, &call[k]);
        serial_check(&world->array[call[k].to], world->what);
        if (call[k].kind == REDUCE)
            fill(world, call[k].to);
    }
}

static void run_world(ga_type type, uint64_t seed, int steps)
{
    world_t world = {.rng = rng_seed(seed)};
    world.has_arithmetic = (unsigned)type < ASHLAR_TYPE_COUNT;
    world.is_complex = type == ASHLAR_CFLOAT || type == ASHLAR_CDOUBLE;
    world.is_integer = type == ASHLAR_INT || type == ASHLAR_LONG || type == ASHLAR_LLONG;
    for (int k = 0; k < ARRAYS; ++k) {
        draw_array(&world, k, type);
        fill(&world, k);
    }
    CHECK_OK(ga_sync());
    for (int step = 0; step < steps; ++step)
        if (draw(&world, 0, 3))
            make_one(&world, step);
        else
            make_several(&world, step);
    CHECK_OK(ga_sync());
    for (int k = 0; k < ARRAYS; ++k) {
        serial_check(&world.array[k], "at the end");
        CHECK_OK(ga_destroy(world.array[k].g));
        CHECK_OK(ga_grid_destroy(world.grid[k]));
        serial_free(&world.array[k]);
    }
}

static void run_all(uint64_t seed, int worlds, int steps)
{
    static const size_t records[] = {1, 3, 24, 100};
    for (int k = 0; k < worlds; ++k) {
        const int which = k % (ASHLAR_TYPE_COUNT + 4);
        ga_type type = (ga_type)which;
        if (which >= ASHLAR_TYPE_COUNT)
            CHECK_OK(ga_type_create(records[which - ASHLAR_TYPE_COUNT], &type));
        test_step("seed %d, world %d", (int)seed, k);
        run_world(type, seed + (uint64_t)k, steps);
        if (which >= ASHLAR_TYPE_COUNT)
            CHECK_OK(ga_type_destroy(type));
    }
}

TEST_CASE(random, TEST_GA)
{
    run_all(1, 22, 60);
}

/* 10^5 calls. */
TEST_CASE_IN("long", random_long, TEST_GA)
{
    run_all(1000, 500, 200);
}
