/* Put, get, accumulate and lists of the RMA engine. */
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/wait/al_mpi.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_traffic.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/engine/rma/al_rma.h"
#include "armci-lite/src/local/al_copy.h"
#include "armci-lite/src/local/al_shape.h"
#include "armci-lite/src/local/al_type.h"
#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/node/al_node.h"

/* Most bytes of one call of MPI: counts are int, and some transports break near 2 GiB. */
static const uint64_t call_most = (uint64_t)1 << 30;
/* The same for accumulates, and for what a derived datatype describes: longer ones are no faster,
 * and over TCP slower. */
static const size_t fragment_most = (size_t)128 << 10;

/* A transfer, as calls of MPI. */
typedef struct run {
    al_direction_t direction;
    MPI_Datatype type; /* of an element */
    size_t element;    /* its bytes */
    MPI_Op op;         /* of AL_ACC */
} run_t;

/* ---- calls of MPI ---------------------------------------------------------------------------- */

/* One side of a call: count elements of a type, from an address or a displacement on. */
typedef struct side {
    int count;
    MPI_Datatype type;
} side_t;

static void count_message(int target, side_t side)
{
    int bytes;
    if (al_node_of(target) == al_node_of(ali_context.rank))
        return;
    MPI_Type_size(side.type, &bytes);
    ali_count_sent(1, (int64_t)side.count * bytes);
}

static int call_mpi(const run_t *run, char *buf, side_t here, int target, MPI_Aint displacement,
                    side_t there)
{
    MPI_Win window = ali_rma.window;
    if (run->direction == AL_ACC || (run->direction == AL_PUT && ali_rma.by_accumulate))
        return AL_MPI(MPI_Accumulate(buf, here.count, here.type, target, displacement, there.count,
                                     there.type, run->direction == AL_ACC ? run->op : MPI_REPLACE,
                                     window));
    if (run->direction == AL_PUT)
        return AL_MPI(MPI_Put(buf, here.count, here.type, target, displacement, there.count,
                              there.type, window));
    /* Where the target's elements have gaps, MPICH 4.0.2 now and then packs less than it should to
     * answer this, and ends the program. */
    if (ali_rma.by_accumulate && there.type == run->type)
        return AL_MPI(MPI_Get_accumulate(NULL, 0, run->type, buf, here.count, here.type, target,
                                         displacement, there.count, there.type, MPI_NO_OP, window));
    return AL_MPI(
        MPI_Get(buf, here.count, here.type, target, displacement, there.count, there.type, window));
}

static int issue(const run_t *run, char *buf, side_t here, int target, MPI_Aint displacement,
                 side_t there)
{
    rma_target_t *state = ali_rma_touch(target);
    count_message(target, here);
    AL_TRY(call_mpi(run, buf, here, target, displacement, there));
    return here.type == run->type && there.type == run->type ? ASHLAR_OK
                                                             : ali_rma_limit_types(state);
}

static int issue_run(const run_t *run, int node, uint64_t offset, char *buf, uint64_t bytes)
{
    int is_accumulate = run->direction == AL_ACC || ali_rma.by_accumulate;
    while (bytes) {
        uint64_t most = is_accumulate ? fragment_most : call_most;
        rma_piece_t piece = ali_rma_first_piece(node, offset, ali_min_bytes(bytes, most));
        side_t both = {(int)(piece.bytes / run->element), run->type};
        AL_TRY(issue(run, buf, both, piece.target, piece.displacement, both));
        offset += piece.bytes;
        buf += piece.bytes;
        bytes -= piece.bytes;
    }
    return ASHLAR_OK;
}

/* ---- patches --------------------------------------------------------------------------------- */

/* All runs of a shape, one call or more for each. */
static int issue_runs(const run_t *run, int node, uint64_t offset, char *buf,
                      const al_shape_t *shape)
{
    al_fragment_walk_t walk;
    al_fragment_t row;
    ali_fragments_begin(&walk, shape, shape->count[0]);
    while (ali_fragments_next(&walk, &row))
        AL_TRY(issue_run(run, node, offset + row.seg_offset, buf + row.buf_offset, row.bytes));
    return ASHLAR_OK;
}

