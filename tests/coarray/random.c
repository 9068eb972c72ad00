/* Accesses of every kind, drawn alike on all images, one after the other, against arrays of numbers
 * that each image keeps for all of them. */
#include <complex.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/coarray.h>

#include "harness/harness.h"
#include "harness/rng.h"

enum {
    IMAGES = 8,
    ELEMENTS = 400,
    ARRAYS = 3,
    RECORD = 12, /* bytes */
    ELEMENT_BYTES = 16,
    BUFFER = 8 * ELEMENTS,
    GAP = 0x5a
};

typedef struct model {
    co_array_t *x;
    int type; /* ASHLAR_TYPE_COUNT: records */
    size_t element;
    int ndim;
    int64_t extents[IMAGES][ASHLAR_MAX_DIM];
    int64_t value[IMAGES][ELEMENTS];
} model_t;

typedef struct section {
    ashlar_interval_t in[ASHLAR_MAX_DIM];
    int64_t count[ASHLAR_MAX_DIM], n;
    int64_t strides[ASHLAR_MAX_DIM]; /* of the buffer */
    int is_whole, is_dense;
    int place[ELEMENTS], at[ELEMENTS]; /* in the array and in the buffer */
} section_t;

static rng_t common;
static model_t models[ARRAYS];

/* ---- values -----------------------------------------------------------------------------------
 */

static void store(const model_t *m, void *to, int64_t value)
{
    unsigned char *bytes = to;
    switch (m->type) {
    case ASHLAR_INT:
        *(int *)to = (int)value;
        break;
    case ASHLAR_LONG:
        *(long *)to = value;
        break;
    case ASHLAR_LLONG:
        *(long long *)to = value;
        break;
    case ASHLAR_FLOAT:
        *(float *)to = (float)value;
        break;
    case ASHLAR_DOUBLE:
        *(double *)to = (double)value;
        break;
    case ASHLAR_CFLOAT:
        ((float *)to)[0] = (float)value;
        ((float *)to)[1] = (float)(-2 * value);
        break;
    case ASHLAR_CDOUBLE:
        ((double *)to)[0] = (double)value;
        ((double *)to)[1] = (double)(-2 * value);
        break;
    default:
        for (int k = 0; k < RECORD; ++k)
            bytes[k] = (unsigned char)(value * (k + 1));
    }
}

/* What the model's value looks like, after `+ 0 i` on zero. */
static bool holds(const model_t *m, const void *at, int64_t value)
{
    _Alignas(16) unsigned char wanted[ELEMENT_BYTES], found[ELEMENT_BYTES];
    store(m, wanted, value);
    memcpy(found, at, m->element);
    if (m->type == ASHLAR_CFLOAT)
        return ((float *)(void *)wanted)[0] == ((float *)(void *)found)[0] &&
               ((float *)(void *)wanted)[1] == ((float *)(void *)found)[1];
    if (m->type == ASHLAR_CDOUBLE)
        return ((double *)(void *)wanted)[0] == ((double *)(void *)found)[0] &&
               ((double *)(void *)wanted)[1] == ((double *)(void *)found)[1];
    return memcmp(wanted, found, m->element) == 0;
}

/* ---- arrays -----------------------------------------------------------------------------------
 */

static void draw_extents(model_t *m, int64_t *extents)
{
    int64_t n = 1;
    for (int d = 0; d < m->ndim; ++d) {
        extents[d] = rng_range(&common, m->ndim > 4 ? 1 : 0,
                               m->ndim == 1  ? 200
                               : m->ndim < 4 ? 9
                                             : 3);
        while (n * extents[d] > ELEMENTS)
            --extents[d];
        n *= extents[d] ? extents[d] : 1;
    }
}

static int64_t elements_of(const model_t *m, int image)
{
    int64_t n = 1;
    for (int d = 0; d < m->ndim; ++d)
        n *= m->extents[image][d];
    return n;
}

