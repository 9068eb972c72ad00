/* The model of the random test: values of elements, arrays and sections that are drawn. */
#include <string.h>

#include "coarray/random.h"

/* ---- values -----------------------------------------------------------------------------------
 */

void store(const model_t *m, void *to, int64_t value)
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

/* The model's value after `+ 0 i` on zero. */
bool holds(const model_t *m, const void *at, int64_t value)
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

int64_t elements_of(const model_t *m, int image)
{
    int64_t n = 1;
    for (int d = 0; d < m->ndim; ++d)
        n *= m->extents[image][d];
    return n;
}

void make_array(model_t *m, int type)
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

void check_mine(const model_t *m)
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

void draw_section(const model_t *m, int image, section_t *s)
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

const ashlar_interval_t *intervals(const section_t *s)
{
    return s->is_whole ? NULL : s->in;
}

const int64_t *strides(const section_t *s)
{
    return s->is_dense ? NULL : s->strides;
}
