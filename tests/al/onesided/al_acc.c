/* acc, contiguous and strided, in all types; all ranks at once, since additions commute. */
#include <string.h>

#include "al/cases.h"

enum { ELEMENTS = 1500, ROUNDS = 8 };

static size_t slice_size(int rank)
{
    return (ELEMENTS + 5 * (size_t)rank) * 16; /* a multiple of every element's size */
}

typedef struct run_add {
    ashlar_type type;
    scalar_t alpha;
    char *slice;
    const char *buf;
} run_add_t;

static void add_run(void *context, size_t seg, size_t buf, size_t bytes)
{
    const run_add_t *c = context;
    size_t elem = type_bytes(c->type);

    for (size_t at = 0; at < bytes; at += elem) {
        scalar_t value = scalar_mul(c->alpha, scalar_load(c->type, c->buf + buf + at));
        value = scalar_add(value, scalar_load(c->type, c->slice + seg + at));
        scalar_store(c->type, c->slice + seg + at, value);
    }
}

static void randomize(ashlar_type type, char *buf, size_t bytes, rng_t *rng)
{
    size_t elem = type_bytes(type);

    for (size_t at = 0; at + elem <= bytes; at += elem) {
        double re = (double)rng_range(rng, -9, 9), im = (double)rng_range(rng, -9, 9);
        scalar_store(type, buf + at, scalar_as(type, re, im));
    }
}

/** Every rank's accumulates of one round; each goes into the model, mine into the segment too. */
static void add_round(slices_t *s, ashlar_type type, int levels, rng_t *rng)
{
    _Alignas(16) static char buf[16 * ELEMENTS];
    size_t elem = type_bytes(type), seg, extent;

    for (int rank = 0; rank < al_size(); rank++) {
        al_shape_t shape = shape_random(rng, levels, elem, &seg, &extent);
        int target = (int)rng_range(rng, 0, al_size() - 1);
        size_t last = (s->bytes[target] - seg) / elem;
        size_t offset = elem * (size_t)rng_range(rng, 0, (int64_t)last);
        scalar_t alpha = scalar_as(type, (double)rng_range(rng, -3, 3), 2);
        const element_t factor = element_of(type, alpha);
        if (!CHECK(extent <= sizeof buf && seg <= s->bytes[target])) {
            return;
        }
        randomize(type, buf, extent, rng);
        if (rank == al_rank()) {
            CHECK_OK(levels ? al_acc_strided(s->segment, target, offset, type, &factor, buf, &shape)
                            : al_acc(s->segment, target, offset, type, &factor, buf, seg));
        }
        run_add_t add = {type, alpha, s->model[target] + offset, buf};
        shape_visit(&shape, add_run, &add);
    }
}

static void add_all(int first, int last)
{
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; type++) {
        slices_t s = slices_create(al_group_world(), slice_size, (int)type, 70);
        rng_t rng = rng_seed(71 + type);
        for (int levels = first; levels <= last; levels++) {
            for (int round = 0; round < ROUNDS; round++) {
                add_round(&s, type, levels, &rng);
            }
        }
        if (!CHECK_SLICES(&s)) {
            test_fail(__FILE__, __LINE__, "type %s", type_name(type));
        }
        slices_free(&s);
    }
}

void acc_contiguous(void)
{
    add_all(0, 0);
}

void acc_strided(void)
{
    add_all(1, AL_MAX_LEVELS);
}
