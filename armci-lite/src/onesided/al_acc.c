/* Accumulate: dst += alpha*src or dst = dst op src, each element atomic with respect to other
 * accumulates.
 *
 * On a node the elements are guarded by striped locks in the arena. An element belongs to the
 * stripe of 16 KiB that its offset lies in; slices are 64-byte aligned and 16 KiB is a multiple of
 * every element size, so no element lies in two. One stripe is held at a time, and only while its
 * elements are added: there is no order of locks to get wrong. Consecutive rows in one stripe share
 * one acquisition. Ordering: al_lock.h. */
#include "armci-lite/src/al_internal.h"
#include "armci-lite/src/local/al_type.h"

/* An accumulate under way. */
typedef struct accumulation {
    const al_kernels_t *kernels;
    ashlar_op op;
    const void *alpha; /* NULL: dst = dst op src; else dst += alpha*src */
    size_t element;
    al_lock_t *held; /* NULL: none */
} accumulation_t;

/* The stripe of an offset in the arena. */
static inline size_t stripe_number(uint64_t offset)
{
    return (offset >> AL_STRIPE_SHIFT) % AL_STRIPES;
}

static inline al_lock_t *stripe_of(const char *address)
{
    const al_arena_t *arena = &ali_context.arena;
    return &arena->header->stripes[stripe_number((uint64_t)(address - arena->base))];
}

/* Bytes from an address to the end of its stripe. */
static inline size_t stripe_rest(const char *address)
{
    uint64_t offset = (uint64_t)(address - ali_context.arena.base);
    return ((size_t)1 << AL_STRIPE_SHIFT) - (offset & (((size_t)1 << AL_STRIPE_SHIFT) - 1));
}

static void hold(accumulation_t *acc, al_lock_t *stripe)
{
    if (acc->held == stripe)
        return;
    if (acc->held)
        ali_unlock(acc->held);
    ali_lock(stripe);
    acc->held = stripe;
}

static void add_run(accumulation_t *acc, char *dst, const char *src, size_t bytes)
{
    while (bytes) {
        size_t rest = stripe_rest(dst), part = bytes < rest ? bytes : rest;
        hold(acc, stripe_of(dst));
        if (acc->alpha)
            acc->kernels->axpy(part / acc->element, dst, acc->alpha, src);
        else
            acc->kernels->reduce[acc->op](part / acc->element, dst, src);
        dst += part;
        src += part;
        bytes -= part;
    }
}

void ali_acc_shape(char *dst, const al_update_t *update, const char *src, const al_shape_t *shape)
{
    accumulation_t acc = {.kernels = &ali_kernels[update->type],
                          .op = update->op,
                          .alpha = update->alpha,
                          .element = ali_types[update->type].bytes};
    size_t index[AL_MAX_LEVELS] = {0};
    for (;;) {
        add_run(&acc, dst, src, shape->count[0]);
        int level = 0;
        while (level < shape->levels) {
            dst += shape->seg_stride[level];
            src += shape->buf_stride[level];
            if (++index[level] < shape->count[level + 1])
                break;
            dst -= index[level] * shape->seg_stride[level];
            src -= index[level] * shape->buf_stride[level];
            index[level++] = 0;
        }
        if (level == shape->levels)
            break;
    }
    ali_unlock(acc.held);
}

/* Sorted by stripe (counting sort), so that a lock is taken once for all its elements: a locked
 * instruction waits for every store before it, and these miss the cache. */
void ali_acc_points(ashlar_type type, const void *alpha, size_t n, const uint64_t *offsets,
                    const char *values)
{
    al_arena_t *arena = &ali_context.arena;
    uint16_t end[AL_STRIPES] = {0}, order[AL_POINTS];
    for (size_t k = 0; k < n; ++k)
        end[stripe_number(offsets[k])]++;
    uint16_t begin = 0;
    for (size_t stripe = 0; stripe < AL_STRIPES; ++stripe) {
        uint16_t count = end[stripe];
        end[stripe] = begin;
        begin = (uint16_t)(begin + count);
    }
    for (size_t k = 0; k < n; ++k) { /* moves each number to the end of its stripe */
        order[end[stripe_number(offsets[k])]++] = (uint16_t)k;
        __builtin_prefetch(arena->base + offsets[k], 1);
    }
    for (size_t stripe = 0, from = 0; stripe < AL_STRIPES; from = end[stripe++]) {
        if (end[stripe] == from)
            continue;
        ali_lock(&arena->header->stripes[stripe]);
        ali_kernels[type].points(end[stripe] - from, order + from, arena->base, offsets, alpha,
                                 values);
        ali_unlock(&arena->header->stripes[stripe]);
    }
}

/* Are the numbers of a shape and the offset whole elements? */
static int is_aligned(size_t offset, const al_shape_t *shape, size_t element)
{
    size_t all = offset | shape->count[0];
    for (int level = 0; level < shape->levels; ++level)
        all |= shape->seg_stride[level];
    return (all & (element - 1)) == 0; /* element sizes are powers of two */
}

