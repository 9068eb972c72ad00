/* Lists of elements, atomic operations on one, and what a mutex guards. */
#include <string.h>

#include "stress.h"

/* n indices, mostly with duplicates. */
static void draw_indices(rng_t *rng, const array_t *array, int64_t n, int64_t *index)
{
    const model_t *m = &array->model;

    for (int64_t k = 0; k < n; ++k)
        for (int d = 0; d < m->whole.ndim; ++d)
            index[k * m->whole.ndim + d] = rng_range(rng, 0, m->dims[d] - 1);
}

void do_gather(array_t *array)
{
    const model_t *m = &array->model;
    int64_t index[LIST * ASHLAR_MAX_DIM], n = draw_own(0, LIST);
    _Alignas(16) char values[LIST * ELEMENT_BYTES];

    enter(array, PHASE_READS, 0);
    draw_indices(&stress.own, array, n, index);
    stress_ok(call_gather(array, n, index, values));
    for (int64_t k = 0; k < n; ++k) {
        check_element(array, index + k * m->whole.ndim,
                      scalar_load(m->type, values + (size_t)k * type_bytes(m->type)));
    }
}

/* The value that every copy of an element receives. */
static scalar_t value_of(const array_t *array, const int64_t *index, int64_t salt)
{
    int64_t sum = salt;

    for (int d = 0; d < array->model.whole.ndim; ++d)
        sum = 3 * sum + index[d];
    return scalar_as(array->model.type, (double)(sum % VALUES), (double)(sum % 5));
}

void do_scatter(array_t *array)
{
    model_t *m = &array->model;
    int64_t index[LIST * ASHLAR_MAX_DIM], n = draw(0, LIST), salt = draw(0, 99);
    _Alignas(16) char values[LIST * ELEMENT_BYTES];
    int rank = draw_member(array);

    grow(array, 1, VALUES);
    enter(array, PHASE_RANK, rank);
    draw_indices(&stress.rng, array, n, index);
    for (int64_t k = 0; k < n; ++k) {
        scalar_store(m->type, values + (size_t)k * type_bytes(m->type),
                     value_of(array, index + k * m->whole.ndim, salt));
    }
    model_scatter(m, n, index, values);
    if (rank == ga_rank())
        stress_ok(call_scatter(array, n, index, values));
}

void do_scatter_acc(array_t *array)
{
    model_t *m = &array->model;
    int64_t index[LIST * ASHLAR_MAX_DIM], n = draw(0, LIST);
    _Alignas(16) char values[LIST * ELEMENT_BYTES];

    grow(array, 1, (double)(4 * VALUES * LIST * array->group->n));
    enter(array, PHASE_SUMS, 0);
    for (int k = 0; k < array->group->n; ++k) {
        scalar_t alpha = draw_alpha(m->type);
        element_t factor = element_of(m->type, alpha);
        draw_indices(&stress.rng, array, n, index);
        for (int64_t e = 0; e < n; ++e) {
            scalar_t value = scalar_as(m->type, (double)(e % VALUES), (double)(e % 3));
            scalar_store(m->type, values + (size_t)e * type_bytes(m->type), value);
        }
        model_scatter_acc(m, n, index, values, alpha);
        if (k == array->group->me)
            stress_ok(call_scatter_acc(array, n, index, values, &factor));
    }
}

/* ---- atomic operations ----------------------------------------------------------------------- */

static void expect_old(int64_t expected, int64_t old)
{
    if (expected != old) {
        stress_fail("the old value is %lld, the model has %lld", (long long)old,
                    (long long)expected);
    }
}

/* Open MPI 4 crashes in an 8-byte compare-and-swap on the caller's own part of a window. */
static bool has_compare_swap(const array_t *array)
{
#ifdef OPEN_MPI
    return type_bytes(array->model.type) != 8 || !spans_nodes(array) ||
           strcmp(al_engine_name(), "rma") != 0;
#else
    (void)array;
    return true;
#endif
}

/* One rank: add, swap, compare and swap, in some order. */
void do_swaps(array_t *array)
{
    model_t *m = &array->model;
    int rank = draw_member(array);
    patch_t at = draw_patch(array);
    double *element = &model_at(m, at.lo)->re;

    grow(array, 1, 4 * VALUES);
    enter(array, PHASE_RANK, rank);
    for (int k = 0; k < 4; ++k) {
        int64_t value = draw(-VALUES, VALUES), was = (int64_t)*element, old = was;
        int64_t expected = was + draw(0, 1), way = draw(0, 2);
        bool refused = way == 2 && !has_compare_swap(array);
        int64_t *told = draw(0, 5) ? &old : NULL;
        if (rank == ga_rank()) {
            stress_status(refused ? ASHLAR_ETRANSPORT : ASHLAR_OK,
                          way == 0   ? call_read_inc(array, at.lo, value, told)
                          : way == 1 ? call_swap(array, at.lo, value, told)
                                     : call_compare_swap(array, at.lo, expected, value, told));
            expect_old(was, old);
        }
        if (way == 0)
            *element = (double)(was + value);
        else if (way == 1 || (expected == was && !refused))
            *element = (double)value;
    }
}

