/* Copies of arrays with ghost cells: those of the target stay as they are. */
#include "harness/harness.h"
#include "model/twin.h"
#include "model/halo.h"
#include "model/kinds.h"

/* An array of these extents, all that can be with ghost cells where `ghosts` asks for them. */
static twin_t draw_twin(rng_t *rng, int ndim, bool ghosts)
{
    ga_kind kind = (ga_kind)rng_range(rng, 0, ghosts ? GA_IRREGULAR : GA_KIND_COUNT - 1);
    kind_spec_t drawn;
    ga_t g = 0;

    kind_draw(rng, kind, ASHLAR_FLOAT, ndim, test_dims(ndim), GA_GROUP_WORLD, ga_size(), &drawn);
    for (int d = 0; d < ndim && ghosts; ++d)
        drawn.spec.ghosts[d] = rng_range(rng, 1, 2);
    CHECK_OK(ga_create_spec(&drawn.spec, &g));
    return twin_adopt(g, (uint64_t)rng_range(rng, 1, 1000000));
}

static twin_t draw_like(rng_t *rng, const twin_t *like)
{
    ga_t g = 0;

    CHECK_OK(ga_create_like(like->g, ASHLAR_FLOAT, "like", &g));
    return twin_adopt(g, (uint64_t)rng_range(rng, 1, 1000000));
}

static void mark(const twin_t *twin)
{
    halo_t halo;

    CHECK_OK(ga_sync());
    if (CHECK_OK(halo_of(twin->g, &halo)) && halo.first)
        halo_mark(&halo);
    CHECK_OK(ga_sync());
}

/* The elements are as in the model, and all ghost cells have their marks. */
static void check(const twin_t *twin)
{
    const int none[ASHLAR_MAX_DIM] = {0};
    halo_t halo;

    if (CHECK_OK(halo_of(twin->g, &halo)) && halo.first)
        CHECK_INT(0, halo_wrong(&halo, &twin->model, (halo_wanted_t){.direction = none}));
    CHECK_TWIN(twin);
}

static void copy_to(const twin_t *from, twin_t *to, rng_t *rng)
{
    patch_t all = from->model.whole, source = patch_random(rng, all.ndim, from->model.dims);
    patch_t target = source;

    mark(to);
    CHECK_OK(ga_copy(from->g, to->g));
    model_copy_patch(&from->model, &all, &to->model, &all);
    check(to);
    for (int d = 0; d < all.ndim; ++d) {
        int64_t extent = source.hi[d] - source.lo[d] + 1;
        target.lo[d] = rng_range(rng, 0, to->model.dims[d] - extent);
        target.hi[d] = target.lo[d] + extent - 1;
    }
    CHECK_OK(ga_copy_patch(from->g, source.lo, source.hi, to->g, target.lo, target.hi));
    model_copy_patch(&from->model, &source, &to->model, &target);
    check(to);
    CHECK_OK(ga_copy_patch(to->g, source.lo, source.hi, to->g, target.lo, target.hi));
    model_copy_patch(&to->model, &source, &to->model, &target);
    check(to);
}

/* From arrays with ghost cells and without, aligned with the target and not. */
TEST_CASE(copy_ghosts, TEST_GA)
{
    rng_t rng = rng_seed(81);

    for (int round = 0; round < (test_nodes() > 1 ? 6 : 24); ++round) {
        int ndim = 1 + round % 4;
        twin_t to = draw_twin(&rng, ndim, true), like = draw_like(&rng, &to);
        twin_t from = draw_twin(&rng, ndim, round % 2);
        copy_to(&from, &to, &rng);
        CHECK_OK(ga_ghosts_update(like.g, 1));
        copy_to(&like, &to, &rng);
        twin_destroy(&from);
        twin_destroy(&like);
        twin_destroy(&to);
    }
}
