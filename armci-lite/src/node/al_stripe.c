/* Atomic updates of elements in the arena, under striped locks. */
#include "armci-lite/src/node/al_stripe.h"

#include <string.h>

#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/local/al_type.h"
#include "armci-lite/src/node/al_arena.h"

/* An accumulate in progress. */
typedef struct accumulation {
    const al_kernels_t *kernels;
    ashlar_op op;
    const void *alpha; /* NULL: dst = dst op src; else dst += alpha*src */
    size_t element;    /* bytes of one */
    size_t part;       /* and of the real number that it is or has, to which it is aligned */
    al_lock_t *held;   /* NULL: none */
} accumulation_t;

static inline al_lock_t *stripe_of(const char *address)
{
    const al_arena_t *arena = &ali_arena;
    return &arena->header->stripes[ali_stripe_number((uint64_t)(address - arena->base))];
}

/* Bytes from an address to the end of its stripe. */
static inline size_t stripe_rest(const char *address)
{
    uint64_t offset = (uint64_t)(address - ali_arena.base);
    return ((size_t)1 << AL_STRIPE_SHIFT) - (offset & (((size_t)1 << AL_STRIPE_SHIFT) - 1));
}

static void lock_stripe(accumulation_t *acc, al_lock_t *stripe)
{
    if (acc->held == stripe)
        return;
    if (acc->held)
        ali_unlock(acc->held);
    ali_lock(stripe);
    acc->held = stripe;
}

static inline void update_elements(const accumulation_t *acc, size_t n, char *dst, const char *src)
{
    if (acc->alpha)
        acc->kernels->axpy(n, dst, acc->alpha, src);
    else
        acc->kernels->reduce[acc->op](n, dst, src);
}

/* Elements that are not where their type wants them: each by way of copies, under the stripe in
 * which it begins. */
static void add_unaligned(accumulation_t *acc, char *dst, const char *src, size_t bytes)
{
    enum { LARGEST = sizeof(double _Complex) };
    _Alignas(LARGEST) char sum[LARGEST], term[LARGEST];
    const size_t element = acc->element;
    for (; bytes; dst += element, src += element, bytes -= element) {
        lock_stripe(acc, stripe_of(dst));
        memcpy(sum, dst, element);
        memcpy(term, src, element);
        update_elements(acc, 1, sum, term);
        memcpy(dst, sum, element);
    }
}

static void add_run(accumulation_t *acc, char *dst, const char *src, size_t bytes)
{
    if (AL_UNLIKELY(((uintptr_t)dst & (acc->element - 1)) | ((uintptr_t)src & (acc->part - 1)))) {
        add_unaligned(acc, dst, src, bytes);
        return;
    }
    while (bytes) {
        size_t rest = ali_min_bytes(bytes, stripe_rest(dst));
        lock_stripe(acc, stripe_of(dst));
        update_elements(acc, rest / acc->element, dst, src);
        dst += rest;
        src += rest;
        bytes -= rest;
    }
}

void ali_acc_shape(char *dst, const al_update_t *update, const char *src, const al_shape_t *shape)
{
    accumulation_t acc = {.kernels = &ali_kernels[update->type],
                          .op = update->op,
                          .alpha = update->alpha,
                          .element = ali_types[update->type].bytes,
                          .part = ali_types[ali_part_type(update->type)].bytes};
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
void ali_acc_elements(ashlar_type type, const void *alpha, size_t n, const uint64_t *offsets,
                      const char *values)
{
    al_arena_t *arena = &ali_arena;
    uint16_t end[AL_STRIPES] = {0}, order[AL_ELEMENTS];
    for (size_t k = 0; k < n; ++k)
        end[ali_stripe_number(offsets[k])]++;
    uint16_t begin = 0;
    for (size_t stripe = 0; stripe < AL_STRIPES; ++stripe) {
        uint16_t count = end[stripe];
        end[stripe] = begin;
        begin = (uint16_t)(begin + count);
    }
    for (size_t k = 0; k < n; ++k) { /* moves each number to the end of its stripe */
        order[end[ali_stripe_number(offsets[k])]++] = (uint16_t)k;
        __builtin_prefetch(arena->base + offsets[k], 1);
    }
    for (size_t stripe = 0, from = 0; stripe < AL_STRIPES; from = end[stripe++]) {
        if (end[stripe] == from)
            continue;
        ali_lock(&arena->header->stripes[stripe]);
        ali_kernels[type].elements(end[stripe] - from, order + from, arena->base, offsets, alpha,
                                   values);
        ali_unlock(&arena->header->stripes[stripe]);
    }
}
