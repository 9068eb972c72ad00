/* The one-sided operations. A rank acts, or all do; everybody applies it to the model. */
#include <string.h>

#include "stress.h"

void do_put(array_t *array)
{
    int rank = draw_member(array);
    patch_t p = draw_patch(array);
    buffer_t b = draw_buffer(array, &p);

    grow(array, 1, VALUES);
    enter(array, PHASE_RANK, rank);
    if (rank == ga_rank())
        stress_ok(call_put(array, &b));
    model_put(&array->model, &b);
    buffer_free(&b);
}

/* Read a patch of this rank's choice. */
static void get_own(const array_t *array)
{
    patch_t p = patch_random(&stress.own, array->model.whole.ndim, array->model.dims);
    buffer_t b = buffer_create_random(&stress.own, array->model.type, &p);

    stress_ok(call_get(array, &b));
    check_buffer(array, &b, NULL);
    buffer_free(&b);
    if (draw_own(0, 7) == 0)
        stress_ok(ga_poll());
}

void do_get(array_t *array)
{
    if (array->phase.kind == PHASE_RANK && draw(0, 1)) {
        if (array->phase.who == ga_rank()) /* what it has just written */
            get_own(array);
    } else {
        enter(array, PHASE_READS, 0);
        get_own(array);
    }
}

void do_acc(array_t *array)
{
    bool all = draw(0, 1);
    int actor = draw_member(array);

    grow(array, 1, 4 * VALUES * array->group->n);
    enter(array, PHASE_SUMS, 0);
    for (int k = 0; k < array->group->n; ++k) {
        int rank = array->group->ranks[k];
        if (!all && rank != actor)
            continue;
        patch_t p = draw_patch(array);
        buffer_t b = draw_buffer(array, &p);
        scalar_t alpha = draw_alpha(array->model.type);
        element_t factor = element_of(array->model.type, alpha);
        if (rank == ga_rank())
            stress_ok(call_acc(array, &b, &factor));
        model_acc(&array->model, &b, alpha);
        buffer_free(&b);
    }
}

/* The status of an operation on this array, which depends on where it lies. */
static int expected_of(const array_t *array, ashlar_op op)
{
    bool product = op == ASHLAR_PROD && type_is_complex(array->model.type);

    if (!op_is_defined(op, array->model.type))
        return ASHLAR_ETYPE;
    return product && spans_nodes(array) && strcmp(al_engine_name(), "rma") == 0 ? ASHLAR_ETRANSPORT
                                                                                 : ASHLAR_OK;
}

/* All ranks with one operation, or one rank with one that does not commute. */
void do_acc_op(array_t *array)
{
    ashlar_op op = (ashlar_op)draw(0, ASHLAR_REPLACE);
    int actor = draw_member(array), expected = expected_of(array, op);

    for (int k = 0; k < array->group->n; ++k) {
        int rank = array->group->ranks[k];
        if (op == ASHLAR_REPLACE && rank != actor)
            continue;
        grow(array, op == ASHLAR_PROD ? 2 * VALUES : 2, VALUES);
        enter(array, op == ASHLAR_REPLACE ? PHASE_RANK : PHASE_COMBINE,
              op == ASHLAR_REPLACE ? actor : (int)op);
        patch_t p = draw_patch(array);
        buffer_t b = draw_buffer(array, &p);
        if (rank == ga_rank())
            stress_status(expected, call_acc_op(array, &b, op));
        if (expected == ASHLAR_OK)
            view_op(&array->model, &b, op);
        buffer_free(&b);
    }
}

/* Put, get or accumulate (0, 1, 2): records are not added. */
static int draw_way(const array_t *array)
{
    return (int)draw(0, type_is_record(array->model.type) ? 1 : 2);
}

void do_strided(array_t *array)
{
    int way = draw_way(array), rank = draw_member(array);
    int64_t step[ASHLAR_MAX_DIM];
    patch_t p = draw_patch(array), selected = patch_random_strided(&stress.rng, &p, step);
    buffer_t b = draw_buffer(array, &selected);
    scalar_t alpha = draw_alpha(array->model.type);
    element_t factor = element_of(array->model.type, alpha);

    if (way != 1)
        grow(array, 1, way == 0 ? VALUES : 4 * VALUES);
    enter(array, way == 2 ? PHASE_SUMS : PHASE_RANK, way == 2 ? 0 : rank);
    if (rank == ga_rank() && way == 0) {
        stress_ok(ga_put_strided_nd(array->g, p.lo, p.hi, step, b.data, b.ld));
    } else if (rank == ga_rank() && way == 1) {
        stress_ok(ga_get_strided_nd(array->g, p.lo, p.hi, step, b.data, b.ld));
        check_buffer(array, &b, step);
    } else if (rank == ga_rank()) {
        stress_ok(ga_acc_strided_nd(array->g, p.lo, p.hi, step, b.data, b.ld, &factor));
    }
    if (way == 0)
        view_put(&array->model, &b, step);
    else if (way == 2)
        view_acc(&array->model, &b, step, alpha);
    buffer_free(&b);
}

