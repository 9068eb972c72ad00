/* The RMA engine: MPI-3 one-sided communication between nodes. Here: completion and single
 * atomics. al_rma_start.c makes the window, al_rma_transfer.c has the transfers, al_rma_types.c
 * their datatypes, al_rma.h how it all works. */
#include "armci-lite/src/engine/rma/al_rma.h"

#include <stdlib.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/wait/al_mpi.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_traffic.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/wait/al_wait.h"
#include "armci-lite/src/engine/rma/al_rma_engine.h"
#include "armci-lite/src/local/al_handle.h"
#include "armci-lite/src/local/al_type.h"
#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/node/al_node.h"

rma_state_t ali_rma = {
    .lock = PTHREAD_MUTEX_INITIALIZER, .window = MPI_WIN_NULL, .others = {.rank = RMA_OTHERS}};

rma_piece_t ali_rma_first_piece(int node, uint64_t offset, uint64_t bytes)
{
    const al_nodes_t *nodes = &ali_nodes;
    uint64_t exposed = ali_rma.exposed[node];
    uint64_t rest = exposed - offset % exposed;
    return (rma_piece_t){.target = nodes->ranks[nodes->first[node] + (int)(offset / exposed)],
                         .displacement = (MPI_Aint)(offset % exposed),
                         .bytes = ali_min_bytes(bytes, rest)};
}

/* ---- completion ------------------------------------------------------------------------------ */

void ali_rma_enter(void)
{
    for (al_wait_t wait = {0}; pthread_mutex_trylock(&ali_rma.lock) != 0;)
        ali_wait_step(&wait, 0);
}

int ali_rma_leave(int status)
{
    pthread_mutex_unlock(&ali_rma.lock);
    return status;
}

static void touch(rma_target_t *target)
{
    if (target->is_touched)
        return;
    target->is_touched = true;
    target->next_touched = ali_rma.touched;
    ali_rma.touched = target;
}

rma_target_t *ali_rma_touch(int rank)
{
    rma_target_t *record = ali_rank_record(&ali_rma.targets, rank, sizeof *record);
    rma_target_t *target = record ? record : &ali_rma.others;
    touch(target);
    return target;
}

static rma_target_t *untouch_last(void)
{
    rma_target_t *target = ali_rma.touched;
    ali_rma.touched = target->next_touched;
    target->is_touched = false;
    return target;
}

static int earlier_failure(int earlier, int later)
{
    return earlier == ASHLAR_OK ? later : earlier;
}

static int set_mark(rma_target_t *target)
{
    target->mark = MPI_REQUEST_NULL;
    if (target->rank == RMA_OTHERS)
        return ASHLAR_OK;
    return AL_MPI(MPI_Rget_accumulate(NULL, 0, MPI_BYTE, &target->byte, 1, MPI_BYTE, target->rank,
                                      0, 1, MPI_BYTE, MPI_NO_OP, ali_rma.window, &target->mark));
}

static int await_mark(rma_target_t *target)
{
    al_wait_t wait = {.round = AL_SPINS}; /* MPI_Test spins: this wait does not */
    for (int done = 0;;) {
        AL_TRY(AL_MPI(MPI_Test(&target->mark, &done, MPI_STATUS_IGNORE)));
        if (done)
            return ASHLAR_OK;
        ali_wait_step(&wait, 0);
    }
}

/* Set marks for the touched targets, and let others have the core until these have answered. A mark
 * that could not be set is MPI_REQUEST_NULL, which MPI_Test finds complete. */
static int await_marks(void)
{
    int status = ASHLAR_OK;
    for (rma_target_t *target = ali_rma.touched; target; target = target->next_touched)
        status = earlier_failure(status, set_mark(target));
    for (rma_target_t *target = ali_rma.touched; target; target = target->next_touched)
        status = earlier_failure(status, await_mark(target));
    return status;
}

static int flush_target(rma_target_t *target)
{
    target->types = 0;
    return target->rank == RMA_OTHERS ? AL_MPI(MPI_Win_flush_all(ali_rma.window))
                                      : AL_MPI(MPI_Win_flush(target->rank, ali_rma.window));
}

/* Complete the touched targets, all of them whatever fails. */
static int flush_touched(void)
{
    int status = ali_rma.by_marks ? await_marks() : ASHLAR_OK;
    uint64_t noted = 0;
    ali_waited_step(&noted);
    while (ali_rma.touched) {
        rma_target_t *target = untouch_last();
        int flushed = flush_target(target);
        if (flushed == ASHLAR_OK)
            target->is_unflushed = false;
        status = earlier_failure(status, flushed);
    }
    ali_waited_step(&noted);
    return status;
}

int ali_rma_limit_types(rma_target_t *target)
{
    if (++target->types != ali_rma.types_most)
        return ASHLAR_OK;
    int status = ASHLAR_OK;
    if (ali_rma.by_marks) {
        status = set_mark(target);
        status = earlier_failure(status, await_mark(target));
    }
    return earlier_failure(status, flush_target(target));
}

static void leave_touched_open(void)
{
    while (ali_rma.touched) {
        rma_target_t *target = untouch_last();
        target->is_unflushed = true;
        ali_rma.any_unflushed = 1;
        if (target->is_listed)
            continue;
        target->is_listed = true;
        target->next_unflushed = ali_rma.unflushed;
        ali_rma.unflushed = target;
    }
}

