/* Some bytes of each element of a patch: against a copy of the array, byte by byte. */
#include <stdlib.h>
#include <string.h>

#include "ga/each.h"

enum { ROUNDS = 3, MARK = 0x55 };

/* A field of the elements of a patch, in a buffer with gaps and marks around. */
typedef struct field {
    patch_t patch;
    size_t offset, size, room;
    int64_t ld[ASHLAR_MAX_DIM];
    char *block, *data; /* what is before data, and in gaps, is MARK */
} field_t;

/* The bytes of an array of `element` bytes, column-major. */
typedef struct bytes {
    size_t element;
    char *at;
} bytes_t;

static size_t element_bytes(ashlar_type type)
{
    size_t bytes = 0;
    CHECK_OK(ga_type_bytes(type, &bytes));
    return bytes;
}

static bytes_t read_bytes(const twin_t *twin)
{
    const model_t *m = &twin->model;
    bytes_t b = {.element = element_bytes(m->type)};
    b.at = test_alloc((size_t)m->n * b.element);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_get_nd(twin->g, m->whole.lo, m->whole.hi, b.at, NULL));
    CHECK_OK(ga_sync());
    return b;
}

/* The array has these bytes, and the model from now on. */
static void end_bytes(twin_t *twin, bytes_t *b)
{
    model_t *m = &twin->model;
    bytes_t found = read_bytes(twin);
    CHECK(memcmp(found.at, b->at, (size_t)m->n * b->element) == 0);
    for (int64_t k = 0; k < m->n; ++k)
        m->at[k] = scalar_load(m->type, b->at + (size_t)k * b->element);
    free(found.at);
    free(b->at);
}

static field_t field_create(rng_t *rng, const patch_t *patch, size_t offset, size_t size)
{
    field_t f = {.patch = *patch, .offset = offset, .size = size, .room = 1};
    for (int d = 0; d < patch->ndim; ++d) {
        f.ld[d] = patch->hi[d] - patch->lo[d] + 1 + rng_range(rng, 0, 2);
        f.room *= (size_t)f.ld[d];
    }
    f.room = f.room * size + 2 * size;
    f.block = test_alloc(f.room);
    memset(f.block, MARK, f.room);
    f.data = f.block + size;
    return f;
}

/* Bytes of a field in its buffer, and in the copy of the array. */
static size_t in_buffer(const field_t *f, const int64_t *index)
{
    size_t at = 0, stride = f->size;
    for (int d = 0; d < f->patch.ndim; ++d) {
        at += (size_t)(index[d] - f->patch.lo[d]) * stride;
        stride *= (size_t)f->ld[d];
    }
    return at;
}

static char *in_copy(const field_t *f, const bytes_t *b, const model_t *m, const int64_t *index)
{
    size_t at = 0, stride = b->element;
    for (int d = 0; d < f->patch.ndim; ++d) {
        at += (size_t)index[d] * stride;
        stride *= (size_t)m->dims[d];
    }
    return b->at + at + f->offset;
}

/* Fill the buffer with numbers, which then are those of the copy. No number makes a NaN. */
static void write_field(rng_t *rng, field_t *f, bytes_t *b, const model_t *m)
{
    patch_t at = f->patch;
    do {
        char *from = f->data + in_buffer(f, at.lo);
        for (size_t k = 0; k < f->size; ++k)
            from[k] = (char)rng_range(rng, 0, 0x3f);
        memcpy(in_copy(f, b, m, at.lo), from, f->size);
    } while (patch_next(&f->patch, at.lo));
}

/* The buffer has what the copy has, and marks elsewhere. */
static void check_field(field_t *f, const bytes_t *b, const model_t *m)
{
    patch_t at = f->patch;
    int64_t wrong = 0;
    do {
        char *found = f->data + in_buffer(f, at.lo);
        wrong += memcmp(found, in_copy(f, b, m, at.lo), f->size) != 0;
        memset(found, MARK, f->size);
    } while (patch_next(&f->patch, at.lo));
    CHECK_INT(0, wrong);
    for (size_t k = 0; k < f->room; ++k)
        wrong += f->block[k] != MARK;
    CHECK_INT(0, wrong);
}

