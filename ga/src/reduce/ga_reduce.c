/* One number from all elements: the calls of the rows SUM and REDUCTION of ga_operations.def. */
#include "ga/src/reduce/ga_reduce.h"

#include <float.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/reduce/ga_exact.h"
#include "ga/src/reduce/ga_exact_terms.h"

typedef struct reduction {
    gai_reduction_t *kernel;
    void *result;
} reduction_t;

static void run_reduction(void *context, const gai_run_t *run)
{
    const reduction_t *operation = context;
    operation->kernel(run->n, run->at, operation->result);
}

static int walk_mine(const char *call, const gai_operand_t *operands, int n, gai_work_t *work,
                     void *context)
{
    int status = gai_walk(call, operands, n, work, context);
    return gai_walk_is_local(operands, n) ? status
                                          : gai_agree(call, operands[0].array->group, status);
}

int gai_reduce_mine(const char *call, int operation, const gai_operand_t *operands, int n,
                    void *result)
{
    reduction_t context = {gai_kernels[operands[0].array->type].reductions[operation], result};
    return walk_mine(call, operands, n, run_reduction, &context);
}

/* The same of a sum, by threads: added in their order. */
static int sum_mine(const char *call, int operation, const gai_operand_t *operands, int n,
                    ashlar_type type, void *sum)
{
    const int threads = gai_walk_threads(operands, n);
    gai_number_t sums[GAI_THREADS];
    reduction_t contexts[GAI_THREADS];
    if (threads == 1)
        return gai_reduce_mine(call, operation, operands, n, sum);
    for (int k = 0; k < threads; ++k) {
        sums[k] = (gai_number_t){{0}};
        contexts[k] =
            (reduction_t){gai_kernels[operands[0].array->type].reductions[operation], &sums[k]};
    }
    AL_TRY(gai_walk_shared(call, operands, n, run_reduction, contexts, sizeof *contexts, threads));
    for (int k = 0; k < threads; ++k)
        ali_kernels[type].reduce[ASHLAR_SUM](1, sum, &sums[k]);
    return ASHLAR_OK;
}

/* A sum that is the same in whatever order: of the terms one by one, without rounding. */
typedef struct exact {
    const gai_exact_terms_t *terms;
    size_t element;
    gai_exact_t sums[GAI_EXACT_PARTS];
} exact_t;

static void run_exact(void *context, const gai_run_t *run)
{
    exact_t *exact = context;
    const size_t parts = exact->terms->parts;
    double terms[GAI_EXACT_TERMS * GAI_EXACT_PARTS];
    char *at[GAI_OPERANDS];
    for (size_t done = 0, n; done < run->n; done += n) {
        n = ali_min_bytes(run->n - done, GAI_EXACT_TERMS);
        for (int k = 0; k < GAI_OPERANDS; ++k)
            at[k] = run->at[k] + done * exact->element;
        exact->terms->kernel(n, at, terms);
        for (size_t part = 0; part < parts; ++part)
            gai_exact_add(&exact->sums[part], terms + part, n, parts);
    }
}

static int sum_exactly(const char *call, const gai_exact_terms_t *terms,
                       const gai_operand_t *operands, int n, int bits, double *sum)
{
    const gai_array_t *home = operands[0].array;
    exact_t exact = {.terms = terms, .element = home->element};
    AL_TRY(walk_mine(call, operands, n, run_exact, &exact));
    AL_TRY(gai_exact_allreduce(home->group, exact.sums, terms->parts));
    for (size_t part = 0; part < terms->parts; ++part)
        sum[part] = gai_exact_round(&exact.sums[part], bits);
    return ASHLAR_OK;
}

int gai_sum_all(const char *call, int operation, const gai_operand_t *operands, int n,
                ashlar_type type, int bits, void *sum)
{
    const gai_array_t *home = operands[0].array;
    const gai_exact_terms_t *terms = &gai_exact_terms[home->type][operation];
    if (ali_context.env.reproducible && terms->parts)
        return sum_exactly(call, terms, operands, n, bits, sum);
    AL_TRY(sum_mine(call, operation, operands, n, type, sum));
    return al_allreduce(home->group, type, ASHLAR_SUM, sum, 1);
}

int gai_check_reduction(const char *call, int operation, const gai_operand_t *operands, int n)
{
    const gai_array_t *home = operands[0].array;
    if (!gai_is_arithmetic(home) || !gai_kernels[home->type].reductions[operation])
        return gai_bad_type(call, home);
    return gai_check_shapes(call, operands, n);
}

static int sum(const char *call, int operation, const gai_argument_t *arguments, int n,
               void *result)
{
    gai_operand_t operands[GAI_OPERANDS];
    AL_TRY(gai_get_operands(call, arguments, n, operands));
    if (!result)
        return gai_bad_argument(call, "result");
    AL_TRY(gai_check_reduction(call, operation, operands, n));
    AL_TRY(gai_begin(operands[0].array));
    gai_number_t sum = {{0}};
    const gai_array_t *home = operands[0].array;
    const gai_kernels_t *kernels = &gai_kernels[home->type];
    const int is_narrow = home->element < ali_types[kernels->wide].bytes;
    AL_TRY(gai_sum_all(call, operation, operands, n, kernels->wide,
                       is_narrow ? FLT_MANT_DIG : DBL_MANT_DIG, &sum));
    kernels->narrow(&sum, result);
    return ASHLAR_OK;
}