void do_periodic(array_t *array)
{
    int way = draw_way(array), rank = draw_member(array);
    const model_t *m = &array->model;
    patch_t p = patch_random_periodic(&stress.rng, m->whole.ndim, m->dims, 2);

    for (int d = 0; d < p.ndim && way == 0; ++d) /* a put names no element twice */
        p.hi[d] = p.hi[d] < p.lo[d] + m->dims[d] ? p.hi[d] : p.lo[d] + m->dims[d] - 1;
    buffer_t b = draw_buffer(array, &p);
    scalar_t alpha = draw_alpha(m->type);
    element_t factor = element_of(m->type, alpha);
    if (way != 1) /* at most twice (and once more) around in each dimension */
        grow(array, 1, way == 0 ? VALUES : 4 * VALUES * 128);
    enter(array, way == 2 ? PHASE_SUMS : PHASE_RANK, way == 2 ? 0 : rank);
    if (rank == ga_rank() && way == 0) {
        stress_ok(ga_put_periodic_nd(array->g, p.lo, p.hi, b.data, b.ld));
    } else if (rank == ga_rank() && way == 1) {
        stress_ok(ga_get_periodic_nd(array->g, p.lo, p.hi, b.data, b.ld));
        check_buffer(array, &b, NULL);
    } else if (rank == ga_rank()) {
        stress_ok(ga_acc_periodic_nd(array->g, p.lo, p.hi, b.data, b.ld, &factor));
    }
    if (way == 0)
        view_put(&array->model, &b, NULL);
    else if (way == 2)
        view_acc(&array->model, &b, NULL, alpha);
    buffer_free(&b);
}

/* ---- nonblocking ----------------------------------------------------------------------------- */

/* Start one transfer of this rank's; its buffer lives until it is complete. */
static void start_transfer(array_t *array, int way, buffer_t buffer, const element_t *factor)
{
    pending_t *entry = pending_entry(array, way == 1, buffer);
    const buffer_t *b = &entry->buffer;

    stress_ok(way == 0   ? call_put_nb(array, b, &entry->handle)
              : way == 1 ? call_get_nb(array, b, &entry->handle)
                         : call_acc_nb(array, b, factor, &entry->handle));
}

/* Left pending: other operations, on other arrays too, come before it is waited for. */
void do_nonblocking(array_t *array)
{
    static const phase_kind phases[] = {PHASE_SHUT, PHASE_READS, PHASE_SUMS};
    int way = draw_way(array), actor = draw_member(array), n = way == 0 ? 1 : (int)draw(1, 3);

    if (way != 1)
        grow(array, 1, 4 * VALUES * n);
    enter(array, phases[way], 0);
    for (int k = 0; k < n; ++k) {
        patch_t p = draw_patch(array);
        buffer_t b = draw_buffer(array, &p);
        scalar_t alpha = draw_alpha(array->model.type);
        element_t factor = element_of(array->model.type, alpha);
        if (way == 0)
            model_put(&array->model, &b);
        else if (way == 2)
            model_acc(&array->model, &b, alpha);
        if (actor == ga_rank())
            start_transfer(array, way, b, &factor);
        else
            buffer_free(&b);
    }
}

/* ---- what the types do not allow ------------------------------------------------------------- */

static void refuse_patches(const array_t *array, const element_t *one)
{
    const int64_t step[ASHLAR_MAX_DIM] = {1, 1, 1, 1, 1, 1, 1};
    patch_t p = patch_random(&stress.own, array->model.whole.ndim, array->model.dims);
    buffer_t b = buffer_create_random(&stress.own, array->model.type, &p);
    ashlar_op op = (ashlar_op)draw_own(0, ASHLAR_REPLACE - 1);
    ga_handle_t handle = 0;

    buffer_fill(&b, (scalar_t){1, 0});
    stress_status(ASHLAR_ETYPE, call_acc(array, &b, one));
    stress_status(ASHLAR_ETYPE, call_acc_op(array, &b, op));
    stress_status(ASHLAR_ETYPE, call_acc_nb(array, &b, one, &handle));
    stress_status(ASHLAR_ETYPE, ga_acc_strided_nd(array->g, p.lo, p.hi, step, b.data, b.ld, one));
    stress_status(ASHLAR_ETYPE, ga_acc_periodic_nd(array->g, p.lo, p.hi, b.data, b.ld, one));
    stress_status(ASHLAR_ETYPE, call_scatter_acc(array, 1, p.lo, b.data, one));
    buffer_free(&b);
}

/* The array stays as it is: some later check tells. */
void do_refused(array_t *array)
{
    element_t one = element_of(array->model.type, (scalar_t){1, 0}), result = one;
    int64_t old, at[ASHLAR_MAX_DIM] = {0};

    stress_status(ASHLAR_ETYPE, call_read_inc(array, at, 1, &old));
    stress_status(ASHLAR_ETYPE, call_swap(array, at, 1, &old));
    stress_status(ASHLAR_ETYPE, call_compare_swap(array, at, 0, 1, &old));
    if (type_is_record(array->model.type)) {
        refuse_patches(array, &one);
        complete_group(array->group);
        stress_status(ASHLAR_ETYPE, ga_scale(array->g, &one));
        stress_status(ASHLAR_ETYPE, ga_add(&one, array->g, &one, array->g, array->g));
        stress_status(ASHLAR_ETYPE, ga_dot(array->g, array->g, &result));
        stress_status(ASHLAR_ETYPE,
                      ga_allreduce(array->group->g, array->model.type, ASHLAR_SUM, &result, 1));
    }
}
