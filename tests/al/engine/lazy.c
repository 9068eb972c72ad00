#include "lazy.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"

typedef enum kind { PUT, GET, ACCUMULATE, GET_ACCUMULATE, FETCH, SWAP } kind_t;

/* Elements on one side of a call. */
typedef struct side {
    int count;
    MPI_Datatype type;
} side_t;

/* A deferred call; from is read, and into is written, when it is carried out. */
typedef struct call {
    kind_t kind;
    const void *from, *compare;
    void *into;
    int target;
    side_t here, there;
    MPI_Aint at;
    MPI_Op op;
    MPI_Win win;
} call_t;

static struct {
    call_t *calls;
    int count, room, atomics, dense;
} lazy;

int lazy_atomics(void)
{
    return lazy.atomics;
}

int lazy_dense(void)
{
    return lazy.dense;
}

static bool is_lazy(void)
{
    return getenv("LAZY_MPI") != NULL;
}

static int put_off(call_t call)
{
    if (lazy.count == lazy.room) {
        call_t *larger = test_alloc((size_t)(2 * lazy.room + 64) * sizeof *larger);
        if (lazy.count)
            memcpy(larger, lazy.calls, (size_t)lazy.count * sizeof *larger);
        free(lazy.calls);
        lazy.calls = larger;
        lazy.room = 2 * lazy.room + 64;
    }
    lazy.calls[lazy.count++] = call;
    return MPI_SUCCESS;
}

static bool is_derived(MPI_Datatype type)
{
    int integers, addresses, types, combiner;

    PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    return combiner != MPI_COMBINER_NAMED;
}

static int size_of(MPI_Datatype type)
{
    int size;

    PMPI_Type_size(type, &size);
    return size;
}

static void note_types(MPI_Datatype here, MPI_Datatype there)
{
    const MPI_Datatype types[] = {here, there};

    for (int k = 0; k < 2; ++k) {
        MPI_Aint lower, extent;
        PMPI_Type_get_true_extent(types[k], &lower, &extent);
        lazy.dense += is_derived(types[k]) && extent == size_of(types[k]);
    }
}

/* A side for later: the caller may free its type meanwhile. */
static side_t keep(int count, MPI_Datatype type)
{
    side_t side = {count, type};

    if (is_derived(type))
        PMPI_Type_dup(type, &side.type);
    return side;
}

static void drop(side_t side)
{
    if (is_derived(side.type))
        PMPI_Type_free(&side.type);
}

/* Write rubbish to what a get will fill. */
static void spoil(void *into, int count, MPI_Datatype type)
{
    int each = size_of(type), position = 0;

    char *rubbish = test_alloc((size_t)each * (size_t)count + 1);
    memset(rubbish, 0x55, (size_t)each * (size_t)count);
    PMPI_Unpack(rubbish, each * count, &position, into, count, type, MPI_COMM_SELF);
    free(rubbish);
}

static int perform(const call_t *c)
{
    const side_t here = c->here, there = c->there;

    switch (c->kind) {
    case PUT:
        return PMPI_Put(c->from, here.count, here.type, c->target, c->at, there.count, there.type,
                        c->win);
    case GET:
        return PMPI_Get(c->into, here.count, here.type, c->target, c->at, there.count, there.type,
                        c->win);
    case ACCUMULATE:
        return PMPI_Accumulate(c->from, here.count, here.type, c->target, c->at, there.count,
                               there.type, c->op, c->win);
    case GET_ACCUMULATE:
        return PMPI_Get_accumulate(NULL, 0, MPI_BYTE, c->into, here.count, here.type, c->target,
                                   c->at, there.count, there.type, c->op, c->win);
    case FETCH:
        return PMPI_Fetch_and_op(c->from, c->into, here.type, c->target, c->at, c->op, c->win);
    default:
        return PMPI_Compare_and_swap(c->from, c->compare, c->into, here.type, c->target, c->at,
                                     c->win);
    }
}

/* Carry out the deferred calls; target -1: those of all targets. MPI does not order puts and gets,
 * so the last go first; accumulates keep their order. */
