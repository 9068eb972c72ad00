#include "ga/src/ops/ga_operands.h"

#include "ga/src/array/ga_type.h"

int gai_check_types(const char *call, const gai_array_t *a, const gai_array_t *b)
{
    return a->type == b->type
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ETYPE, "%s: array '%s' is of type %s, array '%s' of type %s", call,
                         a->name, gai_type_name(a->type), b->name, gai_type_name(b->type));
}

int gai_get_operands(const char *call, const ga_t *handles, int n, gai_array_t **operands)
{
    for (int k = 0; k < n; ++k)
        AL_TRY(gai_get(call, handles[k], &operands[k]));
    const gai_array_t *a = operands[0];
    for (int k = 1; k < n; ++k) {
        const gai_array_t *b = operands[k];
        AL_TRY(gai_check_types(call, a, b));
        if (a->group != b->group)
            return AL_FAIL(ASHLAR_EGROUP, "%s: arrays '%s' and '%s' are on different groups", call,
                           a->name, b->name);
    }
    return ASHLAR_OK;
}

int gai_check_extents(const char *call, const gai_array_t *a, const gai_array_t *b)
{
    if (a->dist.ndim != b->dist.ndim)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' has %d dimensions, array '%s' has %d", call,
                       a->name, a->dist.ndim, b->name, b->dist.ndim);
    for (int d = 0; d < a->dist.ndim; ++d)
        if (a->dist.axis[d].extent != b->dist.axis[d].extent)
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: extent of dimension %d is %lld in array '%s' and "
                           "%lld in array '%s'",
                           call, d, (long long)a->dist.axis[d].extent, a->name,
                           (long long)b->dist.axis[d].extent, b->name);
    return ASHLAR_OK;
}

int gai_begin(const char *call, gai_array_t *const *operands, int n)
{
    int64_t handles[GAI_OPERANDS];
    if (n > GAI_OPERANDS)
        return AL_FAIL(ASHLAR_EINTERNAL, "%s: %d operands", call, n);
    for (int k = 0; k < n; ++k)
        handles[k] = operands[k]->handle;
    AL_TRY(gai_check_same(call, operands[0]->group, handles, n));
    return al_barrier(operands[0]->group);
}

int gai_end(const char *call, const gai_array_t *array, int status)
{
    AL_TRY(gai_agree(call, array->group, status));
    return al_barrier(array->group);
}

int gai_end_alone(const gai_array_t *array, int status)
{
    int met = al_barrier(array->group);
    return status != ASHLAR_OK ? status : met;
}
