/* Blocks of elements where they lie: used in place, also after notices to their owners. */
#include <string.h>

#include "stress.h"

bool is_on_my_node(const array_t *array, int rank)
{
    return al_node_of(array->group->ranks[rank]) == al_node_of(ga_rank());
}

int64_t owned(const array_t *array, int rank)
{
    int64_t n = -1;
    patch_t p;

    stress_ok(ga_inquire_owned(array->g, rank, &n));
    stress_status(n > 1 ? ASHLAR_ESHAPE : ASHLAR_OK, call_distribution(array, rank, &p));
    if ((n > 0) != (n > 1 || patch_count(&p) > 0))
        stress_fail("rank %d owns %lld blocks and %lld elements", rank, (long long)n,
                    (long long)patch_count(&p));
    return n;
}

patch_t block_patch(const array_t *array, int rank, int64_t k)
{
    ga_block_t b;

    stress_ok(ga_block_by_rank(array->g, rank, k, &b));
    if (b.rank != rank || b.index != k)
        stress_fail("block %lld of rank %d is said to be block %lld of rank %d", (long long)k, rank,
                    (long long)b.index, b.rank);
    return patch_make(array->model.whole.ndim, b.lo, b.hi);
}

/* A rank's k-th block of n as a buffer, in one of the ways there are; true: to be released. */
static bool access_block(const array_t *array, int rank, int64_t k, int64_t n, buffer_t *block)
{
    patch_t *p = &block->patch;
    void **at = (void **)&block->data;

    *block = (buffer_t){.type = array->model.type, .patch = block_patch(array, rank, k)};
    if (rank == array->group->me && draw_own(0, 1)) {
        stress_ok(call_access(array, p, at, block->ld));
    } else if (n == 1 && draw_own(0, 1)) {
        stress_ok(
            ga_access_block(array->g, rank, draw_own(0, 1) ? p->lo : NULL, NULL, at, block->ld));
    } else {
        ga_block_t b;
        stress_ok(ga_block_by_element(array->g, p->hi, &b));
        block->data = b.data;
        memcpy(block->ld, b.ld, sizeof block->ld);
        return false;
    }
    return true;
}

static void negate_block(const array_t *array, int rank, int64_t k, int64_t n)
{
    buffer_t block;
    bool held = access_block(array, rank, k, n, &block);
    patch_t at = block.patch;

    do {
        void *element = buffer_at(&block, at.lo);
        scalar_t value = scalar_load(block.type, element);
        scalar_store(block.type, element, (scalar_t){-value.re, -value.im});
    } while (patch_next(&block.patch, at.lo));
    if (held)
        stress_ok(ga_release(array->g));
}

static void negate_blocks(const array_t *array, int rank)
{
    int64_t n = owned(array, rank);

    for (int64_t k = 0; k < n; ++k)
        negate_block(array, rank, k, n);
}

/* Every block is negated where it lies, by its owner or by another rank of the node. */
void do_in_place(array_t *array)
{
    const model_t *m = &array->model;
    int n = array->group->n, shift = (int)draw(0, n - 1), me = array->group->me;
    int next = (me + shift) % n, previous = (me + n - shift) % n;

    enter(array, PHASE_SHUT, 0);
    if (is_on_my_node(array, next))
        negate_blocks(array, next);
    if (!is_on_my_node(array, previous)) /* it could not */
        negate_blocks(array, me);
    for (int64_t k = 0; k < m->n; ++k)
        m->at[k] = (scalar_t){-m->at[k].re, -m->at[k].im};
}

/* Each rank reads some block in place, or part of its own. */
void do_look(array_t *array)
{
    int rank = (int)draw_own(0, array->group->n - 1);
    int64_t ld[ASHLAR_MAX_DIM], extent[ASHLAR_MAX_DIM], n = owned(array, rank);
    buffer_t block;
    void *ptr;

    enter(array, PHASE_READS, 0);
    if (!is_on_my_node(array, rank)) {
        stress_status(n == 1  ? ASHLAR_EREMOTE
                      : n > 1 ? ASHLAR_ESHAPE
                              : ASHLAR_ERANGE,
                      ga_access_block(array->g, rank, NULL, NULL, &ptr, ld));
        return;
    }
    if (n == 0)
        return;
    if (access_block(array, rank, draw_own(0, n - 1), n, &block))
        stress_ok(ga_release(array->g));
    if (rank == array->group->me) {
        patch_t p = block.patch;
        for (int d = 0; d < p.ndim; ++d)
            extent[d] = p.hi[d] - p.lo[d] + 1;
        patch_t part = patch_random(&stress.own, p.ndim, extent);
        for (int d = 0; d < p.ndim; ++d) {
            block.patch.lo[d] = p.lo[d] + part.lo[d];
            block.patch.hi[d] = p.lo[d] + part.hi[d];
        }
        stress_ok(call_access(array, &block.patch, (void **)&block.data, block.ld));
        stress_ok(ga_release(array->g));
    }
    patch_t at = block.patch;
    do {
        check_element(array, at.lo, scalar_load(block.type, buffer_at(&block, at.lo)));
    } while (patch_next(&block.patch, at.lo));
}

/* One rank writes and notifies another, which reads what was written. */
void do_notify(array_t *array)
{
    int from = draw_member(array), to = (int)draw(0, array->group->n - 1);
    int64_t n = owned(array, to);

    grow(array, 1, VALUES);
    enter(array, PHASE_SHUT, 0);
    if (n == 0)
        return;
    patch_t p = block_patch(array, to, draw(0, n - 1)); /* a block of the notified rank */
    buffer_t b = draw_buffer(array, &p);
    model_put(&array->model, &b);
    if (from == ga_rank()) {
        stress_ok(call_put(array, &b));
        stress_ok(ga_notify(array->group->ranks[to]));
    }
    if (to == array->group->me) {
        stress_ok(ga_notify_wait(from));
        buffer_randomize(&b, &stress.own, VALUES);
        stress_ok(call_get(array, &b));
        check_buffer(array, &b, NULL);
    }
    buffer_free(&b);
}
