/* Random elements that depend on their place in the array and on nothing else: element number n has
 * the n-th number of a SplitMix64 generator (Steele, Lea, Flood: Fast splittable pseudorandom
 * number generators, OOPSLA 2014), whose state is the seed plus n steps. */
#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/operands/ga_walk.h"

#define STEP UINT64_C(0x9e3779b97f4a7c15)

static inline uint64_t scramble(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

#define AL_TEMPLATE "ga/src/elementwise/ga_random.inc"
#include "armci-lite/src/local/al_each_type.h"

typedef struct randomizing {
    void (*randomize)(size_t n, void *elements, uint64_t state, const void *bound);
    int (*is_positive)(const void *bound);
} randomizing_t;
#define RANDOMIZING(id, ctype, mpitype, kind) {id##_randomize, id##_is_positive},
static const randomizing_t randomizing_of[ASHLAR_TYPE_COUNT] = {ASHLAR_TYPE_TABLE(RANDOMIZING)};

typedef struct filling {
    const randomizing_t *type;
    uint64_t seed;
    const void *bound;
} filling_t;

static void run_random(void *context, const gai_run_t *run)
{
    const filling_t *filling = context;
    filling->type->randomize(run->n, run->at[0], filling->seed + ((uint64_t)run->number + 1) * STEP,
                             filling->bound);
}

static int randomize(const char *call, gai_argument_t argument, uint64_t seed, const void *bound)
{
    gai_operand_t operand;
    AL_TRY(gai_get_operands(call, &argument, 1, &operand));
    const gai_array_t *array = operand.array;
    AL_TRY(gai_check_writable(call, array));
    if (!bound)
        return gai_bad_argument(call, "bound");
    if (!gai_is_arithmetic(array))
        return gai_bad_type(call, array);
    filling_t filling = {&randomizing_of[array->type], scramble(seed), bound};
    if (!filling.type->is_positive(bound))
        return AL_FAIL(ASHLAR_EARG, "%s: integers of array '%s' need a bound of at least 1", call,
                       array->name);
    AL_TRY(gai_begin(operand.array));
    return gai_end_local(array, gai_walk_numbered(call, &operand, 1, run_random, &filling));
}

int ga_randomize(ga_t g, uint64_t seed, const void *bound)
{
    GAI_COLLECTIVE(ga_randomize, g, seed, bound);
    return randomize(__func__, GAI_ALL(g), seed, bound);
}

int ga_randomize_patch(ga_t g, const int64_t *lo, const int64_t *hi, uint64_t seed,
                       const void *bound)
{
    GAI_COLLECTIVE(ga_randomize_patch, g, lo, hi, seed, bound);
    return randomize(__func__, (gai_argument_t){g, lo, hi}, seed, bound);
}
