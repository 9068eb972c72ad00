/* Going through lists of steps, in the call that made them or behind a handle. */
#include "armci-lite/src/steps/al_steps_list.h"

#include <stdbool.h>
#include <stdio.h>

#include <ashlar/al_work.h>

#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_traffic.h"
#include "armci-lite/src/local/al_handle.h"
#include "armci-lite/src/local/al_lock.h"
#include "armci-lite/src/wait/al_wait.h"

/* Lists behind handles, in the order in which they were started, and those that have failed, which
 * keep their memory: MPI may still write to it. A failed list goes on with its signals: others
 * count on them, and later ones come in turn. */
static struct {
    al_steps_t *first, **last;
    al_steps_t *failed;
    atomic_int busy; /* somebody goes through them; the exchange that takes it is an acquire, the
                      * store that ends it a release */
} pending = {.last = &pending.first};

atomic_int ali_steps_failed;

/* A variable, because gcc takes MPICH's constant for the address of an array. */
MPI_Status *ali_steps_no_statuses = MPI_STATUSES_IGNORE;

/* ---- one list -------------------------------------------------------------------------------- */

static int start_message(al_steps_t *steps, const al_step_t *step)
{
    MPI_Request *request = &steps->request[step->message.number];
    if (step->kind == AL_STEP_RECEIVE)
        return AL_MPI(MPI_Irecv(step->message.data, step->message.bytes, MPI_BYTE, step->rank,
                                step->message.tag, ali_context.comm, request));
    if (al_node_of(step->rank) != al_node_of(ali_context.rank))
        ali_count_sent(1, step->message.bytes);
    return AL_MPI(MPI_Isend(step->message.data, step->message.bytes, MPI_BYTE, step->rank,
                            step->message.tag, ali_context.comm, request));
}

/* Make a step if it can be made now. */
AL_INLINE int try_step(al_steps_t *steps, const al_step_t *step, int *is_made)
{
    *is_made = 1;
    switch (step->kind) {
    case AL_STEP_SIGNAL: /* in turn: an earlier list may have the values before */
        *is_made = atomic_load_explicit(&step->count.way->stored, memory_order_acquire) + 1 ==
                   step->count.value;
        if (*is_made) {
            atomic_store_explicit(step->count.way->counter, step->count.value,
                                  memory_order_release);
            atomic_store_explicit(&step->count.way->stored, step->count.value,
                                  memory_order_release);
        }
        return ASHLAR_OK;
    case AL_STEP_AWAIT: /* it may be beyond, and has wrapped round some day */
        *is_made = (int32_t)(atomic_load_explicit(step->count.way->counter, memory_order_acquire) -
                             step->count.value) >= 0;
        return ASHLAR_OK;
    case AL_STEP_SEND:
    case AL_STEP_RECEIVE:
        return start_message(steps, step);
    case AL_STEP_JOIN:
        return AL_MPI(MPI_Testall(step->join.end - step->join.first,
                                  steps->request + step->join.first, is_made,
                                  ali_steps_no_statuses));
    case AL_STEP_WORK:
        return step->work.call(step->work.context, step->work.a, step->work.b);
    case AL_STEP_TURNS:
        *is_made = 0;
        return step->turns.call(step->turns.context, is_made);
    }
    return ASHLAR_OK;
}

/* Make steps until one has to wait. */
static int go_on(al_steps_t *steps)
{
    for (int is_made; steps->next_step < steps->count; ++steps->next_step) {
        AL_TRY(try_step(steps, &steps->step[steps->next_step], &is_made));
        if (!is_made)
            break;
    }
    return ASHLAR_OK;
}

static bool is_over(const al_steps_t *steps)
{
    return steps->next_step == steps->count;
}

static void report(const al_steps_t *steps)
{
    ali_report_wait(steps->call, steps->step[steps->next_step].rank);
}

static void lock_pending(void)
{
    for (al_wait_t wait = {0}; atomic_exchange_explicit(&pending.busy, 1, memory_order_acquire);)
        ali_wait_step(&wait, 0);
}

