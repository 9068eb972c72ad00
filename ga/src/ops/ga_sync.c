/* Completion, and small collectives over a group. */
#include "ga/src/ga_internal.h"

int ga_fence(void)
{
    AL_TRY(gai_check_started("ga_fence"));
    return al_fence_all();
}

static int sync_group(const char *call, ga_group_t handle)
{
    al_group_t *group = NULL;
    AL_TRY(gai_group(call, handle, &group, NULL));
    double begin = gai_stats_begin();
    int status = al_barrier(group);
    if (GA_UNLIKELY(gai_stats_on))
        gai_stats_call(GA_STATS_SYNC, begin);
    return status;
}

int ga_sync(void)
{
    return sync_group("ga_sync", GA_GROUP_DEFAULT);
}

int ga_group_sync(ga_group_t handle)
{
    return sync_group("ga_group_sync", handle);
}

int ga_broadcast(ga_group_t handle, void *buf, size_t bytes, int root)
{
    al_group_t *group = NULL;
    AL_TRY(gai_group("ga_broadcast", handle, &group, NULL));
    if (root < 0 || root >= al_group_size(group))
        return AL_FAIL(ASHLAR_ERANGE, "ga_broadcast: root %d outside 0..%d", root,
                       al_group_size(group) - 1);
    if (!buf && bytes)
        return gai_bad_argument("ga_broadcast", "the buffer");
    return al_broadcast(group, buf, bytes, root);
}

int ga_allreduce(ga_group_t handle, ga_type type, ashlar_op op, void *buf, int64_t n)
{
    al_group_t *group = NULL;
    AL_TRY(gai_group("ga_allreduce", handle, &group, NULL));
    if (n < 0)
        return AL_FAIL(ASHLAR_EARG, "ga_allreduce: %lld elements", (long long)n);
    int status = al_allreduce(group, type, op, buf, (size_t)n);
    return status == ASHLAR_OK ? status : ali_fail_within(status, "ga_allreduce");
}

int ga_poll(void)
{
    AL_TRY(gai_check_started("ga_poll"));
    return al_poll();
}
