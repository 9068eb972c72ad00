/* Draws, phases of arrays, and what is pending. */
#include <string.h>

#include "stress.h"

int64_t draw(int64_t first, int64_t last)
{
    return rng_range(&stress.rng, first, last);
}

int64_t draw_own(int64_t first, int64_t last)
{
    return rng_range(&stress.own, first, last);
}

int draw_member(const array_t *array)
{
    return array->group->ranks[draw(0, array->group->n - 1)];
}

scalar_t draw_alpha(ashlar_type type)
{
    double re = (double)draw(-2, 2), im = (double)draw(-2, 2);

    return draw(0, 3) ? scalar_as(type, re, im) : (scalar_t){1, 0};
}

array_t *draw_array(void)
{
    array_t *array = stress.arrays;

    for (int64_t left = draw(0, stress.count - 1); !array->group || left-- > 0; ++array) {
    }
    return array;
}

array_t *draw_alike(const array_t *like, const array_t *other_than)
{
    array_t *found[ARRAYS];
    int n = 0;

    for (array_t *a = stress.arrays; a < stress.arrays + ARRAYS; ++a)
        if (a != other_than && a->group == like->group && a->model.type == like->model.type &&
            a->model.whole.ndim == like->model.whole.ndim &&
            memcmp(a->model.dims, like->model.dims, sizeof like->model.dims) == 0)
            found[n++] = a;
    return n ? found[draw(0, n - 1)] : NULL;
}

buffer_t draw_buffer(const array_t *array, const patch_t *patch)
{
    buffer_t b = buffer_create_random(&stress.rng, array->model.type, patch);

    buffer_randomize(&b, &stress.rng, VALUES);
    return b;
}

patch_t draw_patch(const array_t *array)
{
    return patch_random(&stress.rng, array->model.whole.ndim, array->model.dims);
}

patch_t draw_place(const array_t *array, const patch_t *like)
{
    patch_t place = *like;

    for (int d = 0; d < place.ndim; ++d) {
        int64_t more = place.hi[d] - place.lo[d];
        place.lo[d] = draw(0, array->model.dims[d] - 1 - more);
        place.hi[d] = place.lo[d] + more;
    }
    return place;
}

/* ---- groups ---------------------------------------------------------------------------------- */

static bool has_rank(const group_t *group, int rank)
{
    for (int k = 0; k < group->n; ++k)
        if (group->ranks[k] == rank)
            return true;
    return false;
}

bool group_is_within(const group_t *group, const group_t *other)
{
    for (int k = 0; k < group->n; ++k)
        if (!has_rank(other, group->ranks[k]))
            return false;
    return true;
}

static bool group_spans_nodes(const group_t *group)
{
    for (int k = 1; k < group->n; ++k)
        if (al_node_of(group->ranks[k]) != al_node_of(group->ranks[0]))
            return true;
    return false;
}

bool spans_nodes(const array_t *array)
{
    return group_spans_nodes(array->group);
}

bool has_copies(const array_t *array)
{
    return array->is_mirrored && group_spans_nodes(array->whole);
}

/* ---- checks ---------------------------------------------------------------------------------- */

void check_element(const array_t *array, const int64_t *index, scalar_t found)
{
    const model_t *m = &array->model;
    scalar_t expected = *model_at(m, index);

    if (!scalar_equal(found, expected)) {
        stress_fail("%s array %d of %d dimensions on %d ranks, element (%lld, %lld, ...): %g%+gi, "
                    "the model has %g%+gi",
                    type_name(m->type), (int)array->g, m->whole.ndim, array->group->n,
                    (long long)index[0], m->whole.ndim > 1 ? (long long)index[1] : 0LL, found.re,
                    found.im, expected.re, expected.im);
    }
}

