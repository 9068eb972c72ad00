/* Handles of arrays, which all ranks count alike. */
#include "ga/src/array/ga_handle.h"

#include "ga/src/array/ga_check.h"

/* Serial numbers begin with 0, handles with 1. */
static ga_t handle_of(int64_t serial)
{
    return (ga_t)(serial % INT32_MAX + 1);
}

/* The first serial from `from` on whose slot is free here; there is one. */
static int64_t free_serial(int64_t from)
{
    while (gai_context.slots[(uint32_t)handle_of(from) % GAI_SLOTS])
        ++from;
    return from;
}

/* The proposal of this rank for the next handle: highest, minus lowest, failures, full tables. */
static void fill_ballot(int64_t from, int failed, long long *ballot)
{
    int full = gai_context.arrays >= GAI_SLOTS - 2;
    int64_t mine = full ? from : free_serial(from);
    ballot[0] = mine;
    ballot[1] = -mine;
    ballot[2] = failed;
    ballot[3] = full;
}

void gai_handle_propose(int failed, long long *ballot)
{
    fill_ballot(gai_context.arrays_made, failed, ballot);
}

int gai_handle_agree(al_group_t *group, long long *ballot, ga_t *handle)
{
    while (!ballot[2] && !ballot[3] && ballot[0] != -ballot[1]) {
        fill_ballot(ballot[0], 0, ballot);
        AL_TRY(al_allreduce(group, ASHLAR_LLONG, ASHLAR_MAX, ballot, GAI_BALLOT));
    }
    if (ballot[2])
        return AL_FAIL(ASHLAR_ENOMEM, "no memory for the record of an array");
    if (ballot[3])
        return AL_FAIL(ASHLAR_ELIMIT, "there are already %d arrays", GAI_SLOTS - 2);
    *handle = handle_of(ballot[0]);
    gai_context.arrays_made = ballot[0] + 1;
    return ASHLAR_OK;
}

void gai_handle_install(gai_array_t *array)
{
    array->writable = array->handle;
    gai_context.slots[(uint32_t)array->handle % GAI_SLOTS] = array;
    ++gai_context.arrays;
}

void gai_handle_remove(gai_array_t *array)
{
    gai_context.slots[(uint32_t)array->handle % GAI_SLOTS] = NULL;
    --gai_context.arrays;
}

int gai_bad_handle(const char *call, ga_t g)
{
    AL_TRY(gai_check_started(call));
    return AL_FAIL(ASHLAR_EHANDLE, "%s: %d is not a live array%s", call, (int)g,
                   g > 0 && g <= gai_context.arrays_made ? " (it was destroyed)" : "");
}
