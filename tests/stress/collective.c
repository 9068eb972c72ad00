/* The data-parallel operations, and sync itself. They synchronise before and after. */
#include "stress.h"

void do_sync(array_t *array)
{
    (void)array;
    if (draw(0, 3) == 0) {
        stress_ok(ga_fence());
    }
    sync_all();
}

void do_fill(array_t *array)
{
    scalar_t value =
        scalar_as(array->model.type, (double)draw(-VALUES, VALUES), (double)draw(-VALUES, VALUES));
    element_t element = element_of(array->model.type, value);

    settle();
    if (draw(0, 3)) {
        stress_ok(ga_fill(array->g, &element));
    } else {
        stress_ok(ga_zero(array->g));
        value = (scalar_t){0, 0};
    }
    model_fill(&array->model, value);
    array->bound = VALUES;
    all_idle();
}

void do_scale(array_t *array)
{
    scalar_t alpha = draw_alpha(array->model.type);
    element_t factor = element_of(array->model.type, alpha);

    grow(array, 4, 0);
    settle();
    stress_ok(ga_scale(array->g, &factor));
    model_scale(&array->model, alpha);
    all_idle();
}

void do_add(array_t *array)
{
    array_t *b = draw_alike(array, NULL), *c = draw_alike(array, NULL);
    ashlar_type type = array->model.type;
    scalar_t alpha = draw_alpha(type), beta = draw_alpha(type);
    element_t alpha_element = element_of(type, alpha), beta_element = element_of(type, beta);

    grow(array, 4, 0);
    grow(b, 4, 0);
    settle();
    stress_ok(ga_add(&alpha_element, array->g, &beta_element, b->g, c->g));
    model_add(alpha, &array->model, beta, &b->model, &c->model);
    c->bound = array->bound + b->bound; /* both already hold the factor */
    all_idle();
}

void do_copy(array_t *array)
{
    array_t *to = draw_alike(array, array);

    if (to) {
        settle();
        stress_ok(ga_copy(array->g, to->g));
        model_add((scalar_t){1, 0}, &array->model, (scalar_t){0, 0}, &array->model, &to->model);
        to->bound = array->bound;
        all_idle();
    }
}

void do_dot(array_t *array)
{
    array_t *b = draw_alike(array, NULL);
    element_t result = {{0}};

    /* The sum must be exact too. */
    if (2 * array->bound * b->bound * (double)array->model.n > 1 << 23) {
        do_fill(array);
        do_fill(b);
    }
    settle();
    stress_ok(ga_dot(array->g, b->g, &result));
    scalar_t found = scalar_load(array->model.type, result.bytes);
    scalar_t expected = model_dot(&array->model, &b->model);
    if (!scalar_equal(found, expected)) {
        stress_fail("dot is %g%+gi, the model has %g%+gi", found.re, found.im, expected.re,
                    expected.im);
    }
    all_idle();
}

/** Another array of the same type and transposed extents; NULL when there is none. */
static array_t *find_turned(const array_t *array)
{
    for (int k = 0; k < stress.count; k++) {
        const model_t *m = &stress.arrays[k].model;
        if (&stress.arrays[k] != array && m->type == array->model.type && m->whole.ndim == 2 &&
            m->dims[0] == array->model.dims[1] && m->dims[1] == array->model.dims[0]) {
            return &stress.arrays[k];
        }
    }
    return NULL;
}

void do_transpose(array_t *array)
{
    array_t *to = array->model.whole.ndim == 2 ? find_turned(array) : NULL;

    if (to) {
        settle();
        stress_ok(ga_transpose(array->g, to->g));
        model_transpose(&array->model, &to->model);
        to->bound = array->bound;
        all_idle();
    }
}

/* Of even numbers, so that the means are whole. */
void do_symmetrize(array_t *array)
{
    model_t *m = &array->model;
    const scalar_t two = {2, 0};
    element_t factor = element_of(m->type, two);

    if (m->whole.ndim != 2 || m->dims[0] != m->dims[1] || type_is_integer(m->type)) {
        return;
    }
    grow(array, 2, 0);
    settle();
    stress_ok(ga_scale(array->g, &factor));
    model_scale(m, two);
    stress_ok(ga_symmetrize(array->g));
    model_symmetrize(m);
    all_idle();
}
