/* Arrays on a processor grid. */
#include <inttypes.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_create.h"
#include "ga/src/array/ga_processor_grid.h"

typedef gai_processor_grid_t grid_t;

/* A description leaves to the grid what the grid says. */
static int check_left_out(const char *call, const ga_spec_t *spec, const grid_t *grid)
{
    int sets_shape = 0;
    for (int d = 0; d < ASHLAR_MAX_DIM; ++d)
        sets_shape |= spec->grid[d] != 0;
    if (sets_shape || spec->rank_count || spec->order || spec->group)
        return AL_FAIL(ASHLAR_EARG,
                       "%s: the grid '%s' says what %s is, which the description sets, too", call,
                       grid->name,
                       sets_shape         ? "the grid"
                       : spec->rank_count ? "the list of ranks"
                       : spec->order      ? "the order"
                                          : "the group");
    if (spec->ndim != grid->spec.ndim)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: %d dimensions on the grid '%s' of %d", call, spec->ndim,
                       grid->name, grid->spec.ndim);
    if (spec->kind == GA_BLOCK_CYCLIC || spec->mirrored)
        return AL_FAIL(ASHLAR_EARG, "%s: a %s array has no place on a grid", call,
                       spec->mirrored ? "mirrored" : "block-cyclic");
    return ASHLAR_OK;
}

int gai_spec_on_grid(const char *call, ga_spec_t *spec)
{
    grid_t *grid;
    if (!spec->on_grid)
        return ASHLAR_OK;
    AL_TRY(gai_find_grid(call, spec->on_grid, &grid));
    AL_TRY(check_left_out(call, spec, grid));
    memcpy(spec->grid, grid->spec.shape, sizeof spec->grid);
    spec->group = grid->spec.group;
    spec->order = grid->spec.order;
    spec->rank_count = grid->spec.rank_count;
    spec->ranks = grid->spec.ranks;
    return ASHLAR_OK;
}

static int create_tiles(const char *call, ga_grid_t handle, ga_type type, const int64_t *dims,
                        const int64_t *tile, const char *name, ga_t *g)
{
    grid_t *grid;
    AL_TRY(gai_find_grid(call, handle, &grid));
    if (!tile)
        return gai_bad_argument(call, "the extents of a tile");
    ga_spec_t spec = {
        .type = type, .ndim = grid->spec.ndim, .kind = GA_TILED, .name = name, .on_grid = handle};
    for (int d = 0; d < spec.ndim; ++d) {
        spec.block[d] = tile[d];
        if (dims)
            spec.dims[d] = dims[d];
        else if (__builtin_mul_overflow(tile[d], (int64_t)grid->spec.shape[d], &spec.dims[d]))
            return AL_FAIL(ASHLAR_ESHAPE, "%s: tiles of %" PRId64 " in dimension %d", call, tile[d],
                           d);
    }
    AL_TRY(gai_spec_on_grid(call, &spec));
    return gai_create_spec(call, &spec, g);
}

int ga_create_tiles(ga_grid_t grid, ga_type type, const int64_t *dims, const int64_t *tile,
                    const char *name, ga_t *g)
{
    GAI_COLLECTIVE(ga_create_tiles, grid, type, dims, tile, name, g);
    if (!dims)
        return gai_bad_argument(__func__, "the extents");
    return create_tiles(__func__, grid, type, dims, tile, name, g);
}

int ga_create_tile_each(ga_grid_t grid, ga_type type, const int64_t *tile, const char *name,
                        ga_t *g)
{
    GAI_COLLECTIVE(ga_create_tile_each, grid, type, tile, name, g);
    return create_tiles(__func__, grid, type, NULL, tile, name, g);
}
