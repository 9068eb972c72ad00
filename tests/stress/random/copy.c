/* Copies between arrays and groups, transposes and symmetrization, which synchronise. */
#include <string.h>

#include "stress.h"

/* The array itself, or one of its type and dimensions, of its group or of one within it; between a
 * mirrored array and others do_mirror() copies. */
static array_t *draw_partner(array_t *array)
{
    array_t *found[ARRAYS];
    int n = 0;

    for (array_t *a = stress.arrays; a < stress.arrays + ARRAYS; ++a)
        if (a->group && a->model.type == array->model.type &&
            a->model.whole.ndim == array->model.whole.ndim &&
            (has_copies(a) ? a->group == array->group : group_is_within(a->group, array->group)))
            found[n++] = a;
    return found[draw(0, n - 1)];
}

/* Tell all ranks of a group what an array of a group within it must hold. */
static void share_model(array_t *array, const group_t *group)
{
    int root = 0;

    while (group->ranks[root] != array->group->ranks[0])
        ++root;
    stress_ok(ga_broadcast(group->g, array->model.at,
                           (size_t)array->model.n * sizeof *array->model.at, root));
    stress_ok(ga_broadcast(group->g, &array->bound, sizeof array->bound, root));
}

static ga_t handle_of(const array_t *array)
{
    return is_member(array->group) ? array->g : 0;
}

static void copy_some(const array_t *from, array_t *to)
{
    int64_t least[ASHLAR_MAX_DIM];

    for (int d = 0; d < from->model.whole.ndim; ++d)
        least[d] =
            from->model.dims[d] < to->model.dims[d] ? from->model.dims[d] : to->model.dims[d];
    patch_t like = patch_random(&stress.rng, from->model.whole.ndim, least);
    patch_t source = draw_place(from, &like), target = draw_place(to, &like), other;
    /* The target has another shape at times, and as many elements. */
    if (draw(0, 2) == 0 && patch_of_count(&stress.rng, patch_count(&source), to->model.whole.ndim,
                                          to->model.dims, &other))
        target = other;
    stress_ok(
        ga_copy_patch(handle_of(from), source.lo, source.hi, handle_of(to), target.lo, target.hi));
    model_copy_patch(&from->model, &source, &to->model, &target);
    if (to->bound < from->bound)
        to->bound = from->bound;
}

static void copy_whole(const array_t *from, array_t *to)
{
    stress_ok(ga_copy(handle_of(from), handle_of(to)));
    model_copy_patch(&from->model, &from->model.whole, &to->model, &to->model.whole);
    to->bound = from->bound;
}

/* Between any two distributions, also of a group and one within it. */
void do_copy(array_t *array)
{
    array_t *partner = draw_partner(array);
    bool back = draw(0, 1), patches = draw(0, 1);
    array_t *from = back ? partner : array, *to = back ? array : partner;

    complete_group(array->group);
    if (partner->group != array->group)
        share_model(partner, array->group);
    if (!patches && memcmp(from->model.dims, to->model.dims, sizeof to->model.dims) == 0)
        copy_whole(from, to);
    else
        copy_some(from, to);
    if (partner->group != array->group)
        complete_group(array->group); /* ranks outside the smaller group have not waited */
    all_idle(array->group);
}

/* Another array of the same type and transposed extents; NULL when there is none. */
static array_t *find_transposed(const array_t *array)
{
    for (int k = 0; k < stress.count; ++k) {
        const model_t *m = &stress.arrays[k].model;
        if (&stress.arrays[k] != array && stress.arrays[k].group == array->group &&
            m->type == array->model.type && m->whole.ndim == 2 &&
            m->dims[0] == array->model.dims[1] && m->dims[1] == array->model.dims[0])
            return &stress.arrays[k];
    }
    return NULL;
}

void do_transpose(array_t *array)
{
    array_t *to = array->model.whole.ndim == 2 ? find_transposed(array) : NULL;

    if (to) {
        complete_group(array->group);
        stress_ok(ga_transpose(array->g, to->g));
        model_transpose(&array->model, &to->model);
        to->bound = array->bound;
        all_idle(array->group);
    }
}

/* The numbers are even, so that the means are whole. */
void do_symmetrize(array_t *array)
{
    model_t *m = &array->model;
    const scalar_t two = {2, 0};
    element_t factor = element_of(m->type, two);

    if (m->whole.ndim != 2 || m->dims[0] != m->dims[1] || type_is_integer(m->type))
        return;
    grow(array, 2, 0);
    complete_group(array->group);
    stress_ok(ga_scale(array->g, &factor));
    model_scale(m, two);
    stress_ok(ga_symmetrize(array->g));
    model_symmetrize(m);
    all_idle(array->group);
}
