/* Elements from their numbers, at equal distances. */
#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/operands/ga_walk.h"

#define AL_TEMPLATE "ga/src/elementwise/ga_enumerate.inc"
#include "armci-lite/src/local/al_each_type.h"

typedef struct numbers {
    void (*enumerate)(size_t n, void *elements, int64_t number, const void *start,
                      const void *stride);
    const void *start, *stride;
} numbers_t;

#define ENUMERATE(id, ctype, mpitype, kind) {id##_enumerate, NULL, NULL},
static const numbers_t numbers_of[ASHLAR_TYPE_COUNT] = {ASHLAR_TYPE_TABLE(ENUMERATE)};

static void run_enumerate(void *context, const gai_run_t *run)
{
    const numbers_t *numbers = context;
    numbers->enumerate(run->n, run->at[0], run->number, numbers->start, numbers->stride);
}

static int enumerate(const char *call, gai_argument_t argument, const void *start,
                     const void *stride)
{
    gai_operand_t operand;
    AL_TRY(gai_get_operands(call, &argument, 1, &operand));
    const gai_array_t *array = operand.array;
    AL_TRY(gai_check_writable(call, array));
    if (!start || !stride)
        return gai_bad_argument(call, start ? "stride" : "start");
    if (!gai_is_arithmetic(array))
        return gai_bad_type(call, array);
    numbers_t numbers = {numbers_of[array->type].enumerate, start, stride};
    AL_TRY(gai_begin(operand.array));
    return gai_end_local(array, gai_walk_numbered(call, &operand, 1, run_enumerate, &numbers));
}

int ga_enumerate(ga_t g, const void *start, const void *stride)
{
    GAI_COLLECTIVE(ga_enumerate, g, start, stride);
    return enumerate(__func__, GAI_ALL(g), start, stride);
}

int ga_enumerate_patch(ga_t g, const int64_t *lo, const int64_t *hi, const void *start,
                       const void *stride)
{
    GAI_COLLECTIVE(ga_enumerate_patch, g, lo, hi, start, stride);
    return enumerate(__func__, (gai_argument_t){g, lo, hi}, start, stride);
}
