/* Element types: the built-in ones and records of n bytes. */
#include "ga/src/array/ga_type.h"

#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_context.h"

/* The number of a record type is not given again: ranks that make the same types have the same
 * numbers, whichever arrays of theirs are still alive. */

/* The entry of a record type; -1: it is none. */
static int record_of(ga_type type)
{
    const unsigned number = (unsigned)type - ASHLAR_TYPE_COUNT;
    for (int k = 0; k < GAI_RECORDS; ++k)
        if (gai_context.records[k].users && gai_context.records[k].number == number)
            return k;
    return -1;
}

size_t gai_type_bytes(ga_type type)
{
    if (ali_type_is_known(type))
        return ali_types[type].bytes;
    int k = record_of(type);
    return k < 0 ? 0 : gai_context.records[k].bytes;
}

const char *gai_type_name(ga_type type)
{
    return ali_type_is_known(type) ? ali_types[type].name : "record";
}

static void add_users(ga_type type, int users)
{
    int k = ali_type_is_known(type) ? -1 : record_of(type);
    if (k >= 0)
        gai_context.records[k].users += users;
}

void gai_type_ref(ga_type type)
{
    add_users(type, 1);
}

void gai_type_unref(ga_type type)
{
    add_users(type, -1);
}

int gai_types_count(void)
{
    int count = 0;
    for (int k = 0; k < GAI_RECORDS; ++k)
        count += gai_context.records[k].users > 0;
    return count;
}

int ga_type_create(size_t bytes, ga_type *type)
{
    AL_TRY(gai_check_started(__func__));
    if (!type)
        return gai_bad_argument(__func__, "the type pointer");
    if (bytes == 0)
        return AL_FAIL(ASHLAR_EARG, "%s: a record of 0 bytes", __func__);
    for (int k = 0; k < GAI_RECORDS; ++k)
        if (!gai_context.records[k].users) {
            gai_context.records[k].bytes = bytes;
            gai_context.records[k].number = gai_context.records_made++;
            gai_context.records[k].users = 1;
            gai_context.records[k].is_destroyed = 0;
            *type = (ga_type)(ASHLAR_TYPE_COUNT + gai_context.records[k].number);
            return ASHLAR_OK;
        }
    return AL_FAIL(ASHLAR_ELIMIT, "%s: there are already %d record types", __func__, GAI_RECORDS);
}

int ga_type_destroy(ga_type type)
{
    AL_TRY(gai_check_started(__func__));
    int k = record_of(type);
    if (k < 0 || gai_context.records[k].is_destroyed)
        return AL_FAIL(ASHLAR_ETYPE, "%s: %d is not a record type", __func__, (int)type);
    gai_context.records[k].is_destroyed = 1;
    --gai_context.records[k].users;
    return ASHLAR_OK;
}

int ga_type_bytes(ga_type type, size_t *bytes)
{
    if (!bytes)
        return gai_bad_argument(__func__, "bytes");
    size_t size = gai_type_bytes(type);
    if (size == 0)
        return AL_FAIL(ASHLAR_ETYPE, "%s: %d is not an element type", __func__, (int)type);
    *bytes = size;
    return ASHLAR_OK;
}
