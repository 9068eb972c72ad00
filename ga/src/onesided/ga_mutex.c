/* Sets of mutexes by number. */
#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_context.h"
#include "ga/src/array/ga_group.h"
#include "ga/src/onesided/ga_mutex.h"

static int find_set(const char *call, ga_mutexes_t set, al_mutexes_t **mutexes)
{
    AL_TRY(gai_check_started(call));
    if (set < 1 || set > GAI_MUTEX_SETS || !gai_context.mutexes[set])
        return AL_FAIL(ASHLAR_EHANDLE, "%s: %d is not a live set of mutexes", call, (int)set);
    *mutexes = gai_context.mutexes[set];
    return ASHLAR_OK;
}

int ga_mutexes_create(ga_group_t handle, int64_t n, ga_mutexes_t *mutexes)
{
    GAI_COLLECTIVE(ga_mutexes_create, handle, n, mutexes);
    const char *call = __func__;
    al_group_t *group = NULL;
    AL_TRY(gai_group(call, handle, &group, NULL));
    if (!mutexes)
        return gai_bad_argument(call, "the set pointer");
    int set = 1;
    while (set <= GAI_MUTEX_SETS && gai_context.mutexes[set])
        ++set;
    int status = set <= GAI_MUTEX_SETS ? ASHLAR_OK
                                       : AL_FAIL(ASHLAR_ELIMIT, "%s: there are already %d sets",
                                                 call, GAI_MUTEX_SETS);
    AL_TRY(gai_agree(call, group, status));
    status = al_mutexes_create(group, n, &gai_context.mutexes[set]);
    if (status != ASHLAR_OK)
        return ali_fail_within(status, "%s", call);
    *mutexes = set;
    return ASHLAR_OK;
}

/* For the check: the handles of a set are each rank's own. */
static al_segment_t *segment_of(ga_mutexes_t set)
{
    return set >= 1 && set <= GAI_MUTEX_SETS && gai_context.mutexes[set]
               ? ali_mutexes_segment(gai_context.mutexes[set])
               : NULL;
}

static al_group_t *group_of_set(ga_mutexes_t set)
{
    return segment_of(set) ? segment_of(set)->group : NULL;
}

static int number_of_set(ga_mutexes_t set)
{
    return segment_of(set) ? (int)segment_of(set)->number : 0;
}

int ga_mutexes_destroy(ga_mutexes_t set)
{
    ALI_CHECKED(
        gai_check_collective(GAI_ROW(ga_mutexes_destroy), group_of_set(set), number_of_set(set)));
    al_mutexes_t *mutexes;
    AL_TRY(find_set(__func__, set, &mutexes));
    int status = al_mutexes_free(mutexes);
    if (status != ASHLAR_OK)
        return ali_fail_within(status, "%s", __func__);
    gai_context.mutexes[set] = NULL;
    return ASHLAR_OK;
}

int ga_lock(ga_mutexes_t set, int64_t index)
{
    al_mutexes_t *mutexes;
    AL_TRY(find_set(__func__, set, &mutexes));
    int status = al_mutex_lock(mutexes, index);
    return status == ASHLAR_OK ? status : ali_fail_within(status, "%s", __func__);
}

int ga_unlock(ga_mutexes_t set, int64_t index)
{
    al_mutexes_t *mutexes;
    AL_TRY(find_set(__func__, set, &mutexes));
    int status = al_mutex_unlock(mutexes, index);
    return status == ASHLAR_OK ? status : ali_fail_within(status, "%s", __func__);
}

int gai_mutexes_count(void)
{
    int count = 0;
    for (int set = 1; set <= GAI_MUTEX_SETS; ++set)
        count += gai_context.mutexes[set] != NULL;
    return count;
}

void gai_mutexes_stop(void)
{
    for (int set = 1; set <= GAI_MUTEX_SETS; ++set)
        if (gai_context.mutexes[set])
            ali_mutexes_forget(gai_context.mutexes[set]);
}
