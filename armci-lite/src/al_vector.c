/* Lists: runs of one length of one rank, and single elements of any ranks. */
#include <string.h>

#include "armci-lite/src/al_internal.h"
#include "armci-lite/src/al_type.h"

static int check_vector(const char *call, const al_segment_t *segment, int rank, size_t n,
                        const size_t *offsets, const void *const *bufs, size_t bytes)
{
    if (n && (!offsets || !bufs))
        return AL_FAIL(ASHLAR_EARG, "%s: the list of %s is NULL", call,
                       offsets ? "buffers" : "offsets");
    for (size_t k = 0; k < n; ++k)
        if (!ali_is_place(segment, rank, offsets[k], bytes) || (!bufs[k] && bytes))
            return ali_bad_place(call, segment, rank, offsets[k], bytes);
    return ASHLAR_OK;
}

/* Runs of a rank of another node. */
static int move_remote(al_direction_t direction, const al_segment_t *segment, int rank, size_t n,
                       const size_t *offsets, void *const *bufs, size_t bytes,
                       const al_update_t *update)
{
    uint64_t places[AL_POINTS];
    al_place_t slice = ali_place("a list of elements", segment, rank, 0);
    for (size_t first = 0; first < n; first += AL_POINTS) {
        size_t part = n - first < AL_POINTS ? n - first : AL_POINTS;
        for (size_t k = 0; k < part; ++k)
            places[k] = slice.offset + offsets[first + k];
        const al_points_t points = {.node = slice.node,
                                    .n = part,
                                    .bytes = bytes,
                                    .offsets = places,
                                    .values = (char *const *)(bufs + first)};
        AL_TRY(ali_context.engine->points(direction, &points, update, NULL));
    }
    return ASHLAR_OK;
}

int al_put_vector(al_segment_t *segment, int rank, size_t n, const size_t *offsets,
                  const void *const *bufs, size_t bytes)
{
    AL_TRY(check_vector("al_put_vector", segment, rank, n, offsets, bufs, bytes));
    if (n && bytes && segment->slices[rank].offset < 0)
        return move_remote(AL_PUT, segment, rank, n, offsets, (void *const *)(uintptr_t)bufs, bytes,
                           NULL);
    for (size_t k = 0; k < n; ++k)
        AL_TRY(al_put(segment, rank, offsets[k], bufs[k], bytes));
    return ASHLAR_OK;
}

int al_get_vector(al_segment_t *segment, int rank, size_t n, const size_t *offsets,
                  void *const *bufs, size_t bytes)
{
    AL_TRY(
        check_vector("al_get_vector", segment, rank, n, offsets, (const void *const *)bufs, bytes));
    if (n && bytes && segment->slices[rank].offset < 0)
        return move_remote(AL_GET, segment, rank, n, offsets, bufs, bytes, NULL);
    for (size_t k = 0; k < n; ++k)
        AL_TRY(al_get(segment, rank, offsets[k], bufs[k], bytes));
    return ASHLAR_OK;
}

int al_acc_vector(al_segment_t *segment, int rank, size_t n, const size_t *offsets,
                  ashlar_type type, const void *alpha, const void *const *bufs, size_t bytes)
{
    const char *call = "al_acc_vector";
    al_update_t update = {type, ASHLAR_SUM, alpha};
    if (!alpha)
        return AL_FAIL(ASHLAR_EARG, "%s: alpha is NULL", call);
    AL_TRY(check_vector(call, segment, rank, n, offsets, bufs, bytes));
    for (size_t k = 0; k < n; ++k)
        AL_TRY(ali_check_run(call, &update, offsets[k], bytes));
    if (n && bytes && segment->slices[rank].offset < 0 && bytes == ali_types[type].bytes)
        return move_remote(AL_ACC, segment, rank, n, offsets, (void *const *)(uintptr_t)bufs, bytes,
                           &update);
    for (size_t k = 0; k < n; ++k)
        AL_TRY(al_acc(segment, rank, offsets[k], type, alpha, bufs[k], bytes));
    return ASHLAR_OK;
}

/* ---- elements of any ranks ------------------------------------------------------------------- */

/* Elements of my node. */
static int move_here(al_direction_t direction, const al_segment_t *segment,
                     const al_points_t *points, const al_update_t *update)
{
    char *base = segment->base;
    size_t bytes = points->bytes;
    AL_TRY(ali_before_local(segment, points->n * bytes));
    if (direction == AL_ACC) {
        char packed[AL_POINTS * 16]; /* the largest element with arithmetic */
        for (size_t k = 0; k < points->n; ++k)
            memcpy(packed + k * bytes, points->values[k], bytes);
        ali_acc_points(update->type, update->alpha, points->n, points->offsets, packed);
        return ASHLAR_OK;
    }
    for (size_t k = 0; k < points->n; ++k)
        if (direction == AL_PUT)
            memcpy(base + points->offsets[k], points->values[k], bytes);
        else
            memcpy(points->values[k], base + points->offsets[k], bytes);
    return ASHLAR_OK;
}

/* Take the elements of one node, that of the first, out of a list, to the end of `offsets` and
 * `values`; what is left moves to the front. Returns how many they are. */
static size_t take_node(al_list_t *list, uint64_t *offsets, char **values)
{
    int node = list->nodes[0];
    size_t taken = 0, left = 0;
    for (size_t k = 0; k < list->n; ++k)
        if (list->nodes[k] == node) {
            offsets[taken] = list->offsets[k];
            values[taken++] = list->values[k];
        } else {
            list->nodes[left] = list->nodes[k];
            list->offsets[left] = list->offsets[k];
            list->values[left++] = list->values[k];
        }
    list->n = left;
    return taken;
}

int ali_list(const al_segment_t *segment, al_direction_t direction, al_list_t *list,
             const al_update_t *update)
{
    uint64_t offsets[AL_POINTS]; /* node by node: in use until the end */
    char *values[AL_POINTS];
    al_handle_t handle = 0;
    int status = ASHLAR_OK, done;
    for (size_t used = 0; list->n && status == ASHLAR_OK;) {
        al_points_t points = {.node = list->nodes[0],
                              .bytes = list->bytes,
                              .offsets = offsets + used,
                              .values = values + used};
        points.n = take_node(list, offsets + used, values + used);
        used += points.n;
        ali_note("a list of elements",
                 ali_context.nodes.ranks[ali_context.nodes.first[points.node]]);
        int here = points.node == ali_context.nodes.mine &&
                   !(direction == AL_ACC && segment->engine_atomics);
        status = here ? move_here(direction, segment, &points, update)
                      : ali_context.engine->points(direction, &points, update, &handle);
    }
    int waited = handle ? ali_context.engine->advance(handle, 1, &done) : ASHLAR_OK;
    return status != ASHLAR_OK ? status : waited;
}
