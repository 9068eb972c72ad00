/* The calls of ga_operations.def: check, enter, work on what I own, leave. */
#include "ga/src/reduce/ga_operations.h"

#include <float.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/reduce/ga_exact.h"
#include "ga/src/reduce/ga_terms.h"

/* ---- elementwise ----------------------------------------------------------------------------- */

/* Bytes: of the vectors that kernels write; of a run from which on it matters where they begin; of
 * one from which on memory is what it waits for; of what is then worked on at a time of each part.
 */
enum { VECTOR = 32, LONG = 16 * VECTOR, VAST = 1 << 20, PIECE = 512 };

typedef struct elementwise {
    gai_elementwise_t *kernel;
    const void *scalars[GAI_SCALARS];
    int shift;     /* an element has 2^shift bytes */
    int is_parted; /* vast runs go in parts side by side */
} elementwise_t;

/* Of one operand; several operands are as many streams already. */
static void run_parted(const elementwise_t *operation, size_t n, char *home)
{
    const size_t part = (n << operation->shift) / (GAI_STREAMS * PIECE) * PIECE;
    for (char *at = home; at < home + part; at += PIECE)
        for (char *to = at; to < at + GAI_STREAMS * part; to += part)
            operation->kernel((size_t)PIECE >> operation->shift, (char *const[]){to, to, to, to},
                              operation->scalars);
    char *const rest = home + GAI_STREAMS * part;
    operation->kernel(n - (GAI_STREAMS * part >> operation->shift),
                      (char *const[]){rest, rest, rest, rest}, operation->scalars);
}

static void run_whole(const elementwise_t *operation, size_t n, char *const *at)
{
    if (operation->is_parted && n << operation->shift >= VAST)
        run_parted(operation, n, at[0]);
    else
        operation->kernel(n, at, operation->scalars);
}

/* Every second vector written would cross a line of the cache where the first one begins anywhere:
 * what is before the first whole one goes by itself. */
static void run_elementwise(void *context, const gai_run_t *run)
{
    const elementwise_t *operation = context;
    const size_t before = ((0 - (uintptr_t)run->at[0]) & (VECTOR - 1)) >> operation->shift;
    if (before == 0 || run->n << operation->shift < LONG) {
        run_whole(operation, run->n, run->at);
        return;
    }
    char *rest[GAI_OPERANDS];
    for (int k = 0; k < GAI_OPERANDS; ++k)
        rest[k] = run->at[k] + (before << operation->shift);
    operation->kernel(before, run->at, operation->scalars);
    run_whole(operation, run->n - before, rest);
}

static const gai_number_t no_scalar; /* of a call that has fewer */

static int call_elementwise(const char *call, int operation, const gai_argument_t *arguments, int n,
                            const void *alpha, const void *beta)
{
    gai_operand_t operands[GAI_OPERANDS];
    AL_TRY(gai_get_operands(call, arguments, n, operands));
    AL_TRY(gai_check_writable(call, operands[0].array));
    if (!alpha || !beta)
        return gai_bad_argument(call, alpha ? "beta" : "alpha");
    const gai_array_t *home = operands[0].array;
    elementwise_t context = {NULL, {alpha, beta}, __builtin_ctzll(home->element), n == 1};
    if (gai_is_arithmetic(home))
        context.kernel = gai_kernels[home->type].elementwise[operation];
    if (!context.kernel)
        return gai_bad_type(call, home);
    AL_TRY(gai_check_alike(call, operands, n));
    AL_TRY(gai_check_written(call, operands, n));
    AL_TRY(gai_begin(operands[0].array));
    int status = gai_walk_shared(call, operands, n, run_elementwise, &context, 0,
                                 gai_walk_threads(operands, n));
    return gai_walk_is_local(operands, n) ? gai_end_alone(home, status)
                                          : gai_end(call, home, status);
}

/* ---- reductions ------------------------------------------------------------------------------ */

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
    const gai_terms_t *terms;
    size_t element;
    gai_exact_t sums[GAI_PARTS];
} exact_t;

static void run_exact(void *context, const gai_run_t *run)
{
    exact_t *exact = context;
    const size_t parts = exact->terms->parts;
    double terms[GAI_TERMS * GAI_PARTS];
    char *at[GAI_OPERANDS];
    for (size_t done = 0, n; done < run->n; done += n) {
        n = ali_min_bytes(run->n - done, GAI_TERMS);
        for (int k = 0; k < GAI_OPERANDS; ++k)
            at[k] = run->at[k] + done * exact->element;
        exact->terms->kernel(n, at, terms);
        for (size_t part = 0; part < parts; ++part)
            gai_exact_add(&exact->sums[part], terms + part, n, parts);
    }
}

