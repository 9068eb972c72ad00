/* Arrays that hold serial matrices. */
#include <math.h>
#include <stdlib.h>

#include "harness/harness.h"
#include "model/dense.h"
#include "model/kinds.h"

enum { LIVE_MOST = 1000 };

static struct {
    int count;
    ga_t array[LIVE_MOST];
} live;

static ga_t note_array(ga_t g)
{
    if (live.count < LIVE_MOST)
        live.array[live.count++] = g;
    return g;
}

void matrices_free(void)
{
    dense_free_all();
    while (live.count > 0) {
        ga_t g = live.array[--live.count];
        if (ga_inquire(g, NULL, NULL, NULL) == ASHLAR_OK) /* it was not destroyed meanwhile */
            CHECK_OK(ga_destroy(g));
    }
}

element_t element_from(ashlar_type type, dense_value_t value)
{
    return element_of(type, scalar_as(type, creal(value), cimag(value)));
}

ga_t matrix_spec(const ga_spec_t *spec)
{
    ga_t g = 0;
    CHECK_OK(ga_create_spec(spec, &g));
    return note_array(g);
}

ga_t matrix_draw(rng_t *rng, ga_kind first, ga_kind last, ashlar_type type, int64_t m, int64_t n,
                 ga_group_t group)
{
    int size = 1;
    const int64_t dims[2] = {m, n};
    kind_spec_t drawn;
    CHECK_OK(ga_group_size(group, &size));
    kind_draw(rng, (ga_kind)rng_range(rng, first, last), type, 2, dims, group, size, &drawn);
    drawn.spec.name = "matrix";
    return matrix_spec(&drawn.spec);
}

ga_t matrix_create(ashlar_type type, int64_t m, int64_t n, layout_t layout, ga_group_t group)
{
    ga_t g = 0;
    const int64_t dims[2] = {m, n}, by_rows[2] = {1, n};
    if (layout == LAYOUT_IRREGULAR) { /* or of any kind in which blocks are not alike */
        rng_t rng = rng_seed((uint64_t)(m * 1000 + n));
        return matrix_draw(&rng, GA_IRREGULAR, GA_KIND_COUNT - 1, type, m, n, group);
    }
    CHECK_OK(ga_create_nd(type, 2, dims, "matrix", layout == LAYOUT_CHUNKED ? by_rows : NULL, group,
                          &g));
    return note_array(g);
}

static void write_elements(ga_t g, const dense_t *x, bool lower)
{
    ga_type type;
    ga_group_t group;
    int rank;
    CHECK_OK(ga_inquire(g, &type, NULL, NULL));
    CHECK_OK(ga_inquire_group(g, &group));
    CHECK_OK(ga_group_rank(group, &rank));
    if (rank == 0) {
        size_t bytes = type_bytes(type);
        char *elements = test_alloc((size_t)(x->m * x->n) * bytes);
        for (int64_t j = 0; j < x->n; ++j) {
            for (int64_t i = 0; i < x->m; ++i) {
                dense_value_t value = lower && i < j ? NAN : *dense_at(x, i, j);
                scalar_store(type, elements + (size_t)(i + j * x->m) * bytes,
                             (scalar_t){creal(value), cimag(value)});
            }
        }
        CHECK_OK(ga_put(g, 0, x->m - 1, 0, x->n - 1, elements, x->m));
        free(elements);
    }
    CHECK_OK(ga_group_sync(group));
}

void matrix_write(ga_t g, const dense_t *x)
{
    write_elements(g, x, false);
}

void matrix_write_lower(ga_t g, const dense_t *x)
{
    write_elements(g, x, true);
}

ga_t matrix_from(ashlar_type type, const dense_t *x, layout_t layout, ga_group_t group)
{
    ga_t g = matrix_create(type, x->m, x->n, layout, group);
    matrix_write(g, x);
    return g;
}

dense_t matrix_read(ga_t g)
{
    ga_type type = ASHLAR_DOUBLE;
    int64_t m = 0, n = 0;
    CHECK_OK(ga_inquire(g, &type, &m, &n));
    dense_t x = dense_create(m, n);
    size_t bytes = type_bytes(type);
    char *elements = test_alloc((size_t)(m * n) * bytes);
    CHECK_OK(ga_get(g, 0, m - 1, 0, n - 1, elements, m));
    for (int64_t k = 0; k < m * n; ++k) {
        scalar_t value = scalar_load(type, elements + (size_t)k * bytes);
        x.at[k] = CMPLX(value.re, value.im);
    }
    free(elements);
    return x;
}

static bool is_same(ga_t g, const dense_t *x, bool lower)
{
    dense_t y = matrix_read(g), part[2] = {{0}};
    for (int k = 0; lower && k < 2; ++k)
        part[k] = dense_triangle('l', k ? x : &y);
    bool same = lower ? dense_is(&part[1], &part[0]) : dense_is(x, &y);
    for (int k = 0; k < 2; ++k)
        dense_free(&part[k]);
    dense_free(&y);
    return same;
}

bool matrix_is(ga_t g, const dense_t *x)
{
    return is_same(g, x, false);
}

bool matrix_lower_is(ga_t g, const dense_t *x)
{
    return is_same(g, x, true);
}