static int put(const twin_t *t, const field_t *f, int nb, ga_handle_t *h)
{
    return nb ? ga_put_field_nb_nd(t->g, f->patch.lo, f->patch.hi, f->offset, f->size, f->data,
                                   f->ld, h)
              : ga_put_field_nd(t->g, f->patch.lo, f->patch.hi, f->offset, f->size, f->data, f->ld);
}

static int get(const twin_t *t, const field_t *f, int nb, ga_handle_t *h)
{
    return nb ? ga_get_field_nb_nd(t->g, f->patch.lo, f->patch.hi, f->offset, f->size, f->data,
                                   f->ld, h)
              : ga_get_field_nd(t->g, f->patch.lo, f->patch.hi, f->offset, f->size, f->data, f->ld);
}

/* The ranks take turns at writing; all read a choice of their own. Blocking and not in turn. */
static void put_get_rounds(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;
    bytes_t b = read_bytes(twin);
    rng_t own = rng_seed((uint64_t)ga_rank() + 1);

    for (int round = 0; round < 2 * ROUNDS; ++round) {
        size_t offset = (size_t)rng_range(rng, 0, (int64_t)b.element - 1);
        size_t size = (size_t)rng_range(rng, 1, (int64_t)(b.element - offset));
        patch_t patch = patch_random(rng, m->whole.ndim, m->dims);
        field_t f = field_create(rng, &patch, offset, size);
        ga_handle_t h = 0;
        write_field(rng, &f, &b, m);
        if (round % ga_size() == ga_rank())
            CHECK_OK(put(twin, &f, round % 2, &h));
        CHECK_OK(ga_wait(&h));
        free(f.block);
        CHECK_OK(ga_sync());

        patch = patch_random(&own, m->whole.ndim, m->dims);
        f = field_create(&own, &patch, offset, size);
        CHECK_OK(get(twin, &f, !(round % 2), &h));
        CHECK_OK(ga_wait(&h));
        check_field(&f, &b, m);
        free(f.block);
        CHECK_OK(ga_sync());
    }
    end_bytes(twin, &b);
}

TEST_CASE_IN("engines", field_put_get, TEST_GA)
{
    each_twin(put_get_rounds);
}

/* Each rank writes a byte of its own of every element, all at the same time. */
static void apart_rounds(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;
    bytes_t b = read_bytes(twin);

    for (int round = 0; round < ROUNDS; ++round)
        for (int rank = 0; rank < ga_size() && (size_t)rank < b.element; ++rank) {
            field_t f = field_create(rng, &m->whole, (size_t)rank, 1);
            write_field(rng, &f, &b, m);
            if (rank == ga_rank())
                CHECK_OK(put(twin, &f, 0, NULL));
            free(f.block);
        }
    end_bytes(twin, &b);
}

TEST_CASE_IN("engines", field_apart, TEST_GA)
{
    each_twin(apart_rounds);
}

/* A field that is all of an element; an empty patch. */
TEST_CASE_IN("engines", field_whole, TEST_GA)
{
    double all[12], some[12] = {0};
    const int64_t lo[2] = {0, 0}, hi[2] = {3, 2}, none[2] = {-1, 2};
    ga_t g;

    for (int k = 0; k < 12; ++k)
        all[k] = k;
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 4, 3, "whole", 0, 0, &g));
    if (ga_rank() == 0)
        CHECK_OK(ga_put_field_nd(g, lo, hi, 0, sizeof *all, all, NULL));
    CHECK_OK(ga_sync());
    CHECK_OK(ga_get_field_nd(g, lo, none, 4, 4, some, NULL));
    CHECK(some[0] == 0);
    CHECK_OK(ga_get_field_nd(g, lo, hi, 0, sizeof *some, some, NULL));
    CHECK(memcmp(all, some, sizeof all) == 0);
    CHECK_OK(ga_sync());
    CHECK_OK(ga_destroy(g));
}
