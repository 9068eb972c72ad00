/* Arrays with their models and phases; what is pending. */
#include <stdlib.h>
#include <string.h>

#include "model/twin.h"
#include "stress.h"

/* Floats hold integers up to 2^24 exactly. */
static const double largest = 1 << 22;

int64_t draw(int64_t first, int64_t last)
{
    return rng_range(&stress.rng, first, last);
}

int draw_rank(void)
{
    return (int)draw(0, ga_size() - 1);
}

scalar_t draw_alpha(ashlar_type type)
{
    double re = (double)draw(-2, 2), im = (double)draw(-2, 2);

    return draw(0, 3) ? scalar_as(type, re, im) : (scalar_t){1, 0};
}

array_t *draw_array(void)
{
    return &stress.arrays[draw(0, stress.count - 1)];
}

array_t *draw_alike(const array_t *like, const array_t *other_than)
{
    array_t *found[ARRAYS];
    int n = 0;

    for (int k = 0; k < stress.count; k++) {
        const model_t *m = &stress.arrays[k].model;
        if (&stress.arrays[k] != other_than && m->type == like->model.type &&
            m->whole.ndim == like->model.whole.ndim &&
            memcmp(m->dims, like->model.dims, sizeof m->dims) == 0) {
            found[n++] = &stress.arrays[k];
        }
    }
    return n ? found[draw(0, n - 1)] : NULL;
}

/* ---- phases ---------------------------------------------------------------------------------- */

void check_buffer(const array_t *array, const buffer_t *buffer, const int64_t *step)
{
    const model_t *m = &array->model;
    patch_t at = buffer->patch;
    int64_t index[ASHLAR_MAX_DIM];

    do {
        for (int d = 0; d < m->whole.ndim; d++) {
            int64_t lo = buffer->patch.lo[d];
            index[d] = (lo + (at.lo[d] - lo) * (step ? step[d] : 1)) % m->dims[d];
            index[d] += index[d] < 0 ? m->dims[d] : 0;
        }
        scalar_t found = scalar_load(m->type, buffer_at(buffer, at.lo));
        scalar_t expected = *model_at(m, index);
        if (!scalar_equal(found, expected)) {
            stress_fail("%s array %d of %d dimensions, element (%lld, %lld, ...): %g%+gi, the "
                        "model has %g%+gi",
                        type_name(m->type), (int)array->g, m->whole.ndim, (long long)index[0],
                        m->whole.ndim > 1 ? (long long)index[1] : 0LL, found.re, found.im,
                        expected.re, expected.im);
        }
    } while (patch_next(&buffer->patch, at.lo));
    if (!buffer_marks_intact(buffer)) {
        stress_fail("bytes beside the patch were written");
    }
}

/** Complete my pending transfers, in one of the ways there are. */
static void complete_mine(int way)
{
    if (way == 1) {
        stress_ok(ga_wait_all());
    }
    for (int k = 0; k < stress.pending_count; k++) {
        pending_t *p = &stress.pending[stress.pending_count - 1 - k];
        int done = 0;
        if (p->is_mine && way == 2) {
            while (!done) {
                stress_ok(ga_test(&p->handle, &done));
            }
        } else if (p->is_mine && way == 3) {
            stress_ok(ga_wait(&p->handle));
        }
    }
}

/** Check what was fetched; the models have not changed since. */
static void release_pending(void)
{
    for (int k = 0; k < stress.pending_count; k++) {
        pending_t *p = &stress.pending[k];
        if (p->is_mine && p->is_get) {
            check_buffer(p->array, &p->buffer, NULL);
        }
        if (p->is_mine) {
            buffer_free(&p->buffer);
        }
    }
    stress.pending_count = 0;
}

void settle(void)
{
    if (stress.pending_count > 0) {
        complete_mine((int)draw(1, 3));
        release_pending();
    }
}

void all_idle(void)
{
    for (int k = 0; k < stress.count; k++) {
        stress.arrays[k].phase = (phase_t){PHASE_IDLE, 0};
    }
}

