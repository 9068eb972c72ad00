/* The RMA engine: MPI-3 one-sided communication between nodes.
 *
 * One window for everything, made once: rank i of a node exposes the i-th stripe of its node's
 * arena. Only the part of MPI RMA that works everywhere is used: Win_create, lock_all, contiguous
 * Put and Get, Accumulate of built-in types, Fetch_and_op, Compare_and_swap, flush. Every blocking
 * call flushes its targets, each once, before it returns, so that it is complete there: later
 * calls, through the window or by load and store, find it done. Nonblocking ones leave their
 * targets to be flushed by a wait or a fence. Segments that span nodes have all their accumulates
 * and fetch-and-adds here, local ones too: MPI guarantees atomicity only among its own. Memory
 * model: the unified model of MPI-3 (checked at start); MPI_Win_sync separates window access from
 * loads and stores. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_mpi.h"
#include "armci-lite/src/base/al_start_guard.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_tree.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/engine/al_engines.h"
#include "armci-lite/src/local/al_copy.h"
#include "armci-lite/src/local/al_handle.h"
#include "armci-lite/src/local/al_type.h"
#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/node/al_node.h"

/* Most bytes of one MPI call: counts are int, and some transports break near 2 GiB. */
static const uint64_t chunk_most = (uint64_t)1 << 30;

static struct {
    MPI_Win window;
    char *scratch; /* alpha*src of an accumulate */
    size_t scratch_bytes;
    int *touched; /* targets of the transfer being issued */
    int touched_count;
    char *is_touched; /* [size] */
    char *unflushed;  /* [size] 1: a nonblocking transfer to the rank may be pending */
    int any_unflushed;
    al_handle_t *open; /* their handles */
    size_t open_count, open_room;
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
    uint64_t stripe = ali_arena.stripe_bytes;
    const al_nodes_t *nodes = &ali_nodes;
    uint64_t rest = stripe - offset % stripe;
    piece_t piece = {.target = nodes->ranks[nodes->first[node] + (int)(offset / stripe)],
                     .displacement = (MPI_Aint)(offset % stripe),
                     .bytes = ali_min_bytes(ali_min_bytes(bytes, rest), chunk_most)};
    return piece;
}

/* One contiguous run of a transfer. */
typedef struct run {
    al_direction_t direction;
    MPI_Datatype type; /* of ACC */
    MPI_Op op;
    int element;         /* bytes of one */
    al_handle_t *handle; /* NULL: flush before returning */
} run_t;

static int issue(const run_t *run, const piece_t *piece, char *buf)
{
    int count = (int)(piece->bytes / (uint64_t)run->element);
    switch (run->direction) {
    case AL_PUT:
        return AL_MPI(MPI_Put(buf, count, MPI_BYTE, piece->target, piece->displacement, count,
                              MPI_BYTE, rma.window));
    case AL_GET:
        return AL_MPI(MPI_Get(buf, count, MPI_BYTE, piece->target, piece->displacement, count,
                              MPI_BYTE, rma.window));
    default:
        return AL_MPI(MPI_Accumulate(buf, count, run->type, piece->target, piece->displacement,
                                     count, run->type, run->op, rma.window));
    }
}

/* Complete the targets of a transfer, each once, or note that a nonblocking one to them is pending;
 * after a failure too: what was issued before may still use the buffer. */
static int finish(const run_t *run, int status)
{
    while (rma.touched_count > 0) {
        int target = rma.touched[--rma.touched_count], flushed = ASHLAR_OK;
        rma.is_touched[target] = 0;
        if (run->handle) {
            rma.unflushed[target] = 1;
            rma.any_unflushed = 1;
        } else {
            flushed = AL_MPI(MPI_Win_flush(target, rma.window));
        }
        if (status == ASHLAR_OK)
            status = flushed;
    }
    return status;
}

static void touch(int target)
{
    if (rma.is_touched[target])
        return;
    rma.is_touched[target] = 1;
    rma.touched[rma.touched_count++] = target;
}