static int check_update(const char *call, size_t offset, const al_update_t *update,
                        const al_shape_t *shape)
{
    if (AL_UNLIKELY(!ali_type_is_known(update->type)))
        return AL_FAIL(ASHLAR_ETYPE, "%s: %d is not an element type", call, (int)update->type);
    if (AL_UNLIKELY((unsigned)update->op >= ASHLAR_OP_COUNT))
        return AL_FAIL(ASHLAR_EARG, "%s: %d is not an operation", call, (int)update->op);
    if (AL_UNLIKELY(!ali_kernels[update->type].reduce[update->op]))
        return AL_FAIL(ASHLAR_ETYPE, "%s: %s is not defined for type %s", call,
                       ali_op_names[update->op], ali_types[update->type].name);
    size_t element = ali_types[update->type].bytes;
    if (AL_UNLIKELY(!is_aligned(offset, shape, element)))
        return AL_FAIL(ASHLAR_EARG,
                       "%s: offset, count or stride is not a multiple of the %zu "
                       "bytes of %s",
                       call, element, ali_types[update->type].name);
    return ASHLAR_OK;
}

/* A sum with a factor of one needs no factor. */
static inline void drop_factor(al_update_t *update)
{
    if (update->alpha && ali_kernels[update->type].is_one(update->alpha))
        update->alpha = NULL;
}

static int accumulate(const char *call, al_segment_t *segment, int rank, size_t offset,
                      al_update_t update, const void *buf, const al_shape_t *shape,
                      al_handle_t *handle)
{
    size_t extent = shape ? ali_shape_extent(shape) : 0;
    if (AL_UNLIKELY(!shape || !buf || !ali_is_place(segment, rank, offset, extent)))
        return ali_bad_place(call, segment, rank, offset, extent);
    AL_TRY(check_update(call, offset, &update, shape));
    if (AL_UNLIKELY(ali_shape_is_empty(shape)))
        return ASHLAR_OK;
    drop_factor(&update);
    int64_t slice = segment->slices[rank].offset;
    if (AL_UNLIKELY(slice < 0 || segment->engine_atomics))
        return ali_context.engine->acc(ali_place("an accumulate", segment, rank, offset), &update,
                                       buf, shape, handle);
    AL_TRY(ali_before_local(segment, extent));
    ali_acc_shape(segment->base + slice + offset, &update, buf, shape);
    return ASHLAR_OK;
}

int al_acc_strided(al_segment_t *segment, int rank, size_t offset, ashlar_type type,
                   const void *alpha, const void *buf, const al_shape_t *shape)
{
    if (AL_UNLIKELY(!alpha))
        return AL_FAIL(ASHLAR_EARG, "al_acc_strided: alpha is NULL");
    return accumulate("al_acc_strided", segment, rank, offset,
                      (al_update_t){type, ASHLAR_SUM, alpha}, buf, shape, NULL);
}

int al_acc_op_strided(al_segment_t *segment, int rank, size_t offset, ashlar_type type,
                      ashlar_op op, const void *buf, const al_shape_t *shape)
{
    return accumulate("al_acc_op_strided", segment, rank, offset, (al_update_t){type, op, NULL},
                      buf, shape, NULL);
}

int al_acc_nb(al_segment_t *segment, int rank, size_t offset, ashlar_type type, const void *alpha,
              const void *buf, const al_shape_t *shape, al_handle_t *handle)
{
    if (AL_UNLIKELY(!alpha || !handle))
        return AL_FAIL(ASHLAR_EARG, "al_acc_nb: %s is NULL", alpha ? "the handle" : "alpha");
    return accumulate("al_acc_nb", segment, rank, offset, (al_update_t){type, ASHLAR_SUM, alpha},
                      buf, shape, handle);
}

/* One run. */
static inline int accumulate_run(const char *call, al_segment_t *segment, int rank, size_t offset,
                                 al_update_t update, const void *buf, size_t bytes)
{
    al_shape_t shape;
    shape.levels = 0;
    shape.count[0] = bytes;
    if (AL_UNLIKELY(!ali_is_place(segment, rank, offset, bytes) || (!buf && bytes)))
        return ali_bad_place(call, segment, rank, offset, bytes);
    AL_TRY(check_update(call, offset, &update, &shape));
    if (AL_UNLIKELY(bytes == 0))
        return ASHLAR_OK;
    drop_factor(&update);
    int64_t slice = segment->slices[rank].offset;
    if (AL_UNLIKELY(slice < 0 || segment->engine_atomics))
        return ali_context.engine->acc(ali_place("an accumulate", segment, rank, offset), &update,
                                       buf, &shape, NULL);
    AL_TRY(ali_before_local(segment, bytes));
    ali_acc_shape(segment->base + slice + offset, &update, buf, &shape);
    return ASHLAR_OK;
}

int al_acc(al_segment_t *segment, int rank, size_t offset, ashlar_type type, const void *alpha,
           const void *buf, size_t bytes)
{
    if (AL_UNLIKELY(!alpha))
        return AL_FAIL(ASHLAR_EARG, "al_acc: alpha is NULL");
    return accumulate_run("al_acc", segment, rank, offset, (al_update_t){type, ASHLAR_SUM, alpha},
                          buf, bytes);
}

int al_acc_op(al_segment_t *segment, int rank, size_t offset, ashlar_type type, ashlar_op op,
              const void *buf, size_t bytes)
{
    return accumulate_run("al_acc_op", segment, rank, offset, (al_update_t){type, op, NULL}, buf,
                          bytes);
}

int ali_check_run(const char *call, const al_update_t *update, size_t offset, size_t bytes)
{
    const al_shape_t shape = {.count = {bytes}};
    return check_update(call, offset, update, &shape);
}
