/* Completion of nonblocking transfers. */
#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/base/al_engine.h"
#include "armci-lite/src/base/al_status.h"

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

int al_wait_all(void)
{
    AL_TRY(ali_check_started(__func__));
    return ali_engine ? ali_engine->fence_all() : ASHLAR_OK;
}
