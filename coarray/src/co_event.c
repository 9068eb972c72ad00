/* Events: counters that are posted to from anywhere and awaited where they are. */
#include <inttypes.h>
#include <stdatomic.h>

#include "coarray/src/co_private.h"
#include "ga/src/array/ga_check.h"

static int find_event(const char *call, co_array_t *events, int image, const int64_t *index,
                      size_t *offset)
{
    AL_TRY(coi_find(call, events, image, index, offset));
    return events->type == ASHLAR_LLONG
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ETYPE, "%s: the elements of coarray %d are not of ASHLAR_LLONG",
                         call, events->number);
}

int co_event_post(co_array_t *events, int image, const int64_t *index)
{
    size_t offset = 0;
    AL_TRY(find_event(__func__, events, image, index, &offset));
    AL_TRY(al_fence_all());
    return al_put_signal(events->segment, image, 0, NULL, NULL, offset, 1);
}

int co_event_wait(co_array_t *events, const int64_t *index, int64_t count)
{
    size_t offset = 0;
    const int me = events ? events->group->rank : 0;
    AL_TRY(find_event(__func__, events, me, index, &offset));
    if (count < 1)
        return AL_FAIL(ASHLAR_EARG, "%s: a wait for %" PRId64 " posts", __func__, count);
    AL_TRY(coi_await(__func__, events->segment, me, offset, ASHLAR_LLONG, CO_GE, count));
    AL_TRY(al_fetch_add(events->segment, me, offset, ASHLAR_LLONG, -count, NULL));
    return ali_order_after_notice();
}

int co_event_query(co_array_t *events, const int64_t *index, int64_t *count)
{
    size_t offset = 0;
    const int me = events ? events->group->rank : 0;
    AL_TRY(find_event(__func__, events, me, index, &offset));
    if (!count)
        return gai_bad_argument(__func__, "count");
    return coi_read(events->segment, me, offset, ASHLAR_LLONG, count);
}
