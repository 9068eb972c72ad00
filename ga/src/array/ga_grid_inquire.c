/* Inquiries about a processor grid: places of ranks, and ranks of places. */
#include <inttypes.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_processor_grid.h"

typedef gai_processor_grid_t grid_t;

int ga_grid_inquire(ga_grid_t handle, ga_grid_spec_t *spec)
{
    grid_t *grid;
    AL_TRY(gai_find_grid(__func__, handle, &grid));
    if (!spec)
        return gai_bad_argument(__func__, "the description");
    *spec = grid->spec;
    return ASHLAR_OK;
}

/* From the number of a place to its position, and back. */
static void position_of_place(const grid_t *grid, int place, int *position)
{
    const int ndim = grid->spec.ndim;
    for (int e = 0; e < ndim; ++e) {
        const int d = grid->spec.order == GA_LAST_FASTEST ? ndim - 1 - e : e;
        position[d] = place % grid->spec.shape[d];
        place /= grid->spec.shape[d];
    }
}

static int rank_at(const grid_t *grid, const int *position)
{
    const int ndim = grid->spec.ndim;
    int place = 0;
    for (int e = ndim - 1; e >= 0; --e) {
        const int d = grid->spec.order == GA_LAST_FASTEST ? ndim - 1 - e : e;
        place = place * grid->spec.shape[d] + position[d];
    }
    return grid->spec.ranks ? grid->spec.ranks[place] : place;
}

static int place_of(const grid_t *grid, int rank)
{
    if (!grid->spec.ranks)
        return rank < grid->places ? rank : -1;
    int place = 0;
    while (place < grid->places && grid->spec.ranks[place] != rank)
        ++place;
    return place < grid->places ? place : -1;
}

int ga_grid_position(ga_grid_t handle, int rank, int *position)
{
    grid_t *grid;
    AL_TRY(gai_find_grid(__func__, handle, &grid));
    if (!position)
        return gai_bad_argument(__func__, "the position");
    if (rank < 0 || rank >= grid->group->size)
        return AL_FAIL(ASHLAR_ERANGE, "%s: rank %d outside 0..%d", __func__, rank,
                       grid->group->size - 1);
    const int place = place_of(grid, rank);
    if (place >= 0)
        position_of_place(grid, place, position);
    for (int d = 0; place < 0 && d < grid->spec.ndim; ++d)
        position[d] = -1;
    return ASHLAR_OK;
}

int ga_grid_rank(ga_grid_t handle, const int *position, int *rank)
{
    grid_t *grid;
    AL_TRY(gai_find_grid(__func__, handle, &grid));
    if (!position || !rank)
        return gai_bad_argument(__func__, rank ? "the position" : "the rank pointer");
    for (int d = 0; d < grid->spec.ndim; ++d)
        if (position[d] < 0 || position[d] >= grid->spec.shape[d])
            return AL_FAIL(ASHLAR_ERANGE, "%s: place %d of dimension %d outside 0..%d", __func__,
                           position[d], d, grid->spec.shape[d] - 1);
    *rank = rank_at(grid, position);
    return ASHLAR_OK;
}

/* ---- the ranks of a part --------------------------------------------------------------------- */

/* The positions that an interval names along a dimension: first, first + step, ..., count of them.
 */
static int cut_interval(const char *call, const grid_t *grid, int d, ashlar_interval_t *part,
                        int *count)
{
    const int64_t extent = grid->spec.shape[d];
    *count = 0;
    if (part->step < 1)
        return AL_FAIL(ASHLAR_EARG, "%s: step %" PRId64 " in dimension %d", call, part->step, d);
    if (part->last < part->first)
        return ASHLAR_OK;
    if (part->first < 0 || part->first >= extent)
        return AL_FAIL(ASHLAR_ERANGE, "%s: place %" PRId64 " of dimension %d outside 0..%" PRId64,
                       call, part->first, d, extent - 1);
    *count = (int)((ali_min(part->last, extent - 1) - part->first) / part->step) + 1;
    return ASHLAR_OK;
}

static int check_where(const char *call, const grid_t *grid, int n, const ashlar_interval_t *where,
                       const int *count)
{
    if (!count || (n > 0 && !where))
        return gai_bad_argument(call, count ? "the intervals" : "the count");
    if (n < 0 || n > grid->spec.ndim)
        return AL_FAIL(ASHLAR_EARG, "%s: %d intervals for %d dimensions", call, n, grid->spec.ndim);
    return ASHLAR_OK;
}

int ga_grid_ranks(ga_grid_t handle, int n, const ashlar_interval_t *where, int *count, int *ranks)
{
    grid_t *grid;
    ashlar_interval_t part[ASHLAR_MAX_DIM];
    int counts[ASHLAR_MAX_DIM], all = 1;
    AL_TRY(gai_find_grid(__func__, handle, &grid));
    AL_TRY(check_where(__func__, grid, n, where, count));
    for (int d = 0; d < grid->spec.ndim; ++d) {
        part[d] = d < n ? where[d] : ASHLAR_ALL;
        AL_TRY(cut_interval(__func__, grid, d, &part[d], &counts[d]));
        all *= counts[d];
    }
    for (int k = 0; ranks && k < all; ++k) {
        int position[ASHLAR_MAX_DIM];
        for (int d = 0, rest = k; d < grid->spec.ndim; rest /= counts[d++])
            position[d] = (int)(part[d].first + rest % counts[d] * part[d].step);
        ranks[k] = rank_at(grid, position);
    }
    *count = all;
    return ASHLAR_OK;
}
