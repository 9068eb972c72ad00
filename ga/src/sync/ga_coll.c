/* Small collectives over a group. */
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_group.h"

int ga_broadcast(ga_group_t handle, void *buf, size_t bytes, int root)
{
    GAI_COLLECTIVE(ga_broadcast, handle, buf, bytes, root);
    al_group_t *group = NULL;
    AL_TRY(gai_group(__func__, handle, &group, NULL));
    if (root < 0 || root >= al_group_size(group))
        return AL_FAIL(ASHLAR_ERANGE, "%s: root %d outside 0..%d", __func__, root,
                       al_group_size(group) - 1);
    if (!buf && bytes)
        return gai_bad_argument(__func__, "the buffer");
    return al_broadcast(group, buf, bytes, root);
}

int ga_allreduce(ga_group_t handle, ga_type type, ashlar_op op, void *buf, int64_t n)
{
    GAI_COLLECTIVE(ga_allreduce, handle, type, op, buf, n);
    al_group_t *group = NULL;
    AL_TRY(gai_group(__func__, handle, &group, NULL));
    if (n < 0)
        return AL_FAIL(ASHLAR_EARG, "%s: %lld elements", __func__, (long long)n);
    int status = al_allreduce(group, type, op, buf, (size_t)n);
    return status == ASHLAR_OK || status == ASHLAR_EMISMATCH
               ? status /* the sentence begins with this call */
               : ali_fail_within(status, "%s", __func__);
}