static void make_array(model_t *m, int type)
{
    co_spec_t spec = {.clear = 1};
    const int is_alike = (int)rng_range(&common, 0, 1);
    m->type = type;
    m->ndim = spec.ndim = (int)rng_range(&common, 1, rng_range(&common, 0, 4) ? 3 : 7);
    for (int image = 0; image < test_size(); ++image) {
        draw_extents(m, m->extents[image]);
        if (is_alike)
            memcpy(m->extents[image], m->extents[0], sizeof m->extents[0]);
    }
    memset(m->value, 0, sizeof m->value);
    memcpy(spec.extents, m->extents[test_rank()], sizeof spec.extents);
    if (type == ASHLAR_TYPE_COUNT)
        spec.record_bytes = RECORD;
    else
        spec.type = (ga_type)type;
    REQUIRE_OK(co_create(&spec, &m->x));
    m->element = type == ASHLAR_TYPE_COUNT                    ? RECORD
                 : type == ASHLAR_CDOUBLE                     ? 16
                 : type == ASHLAR_INT || type == ASHLAR_FLOAT ? 4
                                                              : 8;
}

static void check_mine(const model_t *m)
{
    char *mine = NULL;
    const int me = test_rank();
    CHECK_OK(co_local(m->x, (void **)&mine));
    for (int64_t k = 0; k < elements_of(m, me); ++k)
        if (!holds(m, mine + (size_t)k * m->element, m->value[me][k])) {
            test_fail(__FILE__, __LINE__, "element %d is not %d", (int)k, (int)m->value[me][k]);
            return;
        }
}

/* ---- sections ---------------------------------------------------------------------------------
 */

static void draw_interval(int64_t extent, ashlar_interval_t *in, int64_t *count)
{
    in->step = rng_range(&common, 0, 2) ? 1 : rng_range(&common, 1, 4);
    in->first = extent ? rng_range(&common, 0, extent - 1) : 5;
    in->last = extent ? rng_range(&common, in->first, extent - 1) : 4;
    if (rng_range(&common, 0, 30) == 0)
        in->last = in->first - 1;
    *count = in->last < in->first ? 0 : (in->last - in->first) / in->step + 1;
}

/* Where each element lies, in the order of C. */
static void list_places(const model_t *m, int image, section_t *s)
{
    for (int64_t k = 0; k < s->n; ++k) {
        int64_t rest = k, place = 0, at = 0, below = 1;
        for (int d = m->ndim - 1; d >= 0; --d) {
            const int64_t i = rest % s->count[d];
            rest /= s->count[d];
            place += (s->in[d].first + i * s->in[d].step) * below;
            at += i * s->strides[d];
            below *= m->extents[image][d];
        }
        s->place[k] = (int)place;
        s->at[k] = (int)at;
    }
}

static void draw_section(const model_t *m, int image, section_t *s)
{
    int64_t below = 1;
    s->is_whole = rng_range(&common, 0, 7) == 0;
    s->is_dense = (int)rng_range(&common, 0, 1);
    s->n = 1;
    for (int d = m->ndim - 1; d >= 0; --d) {
        draw_interval(m->extents[image][d], &s->in[d], &s->count[d]);
        if (s->is_whole) {
            s->in[d] = (ashlar_interval_t){0, m->extents[image][d] - 1, 1};
            s->count[d] = m->extents[image][d];
        }
        s->strides[d] = below;
        if (!s->is_dense)
            s->strides[d] += rng_range(&common, 0, 1);
        below = s->strides[d] * (s->count[d] ? s->count[d] : 1);
        if (below > BUFFER / 2)
            below = s->strides[d] = 1, s->n = 0, s->in[d].last = s->in[d].first - 1,
            s->is_whole = 0;
        s->n *= s->count[d];
        if (s->in[d].last < s->in[d].first)
            s->n = s->count[d] = 0;
    }
    list_places(m, image, s);
}

static const ashlar_interval_t *intervals(const section_t *s)
{
    return s->is_whole ? NULL : s->in;
}

static const int64_t *strides(const section_t *s)
{
    return s->is_dense ? NULL : s->strides;
}

/* ---- operations -------------------------------------------------------------------------------
 */

static _Alignas(64) char buffer[BUFFER * ELEMENT_BYTES];

