/* The calls of ga_operations.def: check, enter, work on what I own, leave. */
#include <string.h>

#include "ga/src/ops/ga_kernels.h"
#include "ga/src/ops/ga_walk.h"

/* Types and extents of operands; operands[0] is the one whose elements are walked. */
static int check_operation(const char *call, gai_array_t *const *operands, int n)
{
    if (!gai_is_arithmetic(operands[0]))
        return gai_bad_type(call, operands[0]);
    for (int k = 1; k < n; ++k)
        AL_TRY(gai_check_extents(call, operands[k], operands[0]));
    return ASHLAR_OK;
}

typedef struct elementwise {
    gai_elementwise_t *kernel;
    const void *scalars[GAI_SCALARS];
} elementwise_t;

static void run_elementwise(const void *context, size_t n, char *const *at)
{
    const elementwise_t *operation = context;
    operation->kernel(n, at, operation->scalars);
}

static const double _Complex no_scalar; /* of a call that has fewer */

static int call_elementwise(const char *call, int operation, const ga_t *handles, int n,
                            const void *alpha, const void *beta)
{
    gai_array_t *operands[GAI_OPERANDS];
    AL_TRY(gai_get_operands(call, handles, n, operands));
    AL_TRY(gai_check_writable(call, operands[0]));
    if (!alpha || !beta)
        return gai_bad_argument(call, alpha ? "beta" : "alpha");
    AL_TRY(check_operation(call, operands, n));
    const gai_array_t *home = operands[0];
    elementwise_t context = {gai_kernels[home->type].elementwise[operation], {alpha, beta}};
    if (!context.kernel)
        return gai_bad_type(call, home);
    AL_TRY(gai_begin(call, operands, n));
    int status = gai_walk(call, operands, n, run_elementwise, &context);
    return n == 1 ? gai_end_alone(home, status) : gai_end(call, home, status);
}

typedef struct reduction {
    gai_reduction_t *kernel;
    void *sum;
} reduction_t;

static void run_reduction(const void *context, size_t n, char *const *at)
{
    const reduction_t *operation = context;
    operation->kernel(n, at, operation->sum);
}

static int call_reduction(const char *call, int operation, const ga_t *handles, int n, void *result)
{
    gai_array_t *operands[GAI_OPERANDS];
    char sum[sizeof(double _Complex)] __attribute__((aligned(16))) = {0};
    AL_TRY(gai_get_operands(call, handles, n, operands));
    if (!result)
        return gai_bad_argument(call, "result");
    AL_TRY(check_operation(call, operands, n));
    const gai_array_t *a = operands[0];
    reduction_t context = {gai_kernels[a->type].reductions[operation], sum};
    if (!context.kernel)
        return gai_bad_type(call, a);
    AL_TRY(gai_begin(call, operands, n));
    int status = gai_walk(call, operands, n, run_reduction, &context);
    AL_TRY(gai_agree(call, a->group, status));
    AL_TRY(al_allreduce(a->group, a->type, ASHLAR_SUM, sum, 1));
    memcpy(result, sum, a->element);
    return ASHLAR_OK;
}

/* ---- the calls ------------------------------------------------------------------------------- */

#define INTERNAL(name)

#define G_ALPHA(name)                                                                              \
    int ga_##name(ga_t g, const void *alpha)                                                       \
    {                                                                                              \
        return call_elementwise(__func__, GAI_OP_##name, &g, 1, alpha, &no_scalar);                \
    }

#define ALPHA_A_BETA_B_C(name)                                                                     \
    int ga_##name(const void *alpha, ga_t a, const void *beta, ga_t b, ga_t c)                     \
    {                                                                                              \
        return call_elementwise(__func__, GAI_OP_##name, (ga_t[]){c, a, b}, 3, alpha, beta);       \
    }

#define A_B_RESULT(name)                                                                           \
    int ga_##name(ga_t a, ga_t b, void *result)                                                    \
    {                                                                                              \
        return call_reduction(__func__, GAI_OP_##name, (ga_t[]){a, b}, 2, result);                 \
    }

#define ELEMENTWISE(name, kinds, form, value) form(name)
#define REDUCTION(name, kinds, form, term)    form(name)
#include "ga/src/ops/ga_operations.def"