int ali_rma_finish(int stays_open, int status)
{
    if (stays_open) {
        leave_touched_open();
        return status;
    }
    return earlier_failure(status, flush_touched());
}

/* Complete the nonblocking transfers, and so their handles. */
static int flush_open(void)
{
    if (!ali_rma.any_unflushed)
        return ASHLAR_OK;
    for (rma_target_t *target = ali_rma.unflushed; target; target = target->next_unflushed)
        if (target->is_unflushed)
            touch(target);
    AL_TRY(flush_touched());
    for (; ali_rma.unflushed; ali_rma.unflushed = ali_rma.unflushed->next_unflushed)
        ali_rma.unflushed->is_listed = false;
    ali_rma.any_unflushed = 0;
    while (ali_rma.open_count > 0)
        ali_handle_part_done(ali_rma.open[--ali_rma.open_count]);
    return ASHLAR_OK;
}

bool ali_rma_can_stay_open(al_handle_t *handle)
{
    if (ali_rma.open_count == ali_rma.open_room) {
        size_t room = ali_rma.open_room ? 2 * ali_rma.open_room : 64;
        al_handle_t *larger = realloc(ali_rma.open, room * sizeof *larger);
        if (!larger)
            return false;
        ali_rma.open = larger;
        ali_rma.open_room = room;
    }
    if (!ali_handle_add_part(handle))
        return false;
    ali_rma.open[ali_rma.open_count++] = *handle;
    ali_rma.any_unflushed = 1; /* even if the transfer fails before it touches a target */
    return true;
}

/* ---- single atomics -------------------------------------------------------------------------- */

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

static int update_number(al_place_t place, al_rmw_t what, ashlar_type type, int64_t value,
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
    rma_piece_t piece = ali_rma_first_piece(place.node, place.offset, ali_types[type].bytes);
    ali_rma_touch(piece.target);
    if (al_node_of(piece.target) != al_node_of(ali_context.rank))
        ali_count_sent(1, (int64_t)ali_types[type].bytes);
    int status =
        what == AL_COMPARE_SWAP
            ? AL_MPI(MPI_Compare_and_swap(&new, &compare, &was, mpi_type, piece.target,
                                          piece.displacement, ali_rma.window))
            : AL_MPI(MPI_Fetch_and_op(&new, &was, mpi_type, piece.target, piece.displacement,
                                      what == AL_SWAP ? MPI_REPLACE : MPI_SUM, ali_rma.window));
    AL_TRY(ali_rma_finish(0, status));
    *old = type == ASHLAR_INT ? was.i : was.l;
    return ASHLAR_OK;
}

static int rma_rmw(al_place_t place, al_rmw_t what, ashlar_type type, int64_t value,
                   int64_t expected, int64_t *old)
{
    ali_rma_enter();
    return ali_rma_leave(update_number(place, what, type, value, expected, old));
}

/* The read-modify-write flushes the puts before it first. */
static int rma_signal(al_place_t place, int64_t inc, bool is_fenced)
{
    (void)is_fenced; /* it is there on return */
    int64_t old;
    return rma_rmw(place, AL_FETCH_ADD, ASHLAR_LLONG, inc, 0, &old);
}

/* ---- waiting and ordering -------------------------------------------------------------------- */

static int rma_advance(al_handle_t handle, int wait, int *done)
{
    (void)wait; /* MPI has no cheaper way to test */
    ali_rma_enter();
    const int status = ali_handle_is_complete(handle) ? ASHLAR_OK : flush_open();
    *done = ali_handle_is_complete(handle); /* it may have parts that are not transfers */
    return ali_rma_leave(status);
}

/* Collective calls do this after their barrier: a rank that fails here would otherwise enter
 * another collective call than the others. */
int ali_rma_order_local(void)
{
    int status = AL_MPI(MPI_Win_sync(ali_rma.window));
    ali_context.collective_failed |= status != ASHLAR_OK;
    return status;
}

static int rma_fence_all(void)
{
    ali_rma_enter();
    AL_TRY(ali_rma_leave(flush_open()));
    return ali_rma_order_local();
}

static int rma_fence(const int *ranks, int count)
{
    (void)ranks, (void)count;
    return rma_fence_all();
}

static int rma_fence_nb(const int *ranks, int count, al_handle_t *handle)
{
    (void)ranks, (void)count;
    ali_rma_enter();
    int is_open = ali_rma.any_unflushed && !ali_rma_can_stay_open(handle);
    return ali_rma_leave(is_open ? flush_open() : ASHLAR_OK);
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

const al_engine_t ali_engine_rma = {.name = "rma",
                                    .owns_atomics = 1,
                                    .start = ali_rma_start,
                                    .stop = ali_rma_stop,
                                    .put = ali_rma_put,
                                    .get = ali_rma_get,
                                    .acc = ali_rma_acc,
                                    .rmw = rma_rmw,
                                    .signal = rma_signal,
                                    .elements = ali_rma_elements,
                                    .advance = rma_advance,
                                    .order_local = ali_rma_order_local,
                                    .fence = rma_fence,
                                    .fence_all = rma_fence_all,
                                    .fence_nb = rma_fence_nb,
                                    .poll = rma_poll};
