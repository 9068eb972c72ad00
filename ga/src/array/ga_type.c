/* Element types: the built-in ones and records of n bytes. */
#include "ga/src/array/ga_type.h"

#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"

static struct {
    size_t bytes; /* 0: free */
    int arrays;
} records[GAI_RECORDS];

static int is_record(ga_type type)
{
    unsigned index = (unsigned)type - ASHLAR_TYPE_COUNT;
    return index < GAI_RECORDS && records[index].bytes > 0;
}

size_t gai_type_bytes(ga_type type)
{
    if (ali_type_is_known(type))
        return ali_types[type].bytes;
    return is_record(type) ? records[(unsigned)type - ASHLAR_TYPE_COUNT].bytes : 0;
}

const char *gai_type_name(ga_type type)
{
    return ali_type_is_known(type) ? ali_types[type].name : "record";
}

void gai_type_ref(ga_type type)
{
    if (is_record(type))
        ++records[(unsigned)type - ASHLAR_TYPE_COUNT].arrays;
}

void gai_type_unref(ga_type type)
{
    if (is_record(type))
        --records[(unsigned)type - ASHLAR_TYPE_COUNT].arrays;
}

int gai_types_count(void)
{
    int count = 0;
    for (int index = 0; index < GAI_RECORDS; ++index)
        count += records[index].bytes > 0;
    return count;
}

void gai_types_stop(void)
{
    memset(records, 0, sizeof records);
}

int ga_type_create(size_t bytes, ga_type *type)
{
    AL_TRY(gai_check_started(__func__));
    if (!type)
        return gai_bad_argument(__func__, "the type pointer");
    if (bytes == 0)
        return AL_FAIL(ASHLAR_EARG, "%s: a record of 0 bytes", __func__);
    for (unsigned index = 0; index < GAI_RECORDS; ++index)
        if (records[index].bytes == 0) {
            records[index].bytes = bytes;
            *type = (ga_type)(ASHLAR_TYPE_COUNT + index);
            return ASHLAR_OK;
        }
    return AL_FAIL(ASHLAR_ELIMIT, "%s: there are already %d record types", __func__, GAI_RECORDS);
}

int ga_type_destroy(ga_type type)
{
    AL_TRY(gai_check_started(__func__));
    if (!is_record(type))
        return AL_FAIL(ASHLAR_ETYPE, "%s: %d is not a record type", __func__, (int)type);
    unsigned index = (unsigned)type - ASHLAR_TYPE_COUNT;
    if (records[index].arrays)
        return AL_FAIL(ASHLAR_ESTATE, "%s: %d arrays of record type %d are alive", __func__,
                       records[index].arrays, (int)type);
    records[index].bytes = 0;
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
