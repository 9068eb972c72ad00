/* Each element by itself: the calls of the rows ELEMENTWISE of ga_operations.def. */
#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/operands/ga_kernels.h"
#include "ga/src/operands/ga_walk.h"

/* Bytes: of the vectors that kernels write; of a run from which on it matters where they begin; of
 * one from which on memory is what it waits for; of what is then worked on at a time of each part.
 */
enum { VECTOR = 32, ALIGN_MIN = 16 * VECTOR, STREAM_MIN = 1 << 20, STREAM_STEP = 512 };

typedef struct elementwise {
    gai_elementwise_t *kernel;
    const void *scalars[GAI_SCALARS];
    int shift;       /* an element has 2^shift bytes */
    int use_streams; /* vast runs go in parts side by side */
    int divides;     /* its divisions take longer than its accesses */
} elementwise_t;

/* For one operand; several operands are as many streams already. */
static void run_streams(const elementwise_t *operation, size_t n, char *home)
{
    const size_t part = (n << operation->shift) / (GAI_STREAMS * STREAM_STEP) * STREAM_STEP;
    for (char *at = home; at < home + part; at += STREAM_STEP)
        for (char *to = at; to < at + GAI_STREAMS * part; to += part)
            operation->kernel((size_t)STREAM_STEP >> operation->shift,
                              (char *const[]){to, to, to, to}, operation->scalars);
    char *const rest = home + GAI_STREAMS * part;
    operation->kernel(n - (GAI_STREAMS * part >> operation->shift),
                      (char *const[]){rest, rest, rest, rest}, operation->scalars);
}

static void run_any(const elementwise_t *operation, size_t n, char *const *at)
{
    if (operation->use_streams && n << operation->shift >= STREAM_MIN)
        run_streams(operation, n, at[0]);
    else
        operation->kernel(n, at, operation->scalars);
}

/* Every second vector written would cross a line of the cache where the first one begins anywhere:
 * what is before the first whole one goes by itself, unless divisions are what it waits for. */
static void run_elementwise(void *context, const gai_run_t *run)
{
    const elementwise_t *operation = context;
    const size_t before = ((0 - (uintptr_t)run->at[0]) & (VECTOR - 1)) >> operation->shift;
    if (before == 0 || run->n << operation->shift < ALIGN_MIN || operation->divides) {
        run_any(operation, run->n, run->at);
        return;
    }
    char *rest[GAI_OPERANDS];
    for (int k = 0; k < GAI_OPERANDS; ++k)
        rest[k] = run->at[k] + (before << operation->shift);
    operation->kernel(before, run->at, operation->scalars);
    run_any(operation, run->n - before, rest);
}

static int elementwise(const char *call, int operation, const gai_argument_t *arguments, int n,
                       const void *alpha, const void *beta)
{
    gai_operand_t operands[GAI_OPERANDS];
    AL_TRY(gai_get_operands(call, arguments, n, operands));
    AL_TRY(gai_check_writable(call, operands[0].array));
    if (!alpha || !beta)
        return gai_bad_argument(call, alpha ? "beta" : "alpha");
    const gai_array_t *home = operands[0].array;
    elementwise_t context = {.scalars = {alpha, beta},
                             .shift = __builtin_ctzll(home->element),
                             .use_streams = n == 1,
                             .divides =
                                 operation == GAI_OP_divide || operation == GAI_OP_reciprocal};
    if (gai_is_arithmetic(home))
        context.kernel = gai_kernels[home->type].elementwise[operation];
    if (!context.kernel)
        return gai_bad_type(call, home);
    AL_TRY(gai_check_shapes(call, operands, n));
    AL_TRY(gai_check_overlap(call, operands, n));
    AL_TRY(gai_begin(operands[0].array));
    int status = gai_walk_shared(call, operands, n, run_elementwise, &context, 0,
                                 gai_walk_threads(operands, n));
    return gai_walk_is_local(operands, n) ? gai_end_local(home, status)
                                          : gai_end(call, home, status);
}

/* ---- the calls, on arrays and on patches ----------------------------------------------------- */

static const gai_number_t none; /* in place of a scalar that a call does not have */

int ga_scale(ga_t g, const void *alpha)
{
    GAI_COLLECTIVE(ga_scale, g, alpha);
    return elementwise(__func__, GAI_OP_scale, GAI_ARGUMENTS(GAI_ALL(g)), alpha, &none);
}

int ga_scale_patch(ga_t g, const int64_t *lo, const int64_t *hi, const void *alpha)
{
    GAI_COLLECTIVE(ga_scale_patch, g, lo, hi, alpha);
    return elementwise(__func__, GAI_OP_scale, GAI_ARGUMENTS({g, lo, hi}), alpha, &none);
}

int ga_add_constant(ga_t g, const void *alpha)
{
    GAI_COLLECTIVE(ga_add_constant, g, alpha);
    return elementwise(__func__, GAI_OP_add_constant, GAI_ARGUMENTS(GAI_ALL(g)), alpha, &none);
}

int ga_add_constant_patch(ga_t g, const int64_t *lo, const int64_t *hi, const void *alpha)
{
    GAI_COLLECTIVE(ga_add_constant_patch, g, lo, hi, alpha);
    return elementwise(__func__, GAI_OP_add_constant, GAI_ARGUMENTS({g, lo, hi}), alpha, &none);
}

int ga_abs(ga_t g)
{
    GAI_COLLECTIVE(ga_abs, g);
    return elementwise(__func__, GAI_OP_abs, GAI_ARGUMENTS(GAI_ALL(g)), &none, &none);
}

