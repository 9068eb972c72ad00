/* Pieces: slots by a count, which are runs, and parts of tiles along a dimension. */
#include "tiles/src/tiles_piece.h"

#include <inttypes.h>

/* ---- one piece ------------------------------------------------------------------------------- */

/* A slot by a count: what of it both tiles have. */
static bool cut_slot(const tilesi_plan_t *plan, const tilesi_tile_t *from, const tilesi_tile_t *to,
                     tilesi_piece_t *piece)
{
    const int64_t from_begin = to->number * plan->count, to_begin = from->number * plan->count;
    const int64_t there = ali_min(from->elements - from_begin, to->elements - to_begin);
    const int64_t elements = ali_min(plan->count, there);
    if (elements <= 0)
        return false;
    piece->bytes = (size_t)elements * plan->element;
    piece->from = from->data ? from->data + (size_t)from_begin * plan->element : NULL;
    piece->to = to->data ? to->data + (size_t)to_begin * plan->element : NULL;
    piece->shape.levels = 0;
    piece->shape.count[0] = piece->bytes;
    return true;
}

/* A part of both tiles: as long as the destination along the dimension that the source is cut in,
 * and the other way round. Dimensions that follow each other without a gap in both are one. */
static bool cut_part(const tilesi_plan_t *plan, const tilesi_tile_t *from, const tilesi_tile_t *to,
                     tilesi_piece_t *piece)
{
    size_t from_stride = plan->element, to_stride = plan->element, run = plan->element;
    size_t from_at = 0, to_at = 0;
    int levels = 0;
    piece->bytes = plan->element;
    for (int d = 0; d < plan->from.ndim; ++d) {
        const int64_t extent = d == plan->from_dim ? to->extent[d] : from->extent[d];
        if (d == plan->from_dim)
            from_at = (size_t)plan->from_begin[to->number] * from_stride;
        if (d == plan->to_dim)
            to_at = (size_t)plan->to_begin[from->number] * to_stride;
        if (extent > 1 && levels == 0 && from_stride == run && to_stride == run) {
            run *= (size_t)extent;
        } else if (extent > 1) {
            piece->from_stride[levels] = from_stride;
            piece->to_stride[levels] = to_stride;
            piece->shape.count[++levels] = (size_t)extent;
        }
        piece->bytes *= (size_t)extent;
        from_stride *= (size_t)from->extent[d];
        to_stride *= (size_t)to->extent[d];
    }
    piece->shape.levels = levels;
    piece->shape.count[0] = run;
    piece->from = from->data ? from->data + from_at : NULL;
    piece->to = to->data ? to->data + to_at : NULL;
    return true;
}

/* ---- all between two owners ------------------------------------------------------------------ */

/* The piece between the tiles at which the walks are, or the next that is not empty. */
static bool find_next(tilesi_pieces_t *pieces, bool steps_on)
{
    const tilesi_plan_t *plan = pieces->plan;
    for (;; steps_on = true) {
        if (steps_on && !tilesi_walk_next(&pieces->from)) {
            if (!tilesi_walk_next(&pieces->to))
                return false;
            tilesi_walk_begin(&plan->from, pieces->from_owner, &pieces->from);
        }
        if (plan->kind == TILESI_EXCHANGE_CUT
                ? cut_part(plan, &pieces->from.tile, &pieces->to.tile, &pieces->piece)
                : cut_slot(plan, &pieces->from.tile, &pieces->to.tile, &pieces->piece))
            return true;
    }
}

bool tilesi_pieces_begin(const tilesi_plan_t *plan, int from_owner, int to_owner,
                         tilesi_pieces_t *pieces)
{
    pieces->plan = plan;
    pieces->from_owner = from_owner;
    pieces->piece.to_owner = to_owner;
    tilesi_walk_begin(&plan->from, from_owner, &pieces->from);
    tilesi_walk_begin(&plan->to, to_owner, &pieces->to);
    return find_next(pieces, false);
}

