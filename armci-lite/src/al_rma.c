/* The RMA engine: MPI-3 one-sided communication between nodes.
 *
 * One window for everything, made once: rank i of a node exposes the i-th stripe of its node's
 * arena. Only the part of MPI RMA that works everywhere is used: Win_create, lock_all, contiguous
 * Put and Get, Accumulate of built-in types, Fetch_and_op, flush. Every call flushes its targets
 * before it returns, so that it is complete there: fences have nothing to do, and later calls,
 * through the window or by load and store, find it done. Segments that span nodes have all their
 * accumulates and fetch-and-adds here, local ones too: MPI guarantees atomicity only among its own.
 * Memory model: the unified model of MPI-3 (checked at start); MPI_Win_sync separates window access
 * from loads and stores. */
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_internal.h"
#include "armci-lite/src/al_type.h"

/* Most bytes of one MPI call: counts are int, and some transports break near 2 GiB. */
static const uint64_t chunk_most = (uint64_t)1 << 30;

static struct {
    MPI_Win window;
    char *scratch; /* alpha*src of an accumulate */
    size_t scratch_bytes;
} rma = {.window = MPI_WIN_NULL};

/* A contiguous piece of one rank's part of the window. */
typedef struct piece {
    int target;
    MPI_Aint displacement;
    uint64_t bytes;
} piece_t;

/* The part of node:offset..offset+bytes-1 that lies in one stripe and fits one call. */
static piece_t first_piece(int node, uint64_t offset, uint64_t bytes)
{
    uint64_t stripe = ali_context.stripe_bytes;
    const al_nodes_t *nodes = &ali_context.nodes;
    uint64_t rest = stripe - offset % stripe;
    piece_t piece = {.target = nodes->ranks[nodes->first[node] + (int)(offset / stripe)],
                     .displacement = (MPI_Aint)(offset % stripe),
                     .bytes = bytes < rest ? bytes : rest};
    if (piece.bytes > chunk_most)
        piece.bytes = chunk_most;
    return piece;
}

enum direction { PUT, GET, ACC };

/* One contiguous run of a transfer. */
typedef struct run {
    enum direction direction;
    MPI_Datatype type; /* of ACC */
    int element;       /* bytes of one */
} run_t;

static int issue(const run_t *run, const piece_t *piece, char *buf)
{
    int count = (int)(piece->bytes / (uint64_t)run->element);
    switch (run->direction) {
    case PUT:
        return AL_MPI(MPI_Put(buf, count, MPI_BYTE, piece->target, piece->displacement, count,
                              MPI_BYTE, rma.window));
    case GET:
        return AL_MPI(MPI_Get(buf, count, MPI_BYTE, piece->target, piece->displacement, count,
                              MPI_BYTE, rma.window));
    default:
        return AL_MPI(MPI_Accumulate(buf, count, run->type, piece->target, piece->displacement,
                                     count, run->type, MPI_SUM, rma.window));
    }
}

static int flush(int target)
{
    return target < 0 ? ASHLAR_OK : AL_MPI(MPI_Win_flush(target, rma.window));
}

/* Issue a run piece by piece; *last is the target of the previous piece, flushed when it changes.
 */
static int transfer_run(const run_t *run, int node, uint64_t offset, char *buf, uint64_t bytes,
                        int *last)
{
    while (bytes) {
        piece_t piece = first_piece(node, offset, bytes);
        if (*last >= 0 && *last != piece.target)
            AL_TRY(flush(*last));
        *last = piece.target;
        AL_TRY(issue(run, &piece, buf));
        offset += piece.bytes;
        buf += piece.bytes;
        bytes -= piece.bytes;
    }
    return ASHLAR_OK;
}

/* All runs of a shape, from offset and buf on. */
static int transfer(const run_t *run, al_place_t place, char *buf, const size_t *buf_stride,
                    const al_shape_t *shape)
{
    size_t index[AL_MAX_LEVELS] = {0};
    uint64_t offset = place.offset;
    int last = -1;
    for (;;) {
        AL_TRY(transfer_run(run, place.node, offset, buf, shape->count[0], &last));
        int level = 0;
        while (level < shape->levels) {
            offset += shape->seg_stride[level];
            buf += buf_stride[level];
            if (++index[level] < shape->count[level + 1])
                break;
            offset -= index[level] * shape->seg_stride[level];
            buf -= index[level] * buf_stride[level];
            index[level++] = 0;
        }
        if (level == shape->levels)
            return flush(last);
    }
}

static int rma_put(al_place_t place, const char *buf, const al_shape_t *shape)
{
    const run_t run = {.direction = PUT, .element = 1};
    return transfer(&run, place, (char *)(uintptr_t)buf, shape->buf_stride, shape);
}

static int rma_get(al_place_t place, char *buf, const al_shape_t *shape)
{
    const run_t run = {.direction = GET, .element = 1};
    return transfer(&run, place, buf, shape->buf_stride, shape);
}

static int grow_scratch(size_t bytes)
{
    if (bytes <= rma.scratch_bytes)
        return ASHLAR_OK;
    char *larger = realloc(rma.scratch, bytes);
    if (!larger)
        return AL_FAIL(ASHLAR_ENOMEM, "accumulate: no memory for a copy of %zu bytes", bytes);
    rma.scratch = larger;
    rma.scratch_bytes = bytes;
    return ASHLAR_OK;
}

