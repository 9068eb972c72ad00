/* The arrays and patches of collective operations, and how these begin and end. */
#include "ga/src/operands/ga_operands.h"

#include <inttypes.h>
#include <string.h>

#include <ashlar/ga_classic.h>

#include "ga/src/array/ga_type.h"
#include "ga/src/dist/ga_pieces.h"

const int64_t gai_all[1] = {0};

/* ---- finding --------------------------------------------------------------------------------- */

int gai_check_types(const char *call, const gai_array_t *a, const gai_array_t *b)
{
    return a->type == b->type
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ETYPE, "%s: array '%s' is of type %s, array '%s' of type %s", call,
                         a->name, gai_type_name(a->type), b->name, gai_type_name(b->type));
}

void gai_whole_operand(gai_array_t *array, gai_operand_t *operand)
{
    operand->array = array;
    operand->n = 1;
    operand->is_all = 1;
    for (int d = 0; d < array->dist.ndim; ++d) {
        operand->lo[d] = 0;
        operand->hi[d] = array->dist.axis[d].extent - 1;
        operand->n *= array->dist.axis[d].extent;
    }
}

int gai_set_operand(const char *call, const gai_argument_t *argument, gai_array_t *array,
                    gai_operand_t *operand)
{
    int ndim = array->dist.ndim;
    if (argument->lo == gai_all) {
        gai_whole_operand(array, operand);
        return ASHLAR_OK;
    }
    if (!argument->lo || !argument->hi)
        return gai_bad_argument(call, argument->lo ? "hi" : "lo");
    int odd = gai_check_patch(call, array, ndim, argument->lo, argument->hi);
    if (odd < 0)
        return odd;
    operand->array = array;
    operand->is_all = 0;
    for (int d = 0; d < ndim; ++d) {
        operand->lo[d] = argument->lo[d];
        operand->hi[d] = argument->hi[d];
    }
    operand->n = odd ? 0 : gai_elements(ndim, operand->lo, operand->hi);
    return ASHLAR_OK;
}

int gai_get_operands(const char *call, const gai_argument_t *arguments, int n,
                     gai_operand_t *operands)
{
    for (int k = 0; k < n; ++k) {
        AL_TRY(gai_get(call, arguments[k].g, &operands[k].array));
        gai_array_t *a = operands[0].array, *b = operands[k].array;
        AL_TRY(gai_check_types(call, a, b));
        if (a->group != b->group)
            return AL_FAIL(ASHLAR_EGROUP, "%s: arrays '%s' and '%s' are on different groups", call,
                           a->name, b->name);
        AL_TRY(gai_set_operand(call, &arguments[k], b, &operands[k]));
    }
    return ASHLAR_OK;
}

/* ---- comparing ------------------------------------------------------------------------------- */

bool gai_is_whole(const gai_operand_t *operand)
{
    for (int d = 0; d < operand->array->dist.ndim; ++d)
        if (operand->lo[d] != 0 || operand->hi[d] != operand->array->dist.axis[d].extent - 1)
            return false;
    return true;
}

bool gai_is_conforming(const gai_operand_t *a, const gai_operand_t *b)
{
    int same = a->array->dist.ndim == b->array->dist.ndim;
    for (int d = 0; d < a->array->dist.ndim && same; ++d)
        same = a->hi[d] - a->lo[d] == b->hi[d] - b->lo[d];
    return same;
}

static bool has_bounds_of(const gai_operand_t *a, const gai_operand_t *b)
{
    size_t bytes = (size_t)a->array->dist.ndim * sizeof *a->lo;
    return a->array->dist.ndim == b->array->dist.ndim && memcmp(a->lo, b->lo, bytes) == 0 &&
           memcmp(a->hi, b->hi, bytes) == 0;
}

bool gai_is_colocated(const gai_operand_t *a, const gai_operand_t *b)
{
    return has_bounds_of(a, b) && gai_has_same_distribution(a->array, b->array);
}

bool gai_is_overlapping(const gai_operand_t *a, const gai_operand_t *b)
{
    int common = a->array == b->array && a->n > 0 && b->n > 0;
    for (int d = 0; d < a->array->dist.ndim && common; ++d)
        common = a->lo[d] <= b->hi[d] && b->lo[d] <= a->hi[d];
    return common;
}

int gai_check_extents(const char *call, const gai_array_t *a, const gai_array_t *b)
{
    if (a->dist.ndim != b->dist.ndim)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' has %d dimensions, array '%s' has %d", call,
                       a->name, a->dist.ndim, b->name, b->dist.ndim);
    for (int d = 0; d < a->dist.ndim; ++d)
        if (a->dist.axis[d].extent != b->dist.axis[d].extent)
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: extent of dimension %d is %" PRId64 " in array '%s' and "
                           "%" PRId64 " in array '%s'",
                           call, d, a->dist.axis[d].extent, a->name, b->dist.axis[d].extent,
                           b->name);
    return ASHLAR_OK;
}

int gai_check_shapes(const char *call, const gai_operand_t *operands, int n)
{
    const gai_operand_t *home = &operands[0];
    for (int k = 1; k < n; ++k) {
        const gai_operand_t *other = &operands[k];
        if (home->is_all && other->is_all)
            AL_TRY(gai_check_extents(call, other->array, home->array));
        else if (other->n != home->n)
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: %" PRId64 " elements of array '%s' and %" PRId64 " of array '%s'",
                           call, other->n, other->array->name, home->n, home->array->name);
    }
    return ASHLAR_OK;
}

int gai_check_overlap(const char *call, const gai_operand_t *operands, int n)
{
    for (int k = 1; k < n; ++k)
        if (gai_is_overlapping(&operands[0], &operands[k]) &&
            !has_bounds_of(&operands[0], &operands[k]))
            return AL_FAIL(ASHLAR_EARG,
                           "%s: the patch of array '%s' that is written overlaps one that is read, "
                           "and is not the same",
                           call, operands[0].array->name);
    return ASHLAR_OK;
}

/* ---- beginning and ending -------------------------------------------------------------------- */

int ga_classic_sync_mask(int before, int after)
{
    AL_TRY(gai_check_started(__func__));
    gai_context.skips_sync_before = !before;
    gai_context.skips_sync_after = !after;
    return ASHLAR_OK;
}

int gai_begin(const gai_array_t *array)
{
    return gai_context.skips_sync_before ? ASHLAR_OK : al_barrier(array->group);
}

int gai_end(const char *call, const gai_array_t *array, int status)
{
    if (gai_context.skips_sync_after)
        return status;
    AL_TRY(gai_agree(call, array->group, status));
    return al_barrier(array->group);
}

int gai_end_local(const gai_array_t *array, int status)
{
    int sync_status = gai_context.skips_sync_after ? ASHLAR_OK : al_barrier(array->group);
    return status != ASHLAR_OK ? status : sync_status;
}
