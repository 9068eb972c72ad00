/* Adding up the copies of a mirrored array. */
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/dist/ga_pieces.h"
#include "ga/src/onesided/ga_patch.h"
#include "ga/src/operands/ga_operands.h"

static int check_mirrored(const char *call, const gai_array_t *array)
{
    if (!array->mirrored_on)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' is not mirrored", call, array->name);
    return gai_is_arithmetic(array) ? ASHLAR_OK : gai_bad_type(call, array);
}

/* ---- into all copies ------------------------------------------------------------------------- */

/* All copies are cut alike, so the slices of the k-th ranks of all nodes hold the same elements in
 * the same places. These ranks cut their blocks into the same pieces and take turns: each adds up
 * its pieces, over the nodes, and writes the sums to all of them. So nobody else touches what it
 * reads and writes. */
typedef struct merge {
    const gai_array_t *array;
    int nodes, mine; /* mine: my node */
    int *peers;      /* [nodes] the k-th ranks of all nodes, me among them */
    char *sum, *fetched[2];
    gai_block_t block;
    int64_t pieces; /* so far */
} merge_t;

enum { MERGE_PIECE = 1 << 18 }; /* bytes */

/* A patch of a block, and a buffer without gaps. */
static al_shape_t shape_of(const gai_block_t *block, int ndim, size_t element, const int64_t *lo,
                           const int64_t *hi)
{
    al_shape_t shape = {.levels = 0, .count = {element}};
    size_t stride = element, bytes = element;
    for (int d = 0; d < ndim; ++d) {
        size_t n = (size_t)(hi[d] - lo[d] + 1);
        if (n != 1)
            ali_shape_fold(&shape, n, stride, bytes);
        stride *= (size_t)block->ld[d];
        bytes *= n;
    }
    return shape;
}

static char *buffer_of(const merge_t *merge, int node)
{
    return node == 0 ? merge->sum : merge->fetched[node % 2];
}

/* sum = that of a piece of all copies; the next is under way while one is added. */
static int add_copies(const merge_t *merge, size_t offset, const al_shape_t *shape, size_t n)
{
    al_segment_t *segment = merge->array->own;
    al_handle_t handle[2] = {0, 0};
    int status = al_get_nb(segment, merge->peers[0], offset, merge->sum, shape, &handle[0]);
    for (int node = 0; node < merge->nodes && status == ASHLAR_OK; ++node) {
        int next = node + 1;
        if (next < merge->nodes)
            status = al_get_nb(segment, merge->peers[next], offset, buffer_of(merge, next), shape,
                               &handle[next % 2]);
        int wait_status = al_wait(&handle[node % 2]);
        status = status != ASHLAR_OK ? status : wait_status;
        if (node > 0 && status == ASHLAR_OK)
            ali_kernels[merge->array->type].reduce[ASHLAR_SUM](n, merge->sum,
                                                               buffer_of(merge, node));
    }
    for (int k = 0; k < 2; ++k) {
        int wait_status = al_wait(&handle[k]);
        status = status != ASHLAR_OK ? status : wait_status;
    }
    return status;
}

static int spread_sum(const merge_t *merge, size_t offset, const al_shape_t *shape)
{
    al_handle_t handle = 0;
    int status = ASHLAR_OK;
    for (int k = 0; k < merge->nodes && status == ASHLAR_OK; ++k) {
        int node = (merge->mine + k) % merge->nodes; /* not all to the same one at once */
        status =
            al_put_nb(merge->array->own, merge->peers[node], offset, merge->sum, shape, &handle);
    }
    int wait_status = al_wait(&handle);
    return status != ASHLAR_OK ? status : wait_status;
}

static int merge_piece(void *context, const int64_t *lo, const int64_t *hi)
{
    merge_t *merge = context;
    const gai_array_t *array = merge->array;
    int ndim = array->dist.ndim;
    if (merge->pieces++ % merge->nodes != merge->mine)
        return ASHLAR_OK;
    int64_t first = merge->block.offset + gai_block_offset(&merge->block, ndim, lo);
    al_shape_t shape = shape_of(&merge->block, ndim, array->element, lo, hi);
    size_t offset = (size_t)first * array->element;
    AL_TRY(add_copies(merge, offset, &shape, (size_t)gai_elements(ndim, lo, hi)));
    return spread_sum(merge, offset, &shape);
}

static int merge_mine(merge_t *merge)
{
    const gai_array_t *array = merge->array;
    const int64_t most = MERGE_PIECE / (int64_t)array->element;
    for (int64_t b = 0; b < gai_my_count(array); ++b) {
        gai_block_t *block = &merge->block;
        gai_owned_block(&array->dist, array->rank, b, block);
        int64_t share = (gai_elements(array->dist.ndim, block->lo, block->hi) - 1) / merge->nodes;
        AL_TRY(gai_for_pieces(array->dist.ndim, block->lo, block->hi, ali_min(most, share + 1),
                              merge_piece, merge));
    }
    return ASHLAR_OK;
}

/* Ranks beyond those that some node has own nothing, and have no peers. */
static int find_peers(const char *call, merge_t *merge)
{
    const al_group_t *group = gai_whole_group(merge->array);
    if (!gai_my_count(merge->array))
        return ASHLAR_OK;
    merge->peers = malloc((size_t)merge->nodes * sizeof *merge->peers);
    merge->sum = malloc((size_t)3 * MERGE_PIECE);
    if (!merge->peers || !merge->sum)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for buffers of %d bytes", call,
                       3 * MERGE_PIECE);
    merge->fetched[0] = merge->sum + MERGE_PIECE;
    merge->fetched[1] = merge->fetched[0] + MERGE_PIECE;
    for (int node = 0; node < merge->nodes; ++node)
        merge->peers[node] = group->by_node[group->first[node] + merge->array->rank];
    return ASHLAR_OK;
}

