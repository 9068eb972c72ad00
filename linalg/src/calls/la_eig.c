/* Symmetric and Hermitian eigenproblems. */
#include "linalg/src/calls/la_eig.h"

#include <inttypes.h>
#include <string.h>

#include "linalg/src/frame/la_check.h"
#include "linalg/src/frame/la_collective.h"
#include "linalg/src/frame/la_elpa_choice.h"

static int check_columns(const char *call, const gai_array_t *z, int64_t count)
{
    if (lai_cols(z) < count)
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: array '%s' has %" PRId64 " columns for %" PRId64 " eigenvectors", call,
                       z->name, lai_cols(z), count);
    return ASHLAR_OK;
}

static int select_columns(lai_solver_t *s)
{
    const gai_array_t *z = s->operand[Z].to;
    lai_eigen_find_range(s, &s->chosen_first, &s->chosen_count);
    return z ? check_columns(s->call, z, s->chosen_count) : ASHLAR_OK;
}

/* x has as many rows as a and is of the same kind; and as many columns, if they are given. */
static int check_partner(const char *call, const gai_array_t *a, const gai_array_t *x,
                         int64_t columns)
{
    AL_TRY(lai_check_alike(call, a, x));
    if (lai_rows(a) != lai_rows(x) || (columns && lai_cols(x) != columns))
        return AL_FAIL(ASHLAR_ESHAPE,
                       "%s: array '%s' is %" PRId64 " x %" PRId64 ", '%s' %" PRId64 " x %" PRId64,
                       call, a->name, lai_rows(a), lai_cols(a), x->name, lai_rows(x), lai_cols(x));
    return ASHLAR_OK;
}

static int check_range(const char *call, const gai_array_t *a, const la_range_t *range)
{
    if (range->by == LA_BY_PLACE) {
        if (range->first < 0 || range->first > range->last || range->last >= lai_rows(a))
            return AL_FAIL(ASHLAR_ERANGE,
                           "%s: eigenvalues %" PRId64 " to %" PRId64
                           " are asked for; array '%s' has 0 to %" PRId64,
                           call, range->first, range->last, a->name, lai_rows(a) - 1);
    } else if (range->by != LA_BY_VALUE) {
        return AL_FAIL(ASHLAR_EARG, "%s: a range by %d: LA_BY_PLACE or LA_BY_VALUE", call,
                       (int)range->by);
    } else if (!(range->low <= range->high)) {
        return AL_FAIL(ASHLAR_EARG, "%s: eigenvalues above %g and up to %g are asked for", call,
                       range->low, range->high);
    }
    return ASHLAR_OK;
}

/* One call for all. No range: all; found is then NULL. */
static int solve_eigen(const char *call, int has_b, const ga_t *handles, const la_range_t *range,
                       void *w, int64_t *found)
{
    gai_array_t *a, *b = NULL, *z = NULL;
    AL_TRY(lai_check_started(call));
    AL_TRY(lai_find(call, handles[A], &a));
    if (has_b)
        AL_TRY(lai_find(call, handles[B], &b));
    if (handles[Z])
        AL_TRY(lai_find(call, handles[Z], &z));
    if (!w || (range && !found))
        return gai_bad_argument(call, w ? "found" : "w");
    if (z && (z == a || z == b))
        return AL_FAIL(ASHLAR_EARG, "%s: array '%s' is both a matrix and its eigenvectors", call,
                       z->name);
    AL_TRY(lai_check_square(call, a));
    if (b)
        AL_TRY(check_partner(call, a, b, lai_cols(a)));
    if (z)
        AL_TRY(check_partner(call, a, z, range ? 0 : lai_cols(a)));
    if (range)
        AL_TRY(check_range(call, a, range));
    if (range && z && range->by == LA_BY_PLACE)
        AL_TRY(check_columns(call, z, range->last - range->first + 1));
    eigen_t p = {.exponent = 0};
    if (!range)
        p.range = (la_range_t){.by = LA_BY_PLACE, .last = lai_rows(a) - 1};
    else if (range->by == LA_BY_PLACE)
        p.range = (la_range_t){.by = LA_BY_PLACE, .first = range->first, .last = range->last};
    else
        p.range = (la_range_t){.by = LA_BY_VALUE, .low = range->low, .high = range->high};
    lai_solver_t s = {.call = call,
                      .kind = lai_eigen_kind(a, z != NULL, range != NULL),
                      .stages = has_b ? lai_eigen_stages : lai_eigen_stages + LAI_EIGEN_STANDARD,
                      .query_workspace = lai_eigen_query_workspace,
                      .values = w,
                      .value_count = lai_rows(a),
                      .select_columns = range ? select_columns : NULL,
                      .scale = 1,
                      .data = &p};
    s.operand[A] = (lai_operand_t){.from = a, .lower = 1};
    s.operand[B] = (lai_operand_t){.from = b, .lower = 1};
    s.operand[Z] = (lai_operand_t){
        .to = z, .n = lai_rows(a), .write_on_success = range != NULL, .is_selected = range != NULL};
    AL_TRY(lai_solve(&s));
    if (range)
        *found = s.chosen_count;
    return ASHLAR_OK;
}

int la_eigen(ga_t a, void *w, ga_t z)
{
    LAI_COLLECTIVE(la_eigen, a, w, z);
    return solve_eigen(__func__, 0, (ga_t[]){a, 0, z}, NULL, w, NULL);
}

int la_eigen_general(ga_t a, ga_t b, void *w, ga_t z)
{
    LAI_COLLECTIVE(la_eigen_general, a, b, w, z);
    return solve_eigen(__func__, 1, (ga_t[]){a, b, z}, NULL, w, NULL);
}

/* For a range, the part that counts. */
static lai_numbers_t numbers_of_range(const la_range_t *range)
{
    lai_numbers_t numbers = {{range->by}};
    if (range->by == LA_BY_PLACE) {
        numbers.at[1] = range->first;
        numbers.at[2] = range->last;
    } else {
        memcpy(&numbers.at[3], &range->low, sizeof range->low);
        memcpy(&numbers.at[4], &range->high, sizeof range->high);
    }
    return numbers;
}

int la_eigen_range(ga_t a, la_range_t range, void *w, ga_t z, int64_t *found)
{
    ALI_CHECKED(gai_check_collective(LAI_ROW(la_eigen_range), NULL, a, numbers_of_range(&range).at,
                                     w, z, found));
    return solve_eigen(__func__, 0, (ga_t[]){a, 0, z}, &range, w, found);
}

int la_eigen_general_range(ga_t a, ga_t b, la_range_t range, void *w, ga_t z, int64_t *found)
{
    ALI_CHECKED(gai_check_collective(LAI_ROW(la_eigen_general_range), NULL, a, b,
                                     numbers_of_range(&range).at, w, z, found));
    return solve_eigen(__func__, 1, (ga_t[]){a, b, z}, &range, w, found);
}
