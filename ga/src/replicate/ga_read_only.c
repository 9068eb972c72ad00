/* Arrays that are only read for a while. */
#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_create.h"
#include "ga/src/array/ga_handle.h"
#include "ga/src/onesided/ga_transfer.h"
#include "ga/src/operands/ga_operands.h"

/* May it be that a pointer or another array still writes to it? */
static int check_exclusive(const char *call, gai_array_t *array)
{
    int open = atomic_load_explicit(&array->open, memory_order_relaxed);
    if (open)
        return AL_FAIL(ASHLAR_ESTATE, "%s: %d accesses to array '%s' are open on rank %d", call,
                       open, array->name, array->rank);
    return array->segment->references == 1
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ESTATE, "%s: another array lies in the same memory as array '%s'",
                         call, array->name);
}

/* A mirrored array beside it, without a handle. */
static int make_replica(const char *call, const gai_array_t *array, gai_array_t **replica)
{
    ga_spec_t spec = {.type = array->type,
                      .ndim = array->dist.ndim,
                      .name = array->name,
                      .group = array->group_handle,
                      .mirrored = 1};
    ga_t g;
    for (int d = 0; d < spec.ndim; ++d)
        spec.dims[d] = array->dist.axis[d].extent;
    AL_TRY(gai_create_spec(call, &spec, &g));
    *replica = gai_find(g);
    gai_handle_remove(*replica);
    return ASHLAR_OK;
}

static int fill_replica(const gai_array_t *array, const gai_array_t *replica)
{
    for (int64_t b = 0; b < gai_my_count(replica); ++b) {
        gai_block_t block;
        char *at = gai_my_block(replica, b, &block);
        if (!at)
            return ASHLAR_EMPI;
        AL_TRY(gai_read(array, block.lo, block.hi, at, block.ld));
    }
    return ASHLAR_OK;
}

/* Collective, after a barrier. On one node there is nothing to copy. */
static int make_read_only(const char *call, gai_array_t *array)
{
    al_group_t *group = gai_whole_group(array);
    gai_array_t *replica = array;
    AL_TRY(gai_agree(call, group, check_exclusive(call, array)));
    if (array->segment->group->node_count > 1) {
        AL_TRY(make_replica(call, array, &replica));
        int status = gai_agree(call, group, fill_replica(array, replica));
        if (status != ASHLAR_OK) {
            gai_destroy(replica);
            return status;
        }
    }
    array->replica = replica;
    array->writable = 0;
    return ASHLAR_OK;
}

int ga_set_read_only(ga_t g, int on)
{
    GAI_COLLECTIVE(ga_set_read_only, g, on);
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    al_group_t *group = gai_whole_group(array);
    AL_TRY(al_barrier(group));
    if ((array->replica != NULL) == (on != 0))
        return ASHLAR_OK;
    int status = on ? make_read_only(__func__, array) : gai_drop_replica(array);
    int sync_status = al_barrier(group);
    return status != ASHLAR_OK ? status : sync_status;
}

int ga_inquire_read_only(ga_t g, int *on)
{
    gai_array_t *array;
    AL_TRY(gai_get(__func__, g, &array));
    if (!on)
        return gai_bad_argument(__func__, "on");
    *on = array->replica != NULL;
    return ASHLAR_OK;
}