/* Steps are merged by their keys; the first result is the first bound of all. */
static int find_steps(const char *call, int operation, const gai_argument_t *arguments, int n,
                      const char *const *names, void *const *results, int count)
{
    gai_operand_t operands[GAI_OPERANDS];
    AL_TRY(gai_get_operands(call, arguments, n, operands));
    for (int k = 0; k < count; ++k)
        if (!results[k])
            return gai_bad_argument(call, names[k]);
    AL_TRY(gai_check_reduction(call, operation, operands, n));
    AL_TRY(gai_begin(operands[0].array));
    const gai_array_t *home = operands[0].array;
    const gai_kernels_t *kernels = &gai_kernels[home->type];
    gai_steps_t mine = {~kernels->unbounded, ~kernels->unbounded, 0};
    AL_TRY(gai_reduce_mine(call, operation, operands, n, &mine));
    long long all[] = {mine.first, mine.first_moving, mine.last};
    AL_TRY(al_allreduce(home->group, ASHLAR_LLONG, ASHLAR_MAX, all, (size_t)count));
    if (all[0] == GAI_STEP_OUTSIDE)
        return AL_FAIL(ASHLAR_EARG, "%s: an element of array '%s' is outside its bounds", call,
                       home->name);
    for (int k = 0; k < count; ++k)
        kernels->step(k == 2 ? all[k] : ~all[k], results[k]);
    return ASHLAR_OK;
}

/* ---- the calls, on arrays and on patches ----------------------------------------------------- */

int ga_dot(ga_t a, ga_t b, void *result)
{
    GAI_COLLECTIVE(ga_dot, a, b, result);
    return sum(__func__, GAI_OP_dot, GAI_ARGUMENTS(GAI_ALL(a), GAI_ALL(b)), result);
}

int ga_dot_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b, const int64_t *blo,
                 const int64_t *bhi, void *result)
{
    GAI_COLLECTIVE(ga_dot_patch, a, alo, ahi, b, blo, bhi, result);
    return sum(__func__, GAI_OP_dot, GAI_ARGUMENTS({a, alo, ahi}, {b, blo, bhi}), result);
}

int ga_sum(ga_t g, void *result)
{
    GAI_COLLECTIVE(ga_sum, g, result);
    return sum(__func__, GAI_OP_sum, GAI_ARGUMENTS(GAI_ALL(g)), result);
}

int ga_sum_patch(ga_t g, const int64_t *lo, const int64_t *hi, void *result)
{
    GAI_COLLECTIVE(ga_sum_patch, g, lo, hi, result);
    return sum(__func__, GAI_OP_sum, GAI_ARGUMENTS({g, lo, hi}), result);
}

static const char *const step_max_results[] = {"result"};

int ga_step_max(ga_t a, ga_t b, void *result)
{
    GAI_COLLECTIVE(ga_step_max, a, b, result);
    return find_steps(__func__, GAI_OP_step_max, GAI_ARGUMENTS(GAI_ALL(a), GAI_ALL(b)),
                      step_max_results, &result, 1);
}

int ga_step_max_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b, const int64_t *blo,
                      const int64_t *bhi, void *result)
{
    GAI_COLLECTIVE(ga_step_max_patch, a, alo, ahi, b, blo, bhi, result);
    return find_steps(__func__, GAI_OP_step_max, GAI_ARGUMENTS({a, alo, ahi}, {b, blo, bhi}),
                      step_max_results, &result, 1);
}

static const char *const step_bound_results[] = {"boundmin", "wolfemin", "boundmax"};

int ga_step_bound(ga_t x, ga_t v, ga_t lower, ga_t upper, void *boundmin, void *wolfemin,
                  void *boundmax)
{
    GAI_COLLECTIVE(ga_step_bound, x, v, lower, upper, boundmin, wolfemin, boundmax);
    return find_steps(__func__, GAI_OP_step_bound,
                      GAI_ARGUMENTS(GAI_ALL(x), GAI_ALL(v), GAI_ALL(lower), GAI_ALL(upper)),
                      step_bound_results, (void *const[]){boundmin, wolfemin, boundmax}, 3);
}

int ga_step_bound_patch(ga_t x, const int64_t *xlo, const int64_t *xhi, ga_t v, const int64_t *vlo,
                        const int64_t *vhi, ga_t lower, const int64_t *lowerlo,
                        const int64_t *lowerhi, ga_t upper, const int64_t *upperlo,
                        const int64_t *upperhi, void *boundmin, void *wolfemin, void *boundmax)
{
    GAI_COLLECTIVE(ga_step_bound_patch, x, xlo, xhi, v, vlo, vhi, lower, lowerlo, lowerhi, upper,
                   upperlo, upperhi, boundmin, wolfemin, boundmax);
    return find_steps(__func__, GAI_OP_step_bound,
                      GAI_ARGUMENTS({x, xlo, xhi}, {v, vlo, vhi}, {lower, lowerlo, lowerhi},
                                    {upper, upperlo, upperhi}),
                      step_bound_results, (void *const[]){boundmin, wolfemin, boundmax}, 3);
}
