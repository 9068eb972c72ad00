/* Waits and tests for the completion of nonblocking transfers. */
#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/wait/al_engine.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/wait/al_wait.h"
#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/local/al_handle.h"
#include "armci-lite/src/steps/al_steps.h"

/* Go on with a handle whose rank has steps under way: they may be its own. */
static int advance_steps(al_handle_t handle, int wait, int *done)
{
    for (al_wait_t waiting = {0};; ali_wait_step(&waiting, 1)) {
        ali_wait_advance_steps();
        *done = ali_handle_is_complete(handle);
        if (!*done && ali_engine)
            AL_TRY(ali_engine->advance(handle, 0, done));
        if (*done || !wait)
            break;
        ali_report_wait("al_wait", AL_ANYBODY);
        ali_steps_report(handle);
    }
    return ASHLAR_OK;
}

/* Go on with a handle; wait: until it is complete. */
static int advance_handle(al_handle_t handle, int wait, int *done)
{
    *done = 1;
    if (AL_UNLIKELY(atomic_load_explicit(&ali_steps_pending, memory_order_relaxed) != NULL))
        AL_TRY(advance_steps(handle, wait, done));
    else if (ali_engine)
        AL_TRY(ali_engine->advance(handle, wait, done));
    return AL_UNLIKELY(ali_steps_failed) && *done ? ali_steps_take_failure(handle) : ASHLAR_OK;
}

int al_wait(al_handle_t *handle)
{
    AL_TRY(ali_check_started(__func__));
    if (!handle)
        return AL_FAIL(ASHLAR_EARG, "%s: the handle pointer is NULL", __func__);
    int done;
    int status = *handle ? advance_handle(*handle, 1, &done) : ASHLAR_OK;
    *handle = 0;
    return status;
}

int al_test(al_handle_t *handle, int *done)
{
    AL_TRY(ali_check_started(__func__));
    if (!handle || !done)
        return AL_FAIL(ASHLAR_EARG, "%s: %s is NULL", __func__,
                       handle ? "done" : "the handle pointer");
    *done = 1;
    int status = *handle ? advance_handle(*handle, 0, done) : ASHLAR_OK;
    if (*done)
        *handle = 0;
    return status;
}

/* The first complete handle from place k on, which becomes 0; n: none. *pending: some are not. The
 * engine is asked about each: a helper thread may be completing them. */
static int take_complete(int n, al_handle_t *handles, int *k, int *pending)
{
    for (*pending = 0; *k < n; ++*k) {
        int done;
        if (!handles[*k])
            continue;
        AL_TRY(advance_handle(handles[*k], 0, &done));
        if (done) {
            handles[*k] = 0;
            return ASHLAR_OK;
        }
        *pending = 1;
    }
    return ASHLAR_OK;
}

/* The same, but wait until there is one; n: all were 0. */
static int wait_for_one(int n, al_handle_t *handles, int *index)
{
    for (al_wait_t wait = {0};; ali_wait_step(&wait, 1)) {
        int pending;
        *index = 0;
        AL_TRY(take_complete(n, handles, index, &pending));
        if (*index < n || !pending)
            return ASHLAR_OK;
        ali_report_wait("al_wait_any", AL_ANYBODY);
    }
}

int al_wait_any(int n, al_handle_t *handles, int *index)
{
    AL_TRY(ali_check_started(__func__));
    if (n < 0 || (n > 0 && !handles) || !index)
        return AL_FAIL(ASHLAR_EARG, "%s: %d handles, or a NULL argument", __func__, n);
    int first;
    AL_TRY(wait_for_one(n, handles, &first));
    *index = first < n ? first : -1;
    return ASHLAR_OK;
}

int al_wait_some(int n, al_handle_t *handles, int *count, int *indices)
{
    AL_TRY(ali_check_started(__func__));
    if (n < 0 || (n > 0 && (!handles || !indices)) || !count)
        return AL_FAIL(ASHLAR_EARG, "%s: %d handles, or a NULL argument", __func__, n);
    int index, pending, found = 0;
    AL_TRY(wait_for_one(n, handles, &index));
    int status = ASHLAR_OK;
    while (index < n && status == ASHLAR_OK) {
        indices[found++] = index++;
        status = take_complete(n, handles, &index, &pending);
    }
    *count = found;
    return status;
}

int al_wait_all(void)
{
    AL_TRY(ali_check_started(__func__));
    const int status = ali_steps_finish();
    const int fenced = ali_engine ? ali_engine->fence_all() : ASHLAR_OK;
    return status != ASHLAR_OK ? status : fenced;
}
