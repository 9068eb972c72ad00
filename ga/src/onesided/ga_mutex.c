/* Sets of mutexes by number, and notices. */
#include "armci-lite/src/al_internal.h"
#include "ga/src/ga_internal.h"

enum { SETS = 64 };
static al_mutexes_t *sets[SETS + 1];

static int find(const char *call, ga_mutexes_t set, al_mutexes_t **mutexes)
{
    AL_TRY(gai_check_started(call));
    if (set < 1 || set > SETS || !sets[set])
        return AL_FAIL(ASHLAR_EHANDLE, "%s: %d is not a live set of mutexes", call, (int)set);
    *mutexes = sets[set];
    return ASHLAR_OK;
}

int ga_mutexes_create(ga_group_t handle, int64_t n, ga_mutexes_t *mutexes)
{
    const char *call = "ga_mutexes_create";
    al_group_t *group = NULL;
    AL_TRY(gai_group(call, handle, &group, NULL));
    if (!mutexes)
        return gai_bad_argument(call, "the set pointer");
    int set = 1;
    while (set <= SETS && sets[set])
        ++set;
    int status = set <= SETS ? ASHLAR_OK
                             : AL_FAIL(ASHLAR_ELIMIT, "%s: there are already %d sets", call, SETS);
    AL_TRY(gai_agree(call, group, status));
    status = al_mutexes_create(group, n, &sets[set]);
    if (status != ASHLAR_OK)
        return ali_fail_within(status, "%s", call);
    *mutexes = set;
    return ASHLAR_OK;
}

int ga_mutexes_destroy(ga_mutexes_t set)
{
    al_mutexes_t *mutexes;
    AL_TRY(find("ga_mutexes_destroy", set, &mutexes));
    int status = al_mutexes_free(mutexes);
    if (status != ASHLAR_OK)
        return ali_fail_within(status, "ga_mutexes_destroy");
    sets[set] = NULL;
    return ASHLAR_OK;
}

int ga_lock(ga_mutexes_t set, int64_t index)
{
    al_mutexes_t *mutexes;
    AL_TRY(find("ga_lock", set, &mutexes));
    int status = al_mutex_lock(mutexes, index);
    return status == ASHLAR_OK ? status : ali_fail_within(status, "ga_lock");
}

int ga_unlock(ga_mutexes_t set, int64_t index)
{
    al_mutexes_t *mutexes;
    AL_TRY(find("ga_unlock", set, &mutexes));
    int status = al_mutex_unlock(mutexes, index);
    return status == ASHLAR_OK ? status : ali_fail_within(status, "ga_unlock");
}

void gai_mutexes_stop(void)
{
    for (int set = 1; set <= SETS; ++set)
        if (sets[set]) {
            ali_mutexes_forget(sets[set]);
            sets[set] = NULL;
        }
}

int ga_notify(int rank)
{
    AL_TRY(gai_check_started("ga_notify"));
    int status = al_notify(rank);
    return status == ASHLAR_OK ? status : ali_fail_within(status, "ga_notify");
}

int ga_notify_wait(int rank)
{
    AL_TRY(gai_check_started("ga_notify_wait"));
    int status = al_notify_wait(rank);
    return status == ASHLAR_OK ? status : ali_fail_within(status, "ga_notify_wait");
}
