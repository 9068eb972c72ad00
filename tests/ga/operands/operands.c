#include "ga/operands/operands.h"

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

scalar_t **elements_of(const model_t *model, const patch_t *patch)
{
    scalar_t **list = test_alloc((size_t)(patch_count(patch) + 1) * sizeof *list);
    patch_t at = *patch;
    int64_t n = 0;

    if (patch_count(patch) > 0)
        do {
            list[n++] = model_at(model, at.lo);
        } while (patch_next(patch, at.lo));
    return list;
}

patch_t patch_moved(rng_t *rng, const patch_t *patch, const int64_t *dims)
{
    patch_t to = *patch;
    for (int d = 0; d < patch->ndim; ++d) {
        int64_t extent = patch->hi[d] - patch->lo[d];
        to.lo[d] = rng_range(rng, 0, dims[d] - 1 - extent);
        to.hi[d] = to.lo[d] + extent;
    }
    return to;
}
