/* The one-sided operations. A rank acts, or all do; everybody applies it to the model. */
#include <string.h>

#include "stress.h"

/** Values -VALUES..VALUES for a patch, drawn alike on all ranks. */
static buffer_t draw_buffer(const array_t *array, const patch_t *patch)
{
    buffer_t b = buffer_create_random(&stress.rng, array->model.type, patch);

    buffer_randomize(&b, &stress.rng, VALUES);
    return b;
}

static patch_t draw_patch(const array_t *array)
{
    return patch_random(&stress.rng, array->model.whole.ndim, array->model.dims);
}

void do_put(array_t *array)
{
    int rank = draw_rank();
    patch_t p = draw_patch(array);
    buffer_t b = draw_buffer(array, &p);

    grow(array, 1, VALUES);
    enter(array, PHASE_RANK, rank);
    if (rank == ga_rank()) {
        stress_ok(ga_put_nd(array->g, p.lo, p.hi, b.data, b.ld));
    }
    model_put(&array->model, &b);
    buffer_free(&b);
}

/** Read a patch of this rank's choice. */
static void get_own(const array_t *array)
{
    patch_t p = patch_random(&stress.own, array->model.whole.ndim, array->model.dims);
    buffer_t b = buffer_create_random(&stress.own, array->model.type, &p);

    stress_ok(ga_get_nd(array->g, p.lo, p.hi, b.data, b.ld));
    check_buffer(array, &b, NULL);
    buffer_free(&b);
}

void do_get(array_t *array)
{
    if (array->phase.kind == PHASE_RANK && draw(0, 1)) {
        if (array->phase.who == ga_rank()) { /* what it has just written */
            get_own(array);
        }
    } else {
        enter(array, PHASE_READS, 0);
        get_own(array);
    }
}

void do_acc(array_t *array)
{
    bool all = draw(0, 1);
    int actor = draw_rank();

    grow(array, 1, 4 * VALUES * ga_size());
    enter(array, PHASE_SUMS, 0);
    for (int rank = 0; rank < ga_size(); rank++) {
        if (!all && rank != actor) {
            continue;
        }
        patch_t p = draw_patch(array);
        buffer_t b = draw_buffer(array, &p);
        scalar_t alpha = draw_alpha(array->model.type);
        element_t factor = element_of(array->model.type, alpha);
        if (rank == ga_rank()) {
            stress_ok(ga_acc_nd(array->g, p.lo, p.hi, b.data, b.ld, &factor));
        }
        model_acc(&array->model, &b, alpha);
        buffer_free(&b);
    }
}

/** Whether the array allows an operation where it lies. */
static bool allows(const array_t *array, ashlar_op op)
{
    bool product = op == ASHLAR_PROD && type_is_complex(array->model.type);
    bool rma = al_node_count() > 1 && strcmp(al_engine_name(), "rma") == 0;

    return op_is_defined(op, array->model.type) && !(product && rma);
}

/* All ranks with one operation, or one rank with one that does not commute. */
void do_acc_op(array_t *array)
{
    ashlar_op op = (ashlar_op)draw(0, ASHLAR_OP_COUNT - 1);
    int actor = draw_rank();

    if (!allows(array, op)) {
        return;
    }
    for (int rank = 0; rank < ga_size(); rank++) {
        if (op == ASHLAR_REPLACE && rank != actor) {
            continue;
        }
        grow(array, op == ASHLAR_PROD ? 2 * VALUES : 2, VALUES);
        enter(array, op == ASHLAR_REPLACE ? PHASE_RANK : PHASE_COMBINE,
              op == ASHLAR_REPLACE ? actor : (int)op);
        patch_t p = draw_patch(array);
        buffer_t b = draw_buffer(array, &p);
        if (rank == ga_rank()) {
            stress_ok(ga_acc_op_nd(array->g, p.lo, p.hi, b.data, b.ld, op));
        }
        view_op(&array->model, &b, op);
        buffer_free(&b);
    }
}

