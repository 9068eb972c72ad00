/* Other combinations than sums, every step-th element, and patches that wrap around. */
#include <string.h>

#include <ashlar/al.h>

#include "ga/cases.h"

/** patch = patch op buffer, in the model. */
static void model_combine(model_t *m, const buffer_t *b, ashlar_op op)
{
    patch_t at = b->patch;

    do {
        scalar_t *element = model_at(m, at.lo);
        *element = scalar_combine(op, *element, scalar_load(m->type, buffer_at(b, at.lo)));
    } while (patch_next(&b->patch, at.lo));
}

/** Products of complex elements do not go through windows: MPI libraries get them wrong. */
static bool is_offered(ashlar_op op, ashlar_type type)
{
    return op != ASHLAR_PROD || !type_is_complex(type) || strcmp(al_engine_name(), "rma") != 0;
}

/* All ranks with the same operation at once; those that do not commute in turns. */
static void combine(twin_t *twin, ashlar_op op, rng_t *rng)
{
    model_t *m = &twin->model;
    int ndim = m->whole.ndim;

    for (int rank = 0; rank < ga_size(); rank++) {
        patch_t p = patch_random(rng, ndim, m->dims);
        buffer_t b = buffer_create_random(rng, m->type, &p);
        buffer_randomize(&b, rng, op == ASHLAR_PROD ? 2 : 20);
        if (rank == ga_rank()) {
            CHECK_OK(ndim == 2 ? ga_acc_op(twin->g, p.lo[0], p.hi[0], p.lo[1], p.hi[1], b.data,
                                           b.ld[0], op)
                               : ga_acc_op_nd(twin->g, p.lo, p.hi, b.data, b.ld, op));
        }
        model_combine(m, &b, op);
        buffer_free(&b);
        if (op == ASHLAR_REPLACE) {
            CHECK_OK(ga_sync());
        }
    }
}

void acc_op_all(void)
{
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; type++) {
        for (ashlar_op op = 0; op < ASHLAR_OP_COUNT; op++) {
            int ndim = 1 + ((int)type + (int)op) % 4;
            twin_t twin = twin_create(type, ndim, test_dims(ndim),
                                      (layout_t)(((int)type + ndim) % LAYOUT_COUNT), GA_GROUP_WORLD,
                                      (uint64_t)op);
            rng_t rng = rng_seed((uint64_t)op);
            if (op_is_defined(op, type) && is_offered(op, type)) {
                combine(&twin, op, &rng);
            } else {
                const element_t one = element_of(type, (scalar_t){1, 0});
                patch_t first = patch_make(ndim, twin.model.whole.lo, twin.model.whole.lo);
                CHECK_STATUS(is_offered(op, type) ? ASHLAR_ETYPE : ASHLAR_ETRANSPORT,
                             ga_acc_op_nd(twin.g, first.lo, first.hi, &one, NULL, op));
            }
            CHECK_TWIN(&twin);
            twin_destroy(&twin);
        }
    }
}

/** The patch of the selected elements as a buffer numbers them: 0..count-1 in each dimension. */
static patch_t selected(const patch_t *p, const int64_t *step)
{
    patch_t chosen = {.ndim = p->ndim};

    for (int d = 0; d < p->ndim; d++) {
        chosen.hi[d] = (p->hi[d] - p->lo[d]) / step[d];
    }
    return chosen;
}

/** Where element k of a selection (or of a patch that wraps around) lies in the array. */
static void place_of(const model_t *m, const patch_t *p, const int64_t *step, const int64_t *k,
                     int64_t *index)
{
    for (int d = 0; d < p->ndim; d++) {
        int64_t at = p->lo[d] + k[d] * (step ? step[d] : 1);
        index[d] = (at % m->dims[d] + m->dims[d]) % m->dims[d];
    }
}

typedef enum action { PUT, ACC, GET } action_t;

/** One action on the model, element by element; GET compares. */
static void model_act(model_t *m, action_t action, const patch_t *p, const int64_t *step,
                      const buffer_t *b, scalar_t alpha)
{
    int64_t index[ASHLAR_MAX_DIM], wrong = 0;
    patch_t k = b->patch;

    do {
        place_of(m, p, step, k.lo, index);
        scalar_t value = scalar_load(m->type, buffer_at(b, k.lo)), *element = model_at(m, index);
        if (action == PUT) {
            *element = value;
        } else if (action == ACC) {
            *element = scalar_add(*element, scalar_mul(alpha, value));
        } else {
            wrong += !scalar_equal(*element, value);
        }
    } while (patch_next(&b->patch, k.lo));
    CHECK_INT(0, wrong);
    CHECK(buffer_marks_intact(b));
}

