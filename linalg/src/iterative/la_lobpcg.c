/* The iteration. Two reductions and a broadcast each: the products of W with the basis; what rank 0
 * makes of them, so that all ranks have the same bits; the norms of the new residuals. */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "linalg/src/iterative/la_lobpcg.h"

/* The products of X and P are measured so often: between, they follow from each other, and rounding
 * errors add up. */
enum { MEASURED_EVERY = 20, ORTHONORMALISE_MOST = 2 };

/* Sum words over the ranks, the first of which says whether a rank has failed. Each rank waits for
 * all: what they have written to their vectors before is there after. */
static int sum_words(lai_lobpcg_t *s, double *words, int64_t n)
{
    words[0] = s->failure != ASHLAR_OK;
    AL_TRY(al_allreduce(s->group, ASHLAR_DOUBLE, ASHLAR_SUM, words, (size_t)(1 + n)));
    return words[0] > 0 ? gai_agree(s->call, s->group, s->failure) : ASHLAR_OK;
}

/* y = A*x or T*x; a failure is kept for the next reduction. */
static void apply(lai_lobpcg_t *s, const la_operator_t *a, const lai_view_t *x, const lai_view_t *y)
{
    const int status = a->apply(a->context, lai_view_array(x), lai_view_array(y));
    if (status == ASHLAR_OK || s->failure != ASHLAR_OK)
        return;
    if (status < 0)
        s->failure =
            AL_FAIL(status, "%s: %s failed with %s", s->call,
                    a == s->a ? "the operator" : "the preconditioner", ashlar_status_name(status));
    else
        s->failure = AL_FAIL(ASHLAR_EARG, "%s: %s returned %d, which is no status", s->call,
                             a == s->a ? "the operator" : "the preconditioner", status);
}

static int multiply_w(lai_lobpcg_t *s, int64_t columns)
{
    AL_TRY(lai_view_resize(s, &s->w, columns));
    AL_TRY(lai_view_resize(s, &s->aw, columns));
    apply(s, s->a, &s->w, &s->aw);
    s->w_count = columns;
    s->report.products += columns;
    ++s->report.iterations;
    return ASHLAR_OK;
}

static int not_finite(const lai_lobpcg_t *s)
{
    return AL_FAIL(ASHLAR_ENUMERIC, "%s: numbers are not finite after %" PRId64 " iterations",
                   s->call, s->report.iterations);
}

static int share_step(lai_lobpcg_t *s, bool may_orthonormalise)
{
    const int64_t b = s->block, second = s->is_measured ? 8 * b * b : 0;
    lai_pass_products(s);
    AL_TRY(sum_words(s, s->products, (6 * b * b + second) * s->parts));
    if (s->rank == 0)
        lai_find_step(s, may_orthonormalise);
    return al_broadcast(s->group, s->step,
                        sizeof *s->step + sizeof(double) * (size_t)(b + 6 * b * b * s->parts), 0);
}

/* The next step, in s->step. */
static int find_shared_step(lai_lobpcg_t *s)
{
    for (int k = 0;; ++k) {
        AL_TRY(share_step(s, k < ORTHONORMALISE_MOST));
        if (s->step->status != LAI_STEP_ORTHONORMALISE)
            break;
        lai_pass_orthonormalise(s, (int64_t)s->step->p);
        s->w_count = (int64_t)s->step->p;
    }
    s->is_measured = s->report.iterations % MEASURED_EVERY == 0;
    if (s->step->status == LAI_STEP_NOT_FINITE)
        return not_finite(s);
    if (s->step->status == LAI_STEP_FAILED)
        return AL_FAIL(ASHLAR_ENUMERIC, "%s: the small problem of iteration %" PRId64 " has no end",
                       s->call, s->report.iterations);
    return ASHLAR_OK;
}

/* A power of two near 1/x, for numbers of the type. */
static double power_near(const lai_lobpcg_t *s, double x)
{
    const int most = s->blas->real == sizeof(float) ? FLT_MAX_EXP - 8 : DBL_MAX_EXP - 24;
    int exponent = x > 0 ? -ilogb(x) : 0;
    if (exponent > most)
        exponent = most;
    return ldexp(1, exponent < -most ? -most : exponent);
}

/* From sums of squares to norms, and scales for the next ones. */
static int share_norms(lai_lobpcg_t *s)
{
    AL_TRY(sum_words(s, s->norms, s->block));
    for (int64_t j = 0; j < s->block; ++j) {
        double *norm = &s->norms[1 + j];
        *norm = sqrt(*norm) / s->scales[j];
        if (!isfinite(*norm))
            return not_finite(s);
        if (*norm > 0)
            s->scales[j] = power_near(s, *norm);
    }
    return ASHLAR_OK;
}