void do_strided(array_t *array)
{
    int way = (int)draw(0, 2), rank = draw_rank();
    int64_t step[ASHLAR_MAX_DIM];
    patch_t p = draw_patch(array), selected = patch_random_strided(&stress.rng, &p, step);
    buffer_t b = draw_buffer(array, &selected);
    scalar_t alpha = draw_alpha(array->model.type);
    element_t factor = element_of(array->model.type, alpha);

    if (way != 1) {
        grow(array, 1, way == 0 ? VALUES : 4 * VALUES);
    }
    enter(array, way == 2 ? PHASE_SUMS : PHASE_RANK, way == 2 ? 0 : rank);
    if (rank == ga_rank() && way == 0) {
        stress_ok(ga_put_strided_nd(array->g, p.lo, p.hi, step, b.data, b.ld));
    } else if (rank == ga_rank() && way == 1) {
        stress_ok(ga_get_strided_nd(array->g, p.lo, p.hi, step, b.data, b.ld));
        check_buffer(array, &b, step);
    } else if (rank == ga_rank()) {
        stress_ok(ga_acc_strided_nd(array->g, p.lo, p.hi, step, b.data, b.ld, &factor));
    }
    if (way == 0) {
        view_put(&array->model, &b, step);
    } else if (way == 2) {
        view_acc(&array->model, &b, step, alpha);
    }
    buffer_free(&b);
}

void do_periodic(array_t *array)
{
    int way = (int)draw(0, 2), rank = draw_rank();
    const model_t *m = &array->model;
    patch_t p = patch_random_periodic(&stress.rng, m->whole.ndim, m->dims, 2);

    for (int d = 0; d < p.ndim && way == 0; d++) { /* a put names no element twice */
        p.hi[d] = p.hi[d] < p.lo[d] + m->dims[d] ? p.hi[d] : p.lo[d] + m->dims[d] - 1;
    }
    buffer_t b = draw_buffer(array, &p);
    scalar_t alpha = draw_alpha(m->type);
    element_t factor = element_of(m->type, alpha);
    if (way != 1) { /* at most twice (and once more) around in each dimension */
        grow(array, 1, way == 0 ? VALUES : 4 * VALUES * 128);
    }
    enter(array, way == 2 ? PHASE_SUMS : PHASE_RANK, way == 2 ? 0 : rank);
    if (rank == ga_rank() && way == 0) {
        stress_ok(ga_put_periodic_nd(array->g, p.lo, p.hi, b.data, b.ld));
    } else if (rank == ga_rank() && way == 1) {
        stress_ok(ga_get_periodic_nd(array->g, p.lo, p.hi, b.data, b.ld));
        check_buffer(array, &b, NULL);
    } else if (rank == ga_rank()) {
        stress_ok(ga_acc_periodic_nd(array->g, p.lo, p.hi, b.data, b.ld, &factor));
    }
    if (way == 0) {
        view_put(&array->model, &b, NULL);
    } else if (way == 2) {
        view_acc(&array->model, &b, NULL, alpha);
    }
    buffer_free(&b);
}

/* ---- nonblocking ----------------------------------------------------------------------------- */

/** Start one transfer of the actor; its buffer lives until the next sync. */
static void start(array_t *array, int way, int actor, const patch_t *p)
{
    scalar_t alpha = draw_alpha(array->model.type);
    element_t factor = element_of(array->model.type, alpha);
    pending_t *entry = &stress.pending[stress.pending_count++];

    *entry = (pending_t){.array = array,
                         .is_get = way == 1,
                         .is_mine = actor == ga_rank(),
                         .buffer = draw_buffer(array, p)};
    if (draw(0, 1) && stress.pending_count > 1) { /* join the one before; both wait for it */
        entry->handle = stress.pending[stress.pending_count - 2].handle;
    }
    buffer_t *b = &entry->buffer;
    if (way == 0) {
        model_put(&array->model, b);
    } else if (way == 2) {
        model_acc(&array->model, b, alpha);
    }
    if (!entry->is_mine) {
        buffer_free(b);
    } else if (way == 0) {
        stress_ok(ga_put_nb_nd(array->g, p->lo, p->hi, b->data, b->ld, &entry->handle));
    } else if (way == 1) {
        stress_ok(ga_get_nb_nd(array->g, p->lo, p->hi, b->data, b->ld, &entry->handle));
    } else {
        stress_ok(ga_acc_nb_nd(array->g, p->lo, p->hi, b->data, b->ld, &factor, &entry->handle));
    }
}