static void unlock_pending(void)
{
    atomic_store_explicit(&pending.busy, 0, memory_order_release);
}

/* Keep a list that has failed, for ali_steps_take_failure() and for its signals. The caller holds
 * the lock. */
static void keep_failed(al_steps_t *steps, int status)
{
    int kept = steps->next_step;
    for (int k = steps->next_step; k < steps->count; ++k)
        if (steps->step[k].kind == AL_STEP_SIGNAL)
            steps->step[kept++] = steps->step[k];
    steps->count = kept;
    steps->status = status;
    snprintf(steps->message, sizeof steps->message, "%s", ashlar_error_message());
    steps->next = pending.failed;
    pending.failed = steps;
    atomic_fetch_add_explicit(&ali_steps_failed, 1, memory_order_relaxed);
    atomic_store_explicit(&ali_steps_pending, ali_steps_advance, memory_order_release);
}

static int fail_list(al_steps_t *steps, int status)
{
    lock_pending();
    keep_failed(steps, status);
    unlock_pending();
    return status;
}

/* A list cannot be run: nothing has happened, or others know of what it has begun. */
static int give_up_list(al_steps_t *steps)
{
    const char *call = steps->call;
    int status = steps->status;
    if (status == ASHLAR_ENOMEM)
        status = AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for the steps of the call", call);
    ali_steps_discard(steps, status);
    return status;
}

void ali_steps_discard(al_steps_t *steps, int status)
{
    if (steps->next_step > 0)
        fail_list(steps, status);
    else
        ali_steps_undo(steps);
}

void ali_steps_go(al_steps_t *steps)
{
    if (AL_LIKELY(ali_steps_have_room(steps)))
        steps->status = go_on(steps);
}

/* Go through a list, which others may hold up. */
static int go_through(al_steps_t *steps)
{
    int status = go_on(steps);
    /* A test of MPI's is a long spin. */
    const unsigned round = ali_context.oversubscribed && steps->messages ? AL_SPINS : 0;
    for (al_wait_t wait = {.round = round}; status == ASHLAR_OK && !is_over(steps);) {
        const int before = steps->next_step;
        if (wait.round >= AL_SPINS)
            report(steps);
        ali_wait_step(&wait, 1);
        status = go_on(steps);
        if (steps->next_step != before)
            ali_wait_reset(&wait);
    }
    return AL_LIKELY(status == ASHLAR_OK) ? ASHLAR_OK : fail_list(steps, status);
}

int ali_steps_run(al_steps_t *steps)
{
    if (AL_UNLIKELY(!ali_steps_have_room(steps)))
        return give_up_list(steps);
    AL_TRY(go_through(steps));
    ali_steps_recycle(steps);
    return ASHLAR_OK;
}

int ali_steps_run_and_keep(al_steps_t **steps)
{
    al_steps_t *list = *steps;
    *steps = NULL;
    if (AL_UNLIKELY(!ali_steps_have_room(list)))
        return give_up_list(list);
    AL_TRY(go_through(list));
    if (ali_steps_is_small(list))
        *steps = list;
    else
        ali_steps_recycle(list);
    return ASHLAR_OK;
}

/* ---- behind handles -------------------------------------------------------------------------- */

/* The caller holds the lock. */
static void go_on_with_all(void)
{
    for (al_steps_t **at = &pending.first; *at;) {
        al_steps_t *steps = *at;
        const int status = go_on(steps);
        if (status == ASHLAR_OK && !is_over(steps)) {
            at = &steps->next;
            continue;
        }
        const al_handle_t handle = steps->handle;
        *at = steps->next;
        if (!*at)
            pending.last = at;
        if (status == ASHLAR_OK)
            ali_steps_spare(steps);
        else
            keep_failed(steps, status);
        ali_handle_part_done(handle);
    }
    bool is_left = pending.first != NULL;
    for (al_steps_t *steps = pending.failed; steps; steps = steps->next) {
        go_on(steps);
        is_left |= !is_over(steps);
    }
    if (!is_left)
        atomic_store_explicit(&ali_steps_pending, NULL, memory_order_release);
}