/* Complete the nonblocking transfers, and so their handles. */
static int flush_open(void)
{
    if (!rma.any_unflushed)
        return ASHLAR_OK;
    for (int target = 0; target < ali_context.size; ++target)
        if (rma.unflushed[target]) {
            AL_TRY(AL_MPI(MPI_Win_flush(target, rma.window)));
            rma.unflushed[target] = 0;
        }
    rma.any_unflushed = 0;
    while (rma.open_count > 0)
        ali_handle_part_done(rma.open[--rma.open_count]);
    return ASHLAR_OK;
}

/* Add a nonblocking transfer to its handle. 0: there is no room, it must block. */
static int can_stay_open(al_handle_t *handle)
{
    if (rma.open_count == rma.open_room) {
        size_t room = rma.open_room ? 2 * rma.open_room : 64;
        al_handle_t *larger = realloc(rma.open, room * sizeof *larger);
        if (!larger)
            return 0;
        rma.open = larger;
        rma.open_room = room;
    }
    if (!ali_handle_join(handle))
        return 0;
    rma.open[rma.open_count++] = *handle;
    return 1;
}

static int issue_run(const run_t *run, int node, uint64_t offset, char *buf, uint64_t bytes)
{
    while (bytes) {
        piece_t piece = first_piece(node, offset, bytes);
        touch(piece.target);
        AL_TRY(issue(run, &piece, buf));
        offset += piece.bytes;
        buf += piece.bytes;
        bytes -= piece.bytes;
    }
    return ASHLAR_OK;
}

/* All runs of a shape, from offset and buf on. */
static int issue_runs(const run_t *run, al_place_t place, char *buf, const size_t *buf_stride,
                      const al_shape_t *shape)
{
    size_t index[AL_MAX_LEVELS] = {0};
    uint64_t offset = place.offset;
    for (;;) {
        AL_TRY(issue_run(run, place.node, offset, buf, shape->count[0]));
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
            return ASHLAR_OK;
    }
}

static int transfer(const run_t *run, al_place_t place, char *buf, const size_t *buf_stride,
                    const al_shape_t *shape)
{
    return finish(run, issue_runs(run, place, buf, buf_stride, shape));
}

static int rma_put(al_place_t place, const char *buf, const al_shape_t *shape, al_handle_t *handle)
{
    const run_t run = {.direction = AL_PUT,
                       .element = 1,
                       .handle = handle && can_stay_open(handle) ? handle : NULL};
    return transfer(&run, place, ali_unconst(buf), shape->buf_stride, shape);
}