/* Left pending: other operations, on other arrays too, come before it is waited for. */
void do_nonblocking(array_t *array)
{
    static const phase_kind phases[] = {PHASE_SHUT, PHASE_READS, PHASE_SUMS};
    int way = (int)draw(0, 2), actor = draw_rank(), n = way == 0 ? 1 : (int)draw(1, 3);

    if (stress.pending_count + n > PENDING) {
        sync_all();
    }
    if (way != 1) {
        grow(array, 1, 4 * VALUES * n);
    }
    enter(array, phases[way], 0);
    for (int k = 0; k < n; k++) {
        patch_t p = draw_patch(array);
        start(array, way, actor, &p);
    }
}

/* ---- elements -------------------------------------------------------------------------------- */

enum { LIST = 60 };

/** n indices, mostly with duplicates. */
static void draw_indices(rng_t *rng, const array_t *array, int64_t n, int64_t *index)
{
    const model_t *m = &array->model;

    for (int64_t k = 0; k < n; k++) {
        for (int d = 0; d < m->whole.ndim; d++) {
            index[k * m->whole.ndim + d] = rng_range(rng, 0, m->dims[d] - 1);
        }
    }
}

void do_gather(array_t *array)
{
    const model_t *m = &array->model;
    int64_t index[LIST * ASHLAR_MAX_DIM], n = rng_range(&stress.own, 0, LIST);
    _Alignas(16) char values[LIST * 16];

    enter(array, PHASE_READS, 0);
    draw_indices(&stress.own, array, n, index);
    stress_ok(ga_gather_nd(array->g, n, index, values));
    for (int64_t k = 0; k < n; k++) {
        scalar_t found = scalar_load(m->type, values + (size_t)k * type_bytes(m->type));
        scalar_t expected = *model_at(m, index + k * m->whole.ndim);
        if (!scalar_equal(found, expected)) {
            stress_fail("value %d is %g%+gi, the model has %g%+gi", (int)k, found.re, found.im,
                        expected.re, expected.im);
        }
    }
}

/** What every copy of an element receives. */
static scalar_t value_of(const array_t *array, const int64_t *index, int64_t salt)
{
    int64_t sum = salt;

    for (int d = 0; d < array->model.whole.ndim; d++) {
        sum = 3 * sum + index[d];
    }
    return scalar_as(array->model.type, (double)(sum % VALUES), (double)(sum % 5));
}

void do_scatter(array_t *array)
{
    model_t *m = &array->model;
    int64_t index[LIST * ASHLAR_MAX_DIM], n = draw(0, LIST), salt = draw(0, 99);
    _Alignas(16) char values[LIST * 16];
    int rank = draw_rank();

    grow(array, 1, VALUES);
    enter(array, PHASE_RANK, rank);
    draw_indices(&stress.rng, array, n, index);
    for (int64_t k = 0; k < n; k++) {
        scalar_store(m->type, values + (size_t)k * type_bytes(m->type),
                     value_of(array, index + k * m->whole.ndim, salt));
    }
    model_scatter(m, n, index, values);
    if (rank == ga_rank()) {
        stress_ok(ga_scatter_nd(array->g, n, index, values));
    }
}

void do_scatter_acc(array_t *array)
{
    model_t *m = &array->model;
    int64_t index[LIST * ASHLAR_MAX_DIM], n = draw(0, LIST);
    _Alignas(16) char values[LIST * 16];

    grow(array, 1, (double)(4 * VALUES * LIST * ga_size()));
    enter(array, PHASE_SUMS, 0);
    for (int rank = 0; rank < ga_size(); rank++) {
        scalar_t alpha = draw_alpha(m->type);
        element_t factor = element_of(m->type, alpha);
        draw_indices(&stress.rng, array, n, index);
        for (int64_t k = 0; k < n; k++) {
            scalar_t value = scalar_as(m->type, (double)(k % VALUES), (double)(k % 3));
            scalar_store(m->type, values + (size_t)k * type_bytes(m->type), value);
        }
        model_scatter_acc(m, n, index, values, alpha);
        if (rank == ga_rank()) {
            stress_ok(ga_scatter_acc_nd(array->g, n, index, values, &factor));
        }
    }
}

static void expect_old(int64_t expected, int64_t old)
{
    if (expected != old) {
        stress_fail("the old value is %lld, the model has %lld", (long long)old,
                    (long long)expected);
    }
}