/* MPI has no scaled accumulate: pack alpha*src densely and add that. */
static int acc_scaled(const run_t *run, al_place_t place, ashlar_type type, const void *alpha,
                      const char *buf, const al_shape_t *shape)
{
    size_t dense[AL_MAX_LEVELS], total = shape->count[0];
    for (int level = 0; level < shape->levels; ++level) {
        dense[level] = total;
        total *= shape->count[level + 1];
    }
    AL_TRY(grow_scratch(total));
    ali_copy_shape(rma.scratch, dense, buf, shape->buf_stride, shape);
    ali_kernels[type].scale(total / ali_types[type].bytes, rma.scratch, alpha, rma.scratch);
    return transfer(run, place, rma.scratch, dense, shape);
}

/* Complex elements are added part by part: a complex sum is the sum of the parts. Open MPI 4.1.4
 * adds MPI_C_FLOAT_COMPLEX as if it were a double. */
static run_t acc_run(ashlar_type type)
{
    if (type == ASHLAR_CFLOAT)
        type = ASHLAR_FLOAT;
    if (type == ASHLAR_CDOUBLE)
        type = ASHLAR_DOUBLE;
    return (run_t){
        .direction = ACC, .type = ali_type_mpi(type), .element = (int)ali_types[type].bytes};
}

static int rma_acc(al_place_t place, ashlar_type type, const void *alpha, const char *buf,
                   const al_shape_t *shape)
{
    const run_t run = acc_run(type);
    if (!ali_kernels[type].is_one(alpha))
        return acc_scaled(&run, place, type, alpha, buf, shape);
    return transfer(&run, place, (char *)(uintptr_t)buf, shape->buf_stride, shape);
}

static int rma_fetch_add(al_place_t place, ashlar_type type, int64_t inc, int64_t *old)
{
    union {
        int i;
        long l;
        long long ll;
    } add, was;
    if (type == ASHLAR_INT)
        add.i = (int)inc;
    else if (type == ASHLAR_LONG)
        add.l = (long)inc;
    else
        add.ll = (long long)inc;
    piece_t piece = first_piece(place.node, place.offset, ali_types[type].bytes);
    AL_TRY(AL_MPI(MPI_Fetch_and_op(&add, &was, ali_type_mpi(type), piece.target, piece.displacement,
                                   MPI_SUM, rma.window)));
    AL_TRY(flush(piece.target));
    *old = type == ASHLAR_INT ? was.i : type == ASHLAR_LONG ? was.l : was.ll;
    return ASHLAR_OK;
}

static int rma_order_local(void)
{
    return AL_MPI(MPI_Win_sync(rma.window));
}

static int rma_fence(int node)
{
    (void)node;
    return rma_order_local();
}

/* Many MPIs move window traffic forward only inside MPI calls. */
static int rma_poll(void)
{
    int flag;
    return AL_MPI(
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, ali_context.comm, &flag, MPI_STATUS_IGNORE));
}

static int make_window(void)
{
    char *mine =
        ali_context.arena.base + (uint64_t)ali_context.nodes.index * ali_context.stripe_bytes;
    int status = AL_MPI(MPI_Win_create(mine, (MPI_Aint)ali_context.stripe_bytes, 1, MPI_INFO_NULL,
                                       ali_context.comm, &rma.window));
    if (status != ASHLAR_OK)
        return ali_fail_within(ASHLAR_ETRANSPORT,
                               "al_init: this MPI makes no window across the nodes (Open MPI 4.1 "
                               "over TCP needs --mca osc pt2pt)");
    AL_TRY(AL_MPI(MPI_Win_set_errhandler(rma.window, MPI_ERRORS_RETURN)));
    int *model, flag;
    AL_TRY(AL_MPI(MPI_Win_get_attr(rma.window, MPI_WIN_MODEL, (void *)&model, &flag)));
    if (!flag || *model != MPI_WIN_UNIFIED)
        return AL_FAIL(ASHLAR_ETRANSPORT, "al_init: this MPI's windows have separate public and "
                                          "private copies; the rma engine needs unified ones");
    return AL_MPI(MPI_Win_lock_all(MPI_MODE_NOCHECK, rma.window));
}

static int rma_start(void)
{
    int status = make_window(), worst = status;
    AL_TRY(AL_MPI(MPI_Allreduce(&status, &worst, 1, MPI_INT, MPI_MIN, ali_context.comm)));
    return status != ASHLAR_OK || worst == ASHLAR_OK
               ? status
               : AL_FAIL(worst, "al_init: another rank cannot start the rma engine");
}

static void rma_stop(void)
{
    if (rma.window != MPI_WIN_NULL) {
        MPI_Win_unlock_all(rma.window);
        MPI_Win_free(&rma.window);
    }
    free(rma.scratch);
    rma.scratch = NULL;
    rma.scratch_bytes = 0;
}

const al_engine_t ali_engine_rma = {.name = "rma",
                                    .owns_atomics = 1,
                                    .start = rma_start,
                                    .stop = rma_stop,
                                    .put = rma_put,
                                    .get = rma_get,
                                    .acc = rma_acc,
                                    .fetch_add = rma_fetch_add,
                                    .order_local = rma_order_local,
                                    .fence = rma_fence,
                                    .fence_all = rma_order_local,
                                    .poll = rma_poll};