/* A side of a shape with these strides. Without gaps it has no datatype of its own: MPICH 4.0 may
 * pack contiguous derived ones short (al_rma_start.c). */
static int make_side(const run_t *run, const al_shape_t *shape, const size_t *stride, side_t *side)
{
    if (ali_shape_is_dense(shape, stride)) {
        *side = (side_t){(int)(ali_shape_bytes(shape) / run->element), run->type};
        return ASHLAR_OK;
    }
    side->count = 1;
    return ali_rma_shape_type(shape, stride, run->type, run->element, &side->type);
}

/* A fragment by one call; its runs lie in what one rank exposes. */
static int issue_shape(const run_t *run, const rma_piece_t *place, char *buf,
                       const al_shape_t *shape)
{
    side_t here, there;
    AL_TRY(make_side(run, shape, shape->buf_stride, &here));
    AL_TRY(make_side(run, shape, shape->seg_stride, &there));
    return issue(run, buf, here, place->target, place->displacement, there);
}

/* Long rows get a call each where the network does put and get in hardware, which may move
 * contiguous memory only. */
static int suits_types(const run_t *run, const al_shape_t *shape)
{
    const size_t long_row = 2048;
    int is_network = run->direction != AL_ACC && !ali_rma.by_accumulate;
    return ali_rma.has_types && shape->levels > 0 && !(is_network && shape->count[0] >= long_row) &&
           shape->count[0] <= fragment_most;
}

static int issue_patch(const run_t *run, al_place_t place, char *buf, const al_shape_t *shape)
{
    if (!suits_types(run, shape))
        return issue_runs(run, place.node, place.offset, buf, shape);
    al_fragment_walk_t walk;
    al_fragment_t fragment;
    ali_fragments_begin(&walk, shape, fragment_most);
    while (ali_fragments_next(&walk, &fragment)) {
        uint64_t offset = place.offset + fragment.seg_offset;
        char *from = buf + fragment.buf_offset;
        size_t extent = ali_shape_extent(&fragment.shape);
        rma_piece_t piece = ali_rma_first_piece(place.node, offset, extent);
        AL_TRY(piece.bytes == extent ? issue_shape(run, &piece, from, &fragment.shape)
                                     : issue_runs(run, place.node, offset, from, &fragment.shape));
    }
    return ASHLAR_OK;
}

static int transfer(const run_t *run, al_place_t place, char *buf, const al_shape_t *shape,
                    al_handle_t *handle)
{
    int stays_open = handle && ali_rma_can_stay_open(handle);
    return ali_rma_finish(stays_open, issue_patch(run, place, buf, shape));
}

/* The MPI type of data without a type: a word where all is aligned, because MPI treats bytes one by
 * one in accumulates. */
static run_t copy_run(al_direction_t direction, uint64_t offset, const char *buf,
                      const al_shape_t *shape)
{
    uint64_t bits = offset | (uintptr_t)buf | shape->count[0];
    for (int level = 0; level < shape->levels; ++level)
        bits |= shape->seg_stride[level] | shape->buf_stride[level];
    int is_words = ali_rma.by_accumulate && bits % sizeof(int64_t) == 0;
    return (run_t){.direction = direction,
                   .type = is_words ? MPI_INT64_T : MPI_BYTE,
                   .element = is_words ? sizeof(int64_t) : 1};
}

int ali_rma_put(al_place_t place, const char *buf, const al_shape_t *shape, al_handle_t *handle)
{
    const run_t run = copy_run(AL_PUT, place.offset, buf, shape);
    ali_rma_enter();
    return ali_rma_leave(transfer(&run, place, ali_unconst(buf), shape, handle));
}

int ali_rma_get(al_place_t place, char *buf, const al_shape_t *shape, al_handle_t *handle)
{
    const run_t run = copy_run(AL_GET, place.offset, buf, shape);
    ali_rma_enter();
    return ali_rma_leave(transfer(&run, place, buf, shape, handle));
}

