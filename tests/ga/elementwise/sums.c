/* Sums of all elements against the model: whole arrays and patches. */
#include <stdlib.h>

#include "harness/harness.h"
#include "model/twin.h"
#include "ga/operands/operands.h"

static scalar_t model_sum(scalar_t *const *x, scalar_t *const *y, int64_t n)
{
    scalar_t sum = {0, 0};
    for (int64_t k = 0; k < n; ++k)
        sum = scalar_add(sum, y ? scalar_mul(*x[k], *y[k]) : *x[k]);
    return sum;
}

static void check_sums(const twin_t *x, const patch_t *of_x, const twin_t *y, const patch_t *of_y)
{
    ashlar_type type = x->model.type;
    scalar_t **first = elements_of(&x->model, of_x), **second = elements_of(&y->model, of_y);
    int64_t n = patch_count(of_x);
    element_t result;

    CHECK_OK(ga_sum_patch(x->g, of_x->lo, of_x->hi, &result));
    CHECK(scalar_equal(model_sum(first, NULL, n), scalar_load(type, &result)));
    CHECK_OK(ga_dot_patch(x->g, of_x->lo, of_x->hi, y->g, of_y->lo, of_y->hi, &result));
    CHECK(scalar_equal(model_sum(first, second, n), scalar_load(type, &result)));
    free(second);
    free(first);
}

static void run_sums(twin_t *a, twin_t *b, twin_t *c)
{
    rng_t rng = rng_seed(81);
    int ndim = c->model.whole.ndim;
    patch_t patch = patch_random(&rng, ndim, c->model.dims), empty = patch;
    patch_t elsewhere = patch_moved(&rng, &patch, c->model.dims);
    element_t result;

    check_sums(a, &a->model.whole, b, &b->model.whole);
    check_sums(b, &patch, c, &elsewhere);
    check_sums(c, &patch, c, &elsewhere);
    check_sums(c, &patch, c, &patch);
    empty.hi[ndim - 1] = empty.lo[ndim - 1] - 1;
    check_sums(c, &empty, b, &empty);
    CHECK_OK(ga_sum(b->g, &result));
    scalar_t **all = elements_of(&b->model, &b->model.whole);
    CHECK(scalar_equal(model_sum(all, NULL, b->model.n), scalar_load(b->model.type, &result)));
    free(all);
}

TEST_CASE(elementwise_sums, TEST_GA)
{
    each_operands(run_sums);
}