/* One rank: add, swap, compare and swap, in some order. */
void do_swaps(array_t *array)
{
    model_t *m = &array->model;
    int rank = draw_rank();
    patch_t at = draw_patch(array);
    double *element = &model_at(m, at.lo)->re;

    if (!type_is_integer(m->type)) {
        return;
    }
    grow(array, 1, 4 * VALUES);
    enter(array, PHASE_RANK, rank);
    for (int k = 0; k < 4; k++) {
        int64_t value = draw(-VALUES, VALUES), was = (int64_t)*element, old = was;
        int64_t expected = was + draw(0, 1);
        /* Open MPI 4 crashes in an 8-byte compare-and-swap on the caller's own memory. */
        int way = (int)draw(0, al_node_count() > 1 && m->type != ASHLAR_INT ? 1 : 2);
        if (rank == ga_rank()) {
            stress_ok(way == 0   ? ga_read_inc_nd(array->g, at.lo, value, &old)
                      : way == 1 ? ga_swap_nd(array->g, at.lo, value, &old)
                                 : ga_compare_swap_nd(array->g, at.lo, expected, value, &old));
            expect_old(was, old);
        }
        *element = (double)(way == 0 ? was + value : way == 1 || expected == was ? value : was);
    }
}

/* All ranks draw from one element: each ticket lies in the range, and mine increase. */
void do_tickets(array_t *array)
{
    enum { TICKETS = 5 };
    model_t *m = &array->model;
    patch_t at = draw_patch(array);

    if (!type_is_integer(m->type)) {
        return;
    }
    grow(array, 1, (double)(TICKETS * ga_size()));
    double *element = &model_at(m, at.lo)->re;
    int64_t first = (int64_t)*element, last = first - 1, ticket;
    enter(array, PHASE_SHUT, 0);
    for (int k = 0; k < TICKETS; k++) {
        stress_ok(ga_read_inc_nd(array->g, at.lo, 1, &ticket));
        if (ticket <= last || ticket >= first + (int64_t)TICKETS * ga_size()) {
            stress_fail("ticket %lld after %lld, of %lld", (long long)ticket, (long long)last,
                        (long long)first);
        }
        last = ticket;
    }
    *element += TICKETS * ga_size();
}

/* ---- in place -------------------------------------------------------------------------------- */

/* Every owner negates its block where it lies. */
void do_in_place(array_t *array)
{
    const model_t *m = &array->model;
    int64_t ld[ASHLAR_MAX_DIM];
    patch_t p = m->whole;
    void *ptr;

    enter(array, PHASE_SHUT, 0);
    stress_ok(ga_distribution_nd(array->g, ga_rank(), p.lo, p.hi));
    if (patch_count(&p) > 0) {
        stress_ok(ga_access_nd(array->g, p.lo, p.hi, &ptr, ld));
        buffer_t block = {.type = m->type, .patch = p, .data = ptr};
        memcpy(block.ld, ld, sizeof block.ld);
        patch_t at = p;
        do {
            scalar_t value = scalar_load(m->type, buffer_at(&block, at.lo));
            scalar_store(m->type, buffer_at(&block, at.lo), (scalar_t){-value.re, -value.im});
        } while (patch_next(&p, at.lo));
        stress_ok(ga_release(array->g));
    }
    for (int64_t k = 0; k < m->n; k++) {
        m->at[k] = (scalar_t){-m->at[k].re, -m->at[k].im};
    }
}

/* One rank writes and notifies another, which reads what was written. */
void do_notify(array_t *array)
{
    int from = draw_rank(), to = draw_rank();
    patch_t p = array->model.whole;

    grow(array, 1, VALUES);
    enter(array, PHASE_SHUT, 0);
    stress_ok(ga_distribution_nd(array->g, to, p.lo, p.hi)); /* the block of the notified rank */
    if (patch_count(&p) <= 0) {
        return;
    }
    buffer_t b = draw_buffer(array, &p);
    model_put(&array->model, &b);
    if (from == ga_rank()) {
        stress_ok(ga_put_nd(array->g, p.lo, p.hi, b.data, b.ld));
        stress_ok(ga_notify(to));
    }
    if (to == ga_rank()) {
        stress_ok(ga_notify_wait(from));
        buffer_randomize(&b, &stress.own, VALUES);
        stress_ok(ga_get_nd(array->g, p.lo, p.hi, b.data, b.ld));
        check_buffer(array, &b, NULL);
    }
    buffer_free(&b);
}
