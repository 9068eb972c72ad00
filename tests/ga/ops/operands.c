#include "ga/ops/operands.h"

#include "harness/harness.h"

twin_t partner_of(const twin_t *twin, bool aligned, uint64_t seed)
{
    const model_t *m = &twin->model;

    if (aligned) {
        ga_t g = 0;
        CHECK_OK(ga_create_like(twin->g, m->type, "aligned", &g));
        return twin_adopt(g, seed);
    }
    return twin_create(m->type, m->whole.ndim, m->dims, LAYOUT_IRREGULAR, twin->group, seed);
}

void each_operands(void (*run)(twin_t *a, twin_t *b, twin_t *c))
{
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim) {
            for (int mix = 0; mix < 4; ++mix) {
                layout_t layout = (layout_t)((ndim + mix) % LAYOUT_COUNT);
                if (mix < 3 && !layout_is_tested(layout, type, ndim))
                    continue;
                twin_t a = twin_create(type, ndim, test_dims(ndim), layout, GA_GROUP_WORLD,
                                       (uint64_t)(1000 + 10 * ndim + mix));
                twin_t b = partner_of(&a, mix & 1, 2000 + (uint64_t)ndim);
                twin_t c = partner_of(&a, mix & 2, 3000 + (uint64_t)ndim);
                run(&a, &b, &c);
                CHECK_TWIN(&a);
                CHECK_TWIN(&b);
                CHECK_TWIN(&c);
                twin_destroy(&c);
                twin_destroy(&b);
                twin_destroy(&a);
            }
        }
    }
}
