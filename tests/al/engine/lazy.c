#include "lazy.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"

typedef enum kind { PUT, GET, ACCUMULATE, FETCH, SWAP } kind_t;

/* A deferred call; from is read, and into is written, when it is carried out. */
typedef struct call {
    kind_t kind;
    const void *from, *compare;
    void *into;
    int count, target;
    MPI_Datatype type;
    MPI_Aint at;
    MPI_Op op;
    MPI_Win win;
} call_t;

static struct {
    call_t *calls;
    int count, room, atomics;
} lazy;

int lazy_atomics(void)
{
    return lazy.atomics;
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

static int perform(const call_t *c)
{
    switch (c->kind) {
    case PUT:
        return PMPI_Put(c->from, c->count, c->type, c->target, c->at, c->count, c->type, c->win);
    case GET:
        return PMPI_Get(c->into, c->count, c->type, c->target, c->at, c->count, c->type, c->win);
    case ACCUMULATE:
        return PMPI_Accumulate(c->from, c->count, c->type, c->target, c->at, c->count, c->type,
                               c->op, c->win);
    case FETCH:
        return PMPI_Fetch_and_op(c->from, c->into, c->type, c->target, c->at, c->op, c->win);
    default:
        return PMPI_Compare_and_swap(c->from, c->compare, c->into, c->type, c->target, c->at,
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
    for (int k = 0; k < lazy.count; ++k)
        if (lazy.calls[k].win != win || (target >= 0 && lazy.calls[k].target != target))
            lazy.calls[kept++] = lazy.calls[k];
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
    if (!is_lazy())
        return PMPI_Put(from, count, type, target, at, target_count, target_type, win);
    return put_off((call_t){.kind = PUT,
                            .from = from,
                            .count = count,
                            .type = type,
                            .target = target,
                            .at = at,
                            .win = win});
}

int MPI_Get(void *into, int count, MPI_Datatype type, int target, MPI_Aint at, int target_count,
            MPI_Datatype target_type, MPI_Win win)
{
    if (!is_lazy())
        return PMPI_Get(into, count, type, target, at, target_count, target_type, win);
    memset(into, 0x55, (size_t)count); /* of bytes, as all gets of the library are */
    return put_off((call_t){.kind = GET,
                            .into = into,
                            .count = count,
                            .type = type,
                            .target = target,
                            .at = at,
                            .win = win});
}

int MPI_Accumulate(const void *from, int count, MPI_Datatype type, int target, MPI_Aint at,
                   int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win)
{
    ++lazy.atomics;
    if (!is_lazy())
        return PMPI_Accumulate(from, count, type, target, at, target_count, target_type, op, win);
    return put_off((call_t){.kind = ACCUMULATE,
                            .from = from,
                            .count = count,
                            .type = type,
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
                            .type = type,
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
                            .type = type,
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
