/* The patch of an array that is moved, its place in a dataset, and the pieces that ranks take. */
#include <inttypes.h>
#include <string.h>

#include "io/src/io_private.h"

/* Bytes of a piece: it is in the cache when it goes on; where all ranks wait for each other after
 * each, there are fewer. */
enum { PIECE = 2 << 20, PIECE_OF_ALL = 16 << 20 };

static int look_up_array(ga_t g, ioi_patch_t *patch)
{
    ga_spec_t spec;
    memset(patch, 0, sizeof *patch);
    patch->g = g;
    IOI_TRY(ga_inquire_nd(g, &patch->type, &patch->ndim, patch->dims));
    IOI_TRY(ga_inquire_name(g, &patch->name));
    IOI_TRY(ga_inquire_spec(g, &spec));
    IOI_TRY(ga_type_bytes(patch->type, &patch->element));
    patch->group = spec.group;
    patch->is_mirrored = spec.mirrored != 0;
    IOI_TRY(ga_group_rank(patch->group, &patch->rank));
    IOI_TRY(ga_group_size(patch->group, &patch->size));
    return ASHLAR_OK;
}

static int check_corners(const char *call, int d, const ioi_patch_t *patch)
{
    if (patch->lo[d] < 0 || patch->hi[d] >= patch->dims[d] || patch->hi[d] < patch->lo[d] - 1)
        return ioi_fail(ASHLAR_ERANGE,
                        "%s: the patch is %" PRId64 "..%" PRId64 " in dimension %d of array '%s', "
                        "which has 0..%" PRId64,
                        call, patch->lo[d], patch->hi[d], d, patch->name, patch->dims[d] - 1);
    if (patch->start[d] < 0)
        return ioi_fail(ASHLAR_ESHAPE, "%s: the start is %" PRId64 " in dimension %d", call,
                        patch->start[d], d);
    return ASHLAR_OK;
}

int ioi_patch_find(const char *call, ga_t g, const io_options_t *options, ioi_patch_t *patch)
{
    IOI_TRY(look_up_array(g, patch));
    if (!options->lo != !options->hi)
        return ioi_fail(ASHLAR_EARG, "%s: lo or hi is NULL, the other is not", call);
    if (options->mode < IO_NEW || options->mode > IO_INTO)
        return ioi_fail(ASHLAR_EARG, "%s: no mode %d", call, (int)options->mode);
    patch->is_whole = !options->lo && !options->start;
    for (int d = 0; d < patch->ndim; ++d) {
        patch->lo[d] = options->lo ? options->lo[d] : 0;
        patch->hi[d] = options->hi ? options->hi[d] : patch->dims[d] - 1;
        patch->start[d] = options->start ? options->start[d] : 0;
        IOI_TRY(check_corners(call, d, patch));
        patch->is_empty = patch->is_empty || patch->hi[d] < patch->lo[d];
    }
    return ASHLAR_OK;
}

static uint64_t hash_extents(uint64_t hash, const int64_t *list, int n)
{
    return list ? ioi_hash(hash, list, (size_t)n * sizeof *list) : ioi_hash(hash, "\1", 1);
}

uint64_t ioi_patch_hash(const ioi_patch_t *patch, const io_options_t *options)
{
    const int choices[] = {options->mode, options->deflate, options->checksum, options->collective,
                           options->field_count};
    uint64_t hash = ioi_hash(0xcbf29ce484222325u, choices, sizeof choices);
    hash = ioi_hash(hash, &patch->g, sizeof patch->g);
    hash = hash_extents(hash, patch->lo, patch->ndim);
    hash = hash_extents(hash, patch->hi, patch->ndim);
    hash = hash_extents(hash, patch->start, patch->ndim);
    hash = hash_extents(hash, options->dims, patch->ndim);
    hash = hash_extents(hash, options->chunk, patch->ndim);
    return ioi_hash_text(hash, options->hints);
}