static char *slot(const model_t *m, int at)
{
    return buffer + (size_t)at * m->element;
}

static void do_put(model_t *m, int actor, int image, int is_nb)
{
    static section_t s;
    ga_handle_t handle = 0;
    draw_section(m, image, &s);
    memset(buffer, GAP, sizeof buffer);
    for (int64_t k = 0; k < s.n; ++k) {
        const int64_t value = rng_range(&common, -50, 50);
        store(m, slot(m, s.at[k]), value);
        m->value[image][s.place[k]] = value;
    }
    if (actor != test_rank())
        return;
    if (is_nb)
        CHECK_OK(co_put_nb(m->x, image, intervals(&s), buffer, strides(&s), &handle));
    else
        CHECK_OK(co_put(m->x, image, intervals(&s), buffer, strides(&s)));
    CHECK_OK(ga_wait(&handle));
}

static void do_get(model_t *m, int actor, int image, int is_nb)
{
    static section_t s;
    static char touched[BUFFER];
    ga_handle_t handle = 0;
    draw_section(m, image, &s);
    if (actor != test_rank())
        return;
    memset(buffer, GAP, sizeof buffer);
    memset(touched, 0, sizeof touched);
    if (is_nb)
        CHECK_OK(co_get_nb(m->x, image, intervals(&s), buffer, strides(&s), &handle));
    else
        CHECK_OK(co_get(m->x, image, intervals(&s), buffer, strides(&s)));
    CHECK_OK(ga_wait(&handle));
    for (int64_t k = 0; k < s.n; ++k) {
        touched[s.at[k]] = 1;
        if (!holds(m, slot(m, s.at[k]), m->value[image][s.place[k]]))
            test_fail(__FILE__, __LINE__, "element %d of a section is not %d", (int)k,
                      (int)m->value[image][s.place[k]]);
    }
    for (int at = 0; at < BUFFER; ++at)
        if (!touched[at] && (unsigned char)*slot(m, at) != GAP) {
            test_fail(__FILE__, __LINE__, "place %d of a buffer has been written to", at);
            return;
        }
}

static void do_acc(model_t *m, int actor, int image, int how)
{
    static section_t s;
    _Alignas(16) char alpha[ELEMENT_BYTES] = {0};
    const int factor = how == 2 ? 1 : 2;
    ga_handle_t handle = 0;
    draw_section(m, image, &s);
    memset(buffer, 0, sizeof buffer);
    for (int64_t k = 0; k < s.n; ++k) {
        const int64_t value = rng_range(&common, -5, 5);
        store(m, slot(m, s.at[k]), value);
        m->value[image][s.place[k]] += factor * value;
    }
    if (actor != test_rank())
        return;
    store(m, alpha, factor);
    if (m->type == ASHLAR_CFLOAT)
        ((float *)(void *)alpha)[1] = 0;
    if (m->type == ASHLAR_CDOUBLE)
        ((double *)(void *)alpha)[1] = 0;
    if (how == 0)
        CHECK_OK(co_acc(m->x, image, intervals(&s), alpha, buffer, strides(&s)));
    else if (how == 1)
        CHECK_OK(co_acc_nb(m->x, image, intervals(&s), alpha, buffer, strides(&s), &handle));
    else
        CHECK_OK(co_acc(m->x, image, intervals(&s), NULL, buffer, strides(&s)));
    CHECK_OK(ga_wait(&handle));
}

static void do_element(model_t *m, int actor, int image, int what)
{
    int64_t index[ASHLAR_MAX_DIM], at = 0;
    _Alignas(16) char value[ELEMENT_BYTES];
    const int64_t number = rng_range(&common, -9, 9);
    if (elements_of(m, image) == 0)
        return;
    for (int d = 0; d < m->ndim; ++d) {
        index[d] = rng_range(&common, 0, m->extents[image][d] - 1);
        at = at * m->extents[image][d] + index[d];
    }
    int64_t *model = &m->value[image][at];
    store(m, value, number);
    if (what == 0) {
        *model = number;
        if (actor == test_rank())
            CHECK_OK(co_put_element(m->x, image, index, value));
    } else if (what == 1) {
        *model += number;
        if (actor == test_rank())
            CHECK_OK(co_acc_element(m->x, image, index, value));
    } else if (actor == test_rank()) {
        CHECK_OK(co_get_element(m->x, image, index, value));
        CHECK(holds(m, value, *model));
    }
}

