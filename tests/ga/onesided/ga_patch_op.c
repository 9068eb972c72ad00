/* Accumulates with every operation and type against the model. */
#include "ga/each.h"

/* One rank at a time, so that operations that do not commute have one outcome. */
static void ops_in_turn(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;

    for (int op = 0; op <= ASHLAR_REPLACE; ++op) {
        patch_t patch = patch_random(rng, m->whole.ndim, m->dims);
        buffer_t b = buffer_create_random(rng, m->type, &patch);
        int expected = ASHLAR_OK;
        buffer_randomize(&b, rng, 9);
        if (!op_is_defined((ashlar_op)op, m->type))
            expected = ASHLAR_ETYPE;
        else if (op == ASHLAR_PROD && type_is_complex(m->type) && through_rma())
            expected = ASHLAR_ETRANSPORT;
        else
            view_op(m, &b, (ashlar_op)op);
        if (op % ga_size() == ga_rank()) {
            CHECK_STATUS(expected,
                         ga_acc_op_nd(twin->g, patch.lo, patch.hi, b.data, b.ld, (ashlar_op)op));
            CHECK(buffer_marks_intact(&b));
        }
        buffer_free(&b);
        CHECK_OK(ga_sync());
    }
}

TEST_CASE_IN("engines", op_each, TEST_GA)
{
    each_twin(ops_in_turn);
}

static void ops_2d(twin_t *twin, rng_t *rng)
{
    model_t *m = &twin->model;

    for (int op = 0; op <= ASHLAR_REPLACE; ++op) {
        patch_t p = patch_random(rng, 2, m->dims);
        buffer_t b = buffer_create_random(rng, m->type, &p);
        buffer_randomize(&b, rng, 9);
        if (op_is_defined((ashlar_op)op, m->type) && op != ASHLAR_PROD) {
            if (op % ga_size() == ga_rank()) {
                CHECK_OK(ga_acc_op(twin->g, p.lo[0], p.hi[0], p.lo[1], p.hi[1], b.data, b.ld[0],
                                   (ashlar_op)op));
            }
            view_op(m, &b, (ashlar_op)op);
        }
        buffer_free(&b);
        CHECK_OK(ga_sync());
    }
}

TEST_CASE_IN("engines", op_2d, TEST_GA)
{
    each_matrix((int64_t[]){17, 12}, ops_2d);
}

/* Every rank combines its own values into the whole array, several times, all at once. */
static void contend(twin_t *twin, ashlar_op op)
{
    model_t *m = &twin->model;

    for (int rank = 0; rank < ga_size(); ++rank) {
        rng_t rng = rng_seed((uint64_t)(10 * rank + (int)op));
        for (int round = 0; round < 4 / thinned(4); ++round) {
            buffer_t b = buffer_create(m->type, &m->whole, NULL);
            buffer_randomize(&b, &rng, op == ASHLAR_PROD ? 1 : 99);
            view_op(m, &b, op);
            if (rank == ga_rank())
                CHECK_OK(ga_acc_op_nd(twin->g, m->whole.lo, m->whole.hi, b.data, b.ld, op));
            buffer_free(&b);
        }
    }
    CHECK_OK(ga_sync());
}

/* The operations that commute, one after the other: none is lost. */
static void contend_each(twin_t *twin, rng_t *rng)
{
    (void)rng;
    for (int op = 0; op < ASHLAR_REPLACE; ++op) {
        bool refused = op == ASHLAR_PROD && type_is_complex(twin->model.type) && through_rma();
        if (op_is_defined((ashlar_op)op, twin->model.type) && !refused) {
            contend(twin, (ashlar_op)op);
            CHECK_TWIN(twin);
        }
    }
}

TEST_CASE_IN("engines", op_contention, TEST_GA)
{
    each_matrix((int64_t[]){19, 11}, contend_each);
}
