#include "model/halo.h"

#include <string.h>

enum { MARK = 0x5c };

halo_wanted_t halo_draw(rng_t *rng, int ndim, int *direction)
{
    halo_wanted_t wanted = {.corners = rng_range(rng, 0, 1)};

    if (rng_range(rng, 0, 1)) {
        for (int d = 0; d < ndim; ++d)
            direction[d] = (int)rng_range(rng, -1, 1);
        direction[rng_range(rng, 0, ndim - 1)] = rng_range(rng, 0, 1) ? 1 : -1;
        wanted.direction = direction;
    }
    return wanted;
}

int halo_of(ga_t g, halo_t *halo)
{
    ga_spec_t spec;
    void *first = NULL;
    int64_t ld[ASHLAR_MAX_DIM];
    int rank = -1, status;
    ga_group_t group; /* of a mirrored array not that of its description */

    if ((status = ga_inquire_spec(g, &spec)) != ASHLAR_OK ||
        (status = ga_inquire_group(g, &group)) != ASHLAR_OK ||
        (status = ga_group_rank(group, &rank)) != ASHLAR_OK ||
        (status = ga_distribution_nd(g, rank, halo->lo, halo->hi)) != ASHLAR_OK)
        return status;
    halo->ndim = spec.ndim;
    halo->type = spec.type;
    halo->first = NULL;
    memcpy(halo->widths, spec.ghosts, sizeof halo->widths);
    for (int d = 0; d < spec.ndim; ++d)
        halo->nonperiodic[d] = spec.nonperiodic[d] != 0;
    if (halo->hi[0] < halo->lo[0])
        return ASHLAR_OK;
    if ((status = ga_access_ghosts(g, &first, halo->extent, ld)) != ASHLAR_OK ||
        (status = ga_release(g)) != ASHLAR_OK)
        return status;
    halo->first = first;
    for (int d = 0; d < halo->ndim; ++d)
        if (halo->extent[d] != halo->hi[d] - halo->lo[d] + 1 + 2 * halo->widths[d] ||
            (d + 1 < halo->ndim && ld[d] != halo->extent[d]))
            return ASHLAR_ESHAPE;
    return ASHLAR_OK;
}

/* The cell at a place counted from the first one. */
static char *cell_at(const halo_t *halo, const int64_t *place)
{
    int64_t offset = 0, stride = 1;

    for (int d = 0; d < halo->ndim; stride *= halo->extent[d++])
        offset += place[d] * stride;
    return halo->first + (size_t)offset * type_bytes(halo->type);
}

/* On which side of the block a cell is, and in how many dimensions it is outside. */
static int sides_of(const halo_t *halo, const int64_t *place, int *side)
{
    int outside = 0;

    for (int d = 0; d < halo->ndim; ++d) {
        int64_t index = halo->lo[d] - halo->widths[d] + place[d];
        side[d] = index < halo->lo[d] ? -1 : index > halo->hi[d];
        outside += side[d] != 0;
    }
    return outside;
}

static bool is_wanted(const halo_t *halo, const int64_t *place, halo_wanted_t wanted)
{
    int side[ASHLAR_MAX_DIM], outside = sides_of(halo, place, side);

    if (outside == 0 || !wanted.direction)
        return outside < 2 || wanted.corners;
    for (int d = 0; d < halo->ndim; ++d)
        if (wanted.direction[d] ? side[d] != wanted.direction[d] : side[d] && !wanted.corners)
            return false;
    return true;
}

void halo_mark(const halo_t *halo)
{
    int side[ASHLAR_MAX_DIM];

    if (!halo->first)
        return;
    patch_t cells = patch_whole(halo->ndim, halo->extent), at = cells;
    do {
        if (sides_of(halo, at.lo, side))
            memset(cell_at(halo, at.lo), MARK, type_bytes(halo->type));
    } while (patch_next(&cells, at.lo));
}

static bool is_marked(const char *cell, size_t bytes)
{
    for (size_t k = 0; k < bytes; ++k)
        if (cell[k] != MARK)
            return false;
    return true;
}

int64_t halo_wrong(const halo_t *halo, const model_t *m, halo_wanted_t wanted)
{
    int64_t wrong = 0;

    if (!halo->first)
        return 0;
    patch_t cells = patch_whole(halo->ndim, halo->extent), at = cells;
    do {
        const char *cell = cell_at(halo, at.lo);
        int64_t index[ASHLAR_MAX_DIM];
        bool stands = true; /* for an element */
        for (int d = 0; d < halo->ndim; ++d) {
            const int64_t place = halo->lo[d] - halo->widths[d] + at.lo[d];
            stands &= !halo->nonperiodic[d] || (place >= 0 && place < m->dims[d]);
            index[d] = place % m->dims[d];
            index[d] += index[d] < 0 ? m->dims[d] : 0;
        }
        wrong += stands && is_wanted(halo, at.lo, wanted)
                     ? !scalar_equal(scalar_load(halo->type, cell), *model_at(m, index))
                     : !is_marked(cell, type_bytes(halo->type));
    } while (patch_next(&cells, at.lo));
    return wrong;
}