static int act_strided(ga_t g, action_t action, const patch_t *p, const int64_t *step,
                       const buffer_t *b, const element_t *alpha)
{
    return action == PUT   ? ga_put_strided_nd(g, p->lo, p->hi, step, b->data, b->ld)
           : action == ACC ? ga_acc_strided_nd(g, p->lo, p->hi, step, b->data, b->ld, alpha)
                           : ga_get_strided_nd(g, p->lo, p->hi, step, b->data, b->ld);
}

static int act_periodic(ga_t g, action_t action, const patch_t *p, const buffer_t *b,
                        const element_t *alpha)
{
    return action == PUT   ? ga_put_periodic_nd(g, p->lo, p->hi, b->data, b->ld)
           : action == ACC ? ga_acc_periodic_nd(g, p->lo, p->hi, b->data, b->ld, alpha)
                           : ga_get_periodic_nd(g, p->lo, p->hi, b->data, b->ld);
}

/* The ranks take turns; step NULL means a patch that wraps around. */
static void take_turns(twin_t *twin, bool strided, rng_t *rng)
{
    model_t *m = &twin->model;
    int ndim = m->whole.ndim;
    const element_t alpha = element_of(m->type, (scalar_t){-2, 3});

    for (int turn = 0; turn < 3 * ga_size(); turn++) {
        int64_t step[ASHLAR_MAX_DIM];
        patch_t p = patch_random(rng, ndim, m->dims);
        for (int d = 0; d < ndim; d++) {
            int64_t shift = strided ? 0 : rng_range(rng, -2 * m->dims[d], 2 * m->dims[d]);
            step[d] = rng_range(rng, 1, 4);
            p.lo[d] += shift;
            p.hi[d] += shift;
        }
        patch_t chosen = selected(&p, strided ? step : (int64_t[]){1, 1, 1, 1, 1, 1, 1});
        buffer_t b = buffer_create_random(rng, m->type, &chosen);
        buffer_randomize(&b, rng, 30);
        for (action_t action = PUT; action <= GET; action++) {
            if (turn % ga_size() == ga_rank()) {
                CHECK_OK(strided ? act_strided(twin->g, action, &p, step, &b, &alpha)
                                 : act_periodic(twin->g, action, &p, &b, &alpha));
            }
            if (action != GET || turn % ga_size() == ga_rank()) {
                model_act(m, action, &p, strided ? step : NULL, &b, scalar_as(m->type, -2, 3));
            }
        }
        buffer_free(&b);
        CHECK_OK(ga_sync());
    }
}

static void turns_of_all(bool strided)
{
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; type++) {
        for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ndim++) {
            layout_t layout = (layout_t)(((int)type + ndim) % LAYOUT_COUNT);
            rng_t rng = rng_seed((uint64_t)ndim);
            twin_t twin = twin_create(type, ndim, test_dims(ndim), layout, GA_GROUP_WORLD, 4);
            take_turns(&twin, strided, &rng);
            CHECK_TWIN(&twin);
            twin_destroy(&twin);
        }
    }
}

void strided_all(void)
{
    turns_of_all(true);
}

void periodic_all(void)
{
    turns_of_all(false);
}

/* A patch larger than the array: elements come again and again, and each addition counts. */
void periodic_wide(void)
{
    twin_t twin =
        twin_create(ASHLAR_DOUBLE, 2, (int64_t[]){4, 3}, LAYOUT_REGULAR, GA_GROUP_WORLD, 9);
    patch_t p = patch_make(2, (int64_t[]){-9, -2}, (int64_t[]){6, 7});
    patch_t chosen = patch_make(2, (int64_t[]){0, 0}, (int64_t[]){15, 9});
    buffer_t b = buffer_create(ASHLAR_DOUBLE, &chosen, NULL);
    const element_t one = element_of(ASHLAR_DOUBLE, (scalar_t){1, 0});

    CHECK_OK(ga_get_periodic_nd(twin.g, p.lo, p.hi, b.data, b.ld));
    model_act(&twin.model, GET, &p, NULL, &b, (scalar_t){0, 0});
    CHECK_OK(ga_sync());
    CHECK_OK(ga_acc_periodic_nd(twin.g, p.lo, p.hi, b.data, b.ld, &one));
    for (int rank = 0; rank < ga_size(); rank++) {
        model_act(&twin.model, ACC, &p, NULL, &b, (scalar_t){1, 0});
    }
    CHECK_TWIN(&twin);
    buffer_free(&b);
    twin_destroy(&twin);
}