int ioi_patch_parts(bool is_write, ioi_patch_t *patch)
{
    ga_group_t copy;
    int first, zero;
    patch->part = patch->rank;
    patch->parts = patch->size;
    if (!patch->is_mirrored)
        return ASHLAR_OK;
    IOI_TRY(ga_inquire_group(patch->g, &copy));
    IOI_TRY(ga_group_rank(copy, &patch->part));
    IOI_TRY(ga_group_size(copy, &patch->parts));
    IOI_TRY(ga_group_world_rank(copy, 0, &first));
    IOI_TRY(ga_group_world_rank(patch->group, 0, &zero));
    if (is_write && first != zero)
        patch->part = -1;
    return ASHLAR_OK;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static int64_t divide_up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

static int64_t lesser(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t extent_along(const ioi_patch_t *patch, int d)
{
    return patch->hi[d] - patch->lo[d] + 1;
}

/* How long a piece may be in dimension d, when all below are whole and those above a unit: such
 * that pieces are equal, and in the last dimension a multiple of those that share them. */
static int64_t step_along(const ioi_pieces_t *pieces, int d, int64_t unit, int64_t row,
                          int64_t limit)
{
    const ioi_patch_t *patch = pieces->patch;
    const int64_t extent = extent_along(patch, d);
    int64_t count = divide_up(extent * row, limit);
    bool is_last = true;
    for (int e = d + 1; e < patch->ndim; ++e)
        is_last = is_last && extent_along(patch, e) == 1;
    if (is_last)
        count = divide_up(count, patch->parts) * patch->parts;
    return divide_up(divide_up(extent, lesser(count, extent)), unit) * unit;
}

static int64_t bytes_limit(const ioi_patch_t *patch, bool is_collective)
{
    int64_t bytes = (int64_t)patch->element;
    for (int d = 0; d < patch->ndim; ++d)
        bytes *= extent_along(patch, d);
    const int64_t share = divide_up(bytes, patch->parts);
    return divide_up(share, divide_up(share, is_collective ? PIECE_OF_ALL : PIECE));
}

void ioi_pieces_cut(const ioi_patch_t *patch, const int64_t *chunk, bool is_collective,
                    ioi_pieces_t *pieces)
{
    *pieces = (ioi_pieces_t){.patch = patch};
    if (patch->is_empty)
        return;
    const int64_t limit = bytes_limit(patch, is_collective);
    int64_t row = (int64_t)patch->element, n = 1;
    bool is_cut = false;
    for (int d = 0; d < patch->ndim; ++d) {
        const int64_t unit = chunk && chunk[d] > 0 ? chunk[d] : 1, extent = extent_along(patch, d);
        pieces->origin[d] = patch->start[d] / unit * unit;
        const int64_t reach = patch->start[d] + extent - pieces->origin[d];
        if (is_cut)
            pieces->step[d] = unit;
        else if (extent > (limit - 1) / row)
            pieces->step[d] = step_along(pieces, d, unit, row, limit);
        else
            pieces->step[d] = divide_up(reach, unit) * unit;
        is_cut = is_cut || pieces->step[d] < reach;
        row *= extent;
        pieces->count[d] = divide_up(reach, pieces->step[d]);
        n *= pieces->count[d];
    }
    pieces->most = divide_up(n, patch->parts);
    if (patch->part >= 0) {
        pieces->first =
            lesser(n, n / patch->parts * patch->part + lesser(n % patch->parts, patch->part));
        pieces->end = pieces->first + n / patch->parts + (patch->part < n % patch->parts);
    }
}

int64_t ioi_piece(const ioi_pieces_t *pieces, int64_t k, int64_t *lo, int64_t *hi)
{
    const ioi_patch_t *patch = pieces->patch;
    int64_t elements = 1;
    for (int d = 0; d < patch->ndim; ++d) {
        const int64_t from = pieces->origin[d] + k % pieces->count[d] * pieces->step[d],
                      shift = patch->lo[d] - patch->start[d];
        k /= pieces->count[d];
        lo[d] = from + shift < patch->lo[d] ? patch->lo[d] : from + shift;
        hi[d] = lesser(from + pieces->step[d] - 1 + shift, patch->hi[d]);
        elements *= hi[d] - lo[d] + 1;
    }
    return elements;
}