void check_buffer(const array_t *array, const buffer_t *buffer, const int64_t *step)
{
    const model_t *m = &array->model;
    patch_t at = buffer->patch;
    int64_t index[ASHLAR_MAX_DIM];

    do {
        for (int d = 0; d < m->whole.ndim; ++d) {
            int64_t lo = buffer->patch.lo[d];
            index[d] = (lo + (at.lo[d] - lo) * (step ? step[d] : 1)) % m->dims[d];
            index[d] += index[d] < 0 ? m->dims[d] : 0;
        }
        check_element(array, index, scalar_load(m->type, buffer_at(buffer, at.lo)));
    } while (patch_next(&buffer->patch, at.lo));
    if (!buffer_marks_intact(buffer))
        stress_fail("bytes beside the patch were written");
}

void check_array(array_t *array)
{
    buffer_t b = buffer_create(array->model.type, &array->model.whole, NULL);

    enter(array, PHASE_READS, 0);
    stress_ok(call_get(array, &b));
    check_buffer(array, &b, NULL);
    buffer_free(&b);
}

/* ---- pending --------------------------------------------------------------------------------- */

/* Complete this rank's transfers, in one of the ways there are; 0: leave it to what follows. */
static void complete_pending(int64_t way)
{
    int done = 0;

    if (way == 1)
        stress_ok(ga_wait_all());
    for (int k = stress.pending_count - 1; k >= 0; --k) {
        pending_t *p = &stress.pending[k];
        if (way == 2)
            do {
                stress_ok(ga_test(&p->handle, &done));
            } while (!done);
        else if (way == 3)
            stress_ok(ga_wait(&p->handle));
    }
}

/* Check what was fetched from arrays within the group; their models have not changed since. */
static void release_pending(const group_t *group)
{
    int kept = 0;

    for (int k = 0; k < stress.pending_count; ++k) {
        pending_t *p = &stress.pending[k];
        if (!group_is_within(p->array->group, group)) {
            stress.pending[kept++] = *p;
            continue;
        }
        if (p->is_get)
            check_buffer(p->array, &p->buffer, NULL);
        buffer_free(&p->buffer);
    }
    stress.pending_count = kept;
}

pending_t *pending_entry(array_t *array, bool is_get, buffer_t buffer)
{
    if (stress.pending_count == PENDING) {
        complete_pending(draw_own(1, 3));
        release_pending(&stress.groups[0]);
    }
    pending_t *entry = &stress.pending[stress.pending_count++];
    *entry = (pending_t){.array = array, .is_get = is_get, .buffer = buffer};
    if (stress.pending_count > 1 && draw_own(0, 1)) /* join the one before; both wait for it */
        entry->handle = entry[-1].handle;
    return entry;
}

/* ---- phases ---------------------------------------------------------------------------------- */

void all_idle(const group_t *group)
{
    for (array_t *a = stress.arrays; a < stress.arrays + ARRAYS; ++a)
        if (a->group && group_is_within(a->group, group))
            a->phase = (phase_t){PHASE_IDLE, 0};
}

void complete_group(const group_t *group)
{
    if (stress.pending_count > 0) {
        complete_pending(draw_own(1, 3));
        release_pending(group);
    }
}

void sync_group(const group_t *group)
{
    ga_group_t previous, present;

    if (stress.pending_count > 0)
        complete_pending(draw_own(0, 3));
    if (stress.step % 2) {
        stress_ok(ga_group_sync(group->g));
    } else {
        stress_ok(ga_group_set_default(group->g, &previous));
        stress_ok(ga_group_get_default(&present));
        stress_ok(ga_sync());
        stress_ok(ga_group_set_default(previous, NULL));
        if (present != group->g || previous != GA_GROUP_WORLD) {
            stress_fail("group %d was the default, then %d, not %d", (int)previous, (int)present,
                        (int)group->g);
        }
    }
    release_pending(group);
    all_idle(group);
}

void enter(array_t *array, phase_kind kind, int who)
{
    phase_t *phase = &array->phase;

    if (phase->kind != PHASE_IDLE &&
        (phase->kind != kind || phase->who != who || kind == PHASE_SHUT))
        sync_group(array->group);
    *phase = (phase_t){kind, who};
}

void grow(array_t *array, double factor, double summand)
{
    if (array->bound * factor + summand > LARGEST)
        do_fill(array);
    array->bound = array->bound * factor + summand;
}
