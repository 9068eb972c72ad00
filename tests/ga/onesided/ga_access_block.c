/* ga_access_block: the block of any rank of my node, in place. */
#include "ga/each.h"

/* The whole block as seen through ptr and ld equals the model. */
static void check_block(const twin_t *twin, const int64_t *lo, const int64_t *hi, char *ptr,
                        const int64_t *ld)
{
    const model_t *m = &twin->model;
    patch_t block = patch_make(m->whole.ndim, lo, hi), at = block;
    int64_t wrong = 0;

    do {
        int64_t offset = 0, stride = 1;
        for (int d = 0; d < block.ndim; ++d) {
            offset += (at.lo[d] - lo[d]) * stride;
            stride *= d + 1 < block.ndim ? ld[d] : 1;
        }
        scalar_t found = scalar_load(m->type, ptr + (size_t)offset * type_bytes(m->type));
        wrong += !scalar_equal(found, *model_at(m, at.lo));
    } while (patch_next(&block, at.lo));
    CHECK_INT(0, wrong);
}

static void each_block(twin_t *twin, rng_t *rng)
{
    int ndim = twin->model.whole.ndim;
    (void)rng;

    for (int rank = 0; rank < ga_size(); ++rank) {
        int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM], own_lo[ASHLAR_MAX_DIM],
            own_hi[ASHLAR_MAX_DIM], ld[ASHLAR_MAX_DIM];
        void *ptr = NULL;
        CHECK_OK(ga_distribution_nd(twin->g, rank, own_lo, own_hi));
        if (own_hi[0] < own_lo[0]) {
            CHECK_STATUS(ASHLAR_ERANGE, ga_access_block(twin->g, rank, lo, hi, &ptr, ld));
        } else if (al_node_of(rank) != al_node_of(ga_rank())) {
            CHECK_STATUS(ASHLAR_EREMOTE, ga_access_block(twin->g, rank, lo, hi, &ptr, ld));
            CHECK_CONTAINS(ashlar_error_message(), "ga_access_block: ");
            CHECK(ptr == NULL);
        } else if (CHECK_OK(ga_access_block(twin->g, rank, lo, hi, &ptr, ld))) {
            for (int d = 0; d < ndim; ++d) {
                CHECK_INT(own_lo[d], lo[d]);
                CHECK_INT(own_hi[d], hi[d]);
            }
            check_block(twin, lo, hi, ptr, ld);
            CHECK_OK(ga_release(twin->g));
        }
    }
    CHECK_STATUS(ASHLAR_ESTATE, ga_release(twin->g));
}

TEST_CASE_IN("engines", block_addresses, TEST_GA)
{
    each_twin(each_block);
}

/* Others get what is written in place, into my own block and my neighbour's. */
TEST_CASE_IN("engines", block_written_in_place, TEST_GA)
{
    twin_t t =
        twin_create(ASHLAR_DOUBLE, 2, (int64_t[]){30, 20}, LAYOUT_REGULAR, GA_GROUP_WORLD, 5);
    const int writer_of_next = (ga_rank() + 1) % ga_size();

    for (int rank = 0; rank < ga_size(); ++rank) {
        int writer = (rank + ga_size() - 1) % ga_size();
        patch_t p = {.ndim = 2};
        CHECK_OK(ga_distribution_nd(t.g, rank, p.lo, p.hi));
        if (al_node_of(writer) != al_node_of(rank) || patch_count(&p) <= 0)
            continue;
        if (rank == writer_of_next) {
            void *ptr;
            int64_t ld;
            REQUIRE_OK(ga_access_block(t.g, rank, NULL, NULL, &ptr, &ld));
            for (int64_t j = 0; j <= p.hi[1] - p.lo[1]; ++j)
                for (int64_t i = 0; i <= p.hi[0] - p.lo[0]; ++i)
                    ((double *)ptr)[i + j * ld] = (double)(1000 * rank + i + j);
            CHECK_OK(ga_release(t.g));
        }
        for (int64_t j = p.lo[1]; j <= p.hi[1]; ++j) {
            for (int64_t i = p.lo[0]; i <= p.hi[0]; ++i) {
                model_at(&t.model, (int64_t[]){i, j})->re =
                    (double)(1000 * rank + i - p.lo[0] + j - p.lo[1]);
            }
        }
    }
    CHECK_TWIN(&t);
    twin_destroy(&t);
}
