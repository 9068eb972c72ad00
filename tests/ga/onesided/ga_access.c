/* Access in place: addresses, leading dimensions, whose blocks may be opened. */
#include "harness/harness.h"
#include "model/twin.h"

/* Read and change a patch of this rank's block in place. */
static void change_in_place(twin_t *twin, const patch_t *patch)
{
    const model_t *m = &twin->model;
    int64_t ld[ASHLAR_MAX_DIM] = {0};
    void *ptr = NULL;

    REQUIRE_OK(ga_access_nd(twin->g, patch->lo, patch->hi, &ptr, ld));
    buffer_t view = {.type = m->type, .patch = *patch, .data = ptr};
    for (int d = 0; d < patch->ndim - 1; ++d) {
        CHECK(ld[d] >= patch->hi[d] - patch->lo[d] + 1);
        view.ld[d] = ld[d];
    }
    view.ld[patch->ndim - 1] = patch->hi[patch->ndim - 1] - patch->lo[patch->ndim - 1] + 1;
    patch_t at = *patch;
    do {
        scalar_t old = scalar_load(m->type, buffer_at(&view, at.lo));
        CHECK(scalar_equal(*model_at(m, at.lo), old));
        scalar_store(m->type, buffer_at(&view, at.lo), scalar_as(m->type, 100 + old.re, old.im));
    } while (patch_next(patch, at.lo));
    CHECK_OK(ga_release(twin->g));
}

/* Every rank adds 100 to its block; the part of the block that is opened alternates. */
TEST_CASE(access_own_block, TEST_GA)
{
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim) {
            layout_t layout = (layout_t)((ndim + (int)type) % LAYOUT_COUNT);
            twin_t twin = twin_create(type, ndim, test_dims(ndim), layout, GA_GROUP_WORLD, 70);
            model_t *m = &twin.model;
            for (int rank = 0; rank < ga_size(); ++rank) {
                patch_t patch = {.ndim = ndim};
                CHECK_OK(ga_distribution_nd(twin.g, rank, patch.lo, patch.hi));
                if (patch_count(&patch) == 0)
                    continue;
                for (int d = 0; d < ndim; ++d)
                    patch.lo[d] += patch.lo[d] < patch.hi[d] && (d + ndim) % 2;
                if (rank == ga_rank())
                    change_in_place(&twin, &patch);
                patch_t at = patch;
                do {
                    model_at(m, at.lo)->re += 100;
                } while (patch_next(&patch, at.lo));
            }
            CHECK_TWIN(&twin);
            twin_destroy(&twin);
        }
    }
}

/* Two accesses open at once give one memory; each needs its own release. */
TEST_CASE(access_nested, TEST_GA)
{
    int64_t lo[2], hi[2], ld[2] = {0};
    void *outer = NULL, *inner = NULL;
    double seen = 0;
    ga_t g;

    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 30, 20, "nested", 0, 0, &g));
    CHECK_STATUS(ASHLAR_ESTATE, ga_release(g));
    CHECK_OK(ga_distribution(g, ga_rank(), &lo[0], &hi[0], &lo[1], &hi[1]));
    CHECK_OK(ga_access(g, lo[0], hi[0], lo[1], hi[1], &outer, &ld[0]));
    CHECK_OK(ga_access(g, lo[0] + 1, hi[0], lo[1] + 1, hi[1], &inner, &ld[1]));
    CHECK_INT(ld[0], ld[1]);
    CHECK((double *)inner == (double *)outer + 1 + ld[0]);
    *(double *)inner = 4.5;
    CHECK_OK(ga_release(g));
    CHECK_OK(ga_release(g));
    CHECK_STATUS(ASHLAR_ESTATE, ga_release(g));
    CHECK_OK(ga_sync());
    for (int rank = 0; rank < ga_size(); ++rank) {
        CHECK_OK(ga_distribution(g, rank, &lo[0], &hi[0], &lo[1], &hi[1]));
        CHECK_OK(ga_get(g, lo[0] + 1, lo[0] + 1, lo[1] + 1, lo[1] + 1, &seen, 1));
        CHECK(seen == 4.5);
    }
    CHECK_OK(ga_destroy(g));
}

