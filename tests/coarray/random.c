/* Accesses of every kind, drawn alike on all images, one after the other, against arrays of numbers
 * that each image keeps for all of them. */
#include <string.h>

#include "coarray/random.h"

rng_t common;
static model_t models[ARRAYS];

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