void ali_steps_advance(void)
{
    if (atomic_exchange_explicit(&pending.busy, 1, memory_order_acquire))
        return;
    go_on_with_all();
    unlock_pending();
}

int ali_steps_start(al_steps_t *steps, al_handle_t *handle)
{
    if (AL_UNLIKELY(!ali_steps_have_room(steps)))
        return give_up_list(steps);
    const int status = go_on(steps);
    if (status != ASHLAR_OK)
        return fail_list(steps, status);
    if (is_over(steps)) {
        ali_steps_recycle(steps);
        return ASHLAR_OK;
    }
    if (!ali_handle_add_part(handle)) /* no slot is left */
        return ali_steps_run(steps);
    steps->handle = *handle;
    steps->next = NULL;
    lock_pending();
    *pending.last = steps;
    pending.last = &steps->next;
    atomic_store_explicit(&ali_steps_pending, ali_steps_advance, memory_order_release);
    unlock_pending();
    return ASHLAR_OK;
}

int al_work_nb(al_work_fn_t *work, void *context, al_handle_t *handle)
{
    AL_TRY(ali_check_started(__func__));
    if (!work || !handle)
        return AL_FAIL(ASHLAR_EARG, "%s: %s is NULL", __func__,
                       work ? "the handle pointer" : "the function");
    al_steps_t *steps = ali_steps_begin(__func__);
    if (!steps)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for the steps of the call", __func__);
    ali_steps_turns(steps, work, context);
    return ali_steps_start(steps, handle);
}

/* Are there lists that are not over, of those that have not failed? */
static bool are_pending(void)
{
    if (!atomic_load_explicit(&ali_steps_pending, memory_order_acquire))
        return false;
    lock_pending();
    const bool are = pending.first != NULL;
    unlock_pending();
    return are;
}

int ali_steps_finish(void)
{
    for (al_wait_t wait = {0}; are_pending();) {
        ali_steps_advance();
        ali_steps_report(0);
        ali_wait_step(&wait, 1);
    }
    return AL_UNLIKELY(ali_steps_failed) ? ali_steps_take_failure(0) : ASHLAR_OK;
}

void ali_steps_report(al_handle_t handle)
{
    if (atomic_exchange_explicit(&pending.busy, 1, memory_order_acquire))
        return;
    const al_steps_t *steps = pending.first;
    while (steps && handle && steps->handle != handle)
        steps = steps->next;
    if (steps)
        report(steps);
    unlock_pending();
}

int ali_steps_take_failure(al_handle_t handle)
{
    int status = ASHLAR_OK;
    lock_pending();
    for (al_steps_t *steps = pending.failed; steps; steps = steps->next)
        if (steps->handle && (!handle || steps->handle == handle)) {
            status = AL_FAIL(steps->status, "%s", steps->message);
            steps->handle = 0;
            break;
        }
    unlock_pending();
    return status;
}

/* MPI is to write no more to its memory. */
static void abandon(al_steps_t *steps)
{
    for (int k = 0; k < steps->next_step; ++k) {
        const al_step_t *step = &steps->step[k];
        if (step->kind != AL_STEP_SEND && step->kind != AL_STEP_RECEIVE)
            continue;
        MPI_Request *request = &steps->request[step->message.number];
        if (*request != MPI_REQUEST_NULL) {
            MPI_Cancel(request);
            MPI_Request_free(request);
        }
    }
}

void ali_steps_abandon(void)
{
    lock_pending();
    while (pending.first) { /* nobody has waited for it */
        al_steps_t *steps = pending.first;
        pending.first = steps->next;
        ali_handle_part_done(steps->handle);
        abandon(steps);
    }
    pending.last = &pending.first;
    while (pending.failed) {
        al_steps_t *steps = pending.failed;
        pending.failed = steps->next;
        abandon(steps);
    }
    atomic_store_explicit(&ali_steps_failed, 0, memory_order_relaxed);
    atomic_store_explicit(&ali_steps_pending, NULL, memory_order_release);
    unlock_pending();
}

void ali_steps_stop(void)
{
    ali_steps_free_all();
    ali_pairs_stop();
}