/* A patch that ends one beyond my block, on either side of any dimension, cannot be opened. */
TEST_CASE(access_one_beyond, TEST_GA)
{
    int64_t ld[ASHLAR_MAX_DIM];
    int mark;
    void *ptr = &mark;
    ga_t g;

    for (int ndim = 1; ndim <= ASHLAR_MAX_DIM; ++ndim) {
        for (int last = 0; last < ndim; ++last) { /* cut along one dimension, then along another */
            int64_t dims[ASHLAR_MAX_DIM], chunk[ASHLAR_MAX_DIM];
            for (int d = 0; d < ndim; ++d) {
                dims[d] = d == last ? 3 * ga_size() : 2;
                chunk[d] = d == last ? 3 : 2;
            }
            REQUIRE_OK(ga_create_nd(ASHLAR_INT, ndim, dims, "beyond", chunk, GA_GROUP_WORLD, &g));
            patch_t mine = {.ndim = ndim};
            CHECK_OK(ga_distribution_nd(g, ga_rank(), mine.lo, mine.hi));
            patch_t below = mine, above = mine;
            --below.lo[last];
            ++above.hi[last];
            CHECK_STATUS(ga_rank() > 0 ? ASHLAR_EREMOTE : ASHLAR_ERANGE,
                         ga_access_nd(g, below.lo, below.hi, &ptr, ld));
            CHECK_STATUS(ga_rank() < ga_size() - 1 ? ASHLAR_EREMOTE : ASHLAR_ERANGE,
                         ga_access_nd(g, above.lo, above.hi, &ptr, ld));
            CHECK(ptr == &mark);
            CHECK_OK(ga_access_nd(g, mine.lo, mine.hi, &ptr, ld));
            CHECK_OK(ga_release(g));
            CHECK_STATUS(ASHLAR_ESTATE, ga_release(g));
            ptr = &mark;
            CHECK_OK(ga_destroy(g));
        }
    }
}

/* A rank that owns nothing has nothing to open. */
TEST_CASE(access_nothing, TEST_GA)
{
    int64_t ld = -7;
    int mark;
    void *ptr = &mark;
    ga_t g;

    REQUIRE_OK(ga_create(ASHLAR_INT, 1, 1, "one", 0, 0, &g));
    if (ga_rank() > 0) {
        CHECK_STATUS(ASHLAR_EREMOTE, ga_access(g, 0, 0, 0, 0, &ptr, &ld));
        CHECK_CONTAINS(ashlar_error_message(), "owns nothing");
        CHECK_STATUS(ASHLAR_ERANGE, ga_access_block(g, ga_rank(), NULL, NULL, &ptr, &ld));
        CHECK_STATUS(ASHLAR_ESTATE, ga_release(g));
        CHECK(ptr == &mark && ld == -7);
    } else {
        CHECK_OK(ga_access(g, 0, 0, 0, 0, &ptr, &ld));
        CHECK_OK(ga_release(g));
    }
    CHECK_OK(ga_destroy(g));
}

/* Another rank's block, or a patch across two blocks, cannot be opened. */
TEST_CASE(access_remote, TEST_GA)
{
    int64_t lo[2], hi[2], ld = -7;
    int mark;
    void *ptr = &mark;
    ga_t g;

    REQUIRE_OK(ga_create(ASHLAR_INT, 32, 32, "remote", 0, 0, &g));
    for (int rank = 0; rank < ga_size(); ++rank) {
        CHECK_OK(ga_distribution(g, rank, &lo[0], &hi[0], &lo[1], &hi[1]));
        if (rank != ga_rank())
            CHECK_STATUS(ASHLAR_EREMOTE, ga_access(g, lo[0], hi[0], lo[1], hi[1], &ptr, &ld));
    }
    if (ga_size() > 1)
        CHECK_STATUS(ASHLAR_EREMOTE, ga_access(g, 0, 31, 0, 31, &ptr, &ld));
    CHECK(ptr == &mark);
    CHECK_INT(-7, ld);
    CHECK_STATUS(ASHLAR_ESTATE, ga_release(g));
    CHECK_OK(ga_destroy(g));
}