/* ---- accumulates ----------------------------------------------------------------------------- */

static int grow_scratch(size_t bytes)
{
    if (bytes <= ali_rma.scratch_bytes)
        return ASHLAR_OK;
    char *larger = realloc(ali_rma.scratch, bytes);
    if (!larger)
        return AL_FAIL(ASHLAR_ENOMEM, "MPI RMA: no memory for a copy of %zu bytes", bytes);
    ali_rma.scratch = larger;
    ali_rma.scratch_bytes = bytes;
    return ASHLAR_OK;
}

static void scale_scratch(const al_update_t *update, size_t bytes)
{
    if (update->alpha)
        ali_kernels[update->type].scale(bytes / ali_types[update->type].bytes, ali_rma.scratch,
                                        update->alpha, ali_rma.scratch);
}

/* MPI has no scaled accumulate: pack alpha*src densely and add that. */
static int acc_scaled(const run_t *run, al_place_t place, const al_update_t *update,
                      const char *buf, const al_shape_t *shape)
{
    al_shape_t dense = *shape;
    size_t bytes = ali_shape_bytes(shape);
    AL_TRY(grow_scratch(bytes));
    ali_shape_dense(shape, dense.buf_stride);
    ali_copy_shape(ali_rma.scratch, dense.buf_stride, buf, shape->buf_stride, shape);
    scale_scratch(update, bytes);
    return transfer(run, place, ali_rma.scratch, &dense, NULL);
}

/* Complex elements are added part by part: a complex sum is the sum of the parts. Open MPI 4.1.4
 * adds MPI_C_FLOAT_COMPLEX as if it were a double. */
static run_t acc_run(const al_update_t *update)
{
    ashlar_type type = update->type;
    int by_parts = update->op == ASHLAR_SUM || update->op == ASHLAR_REPLACE;
    if (by_parts)
        type = ali_part_type(type);
    return (run_t){.direction = AL_ACC,
                   .type = ali_type_mpi(type),
                   .op = ali_op_mpi(update->op),
                   .element = ali_types[type].bytes};
}

static int check_acc(const al_update_t *update)
{
    return update->op == ASHLAR_PROD && ali_types[update->type].kind == 'c'
               ? AL_FAIL(ASHLAR_ETRANSPORT,
                         "accumulate: some MPIs get products of complex elements across nodes "
                         "wrong; the rma engine does not offer them")
               : ASHLAR_OK;
}

/* A scaled one blocks: the copy is in our buffer. */
int ali_rma_acc(al_place_t place, const al_update_t *update, const char *buf,
                const al_shape_t *shape, al_handle_t *handle)
{
    AL_TRY(check_acc(update));
    const run_t run = acc_run(update);
    ali_rma_enter();
    return ali_rma_leave(update->alpha ? acc_scaled(&run, place, update, buf, shape)
                                       : transfer(&run, place, ali_unconst(buf), shape, handle));
}

/* ---- elements -------------------------------------------------------------------------------- */

/* A list goes packed, in calls of this many elements each. */
enum { ELEMENTS = 1024 };

/* Elements of one target, each at most once: MPI forbids datatypes that overlap. */
typedef struct batch {
    int target, count;
    MPI_Aint at[ELEMENTS];
    uint64_t seen[4 * ELEMENTS]; /* a hash table of displacements + 1 */
} batch_t;

/* Note a displacement; 0: it is there already. */
static bool is_new(batch_t *batch, MPI_Aint displacement)
{
    enum { SLOTS = sizeof batch->seen / sizeof *batch->seen };
    uint64_t key = (uint64_t)displacement + 1;
    for (size_t slot = (size_t)(key * 0x9e3779b97f4a7c15u >> 40) % SLOTS;;
         slot = (slot + 1) % SLOTS) {
        if (batch->seen[slot] == key)
            return false;
        if (batch->seen[slot] == 0) {
            batch->seen[slot] = key;
            return true;
        }
    }
}