static void do_fill(model_t *m, int actor, int image)
{
    static section_t s;
    _Alignas(16) char value[ELEMENT_BYTES];
    const int64_t number = rng_range(&common, -9, 9);
    draw_section(m, image, &s);
    for (int64_t k = 0; k < s.n; ++k)
        m->value[image][s.place[k]] = number;
    store(m, value, number);
    if (actor == test_rank())
        CHECK_OK(co_fill(m->x, image, intervals(&s), value));
}

/* Sections of the same count: mostly of the same shape, sometimes one element of each. */
static void do_copy(model_t *m, int actor, int image, int to_image)
{
    static section_t from, to;
    static int64_t passed[ELEMENTS];
    draw_section(m, image, &from);
    draw_section(m, to_image, &to);
    if (from.n != to.n) {
        if (actor == test_rank())
            CHECK_STATUS(ASHLAR_ESHAPE,
                         co_copy(m->x, image, intervals(&from), m->x, to_image, intervals(&to)));
        if (memcmp(m->extents[image], m->extents[to_image], sizeof m->extents[0]) != 0)
            return;
        to = from;
    }
    for (int64_t k = 0; k < from.n; ++k)
        passed[k] = m->value[image][from.place[k]];
    for (int64_t k = 0; k < from.n; ++k)
        m->value[to_image][to.place[k]] = passed[k];
    if (actor == test_rank())
        CHECK_OK(co_copy(m->x, image, intervals(&from), m->x, to_image, intervals(&to)));
}

static void do_local(model_t *m, int actor)
{
    char *mine = NULL;
    const int64_t n = elements_of(m, actor);
    if (n == 0)
        return;
    const int64_t at = rng_range(&common, 0, n - 1), value = rng_range(&common, -9, 9);
    m->value[actor][at] = value;
    if (actor != test_rank())
        return;
    CHECK_OK(co_local(m->x, (void **)&mine));
    store(m, mine + (size_t)at * m->element, value);
}

static void do_something(void)
{
    model_t *m = &models[rng_range(&common, 0, ARRAYS - 1)];
    const int actor = (int)rng_range(&common, 0, test_size() - 1);
    const int image = (int)rng_range(&common, 0, test_size() - 1);
    const int other = (int)rng_range(&common, 0, test_size() - 1);
    int what = (int)rng_range(&common, 0, 12);
    if (m->type == ASHLAR_TYPE_COUNT && (what == 4 || what == 5 || what == 6 || what == 8))
        what %= 4;
    if (what < 2)
        do_put(m, actor, image, what);
    else if (what < 4)
        do_get(m, actor, image, what - 2);
    else if (what < 7)
        do_acc(m, actor, image, what - 4);
    else if (what < 10)
        do_element(m, actor, image, what - 7);
    else if (what == 10)
        do_fill(m, actor, image);
    else if (what == 11)
        do_copy(m, actor, image, other);
    else
        do_local(m, actor);
}

static void run_world(uint64_t seed, int operations)
{
    common = rng_seed(seed);
    for (int k = 0; k < ARRAYS; ++k)
        make_array(&models[k], (int)rng_range(&common, 0, ASHLAR_TYPE_COUNT));
    for (int k = 0; k < operations; ++k) {
        do_something();
        CHECK_OK(co_sync_all(0));
    }
    for (int k = 0; k < ARRAYS; ++k) {
        check_mine(&models[k]);
        CHECK_OK(co_free(models[k].x));
    }
}

TEST_CASE(random, TEST_GA)
{
    for (uint64_t seed = 1; seed <= 8; ++seed)
        run_world(seed, 60);
}

TEST_CASE_IN("nightly", random_long, TEST_GA)
{
    for (uint64_t seed = 100; seed < 300; ++seed)
        run_world(seed, 300);
}
