/* The largest or smallest element, and where it is. */
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/onesided/ga_transfer.h"
#include "ga/src/operands/ga_walk.h"

#define AL_TEMPLATE "ga/src/reduce/ga_minloc.inc"
#include "armci-lite/src/local/al_each_type.h"

typedef void select_t(size_t n, const void *elements, int is_min, int64_t *key, size_t *at);
#define SELECT(id, ctype, mpitype, kind) id##_select,
static select_t *const select_of[ASHLAR_TYPE_COUNT] = {ASHLAR_TYPE_TABLE(SELECT)};

/* The best so far, by a key that orders elements, and among equals the first. */
typedef struct selection {
    select_t *select;
    int is_min;
    int64_t key, number;
} selection_t;

static void run_select(void *context, const gai_run_t *run)
{
    selection_t *best = context;
    int64_t key = INT64_MIN;
    size_t at = 0;
    best->select(run->n, run->at[0], best->is_min, &key, &at);
    if (key > best->key || (key == best->key && run->number + (int64_t)at < best->number)) {
        best->key = key;
        best->number = run->number + (int64_t)at;
    }
}

/* The best of all ranks: the largest key, then the least number. */
static int agree_on_best(al_group_t *group, selection_t *best)
{
    long long key = best->key, number;
    AL_TRY(al_allreduce(group, ASHLAR_LLONG, ASHLAR_MAX, &key, 1));
    number = key == best->key ? best->number : INT64_MAX;
    AL_TRY(al_allreduce(group, ASHLAR_LLONG, ASHLAR_MIN, &number, 1));
    best->number = number;
    return ASHLAR_OK;
}

static int select_element(const char *call, gai_argument_t argument, ashlar_op op, void *value,
                          int64_t *index)
{
    gai_operand_t operand;
    AL_TRY(gai_get_operands(call, &argument, 1, &operand));
    const gai_array_t *array = operand.array;
    if (op != ASHLAR_MAX && op != ASHLAR_MIN)
        return AL_FAIL(ASHLAR_EARG, "%s: operation %d is not ASHLAR_MAX or ASHLAR_MIN", call,
                       (int)op);
    if (!value || !index)
        return gai_bad_argument(call, value ? "index" : "value");
    if (!gai_is_arithmetic(array))
        return gai_bad_type(call, array);
    if (operand.n == 0)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: the patch of array '%s' is empty", call, array->name);
    selection_t best = {select_of[array->type], op == ASHLAR_MIN, INT64_MIN, INT64_MAX};
    int64_t at[ASHLAR_MAX_DIM];
    AL_TRY(gai_begin(operand.array));
    AL_TRY(gai_walk_numbered(call, &operand, 1, run_select, &best));
    AL_TRY(agree_on_best(array->group, &best));
    for (int d = 0; d < array->dist.ndim; ++d) {
        int64_t extent = operand.hi[d] - operand.lo[d] + 1;
        at[d] = operand.lo[d] + best.number % extent;
        best.number /= extent;
    }
    AL_TRY(gai_end_local(array, gai_read(array, at, at, value, NULL)));
    memcpy(index, at, (size_t)array->dist.ndim * sizeof *index);
    return ASHLAR_OK;
}

int ga_select(ga_t g, ashlar_op op, void *value, int64_t *index)
{
    GAI_COLLECTIVE(ga_select, g, op, value, index);
    return select_element(__func__, GAI_ALL(g), op, value, index);
}

int ga_select_patch(ga_t g, const int64_t *lo, const int64_t *hi, ashlar_op op, void *value,
                    int64_t *index)
{
    GAI_COLLECTIVE(ga_select_patch, g, lo, hi, op, value, index);
    return select_element(__func__, (gai_argument_t){g, lo, hi}, op, value, index);
}