/* Take elements from number `first` on, as many as go in one call; returns how many. */
static int take_elements(batch_t *batch, const al_elements_t *elements, size_t first)
{
    memset(batch->seen, 0, sizeof batch->seen);
    batch->count = 0;
    while (batch->count < ELEMENTS && first + (size_t)batch->count < elements->n) {
        rma_piece_t piece = ali_rma_first_piece(
            elements->node, elements->offsets[first + (size_t)batch->count], elements->bytes);
        if (batch->count == 0)
            batch->target = piece.target;
        if (piece.target != batch->target || piece.bytes < elements->bytes ||
            !is_new(batch, piece.displacement))
            break;
        batch->at[batch->count++] = piece.displacement;
    }
    return batch->count;
}

static int issue_batch(const run_t *run, const batch_t *batch, size_t bytes, char *packed)
{
    int each = (int)(bytes / run->element);
    side_t here = {batch->count * each, run->type}, there = {.count = 1};
    AL_TRY(AL_MPI(
        MPI_Type_create_hindexed_block(batch->count, each, batch->at, run->type, &there.type)));
    int status = AL_MPI(MPI_Type_commit(&there.type));
    if (status == ASHLAR_OK)
        status = issue(run, packed, here, batch->target, 0, there);
    MPI_Type_free(&there.type);
    return status;
}

/* Elements that are packed in the scratch. */
static int issue_packed(const run_t *run, const al_elements_t *elements, int by_types)
{
    char *packed = ali_rma.scratch;
    batch_t batch;
    for (size_t k = 0; k < elements->n;) {
        int n = by_types ? take_elements(&batch, elements, k) : 0;
        if (n > 1)
            AL_TRY(issue_batch(run, &batch, elements->bytes, packed));
        else
            AL_TRY(issue_run(run, elements->node, elements->offsets[k], packed, elements->bytes));
        n = n > 1 ? n : 1;
        k += (size_t)n;
        packed += (size_t)n * elements->bytes;
    }
    return ASHLAR_OK;
}

AL_INLINE void copy_values(const al_elements_t *elements, size_t bytes, int out)
{
    char *packed = ali_rma.scratch;
    for (size_t k = 0; k < elements->n; ++k, packed += bytes)
        if (out)
            memcpy(packed, elements->values[k], bytes);
        else
            memcpy(elements->values[k], packed, bytes);
}

static void move_values(const al_elements_t *elements, int out)
{
    if (elements->bytes == 8)
        copy_values(elements, 8, out);
    else
        copy_values(elements, elements->bytes, out);
}

static int move_elements(const run_t *run, const al_elements_t *elements, const al_update_t *update)
{
    size_t bytes = elements->n * elements->bytes;
    AL_TRY(grow_scratch(bytes));
    if (run->direction != AL_GET)
        move_values(elements, 1);
    if (run->direction == AL_ACC)
        scale_scratch(update, bytes);
    /* Single elements are aligned: they overlap only where they are the same. */
    int by_types = ali_rma.has_types &&
                   (run->direction != AL_ACC || elements->bytes == ali_types[update->type].bytes);
    AL_TRY(ali_rma_finish(0, issue_packed(run, elements, by_types)));
    if (run->direction == AL_GET)
        move_values(elements, 0);
    return ASHLAR_OK;
}

/* One stream, complete on return. */
int ali_rma_elements(al_direction_t direction, const al_elements_t *elements,
                     const al_update_t *update, al_handle_t *handle)
{
    (void)handle;
    run_t run;
    if (direction == AL_ACC) {
        AL_TRY(check_acc(update));
        run = acc_run(update);
    } else {
        al_shape_t element = {.count = {elements->bytes}};
        uint64_t bits = 0;
        for (size_t k = 0; k < elements->n; ++k)
            bits |= elements->offsets[k];
        run = copy_run(direction, bits, NULL, &element);
    }
    ali_rma_enter();
    return ali_rma_leave(move_elements(&run, elements, update));
}