/* All ranks draw from one element: each ticket lies in the range, and mine increase. */
void do_tickets(array_t *array)
{
    enum { TICKETS = 5 };
    int64_t tickets = (int64_t)TICKETS * array->group->n;
    patch_t at = draw_patch(array);

    grow(array, 1, (double)tickets);
    enter(array, PHASE_SHUT, 0);
    double *element = &model_at(&array->model, at.lo)->re;
    int64_t first = (int64_t)*element, last = first - 1, ticket;
    for (int k = 0; k < TICKETS; ++k) {
        stress_ok(call_read_inc(array, at.lo, 1, &ticket));
        if (ticket <= last || ticket >= first + tickets) {
            stress_fail("ticket %lld after %lld, of %lld", (long long)ticket, (long long)last,
                        (long long)first);
        }
        last = ticket;
    }
    *element += (double)tickets;
}

/* An element as it is, after a sync. */
static int64_t element_now(array_t *array, const patch_t *at)
{
    patch_t one = patch_make(at->ndim, at->lo, at->lo);
    buffer_t b = buffer_create(array->model.type, &one, NULL);

    enter(array, PHASE_READS, 0);
    stress_ok(call_get(array, &b));
    int64_t value = (int64_t)scalar_load(array->model.type, b.data).re;
    buffer_free(&b);
    return value;
}

/* All ranks swap values of their own in: each one comes out once or stays. */
void do_all_swap(array_t *array)
{
    enum { SWAPS = 3 };
    const group_t *group = array->group;
    patch_t at = draw_patch(array);

    grow(array, 1, (double)(SWAPS * group->n));
    enter(array, PHASE_SHUT, 0);
    double *element = &model_at(&array->model, at.lo)->re;
    long long surplus[2] = {0, 0}; /* of what went in: the sum, and the sum of squares */
    for (int k = 0; k < SWAPS; ++k) {
        int64_t value = 1 + k * group->n + group->me, old;
        stress_ok(call_swap(array, at.lo, value, &old));
        surplus[0] += value - old;
        surplus[1] += value * value - old * old;
    }
    stress_ok(ga_allreduce(group->g, ASHLAR_LLONG, ASHLAR_SUM, surplus, 2));
    int64_t before = (int64_t)*element, now = element_now(array, &at);
    if (now - before != surplus[0] || now * now - before * before != surplus[1]) {
        stress_fail("swaps turned %lld into %lld, what came out says otherwise by %lld",
                    (long long)before, (long long)now, surplus[0] - (now - before));
    }
    *element = (double)now;
}

/* All ranks add an amount of their own by compare-and-swap. */
void do_all_compare_swap(array_t *array)
{
    const group_t *group = array->group;
    patch_t at = draw_patch(array);
    int64_t sum = group->n * (group->n + 1) / 2, seen, old = draw(-1, 1);

    if (!has_compare_swap(array))
        return;
    grow(array, 1, (double)sum);
    enter(array, PHASE_SHUT, 0);
    do {
        seen = old;
        stress_ok(call_compare_swap(array, at.lo, seen, seen + group->me + 1, &old));
    } while (old != seen);
    double *element = &model_at(&array->model, at.lo)->re;
    expect_old((int64_t)*element + sum, element_now(array, &at));
    *element += (double)sum;
}

/* ---- mutexes --------------------------------------------------------------------------------- */

/* A set of mutexes that all ranks of the array's group share; NULL when there is none. */
static const set_t *draw_set(const array_t *array)
{
    int64_t from = draw(0, SETS - 1);

    for (int k = 0; k < SETS; ++k) {
        const set_t *set = &stress.sets[(from + k) % SETS];
        if (set->group && group_is_within(array->group, set->group))
            return set;
    }
    return NULL;
}

/* Add a value to a patch by get and put, which only the mutex protects. */
static void add_guarded(array_t *array, const set_t *set, int64_t index, const patch_t *p,
                        int64_t amount)
{
    const model_t *m = &array->model;
    buffer_t b = buffer_create(m->type, p, NULL);
    patch_t at = *p;

    stress_ok(ga_lock(set->mutexes, index));
    stress_ok(call_get(array, &b));
    do {
        scalar_t value = scalar_load(m->type, buffer_at(&b, at.lo));
        value.re += (double)amount;
        scalar_store(m->type, buffer_at(&b, at.lo), value);
    } while (patch_next(p, at.lo));
    stress_ok(call_put(array, &b));
    stress_ok(ga_unlock(set->mutexes, index));
    buffer_free(&b);
}

/* All ranks of the group, a few times each; some hold a mutex of a lower number meanwhile. */
void do_guarded(array_t *array)
{
    const set_t *set = draw_set(array);
    const group_t *group = array->group;
    patch_t p = draw_patch(array);
    int64_t rounds = draw(1, 3), sum = rounds * group->n * (group->n + 1) / 2;

    if (!set)
        return;
    int64_t index = draw(0, set->n - 1), other = draw_own(0, index);
    grow(array, 1, (double)sum);
    enter(array, PHASE_SHUT, 0);
    for (int64_t round = 0; round < rounds; ++round) {
        if (other < index)
            stress_ok(ga_lock(set->mutexes, other));
        add_guarded(array, set, index, &p, group->me + 1);
        if (other < index)
            stress_ok(ga_unlock(set->mutexes, other));
    }
    patch_t at = p;
    do {
        model_at(&array->model, at.lo)->re += (double)sum;
    } while (patch_next(&p, at.lo));
    enter(array, PHASE_READS, 0);
    buffer_t b = buffer_create(array->model.type, &p, NULL);
    stress_ok(call_get(array, &b));
    check_buffer(array, &b, NULL);
    buffer_free(&b);
}