static int catch_up(int target, MPI_Win win)
{
    int kept = 0, code = MPI_SUCCESS;

    for (int pass = 0; pass < 2; ++pass) {
        for (int k = 0; k < lazy.count; ++k) {
            const call_t *call = &lazy.calls[pass == 0 ? lazy.count - 1 - k : k];
            if ((call->kind <= GET) == (pass == 0) && call->win == win &&
                (target < 0 || call->target == target) && code == MPI_SUCCESS)
                code = perform(call);
        }
    }
    for (int k = 0; k < lazy.count; ++k) {
        const call_t *call = &lazy.calls[k];
        if (call->win != win || (target >= 0 && call->target != target)) {
            lazy.calls[kept++] = *call;
        } else {
            drop(call->here);
            drop(call->there);
        }
    }
    lazy.count = kept;
    if (kept == 0) {
        free(lazy.calls);
        lazy.calls = NULL;
        lazy.room = 0;
    }
    return code;
}

int MPI_Put(const void *from, int count, MPI_Datatype type, int target, MPI_Aint at,
            int target_count, MPI_Datatype target_type, MPI_Win win)
{
    note_types(type, target_type);
    if (!is_lazy())
        return PMPI_Put(from, count, type, target, at, target_count, target_type, win);
    return put_off((call_t){.kind = PUT,
                            .from = from,
                            .here = keep(count, type),
                            .there = keep(target_count, target_type),
                            .target = target,
                            .at = at,
                            .win = win});
}

int MPI_Get(void *into, int count, MPI_Datatype type, int target, MPI_Aint at, int target_count,
            MPI_Datatype target_type, MPI_Win win)
{
    note_types(type, target_type);
    if (!is_lazy())
        return PMPI_Get(into, count, type, target, at, target_count, target_type, win);
    spoil(into, count, type);
    return put_off((call_t){.kind = GET,
                            .into = into,
                            .here = keep(count, type),
                            .there = keep(target_count, target_type),
                            .target = target,
                            .at = at,
                            .win = win});
}

int MPI_Accumulate(const void *from, int count, MPI_Datatype type, int target, MPI_Aint at,
                   int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win)
{
    note_types(type, target_type);
    if (op != MPI_REPLACE) /* the library may put by it */
        lazy.atomics += target_count * size_of(target_type) / 8;
    if (!is_lazy())
        return PMPI_Accumulate(from, count, type, target, at, target_count, target_type, op, win);
    return put_off((call_t){.kind = ACCUMULATE,
                            .from = from,
                            .here = keep(count, type),
                            .there = keep(target_count, target_type),
                            .target = target,
                            .at = at,
                            .op = op,
                            .win = win});
}

/* The library only gets by it. */
int MPI_Get_accumulate(const void *from, int from_count, MPI_Datatype from_type, void *into,
                       int count, MPI_Datatype type, int target, MPI_Aint at, int target_count,
                       MPI_Datatype target_type, MPI_Op op, MPI_Win win)
{
    note_types(type, target_type);
    if (!is_lazy())
        return PMPI_Get_accumulate(from, from_count, from_type, into, count, type, target, at,
                                   target_count, target_type, op, win);
    spoil(into, count, type);
    return put_off((call_t){.kind = GET_ACCUMULATE,
                            .into = into,
                            .here = keep(count, type),
                            .there = keep(target_count, target_type),
                            .target = target,
                            .at = at,
                            .op = op,
                            .win = win});
}

int MPI_Fetch_and_op(const void *from, void *into, MPI_Datatype type, int target, MPI_Aint at,
                     MPI_Op op, MPI_Win win)
{
    ++lazy.atomics;
    if (!is_lazy())
        return PMPI_Fetch_and_op(from, into, type, target, at, op, win);
    return put_off((call_t){.kind = FETCH,
                            .from = from,
                            .into = into,
                            .here = {1, type},
                            .there = {1, type},
                            .target = target,
                            .at = at,
                            .op = op,
                            .win = win});
}

int MPI_Compare_and_swap(const void *from, const void *compare, void *into, MPI_Datatype type,
                         int target, MPI_Aint at, MPI_Win win)
{
    ++lazy.atomics;
    if (!is_lazy())
        return PMPI_Compare_and_swap(from, compare, into, type, target, at, win);
    return put_off((call_t){.kind = SWAP,
                            .from = from,
                            .compare = compare,
                            .into = into,
                            .here = {1, type},
                            .there = {1, type},
                            .target = target,
                            .at = at,
                            .win = win});
}

int MPI_Win_flush(int target, MPI_Win win)
{
    int code = catch_up(target, win);
    return code == MPI_SUCCESS ? PMPI_Win_flush(target, win) : code;
}

int MPI_Win_unlock_all(MPI_Win win)
{
    int code = catch_up(-1, win);
    return code == MPI_SUCCESS ? PMPI_Win_unlock_all(win) : code;
}