/* About the rounding errors of a residual. */
static double smallest_residual(const lai_lobpcg_t *s)
{
    return s->epsilon * s->norm * (16 + sqrt((double)s->n));
}

static bool has_converged(const lai_lobpcg_t *s, int64_t j)
{
    return s->norms[1 + j] <= fmax(s->tolerance * fabs(s->theta[j]), smallest_residual(s));
}

static int64_t count_converged(const lai_lobpcg_t *s)
{
    int64_t count = 0;
    for (int64_t j = 0; j < s->k; ++j)
        count += has_converged(s, j);
    return count;
}

/* Vectors that have converged stay in the basis, but their residuals do not enter it (Knyazev,
 * Argentati, Lashuk and Ovtchinnikov 2007). Those beyond the wanted ones only help. */
static void choose_active(lai_lobpcg_t *s)
{
    s->active_count = 0;
    for (int64_t j = 0; j < s->block; ++j)
        if (!has_converged(s, j))
            s->active[s->active_count++] = j;
    for (int64_t j = 0; s->active_count == 0; j = 0)
        s->active[s->active_count++] = j;
}

static void choose_all(lai_lobpcg_t *s)
{
    s->active_count = s->block;
    for (int64_t j = 0; j < s->block; ++j)
        s->active[j] = j;
}

static char *residuals_at(const lai_lobpcg_t *s)
{
    return s->preconditioner ? s->residual.at : s->w.at;
}

/* W from residuals that lie there, and A*W. */
static int extend_basis(lai_lobpcg_t *s)
{
    const int64_t columns = s->active_count;
    if (s->preconditioner) {
        AL_TRY(lai_view_resize(s, &s->residual, columns));
        AL_TRY(lai_view_resize(s, &s->w, columns));
        apply(s, s->preconditioner, &s->residual, &s->w);
        AL_TRY(gai_agree(s->call, s->group, s->failure));
    }
    return multiply_w(s, columns);
}

/* The first X: combinations of W that are orthonormal Ritz vectors. */
static int begin_iteration(lai_lobpcg_t *s)
{
    choose_all(s);
    AL_TRY(lai_first_vectors(s, s->has_guess));
    AL_TRY(multiply_w(s, s->block));
    AL_TRY(find_shared_step(s));
    if (s->step->status == LAI_STEP_DEPENDENT && s->has_guess) {
        AL_TRY(lai_first_vectors(s, false));
        AL_TRY(multiply_w(s, s->block));
        AL_TRY(find_shared_step(s));
    }
    if (s->step->status != LAI_STEP_DONE)
        return AL_FAIL(ASHLAR_EINTERNAL, "%s: %" PRId64 " random vectors are dependent", s->call,
                       s->block);
    return ASHLAR_OK;
}

/* X moves, as the step says, and leaves residuals. */
static int move_vectors(lai_lobpcg_t *s)
{
    s->norm = fmax(s->norm, s->step->norm);
    if (s->x_count == 0)
        for (int64_t j = 0; j < s->block; ++j)
            s->scales[j] = power_near(s, s->norm);
    lai_pass_update(s, (int64_t)s->step->p, residuals_at(s));
    s->x_count = s->block;
    s->p_count = (int64_t)s->step->p;
    return share_norms(s);
}

/* A*X anew, and the residuals that follow: rounding errors have added up in both. */
static int verify(lai_lobpcg_t *s)
{
    lai_pass_expose(s);
    AL_TRY(sum_words(s, s->norms, 0)); /* all ranks have exposed theirs */
    AL_TRY(multiply_w(s, s->block));
    AL_TRY(sum_words(s, s->norms, 0)); /* none reads the W of others any more */
    choose_all(s);
    lai_pass_verify(s, residuals_at(s));
    s->is_measured = true;
    return share_norms(s);
}

int lai_lobpcg_iterate(lai_lobpcg_t *s)
{
    AL_TRY(begin_iteration(s));
    for (;;) {
        const bool is_stalled =
            s->step->status == LAI_STEP_STALLED || s->step->status == LAI_STEP_DEPENDENT;
        if (!is_stalled)
            AL_TRY(move_vectors(s));
        s->report.converged = count_converged(s);
        const bool is_last = is_stalled || s->report.iterations >= s->limit - 1;
        if (is_last || s->report.converged == s->k) {
            AL_TRY(verify(s));
            s->report.converged = count_converged(s);
            if (is_last || s->report.converged == s->k)
                return ASHLAR_OK;
        }
        AL_TRY(extend_basis(s));
        choose_active(s);
        AL_TRY(find_shared_step(s));
    }
}
