/* Fence, sync and poll. */
#include "ga/src/array/ga_array.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_group.h"

int ga_fence(void)
{
    AL_TRY(gai_check_started(__func__));
    return al_fence_all();
}

int ga_fence_array(ga_t g)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    return al_fence_group(array->group);
}

int ga_fence_array_nb(ga_t g, ga_handle_t *handle)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (!handle)
        return gai_bad_argument(__func__, "the handle pointer");
    return al_fence_group_nb(array->group, handle);
}

static int sync_group(const char *call, ga_group_t handle)
{
    al_group_t *group = NULL;
    AL_TRY(gai_group(call, handle, &group, NULL));
    return al_barrier(group);
}

int ga_sync(void)
{
    ALI_CHECKED(gai_check_collective(GAI_ROW(ga_sync), NULL));
    return sync_group(__func__, GA_GROUP_DEFAULT);
}

int ga_group_sync(ga_group_t handle)
{
    GAI_COLLECTIVE(ga_group_sync, handle);
    return sync_group(__func__, handle);
}

int ga_poll(void)
{
    AL_TRY(gai_check_started(__func__));
    return al_poll();
}