bool tilesi_pieces_next(tilesi_pieces_t *pieces)
{
    return find_next(pieces, true);
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* Strides of the shape where nothing lies between its runs. */
static void pack_strides(const tilesi_piece_t *piece, size_t *stride)
{
    size_t below = piece->shape.count[0];
    for (int k = 0; k < piece->shape.levels; ++k) {
        stride[k] = below;
        below *= piece->shape.count[k + 1];
    }
}

void tilesi_copy(const tilesi_piece_t *piece)
{
    ali_copy_shape(piece->to, piece->to_stride, piece->from, piece->from_stride, &piece->shape);
}

void tilesi_pack(const tilesi_piece_t *piece, char *buffer)
{
    size_t stride[AL_MAX_LEVELS];
    pack_strides(piece, stride);
    ali_copy_shape(buffer, stride, piece->from, piece->from_stride, &piece->shape);
}

void tilesi_unpack(const tilesi_piece_t *piece, const char *buffer)
{
    size_t stride[AL_MAX_LEVELS];
    pack_strides(piece, stride);
    ali_copy_shape(piece->to, piece->to_stride, buffer, stride, &piece->shape);
}

bool tilesi_is_run(const tilesi_piece_t *piece, bool in_source)
{
    const size_t *stride = in_source ? piece->from_stride : piece->to_stride;
    size_t packed[AL_MAX_LEVELS];
    pack_strides(piece, packed);
    for (int k = 0; k < piece->shape.levels; ++k)
        if (stride[k] != packed[k])
            return false;
    return true;
}

/* ---- cuts ------------------------------------------------------------------------------------ */

/* Where the parts begin that are as long as the tiles of a section along a dimension; returns where
 * the last one ends. */
static int64_t add_up(const tilesi_section_t *section, int d, int64_t *begin)
{
    tilesi_tile_t tile;
    int64_t end = 0;
    for (int64_t k = 0; k < section->count; ++k) {
        tilesi_tile_of(section, k, &tile);
        begin[k] = end;
        end += tile.extent[d];
    }
    return end;
}

/* Each tile of a section must be `whole` long along the dimension that is cut, and as the model in
 * all others but the one that is cut in the other section. */
static int check_parts(const char *call, const tilesi_section_t *section,
                       const tilesi_tile_t *model, int cut, int64_t whole, int other)
{
    tilesi_tile_t tile;
    for (int64_t k = 0; k < section->count; ++k) {
        tilesi_tile_of(section, k, &tile);
        for (int d = 0; d < section->ndim; ++d) {
            const int64_t wanted = d == cut ? whole : model->extent[d];
            if (d != other && tile.extent[d] != wanted)
                return AL_FAIL(ASHLAR_ESHAPE,
                               "%s: tile number %" PRId64 " of array '%s' is %" PRId64
                               " long in dimension %d, and its counterparts are %" PRId64,
                               call, k, section->array->name, tile.extent[d], d, wanted);
        }
    }
    return ASHLAR_OK;
}

int tilesi_find_cuts(const char *call, tilesi_plan_t *plan)
{
    const tilesi_section_t *to = &plan->to, *from = &plan->from;
    int64_t *begin =
        ali_steps_memory(plan->steps, (size_t)(to->count + from->count) * sizeof *begin);
    tilesi_tile_t model;
    if (!begin)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %" PRId64 " tiles", call,
                       to->count + from->count);
    plan->from_begin = begin;
    plan->to_begin = begin + to->count;
    const int64_t from_whole = add_up(to, plan->from_dim, begin);
    const int64_t to_whole = add_up(from, plan->to_dim, begin + to->count);
    tilesi_tile_of(from, 0, &model);
    AL_TRY(check_parts(call, from, &model, plan->from_dim, from_whole, plan->to_dim));
    return check_parts(call, to, &model, plan->to_dim, to_whole, plan->from_dim);
}
