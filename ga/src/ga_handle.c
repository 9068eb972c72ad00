#include "ga/src/ga_internal.h"

gai_array_t *gai_slots[GAI_SLOTS];
static int64_t next_serial = 1;
static int live;

/* The first serial from `from` on whose slot is free here; INT32_MAX+1 when all slots are taken. */
static int64_t free_serial(int64_t from)
{
    const int64_t none = (int64_t)INT32_MAX + 1;
    if (live == GAI_SLOTS - 1)
        return none;
    for (int64_t tries = 0; tries < GAI_SLOTS; ++tries, ++from) {
        if (from > INT32_MAX)
            from = 1;
        if (!gai_slots[from % GAI_SLOTS])
            return from;
    }
    return none;
}

int gai_handle_agree(al_group_t *group, int failed, ga_t *handle)
{
    long long ballot[3]; /* highest, minus lowest, failures: all by MAX */
    int64_t from = next_serial;
    do {
        int64_t mine = free_serial(from);
        ballot[0] = mine;
        ballot[1] = -mine;
        ballot[2] = failed;
        AL_TRY(al_allreduce(group, ASHLAR_LLONG, ASHLAR_MAX, ballot, 3));
        from = ballot[0];
    } while (ballot[0] <= INT32_MAX && ballot[0] != -ballot[1]);
    if (ballot[2])
        return AL_FAIL(ASHLAR_ENOMEM, "no memory for the record of an array");
    if (ballot[0] > INT32_MAX)
        return AL_FAIL(ASHLAR_ELIMIT, "there are already %d arrays", GAI_SLOTS - 1);
    *handle = (ga_t)ballot[0];
    next_serial = ballot[0] == INT32_MAX ? 1 : ballot[0] + 1;
    return ASHLAR_OK;
}

void gai_handle_install(gai_array_t *array)
{
    gai_slots[(uint32_t)array->handle % GAI_SLOTS] = array;
    ++live;
}

void gai_handle_remove(gai_array_t *array)
{
    gai_slots[(uint32_t)array->handle % GAI_SLOTS] = NULL;
    --live;
}

int gai_bad_handle(const char *call, ga_t g)
{
    AL_TRY(gai_check_started(call));
    return AL_FAIL(ASHLAR_EHANDLE, "%s: %d is not a live array%s", call, (int)g,
                   g > 0 && g < next_serial ? " (it was destroyed)" : "");
}
