/* Integers of any image, read and changed at once. */
#include <stdatomic.h>
#include <string.h>

#include "coarray/src/co_private.h"
#include "ga/src/array/ga_check.h"

int coi_check_integer(const char *call, const co_array_t *x)
{
    return x->type != COI_RECORDS && ali_types[x->type].kind == 'i'
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ETYPE, "%s: the elements of coarray %d are not integers", call,
                         x->number);
}

int coi_read(al_segment_t *segment, int rank, size_t offset, ashlar_type type, int64_t *value)
{
    if (segment->engine_atomics)
        return al_fetch_add(segment, rank, offset, type, 0, value);
    AL_TRY(ali_before_local(segment, sizeof *value));
    const void *at = segment->base + segment->slices[rank].offset + offset;
    if (type == ASHLAR_INT)
        *value = atomic_load_explicit((const _Atomic int *)at, memory_order_acquire);
    else
        *value = atomic_load_explicit((const _Atomic int64_t *)at, memory_order_acquire);
    return ASHLAR_OK;
}

static int find_integer(const char *call, co_array_t *x, int image, const int64_t *index,
                        size_t *offset)
{
    AL_TRY(coi_find(call, x, image, index, offset));
    return coi_check_integer(call, x);
}

int co_atomic_get(co_array_t *x, int image, const int64_t *index, int64_t *value)
{
    size_t offset = 0;
    AL_TRY(find_integer(__func__, x, image, index, &offset));
    if (!value)
        return gai_bad_argument(__func__, "the value pointer");
    if (ali_slice_is_here(x->segment, image))
        return coi_read(x->segment, image, offset, (ashlar_type)x->type, value);
    return al_fetch_add(x->segment, image, offset, (ashlar_type)x->type, 0, value);
}

int co_atomic_set(co_array_t *x, int image, const int64_t *index, int64_t value)
{
    size_t offset = 0;
    AL_TRY(find_integer(__func__, x, image, index, &offset));
    return al_swap(x->segment, image, offset, (ashlar_type)x->type, value, NULL);
}

int co_atomic_compare_swap(co_array_t *x, int image, const int64_t *index, int64_t expected,
                           int64_t value, int64_t *old)
{
    size_t offset = 0;
    AL_TRY(find_integer(__func__, x, image, index, &offset));
    if (!old)
        return gai_bad_argument(__func__, "the pointer for the old value");
    return al_compare_swap(x->segment, image, offset, (ashlar_type)x->type, expected, value, old);
}

static int64_t combine(int64_t a, ashlar_op op, int64_t b)
{
    return op == ASHLAR_AND ? (a & b) : op == ASHLAR_OR ? (a | b) : (a ^ b);
}

/* A bitwise operation: try until nobody else was in between. */
static int update_bits(al_segment_t *segment, int image, size_t offset, ashlar_type type,
                       ashlar_op op, int64_t value, int64_t *old)
{
    int64_t expected, found;
    AL_TRY(al_fetch_add(segment, image, offset, type, 0, &found));
    do {
        expected = found;
        AL_TRY(al_compare_swap(segment, image, offset, type, expected, combine(expected, op, value),
                               &found));
    } while (found != expected);
    if (old)
        *old = found;
    return ASHLAR_OK;
}

int co_atomic_update(co_array_t *x, int image, const int64_t *index, ashlar_op op, int64_t value,
                     int64_t *old)
{
    size_t offset = 0;
    AL_TRY(find_integer(__func__, x, image, index, &offset));
    const ashlar_type type = (ashlar_type)x->type;
    switch (op) {
    case ASHLAR_SUM:
        return al_fetch_add(x->segment, image, offset, type, value, old);
    case ASHLAR_REPLACE:
        return al_swap(x->segment, image, offset, type, value, old);
    case ASHLAR_AND:
    case ASHLAR_OR:
    case ASHLAR_XOR:
        return update_bits(x->segment, image, offset, type, op, value, old);
    default:
        return AL_FAIL(ASHLAR_EARG, "%s: %d is not an operation of atomics", __func__, (int)op);
    }
}