int ga_mirror_merge(ga_t g)
{
    GAI_COLLECTIVE(ga_mirror_merge, g);
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    AL_TRY(check_mirrored(__func__, array));
    AL_TRY(gai_check_writable(__func__, array));
    al_group_t *group = gai_whole_group(array);
    AL_TRY(al_barrier(group));
    if (group->node_count == 1)
        return ASHLAR_OK;
    merge_t merge = {.array = array, .nodes = group->node_count, .mine = group->node};
    int status = gai_agree(__func__, group, find_peers(__func__, &merge));
    if (status == ASHLAR_OK) {
        status = gai_agree(__func__, group, merge.peers ? merge_mine(&merge) : ASHLAR_OK);
        int sync_status = al_barrier(group);
        status = status != ASHLAR_OK ? status : sync_status;
    }
    free(merge.peers);
    free(merge.sum);
    return status;
}

/* ---- into a patch of another array ----------------------------------------------------------- */

typedef struct transfer {
    const gai_array_t *from, *to;
    const int64_t *lo, *hi, *to_lo;
} transfer_t;

/* Put or add what I own of the patch. */
static int transfer_mine(const transfer_t *x, al_direction_t direction)
{
    int ndim = x->from->dist.ndim;
    for (int64_t b = 0; b < gai_my_count(x->from); ++b) {
        gai_block_t block;
        int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
        char *at = gai_my_block(x->from, b, &block);
        if (!at)
            return ASHLAR_EMPI;
        if (!gai_intersect(ndim, &block, x->lo, x->hi, lo, hi))
            continue;
        at += (size_t)gai_block_offset(&block, ndim, lo) * x->from->element;
        for (int d = 0; d < ndim; ++d) {
            lo[d] += x->to_lo[d] - x->lo[d];
            hi[d] += x->to_lo[d] - x->lo[d];
        }
        const gai_patch_t patch = {.direction = direction,
                                   .lo = lo,
                                   .hi = hi,
                                   .buf = at,
                                   .ld = block.ld,
                                   .op = ASHLAR_SUM};
        AL_TRY(gai_patch_transfer(x->to, &patch));
    }
    return ASHLAR_OK;
}

static int compare_extents(const char *call, const transfer_t *x, const int64_t *to_hi)
{
    int ndim = x->from->dist.ndim;
    if (x->to->dist.ndim != ndim)
        return gai_bad_ndim(call, x->to, ndim);
    for (int d = 0; d < ndim; ++d)
        if (x->hi[d] - x->lo[d] != to_hi[d] - x->to_lo[d])
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: extent of dimension %d is %lld in the patch of array '%s' and %lld "
                           "in that of array '%s'",
                           call, d, (long long)(x->hi[d] - x->lo[d] + 1), x->from->name,
                           (long long)(to_hi[d] - x->to_lo[d] + 1), x->to->name);
    return ASHLAR_OK;
}

/* 0: two patches that can be added; 1: they are empty. */
static int check_transfer(const char *call, const transfer_t *x, const int64_t *to_hi)
{
    if (x->to->mirrored_on)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' is mirrored", call, x->to->name);
    if (x->to->group != gai_whole_group(x->from))
        return AL_FAIL(ASHLAR_EGROUP, "%s: arrays '%s' and '%s' are on different groups", call,
                       x->from->name, x->to->name);
    AL_TRY(gai_check_types(call, x->from, x->to));
    AL_TRY(gai_check_writable(call, x->to));
    int empty = gai_check_patch(call, x->from, x->from->dist.ndim, x->lo, x->hi);
    if (empty < 0)
        return empty;
    AL_TRY(compare_extents(call, x, to_hi));
    return gai_check_patch(call, x->to, x->to->dist.ndim, x->to_lo, to_hi);
}

/* The ranks of the first node put, so that nothing need be cleared; then all others add. */
static int put_then_accumulate(const transfer_t *x)
{
    al_group_t *group = x->to->group;
    int status = group->node == 0 ? transfer_mine(x, AL_PUT) : ASHLAR_OK;
    int sync_status = al_barrier(group);
    if (status == ASHLAR_OK && sync_status == ASHLAR_OK && group->node > 0)
        status = transfer_mine(x, AL_ACC);
    return status != ASHLAR_OK ? status : sync_status;
}

int ga_mirror_merge_patch(ga_t g, const int64_t *lo, const int64_t *hi, ga_t b, const int64_t *blo,
                          const int64_t *bhi)
{
    GAI_COLLECTIVE(ga_mirror_merge_patch, g, lo, hi, b, blo, bhi);
    gai_array_t *from, *to;
    AL_TRY(gai_get(__func__, g, &from));
    AL_TRY(gai_get(__func__, b, &to));
    AL_TRY(check_mirrored(__func__, from));
    if (!lo || !hi || !blo || !bhi)
        return gai_bad_argument(__func__, "a bound");
    const transfer_t x = {.from = from, .to = to, .lo = lo, .hi = hi, .to_lo = blo};
    int empty = check_transfer(__func__, &x, bhi);
    if (empty < 0)
        return empty;
    AL_TRY(al_barrier(to->group));
    return empty ? ASHLAR_OK : gai_end(__func__, to, put_then_accumulate(&x));
}