static int sum_exactly(const char *call, const gai_terms_t *terms, const gai_operand_t *operands,
                       int n, int bits, double *sum)
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
    const gai_terms_t *terms = &gai_terms[home->type][operation];
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
    return gai_check_alike(call, operands, n);
}

static int call_sum(const char *call, int operation, const gai_argument_t *arguments, int n,
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
static int call_steps(const char *call, int operation, const gai_argument_t *arguments, int n,
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

/* ---- the calls, of arrays and of patches ----------------------------------------------------- */

#define INTERNAL(name)

#define CALL(name, alpha, beta, ...)                                                               \
    call_elementwise(__func__, GAI_OP_##name, (gai_argument_t[]){__VA_ARGS__},                     \
                     sizeof((gai_argument_t[]){__VA_ARGS__}) / sizeof(gai_argument_t), alpha,      \
                     beta)

#define G(name)                                                                                    \
    int ga_##name(ga_t g)                                                                          \
    {                                                                                              \
        GAI_COLLECTIVE(ga_##name, g);                                                              \
        return CALL(name, &no_scalar, &no_scalar, GAI_ALL(g));                                     \
    }                                                                                              \
    int ga_##name##_patch(ga_t g, const int64_t *lo, const int64_t *hi)                            \
    {                                                                                              \
        GAI_COLLECTIVE(ga_##name##_patch, g, lo, hi);                                              \
        return CALL(name, &no_scalar, &no_scalar, {g, lo, hi});                                    \
    }

#define G_ALPHA(name)                                                                              \
    int ga_##name(ga_t g, const void *alpha)                                                       \
    {                                                                                              \
        GAI_COLLECTIVE(ga_##name, g, alpha);                                                       \
        return CALL(name, alpha, &no_scalar, GAI_ALL(g));                                          \
    }                                                                                              \
    int ga_##name##_patch(ga_t g, const int64_t *lo, const int64_t *hi, const void *alpha)         \
    {                                                                                              \
        GAI_COLLECTIVE(ga_##name##_patch, g, lo, hi, alpha);                                       \
        return CALL(name, alpha, &no_scalar, {g, lo, hi});                                         \
    }

#define ALPHA_A_BETA_B_C(name)                                                                     \
    int ga_##name(const void *alpha, ga_t a, const void *beta, ga_t b, ga_t c)                     \
    {                                                                                              \
        GAI_COLLECTIVE(ga_##name, alpha, a, beta, b, c);                                           \
        return CALL(name, alpha, beta, GAI_ALL(c), GAI_ALL(a), GAI_ALL(b));                        \
    }                                                                                              \
    int ga_##name##_patch(const void *alpha, ga_t a, const int64_t *alo, const int64_t *ahi,       \
                          const void *beta, ga_t b, const int64_t *blo, const int64_t *bhi,        \
                          ga_t c, const int64_t *clo, const int64_t *chi)                          \
    {                                                                                              \
        GAI_COLLECTIVE(ga_##name##_patch, alpha, a, alo, ahi, beta, b, blo, bhi, c, clo, chi);     \
        return CALL(name, alpha, beta, {c, clo, chi}, {a, alo, ahi}, {b, blo, bhi});               \
    }

#define A_B_C(name)                                                                                \
    int ga_##name(ga_t a, ga_t b, ga_t c)                                                          \
    {                                                                                              \
        GAI_COLLECTIVE(ga_##name, a, b, c);                                                        \
        return CALL(name, &no_scalar, &no_scalar, GAI_ALL(c), GAI_ALL(a), GAI_ALL(b));             \
    }                                                                                              \
    int ga_##name##_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b,                  \
                          const int64_t *blo, const int64_t *bhi, ga_t c, const int64_t *clo,      \
                          const int64_t *chi)                                                      \
    {                                                                                              \
        GAI_COLLECTIVE(ga_##name##_patch, a, alo, ahi, b, blo, bhi, c, clo, chi);                  \
        return CALL(name, &no_scalar, &no_scalar, {c, clo, chi}, {a, alo, ahi}, {b, blo, bhi});    \
    }

#define A_B_M_C(name)                                                                              \
    int ga_##name(ga_t a, ga_t b, ga_t m, ga_t c)                                                  \
    {                                                                                              \
        GAI_COLLECTIVE(ga_##name, a, b, m, c);                                                     \
        return CALL(name, &no_scalar, &no_scalar, GAI_ALL(c), GAI_ALL(a), GAI_ALL(b), GAI_ALL(m)); \
    }                                                                                              \
    int ga_##name##_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b,                  \
                          const int64_t *blo, const int64_t *bhi, ga_t m, const int64_t *mlo,      \
                          const int64_t *mhi, ga_t c, const int64_t *clo, const int64_t *chi)      \
    {                                                                                              \
        GAI_COLLECTIVE(ga_##name##_patch, a, alo, ahi, b, blo, bhi, m, mlo, mhi, c, clo, chi);     \
        return CALL(name, &no_scalar, &no_scalar, {c, clo, chi}, {a, alo, ahi}, {b, blo, bhi},     \
                    {m, mlo, mhi});                                                                \
    }

#define A_B_RESULT(name)                                                                           \
    int ga_##name(ga_t a, ga_t b, void *result)                                                    \
    {                                                                                              \
        GAI_COLLECTIVE(ga_##name, a, b, result);                                                   \
        return call_sum(__func__, GAI_OP_##name, (gai_argument_t[]){GAI_ALL(a), GAI_ALL(b)}, 2,    \
                        result);                                                                   \
    }                                                                                              \
    int ga_##name##_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b,                  \
                          const int64_t *blo, const int64_t *bhi, void *result)                    \
    {                                                                                              \
        GAI_COLLECTIVE(ga_##name##_patch, a, alo, ahi, b, blo, bhi, result);                       \
        return call_sum(__func__, GAI_OP_##name, (gai_argument_t[]){{a, alo, ahi}, {b, blo, bhi}}, \
                        2, result);                                                                \
    }

#define G_RESULT(name)                                                                             \
    int ga_##name(ga_t g, void *result)                                                            \
    {                                                                                              \
        GAI_COLLECTIVE(ga_##name, g, result);                                                      \
        return call_sum(__func__, GAI_OP_##name, (gai_argument_t[]){GAI_ALL(g)}, 1, result);       \
    }                                                                                              \
    int ga_##name##_patch(ga_t g, const int64_t *lo, const int64_t *hi, void *result)              \
    {                                                                                              \
        GAI_COLLECTIVE(ga_##name##_patch, g, lo, hi, result);                                      \
        return call_sum(__func__, GAI_OP_##name, (gai_argument_t[]){{g, lo, hi}}, 1, result);      \
    }

#define STEPS(name, n_results, names, results, ...)                                                \
    call_steps(__func__, GAI_OP_##name, (gai_argument_t[]){__VA_ARGS__},                           \
               sizeof((gai_argument_t[]){__VA_ARGS__}) / sizeof(gai_argument_t), names, results,   \
               n_results)

#define A_B_STEP(name)                                                                             \
    static const char *const name##_results[] = {"result"};                                        \
    int ga_##name(ga_t a, ga_t b, void *result)                                                    \
    {                                                                                              \
        GAI_COLLECTIVE(ga_##name, a, b, result);                                                   \
        return STEPS(name, 1, name##_results, &result, GAI_ALL(a), GAI_ALL(b));                    \
    }                                                                                              \
    int ga_##name##_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b,                  \
                          const int64_t *blo, const int64_t *bhi, void *result)                    \
    {                                                                                              \
        GAI_COLLECTIVE(ga_##name##_patch, a, alo, ahi, b, blo, bhi, result);                       \
        return STEPS(name, 1, name##_results, &result, {a, alo, ahi}, {b, blo, bhi});              \
    }

#define RESULTS ((void *const[]){boundmin, wolfemin, boundmax})
#define X_V_LO_HI_STEPS(name)                                                                      \
    static const char *const name##_results[] = {"boundmin", "wolfemin", "boundmax"};              \
    int ga_##name(ga_t x, ga_t v, ga_t lower, ga_t upper, void *boundmin, void *wolfemin,          \
                  void *boundmax)                                                                  \
    {                                                                                              \
        GAI_COLLECTIVE(ga_##name, x, v, lower, upper, boundmin, wolfemin, boundmax);               \
        return STEPS(name, 3, name##_results, RESULTS, GAI_ALL(x), GAI_ALL(v), GAI_ALL(lower),     \
                     GAI_ALL(upper));                                                              \
    }                                                                                              \
    int ga_##name##_patch(ga_t x, const int64_t *xlo, const int64_t *xhi, ga_t v,                  \
                          const int64_t *vlo, const int64_t *vhi, ga_t lower,                      \
                          const int64_t *lowerlo, const int64_t *lowerhi, ga_t upper,              \
                          const int64_t *upperlo, const int64_t *upperhi, void *boundmin,          \
                          void *wolfemin, void *boundmax)                                          \
    {                                                                                              \
        GAI_COLLECTIVE(ga_##name##_patch, x, xlo, xhi, v, vlo, vhi, lower, lowerlo, lowerhi,       \
                       upper, upperlo, upperhi, boundmin, wolfemin, boundmax);                     \
        return STEPS(name, 3, name##_results, RESULTS, {x, xlo, xhi}, {v, vlo, vhi},               \
                     {lower, lowerlo, lowerhi}, {upper, upperlo, upperhi});                        \
    }

#define ELEMENTWISE(name, kinds, form, value)               form(name)
#define REDUCTION(name, kinds, form, A, start, merge, term) form(name)
#include "ga/src/operands/ga_operations.def"