int ga_abs_patch(ga_t g, const int64_t *lo, const int64_t *hi)
{
    GAI_COLLECTIVE(ga_abs_patch, g, lo, hi);
    return elementwise(__func__, GAI_OP_abs, GAI_ARGUMENTS({g, lo, hi}), &none, &none);
}

int ga_reciprocal(ga_t g)
{
    GAI_COLLECTIVE(ga_reciprocal, g);
    return elementwise(__func__, GAI_OP_reciprocal, GAI_ARGUMENTS(GAI_ALL(g)), &none, &none);
}

int ga_reciprocal_patch(ga_t g, const int64_t *lo, const int64_t *hi)
{
    GAI_COLLECTIVE(ga_reciprocal_patch, g, lo, hi);
    return elementwise(__func__, GAI_OP_reciprocal, GAI_ARGUMENTS({g, lo, hi}), &none, &none);
}

/* c from a and b. */
#define WHOLE_ABC GAI_ARGUMENTS(GAI_ALL(c), GAI_ALL(a), GAI_ALL(b))
#define PATCH_ABC GAI_ARGUMENTS({c, clo, chi}, {a, alo, ahi}, {b, blo, bhi})

int ga_add(const void *alpha, ga_t a, const void *beta, ga_t b, ga_t c)
{
    GAI_COLLECTIVE(ga_add, alpha, a, beta, b, c);
    return elementwise(__func__, GAI_OP_add, WHOLE_ABC, alpha, beta);
}

int ga_add_patch(const void *alpha, ga_t a, const int64_t *alo, const int64_t *ahi,
                 const void *beta, ga_t b, const int64_t *blo, const int64_t *bhi, ga_t c,
                 const int64_t *clo, const int64_t *chi)
{
    GAI_COLLECTIVE(ga_add_patch, alpha, a, alo, ahi, beta, b, blo, bhi, c, clo, chi);
    return elementwise(__func__, GAI_OP_add, PATCH_ABC, alpha, beta);
}

int ga_multiply(ga_t a, ga_t b, ga_t c)
{
    GAI_COLLECTIVE(ga_multiply, a, b, c);
    return elementwise(__func__, GAI_OP_multiply, WHOLE_ABC, &none, &none);
}

int ga_multiply_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b, const int64_t *blo,
                      const int64_t *bhi, ga_t c, const int64_t *clo, const int64_t *chi)
{
    GAI_COLLECTIVE(ga_multiply_patch, a, alo, ahi, b, blo, bhi, c, clo, chi);
    return elementwise(__func__, GAI_OP_multiply, PATCH_ABC, &none, &none);
}

int ga_divide(ga_t a, ga_t b, ga_t c)
{
    GAI_COLLECTIVE(ga_divide, a, b, c);
    return elementwise(__func__, GAI_OP_divide, WHOLE_ABC, &none, &none);
}

int ga_divide_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b, const int64_t *blo,
                    const int64_t *bhi, ga_t c, const int64_t *clo, const int64_t *chi)
{
    GAI_COLLECTIVE(ga_divide_patch, a, alo, ahi, b, blo, bhi, c, clo, chi);
    return elementwise(__func__, GAI_OP_divide, PATCH_ABC, &none, &none);
}

int ga_maximum(ga_t a, ga_t b, ga_t c)
{
    GAI_COLLECTIVE(ga_maximum, a, b, c);
    return elementwise(__func__, GAI_OP_maximum, WHOLE_ABC, &none, &none);
}

int ga_maximum_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b, const int64_t *blo,
                     const int64_t *bhi, ga_t c, const int64_t *clo, const int64_t *chi)
{
    GAI_COLLECTIVE(ga_maximum_patch, a, alo, ahi, b, blo, bhi, c, clo, chi);
    return elementwise(__func__, GAI_OP_maximum, PATCH_ABC, &none, &none);
}

int ga_minimum(ga_t a, ga_t b, ga_t c)
{
    GAI_COLLECTIVE(ga_minimum, a, b, c);
    return elementwise(__func__, GAI_OP_minimum, WHOLE_ABC, &none, &none);
}

int ga_minimum_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b, const int64_t *blo,
                     const int64_t *bhi, ga_t c, const int64_t *clo, const int64_t *chi)
{
    GAI_COLLECTIVE(ga_minimum_patch, a, alo, ahi, b, blo, bhi, c, clo, chi);
    return elementwise(__func__, GAI_OP_minimum, PATCH_ABC, &none, &none);
}

int ga_median(ga_t a, ga_t b, ga_t m, ga_t c)
{
    GAI_COLLECTIVE(ga_median, a, b, m, c);
    return elementwise(__func__, GAI_OP_median,
                       GAI_ARGUMENTS(GAI_ALL(c), GAI_ALL(a), GAI_ALL(b), GAI_ALL(m)), &none, &none);
}

int ga_median_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b, const int64_t *blo,
                    const int64_t *bhi, ga_t m, const int64_t *mlo, const int64_t *mhi, ga_t c,
                    const int64_t *clo, const int64_t *chi)
{
    GAI_COLLECTIVE(ga_median_patch, a, alo, ahi, b, blo, bhi, m, mlo, mhi, c, clo, chi);
    return elementwise(__func__, GAI_OP_median,
                       GAI_ARGUMENTS({c, clo, chi}, {a, alo, ahi}, {b, blo, bhi}, {m, mlo, mhi}),
                       &none, &none);
}
