/* Waits and tests for the completion of nonblocking transfers. */
#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/wait/al_engine.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/wait/al_wait.h"
#include "armci-lite/src/base/al_wait_report.h"

int al_wait(al_handle_t *handle)
{
    AL_TRY(ali_check_started(__func__));
    if (!handle)
        return AL_FAIL(ASHLAR_EARG, "%s: the handle pointer is NULL", __func__);
    int done;
    if (*handle && ali_engine)
        AL_TRY(ali_engine->advance(*handle, 1, &done));
    *handle = 0;
    return ASHLAR_OK;
}

int al_test(al_handle_t *handle, int *done)
{
    AL_TRY(ali_check_started(__func__));
    if (!handle || !done)
        return AL_FAIL(ASHLAR_EARG, "%s: %s is NULL", __func__,
                       handle ? "done" : "the handle pointer");
    *done = 1;
    if (*handle && ali_engine)
        AL_TRY(ali_engine->advance(*handle, 0, done));
    if (*done)
        *handle = 0;
    return ASHLAR_OK;
}

/* The first complete handle from place k on, which becomes 0; n: none. *pending: some are not. The
 * engine is asked about each: a helper thread may be completing them. */
static int take_complete(int n, al_handle_t *handles, int *k, int *pending)
{
    for (*pending = 0; *k < n; ++*k) {
        int done = 1;
        if (!handles[*k])
            continue;
        if (ali_engine)
            AL_TRY(ali_engine->advance(handles[*k], 0, &done));
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
    for (al_wait_t wait = {0};; ali_wait_step(&wait, 0)) {
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
    while (index < n) {
        indices[found++] = index++;
        AL_TRY(take_complete(n, handles, &index, &pending));
    }
    *count = found;
    return ASHLAR_OK;
}

int al_wait_all(void)
{
    AL_TRY(ali_check_started(__func__));
    return ali_engine ? ali_engine->fence_all() : ASHLAR_OK;
}