void sync_all(void)
{
    if (stress.pending_count > 0) {
        complete_mine((int)draw(0, 3)); /* 0: by ga_sync */
    }
    stress_ok(ga_sync());
    release_pending();
    all_idle();
}

void enter(array_t *array, phase_kind kind, int who)
{
    phase_t *phase = &array->phase;

    if (phase->kind != PHASE_IDLE &&
        (phase->kind != kind || phase->who != who || kind == PHASE_SHUT)) {
        sync_all();
    }
    *phase = (phase_t){kind, who};
}

void grow(array_t *array, double factor, double summand)
{
    if (array->bound * factor + summand > largest) {
        do_fill(array);
    }
    array->bound = array->bound * factor + summand;
}

/* ---- life ------------------------------------------------------------------------------------ */

void check_array(array_t *array)
{
    buffer_t b = buffer_create(array->model.type, &array->model.whole, NULL);

    enter(array, PHASE_READS, 0);
    stress_ok(ga_get_nd(array->g, array->model.whole.lo, array->model.whole.hi, b.data, b.ld));
    check_buffer(array, &b, NULL);
    buffer_free(&b);
}

static int draw_dims(int64_t *dims)
{
    int ndim = (int)draw(1, ASHLAR_MAX_DIM);
    int64_t room = 600;

    ndim = draw(0, 2) ? ndim : 2;
    for (int d = 0; d < ndim; d++) {
        int64_t most = d == ndim - 1 ? room : ndim == 2 ? 40 : 1 + room / 4;
        dims[d] = draw(1, most < 1 ? 1 : most);
        dims[d] = ndim > 3 && dims[d] > 5 ? draw(2, 5) : dims[d];
        room = room / dims[d] < 1 ? 1 : room / dims[d];
    }
    return ndim;
}

/** Create g, cut in some way. */
static int create_cut(ashlar_type type, int ndim, const int64_t *dims, ga_t *g)
{
    int64_t blocks[ASHLAR_MAX_DIM], cuts[1024], chunk[ASHLAR_MAX_DIM];

    if (draw(0, 1)) {
        random_cuts(&stress.rng, ndim, dims, ga_size(), blocks, cuts);
        return ga_create_irreg_nd(type, ndim, dims, "irregular", blocks, cuts, GA_GROUP_WORLD, g);
    }
    for (int d = 0; d < ndim; d++) {
        chunk[d] = draw(0, dims[d]);
    }
    return ga_create_nd(type, ndim, dims, "regular", draw(0, 1) ? chunk : NULL, GA_GROUP_WORLD, g);
}

/* Half of the arrays conform with one there is: of the same extents, or transposed. */
void create_array(void)
{
    array_t *array = &stress.arrays[stress.count];
    const model_t *like = stress.count && draw(0, 1) ? &draw_array()->model : NULL;
    int64_t dims[ASHLAR_MAX_DIM] = {0};
    ashlar_type type = like ? like->type : (ashlar_type)draw(0, ASHLAR_TYPE_COUNT - 1);
    int ndim;

    settle();
    if (like) {
        bool turned = like->whole.ndim == 2 && draw(0, 1);
        ndim = like->whole.ndim;
        for (int d = 0; d < ndim; d++) {
            dims[d] = like->dims[turned ? 1 - d : d];
        }
    } else {
        ndim = draw_dims(dims);
    }
    stress_ok(create_cut(type, ndim, dims, &array->g));
    array->model = model_create(type, ndim, dims);
    stress.count++;
    stress_ok(ga_zero(array->g));
    array->bound = 0;
    all_idle();
}

void destroy_array(array_t *array)
{
    settle();
    check_array(array);
    stress_ok(ga_destroy(array->g));
    if (ga_inquire(array->g, NULL, NULL, NULL) != ASHLAR_EHANDLE) {
        stress_fail("the handle of a destroyed array is still alive");
    }
    model_free(&array->model);
    *array = stress.arrays[--stress.count];
    all_idle();
}

void destroy_all(void)
{
    while (stress.count > 0) {
        destroy_array(&stress.arrays[0]);
    }
}
