/* Eigenpairs of an operator: the call. */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"
#include "linalg/src/iterative/la_lobpcg.h"

static const int64_t iterations_unless_set = 5000;

static int check_operator(const char *call, const char *name, const la_operator_t *a)
{
    return a->apply ? ASHLAR_OK
                    : AL_FAIL(ASHLAR_EARG, "%s: %s has no function: apply is NULL", call, name);
}

static int check_options(const char *call, const gai_array_t *z, const la_operator_options_t *o)
{
    const int64_t k = lai_cols(z);
    if (k > lai_rows(z))
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: %" PRId64 " eigenvectors of order %" PRId64 " for array '%s'", call, k,
                       lai_rows(z), z->name);
    if (!(o->tolerance >= 0))
        return AL_FAIL(ASHLAR_EARG, "%s: tolerance %g: it is at least 0", call, o->tolerance);
    if (o->iterations < 0)
        return AL_FAIL(ASHLAR_EARG, "%s: %" PRId64 " iterations: at least 0", call, o->iterations);
    if (o->block != 0 && o->block < k)
        return AL_FAIL(ASHLAR_EARG,
                       "%s: a block of %" PRId64 " vectors for %" PRId64
                       " eigenpairs: at least as many, or 0",
                       call, o->block, k);
    return o->preconditioner ? check_operator(call, "the preconditioner", o->preconditioner)
                             : ASHLAR_OK;
}

/* How many vectors are iterated: all if the basis of three blocks held them all. */
static int64_t choose_block(int64_t n, int64_t k, int64_t asked)
{
    const int64_t block = asked ? asked : k + k / 4 + 1;
    return block >= n / 3 ? n : block;
}

/* Those of rank 0, so that all ranks do the same. */
static int agree_on_options(const char *call, const gai_array_t *z, la_operator_options_t *o)
{
    const la_operator_t *mine = o->preconditioner;
    AL_TRY(al_barrier(z->group));
    AL_TRY(al_broadcast(z->group, o, sizeof *o, 0));
    const bool is_alike = (mine != NULL) == (o->preconditioner != NULL);
    o->preconditioner = mine;
    return gai_agree(call, z->group,
                     is_alike ? ASHLAR_OK
                              : AL_FAIL(ASHLAR_EMISMATCH,
                                        "%s: rank 0 has %s preconditioner, and this rank not so",
                                        call, mine ? "no" : "a"));
}

static lai_lobpcg_t describe_iteration(const char *call, const la_operator_t *a, gai_array_t *z,
                                       const la_operator_options_t *o)
{
    const lai_lobpcg_kernels_t *kernels = lai_lobpcg_kernels(z->type);
    const int64_t n = lai_rows(z), k = lai_cols(z), block = choose_block(n, k, o->block);
    const bool is_double = kernels->epsilon < 1e-10;
    const int64_t limit = o->iterations ? o->iterations : iterations_unless_set;
    return (lai_lobpcg_t){
        .call = call,
        .a = a,
        .preconditioner = block == n ? NULL : o->preconditioner,
        .blas = lai_blas(z->type),
        .kernels = kernels,
        .group = z->group,
        .z = z,
        .rank = z->rank,
        .parts = kernels->is_complex ? 2 : 1,
        .n = n,
        .k = k,
        .block = block,
        .limit = block == n ? 1 : limit,
        .has_guess = o->is_guess && block < n,
        .sign = o->largest ? -1 : 1,
        .tolerance = o->tolerance > 0 ? o->tolerance
                     : is_double      ? 1e-8
                                      : 1e-4,
        .epsilon = kernels->epsilon,
    };
}

static void give_numbers(const lai_lobpcg_t *s, void *w, double *residuals,
                         la_operator_report_t *report)
{
    for (int64_t j = 0; j < s->k; ++j) {
        const double value = s->sign * s->theta[j];
        if (s->blas->real == sizeof(float))
            ((float *)w)[j] = (float)value;
        else
            ((double *)w)[j] = value;
        if (residuals)
            residuals[j] = s->norms[1 + j];
    }
    if (report)
        *report = s->report;
}

static int explain_unconverged(const lai_lobpcg_t *s)
{
    double worst = 0;
    for (int64_t j = 0; j < s->k; ++j)
        worst = fmax(worst, s->norms[1 + j]);
    return AL_FAIL(ASHLAR_ENUMERIC,
                   "%s: %" PRId64 " of %" PRId64 " eigenpairs have converged after %" PRId64
                   " iterations; the largest residual is %.3g, the tolerance %.3g; a larger block, "
                   "more iterations or a preconditioner may help",
                   s->call, s->report.converged, s->k, s->report.iterations, worst, s->tolerance);
}

int la_eigen_operator(const la_operator_t *a, const la_operator_options_t *options, ga_t z, void *w,
                      double *residuals, la_operator_report_t *report)
{
    LAI_COLLECTIVE(la_eigen_operator, a, options, z, w, residuals, report);
    const char *call = __func__;
    la_operator_options_t asked = options ? *options : (la_operator_options_t){.block = 0};
    gai_array_t *array;
    AL_TRY(lai_check_started(call));
    AL_TRY(lai_find(call, z, &array));
    if (!a || !w)
        return gai_bad_argument(call, a ? "w" : "a");
    AL_TRY(check_operator(call, "the operator", a));
    AL_TRY(check_options(call, array, &asked));
    AL_TRY(gai_check_writable(call, array));
    AL_TRY(agree_on_options(call, array, &asked));
    lai_lobpcg_t s = describe_iteration(call, a, array, &asked);
    int status = lai_lobpcg_allocate(&s);
    if (status == ASHLAR_OK)
        status = lai_lobpcg_iterate(&s);
    if (status == ASHLAR_OK)
        status = lai_last_vectors(&s);
    if (status == ASHLAR_OK)
        give_numbers(&s, w, residuals, report);
    if (status == ASHLAR_OK && s.report.converged < s.k)
        status = explain_unconverged(&s);
    const int freed = lai_lobpcg_free(&s);
    return status != ASHLAR_OK ? status : freed;
}