static int rma_get(al_place_t place, char *buf, const al_shape_t *shape, al_handle_t *handle)
{
    const run_t run = {.direction = AL_GET,
                       .element = 1,
                       .handle = handle && can_stay_open(handle) ? handle : NULL};
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
static int acc_scaled(const run_t *run, al_place_t place, const al_update_t *update,
                      const char *buf, const al_shape_t *shape)
{
    size_t dense[AL_MAX_LEVELS], total = shape->count[0];
    for (int level = 0; level < shape->levels; ++level) {
        dense[level] = total;
        total *= shape->count[level + 1];
    }
    AL_TRY(grow_scratch(total));
    ali_copy_shape(rma.scratch, dense, buf, shape->buf_stride, shape);
    ali_kernels[update->type].scale(total / ali_types[update->type].bytes, rma.scratch,
                                    update->alpha, rma.scratch);
    return transfer(run, place, rma.scratch, dense, shape);
}

/* Complex elements are added part by part: a complex sum is the sum of the parts. Open MPI 4.1.4
 * adds MPI_C_FLOAT_COMPLEX as if it were a double. */
static run_t acc_run(const al_update_t *update)
{
    ashlar_type type = update->type;
    int by_parts = update->op == ASHLAR_SUM || update->op == ASHLAR_REPLACE;
    if (by_parts && type == ASHLAR_CFLOAT)
        type = ASHLAR_FLOAT;
    if (by_parts && type == ASHLAR_CDOUBLE)
        type = ASHLAR_DOUBLE;
    return (run_t){.direction = AL_ACC,
                   .type = ali_type_mpi(type),
                   .op = ali_op_mpi(update->op),
                   .element = (int)ali_types[type].bytes};
}

static int check_acc(const al_update_t *update)
{
    return update->op == ASHLAR_PROD && ali_types[update->type].kind == 'c'
               ? AL_FAIL(ASHLAR_ETRANSPORT,
                         "accumulate: some MPIs get products of complex elements across nodes "
                         "wrong; the rma engine does not offer them")
               : ASHLAR_OK;
}

/* Always blocking: the scaled copy is in our buffer. */
static int rma_acc(al_place_t place, const al_update_t *update, const char *buf,
                   const al_shape_t *shape, al_handle_t *handle)
{
    (void)handle;
    AL_TRY(check_acc(update));
    const run_t run = acc_run(update);
    if (update->alpha)
        return acc_scaled(&run, place, update, buf, shape);
    return transfer(&run, place, ali_unconst(buf), shape->buf_stride, shape);
}

/* An integer as MPI sees it. */
typedef union number {
    int i;
    int64_t l; /* long and long long */
} number_t;

static number_t to_number(ashlar_type type, int64_t value)
{
    number_t number = {.l = value};
    if (type == ASHLAR_INT)
        number.i = (int)value;
    return number;
}

static int rma_rmw(al_place_t place, al_rmw_t what, ashlar_type type, int64_t value,
                   int64_t expected, int64_t *old)
{
#ifdef OPEN_MPI
    if (what == AL_COMPARE_SWAP && ali_types[type].bytes == 8)
        return AL_FAIL(ASHLAR_ETRANSPORT,
                       "compare-and-swap of 8-byte integers: Open MPI 4.1 crashes in it; the rma "
                       "engine does not offer it there (am does)");
#endif
    number_t new = to_number(type, value), compare = to_number(type, expected), was;
    MPI_Datatype mpi_type = ali_type_mpi(type);
    piece_t piece = first_piece(place.node, place.offset, ali_types[type].bytes);
    if (what == AL_COMPARE_SWAP)
        AL_TRY(AL_MPI(MPI_Compare_and_swap(&new, &compare, &was, mpi_type, piece.target,
                                           piece.displacement, rma.window)));
    else
        AL_TRY(AL_MPI(MPI_Fetch_and_op(&new, &was, mpi_type, piece.target, piece.displacement,
                                       what == AL_SWAP ? MPI_REPLACE : MPI_SUM, rma.window)));
    AL_TRY(AL_MPI(MPI_Win_flush(piece.target, rma.window)));
    *old = type == ASHLAR_INT ? was.i : was.l;
    return ASHLAR_OK;
}

/* One by one, as one stream, and complete on return. values: instead of the points' own, packed. */
static int transfer_points(const run_t *run, const al_points_t *points, char *values)
{
    int status = ASHLAR_OK;
    for (size_t k = 0; k < points->n && status == ASHLAR_OK; ++k)
        status = issue_run(run, points->node, points->offsets[k],
                           values ? values + k * points->bytes : points->values[k], points->bytes);
    return finish(run, status);
}

static int acc_points(const al_points_t *points, const al_update_t *update)
{
    const run_t run = acc_run(update);
    AL_TRY(check_acc(update));
    if (!update->alpha)
        return transfer_points(&run, points, NULL);
    AL_TRY(grow_scratch(points->n * points->bytes));
    for (size_t k = 0; k < points->n; ++k)
        memcpy(rma.scratch + k * points->bytes, points->values[k], points->bytes);
    ali_kernels[update->type].scale(points->n * points->bytes / ali_types[update->type].bytes,
                                    rma.scratch, update->alpha, rma.scratch);
    return transfer_points(&run, points, rma.scratch);
}

static int rma_points(al_direction_t direction, const al_points_t *points,
                      const al_update_t *update, al_handle_t *handle)
{
    (void)handle;
    const run_t run = {.direction = direction, .element = 1};
    return direction == AL_ACC ? acc_points(points, update) : transfer_points(&run, points, NULL);
}

static int rma_advance(al_handle_t handle, int wait, int *done)
{
    (void)wait; /* MPI has no cheaper way to test */
    *done = 1;
    return ali_handle_is_complete(handle) ? ASHLAR_OK : flush_open();
}

static int rma_order_local(void)
{
    return AL_MPI(MPI_Win_sync(rma.window));
}

static int rma_fence_all(void)
{
    AL_TRY(flush_open());
    return rma_order_local();
}

static int rma_fence(const int *ranks, int count)
{
    (void)ranks, (void)count;
    return rma_fence_all();
}

/* Many MPIs progress windows only inside MPI calls. Probe for a tag that nobody sends: when MPICH
 * finds a message, it returns at once without progress. */
static int rma_poll(void)
{
    enum { NOBODYS_TAG = 12 };
    int flag;
    return AL_MPI(
        MPI_Iprobe(MPI_ANY_SOURCE, NOBODYS_TAG, ali_context.comm, &flag, MPI_STATUS_IGNORE));
}

/* Where MPI fails on some ranks only, the others wait in it for ever. */
static void end_job(const al_step_t *step)
{
    fprintf(stderr,
            "ashlar: rank %d has waited in al_init for more than %lld s, for MPI to make a window; "
            "ending the job; ASHLAR_TRANSPORT=am needs none\n",
            ali_context.rank, (long long)step->seconds);
    fflush(stderr);
    _exit(1);
}

/* A window that some ranks have and others lack is left alone: freeing it would wait for them. */
static int create_window(void)
{
    ali_guard_begin((al_step_t){.seconds = 3 * ali_startup_timeout(), .late = end_job});
    char *mine = ali_arena.base + (uint64_t)ali_nodes.index * ali_arena.stripe_bytes;
    int status = AL_MPI(MPI_Win_create(mine, (MPI_Aint)ali_arena.stripe_bytes, 1, MPI_INFO_NULL,
                                       ali_context.comm, &rma.window));
    if (status != ASHLAR_OK)
        ali_fail_within(ASHLAR_ETRANSPORT,
                        "al_init: this MPI makes no window across these nodes; use "
                        "ASHLAR_TRANSPORT=am, or, with Open MPI 4.1 over TCP, start with --mca osc "
                        "pt2pt");
    int agreed = ali_agree("al_init", status == ASHLAR_OK ? status : ASHLAR_ETRANSPORT);
    ali_guard_end();
    if (agreed != ASHLAR_OK)
        rma.window = MPI_WIN_NULL;
    return agreed;
}

static int make_window(void)
{
    AL_TRY(create_window());
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
    size_t size = (size_t)ali_context.size;
    rma.unflushed = calloc(size, 1);
    rma.is_touched = calloc(size, 1);
    rma.touched = calloc(size, sizeof *rma.touched);
    AL_TRY(ali_agree("al_init",
                     rma.unflushed && rma.is_touched && rma.touched
                         ? ASHLAR_OK
                         : AL_FAIL(ASHLAR_ENOMEM, "al_init: no memory for the rma engine")));
    return ali_agree("al_init", make_window());
}

/* A window that is not freed on all ranks keeps the others waiting, here or in MPI_Finalize: the
 * caller must hear of it, and end the job. */
static int rma_stop(int together)
{
    int status = ASHLAR_OK;
    if (together && rma.window != MPI_WIN_NULL) {
        status = AL_MPI(MPI_Win_unlock_all(rma.window));
        if (status == ASHLAR_OK)
            status = AL_MPI(MPI_Win_free(&rma.window));
    }
    free(rma.scratch);
    free(rma.unflushed);
    free(rma.is_touched);
    free(rma.touched);
    free(rma.open);
    memset(&rma, 0, sizeof rma);
    rma.window = MPI_WIN_NULL;
    return status;
}

const al_engine_t ali_engine_rma = {.name = "rma",
                                    .owns_atomics = 1,
                                    .start = rma_start,
                                    .stop = rma_stop,
                                    .put = rma_put,
                                    .get = rma_get,
                                    .acc = rma_acc,
                                    .rmw = rma_rmw,
                                    .points = rma_points,
                                    .advance = rma_advance,
                                    .order_local = rma_order_local,
                                    .fence = rma_fence,
                                    .fence_all = rma_fence_all,
                                    .poll = rma_poll};
