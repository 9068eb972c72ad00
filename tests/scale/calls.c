/* The calls, each by all ranks of the world at once. Rank i of a node works on what rank i of the
 * next node has. */
#include "tests/scale/calls.h"

#include <stdio.h>

#include <ashlar/bundle.h>
#include <ashlar/ga.h>
#include <ashlar/tiles.h>

#include "armci-lite/src/node/al_arena.h"
#include "tests/scale/world.h"

enum { EACH = 8, PARTNERS = 10, TILE = 512 };

static ga_t line, tiles;
static ga_grid_t grid;
static ga_mutexes_t mutexes;
static ga_tasks_t pool;
static bundle_t *bundle;
static uint32_t scratch;

static void check(int status)
{
    if (status == ASHLAR_OK)
        return;
    fprintf(stderr, "scale: node %d, rank %d of it: %s\n", world.node, world.index,
            ashlar_error_message());
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The first element of rank i of a node that is `distance` after mine. */
static int64_t element_after(int distance)
{
    const int node = (world.node + distance) % world.nodes;
    return (int64_t)EACH * (node * world.per_node + world.index);
}

static int next_rank(void)
{
    return (int)(element_after(1) / EACH);
}

static void start(void)
{
    check(ga_initialize(world.comm));
    account.counts_buffers = true;
}

static void stop(void)
{
    ga_set_leak_report(0);
    check(ga_terminate());
}

static void synchronise(void)
{
    check(ga_sync());
}

/* ---- groups ---------------------------------------------------------------------------------- */

static void make_group(int first, int count)
{
    ga_group_t group;
    int *ranks = world_list((size_t)count * sizeof *ranks);
    for (int k = 0; k < count; ++k)
        ranks[k] = first + k;
    check(ga_group_create(count, ranks, &group));
}

static void group_of_all(void)
{
    make_group(0, world_size());
}

static void group_of_node(void)
{
    make_group(world.node * world.per_node, world.per_node);
}

/* By ranks, into one. */
static void split_group(void)
{
    ga_group_t group;
    check(ga_group_split(GA_GROUP_WORLD, 0, world.node * world.per_node + world.index, &group));
}

/* ---- arrays ---------------------------------------------------------------------------------- */

static ga_t make_line(ga_kind kind, int64_t block)
{
    const ga_spec_t spec = {.type = ASHLAR_DOUBLE,
                            .ndim = 1,
                            .dims = {(int64_t)EACH * world_size()},
                            .kind = kind,
                            .block = {block}};
    ga_t g;
    check(ga_create_spec(&spec, &g));
    return g;
}

static void create_regular(void)
{
    line = make_line(GA_REGULAR, 0);
}

static void create_plane(void)
{
    ga_t g;
    const ga_spec_t spec = {.type = ASHLAR_DOUBLE,
                            .ndim = 2,
                            .dims = {4 * (int64_t)world.per_node, 2 * (int64_t)world.nodes},
                            .grid = {world.per_node, world.nodes}};
    check(ga_create_spec(&spec, &g));
}

static void create_irregular(void)
{
    ga_t g;
    int64_t *cuts = world_list((size_t)world_size() * sizeof *cuts);
    for (int r = 0; r < world_size(); ++r)
        cuts[r] = (int64_t)EACH * r;
    const ga_spec_t spec = {.type = ASHLAR_DOUBLE,
                            .ndim = 1,
                            .dims = {(int64_t)EACH * world_size()},
                            .kind = GA_IRREGULAR,
                            .blocks = {world_size()},
                            .cuts = {cuts}};
    check(ga_create_spec(&spec, &g));
}

static void create_block_cyclic(void)
{
    (void)make_line(GA_BLOCK_CYCLIC, EACH);
}

static void create_scalapack(void)
{
    (void)make_line(GA_SCALAPACK, EACH);
}

static void create_tiled(void)
{
    (void)make_line(GA_TILED, EACH);
}

static void create_ghosts(void)
{
    ga_t g;
    const ga_spec_t spec = {.type = ASHLAR_DOUBLE,
                            .ndim = 1,
                            .dims = {(int64_t)EACH * world_size()},
                            .ghosts = {EACH / 2}};
    check(ga_create_spec(&spec, &g));
}

static void create_mirrored(void)
{
    ga_t g;
    const ga_spec_t spec = {
        .type = ASHLAR_DOUBLE, .ndim = 1, .dims = {(int64_t)EACH * world.per_node}, .mirrored = 1};
    check(ga_create_spec(&spec, &g));
}

/* ---- one-sided ------------------------------------------------------------------------------- */

static void put_next(void)
{
    const double one = 1;
    const int64_t at = element_after(1);
    check(ga_put_nd(line, &at, &at, &one, NULL));
}

static void get_next(void)
{
    double value;
    const int64_t at = element_after(1);
    check(ga_get_nd(line, &at, &at, &value, NULL));
}

static void accumulate_next(void)
{
    const double one = 1;
    const int64_t at = element_after(1);
    check(ga_acc_nd(line, &at, &at, &one, NULL, &one));
}

static void notify_next(void)
{
    check(ga_notify(next_rank()));
}

static void make_mutexes(void)
{
    check(ga_mutexes_create(GA_GROUP_DEFAULT, world_size(), &mutexes));
}

static void lock_next(void)
{
    check(ga_lock(mutexes, next_rank()));
}

static void unlock_next(void)
{
    check(ga_unlock(mutexes, next_rank()));
}

/* ---- tasks, bundles, tiles ------------------------------------------------------------------- */

static void make_pool(void)
{
    check(ga_tasks_create(GA_GROUP_DEFAULT, 4 * (int64_t)world_size(), NULL, GA_TASKS_AS_GIVEN, 0,
                          0, &pool));
    if (!scratch)
        check(ali_arena_alloc_committed(&ali_arena, 4096, &scratch));
}

/* All ask rank 0, which has what others do not have. */
static void next_task(void)
{
    ga_tasks_chunk_t chunk;
    world.redirect = ali_arena_offset(&ali_arena, scratch);
    world.is_asked = false;
    check(ga_tasks_next(pool, &chunk));
}

static void make_bundle(void)
{
    int member;
    check(bundle_create(GA_GROUP_DEFAULT, &bundle));
    check(bundle_add(bundle, line, BUNDLE_ANY, &member));
}

static void exchange_bundle(void)
{
    const double one = 1;
    for (int d = 1; d <= PARTNERS; ++d) {
        const int64_t at = element_after(d);
        check(bundle_write(bundle, 0, 1, &at, &one));
    }
    check(bundle_exchange(bundle));
}

static void make_tiles(void)
{
    const int64_t tile = TILE;
    check(ga_grid_create(&(ga_grid_spec_t){.ndim = 1}, &grid));
    check(ga_create_tile_each(grid, ASHLAR_DOUBLE, &tile, "tiles", &tiles));
}

static void broadcast_tile(void)
{
    check(ga_tiles_broadcast(GA_TILES(tiles, ASHLAR_ALL), GA_TILES(tiles, ashlar_at(0)), GA_WHOLE,
                             GA_IN_NONE | GA_OUT_MINE));
}

call_t calls[] = {{.name = "start", .run = start, .is_needed = true},
                  {.name = "sync", .run = synchronise},
                  {.name = "group-all", .run = group_of_all},
                  {.name = "group-node", .run = group_of_node},
                  {.name = "group-split", .run = split_group},
                  {.name = "create", .run = create_regular, .doubles = EACH, .is_needed = true},
                  {.name = "create-2d", .run = create_plane, .doubles = EACH},
                  {.name = "create-irregular", .run = create_irregular, .doubles = EACH},
                  {.name = "create-cyclic", .run = create_block_cyclic, .doubles = EACH},
                  {.name = "create-scalapack", .run = create_scalapack, .doubles = EACH},
                  {.name = "create-tiled", .run = create_tiled, .doubles = EACH},
                  {.name = "create-ghosts", .run = create_ghosts, .doubles = 2 * EACH},
                  {.name = "create-mirrored", .run = create_mirrored, .doubles = EACH},
                  {.name = "put", .run = put_next, .is_needed = true},
                  {.name = "sync-after-put", .run = synchronise},
                  {.name = "accumulate", .run = accumulate_next},
                  {.name = "sync-after-acc", .run = synchronise},
                  {.name = "get", .run = get_next},
                  {.name = "notify", .run = notify_next},
                  {.name = "mutexes", .run = make_mutexes},
                  {.name = "lock", .run = lock_next},
                  {.name = "unlock", .run = unlock_next},
                  {.name = "pool", .run = make_pool},
                  {.name = "task", .run = next_task},
                  {.name = "sync-after-task", .run = synchronise},
                  {.name = "bundle", .run = make_bundle},
                  {.name = "exchange", .run = exchange_bundle},
                  {.name = "exchange-again", .run = exchange_bundle},
                  {.name = "tiles", .run = make_tiles, .doubles = TILE},
                  {.name = "broadcast", .run = broadcast_tile, .is_of_root = true},
                  {.name = "sync-last", .run = synchronise},
                  {.name = "stop", .run = stop, .is_needed = true},
                  {0}};
