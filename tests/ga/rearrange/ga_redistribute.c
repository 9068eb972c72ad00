/* How many transfers a copy takes, counted on a group of one rank, where all are local gets: blocks
 * that are alike go together, as many dimensions of them as a transfer has levels for. */
#include "ga/inside.h"

extern __typeof__(al_get) __real_ali_inner_al_get, __wrap_ali_inner_al_get;
extern __typeof__(al_get_strided) __real_ali_inner_al_get_strided, __wrap_ali_inner_al_get_strided;

static int transfers;

int __wrap_ali_inner_al_get(al_segment_t *segment, int rank, size_t offset, void *buf, size_t bytes)
{
    ++transfers;
    return __real_ali_inner_al_get(segment, rank, offset, buf, bytes);
}

int __wrap_ali_inner_al_get_strided(al_segment_t *segment, int rank, size_t offset, void *buf,
                                    const al_shape_t *shape)
{
    ++transfers;
    return __real_ali_inner_al_get_strided(segment, rank, offset, buf, shape);
}

/* An array of this rank alone, in blocks of this width; 0: in one. */
static ga_t create_alone(ga_kind kind, ga_group_t alone, int ndim, const int64_t *dims,
                         int64_t width)
{
    ga_spec_t spec = {.type = ASHLAR_DOUBLE, .ndim = ndim, .kind = kind, .group = alone};
    ga_t g = 0;

    for (int d = 0; d < ndim; ++d) {
        spec.dims[d] = dims[d];
        spec.block[d] = width;
    }
    CHECK_OK(ga_create_spec(&spec, &g));
    return g;
}

static int64_t copied_in(ga_t from, ga_t to, const int64_t *lo, const int64_t *hi)
{
    transfers = 0;
    CHECK_OK(ga_copy_patch(from, lo, hi, to, lo, hi));
    return transfers;
}

/* Blocks that the patch cuts are transfers of their own, the others one. */
static void count_ends(ga_group_t alone, ga_kind kind)
{
    static const struct {
        int64_t lo, hi;
        int transfers;
    } patches[] = {{0, 99, 1},  {5, 94, 3},  {10, 89, 1}, {10, 94, 2},  {5, 89, 2},  {25, 74, 3},
                   {20, 29, 1}, {22, 27, 1}, {25, 34, 2}, {11, 98, 3},  {0, 98, 2},  {1, 99, 2},
                   {95, 99, 1}, {90, 99, 1}, {80, 99, 1}, {95, 103, 2}, {75, 102, 3}};
    const int64_t dims = 103; /* the last block is narrower */
    ga_t tiles = create_alone(kind, alone, 1, &dims, 10);
    ga_t whole = create_alone(GA_REGULAR, alone, 1, &dims, 0);

    for (size_t k = 0; k < sizeof patches / sizeof *patches; ++k) {
        int64_t lo = patches[k].lo, hi = patches[k].hi < dims ? patches[k].hi : dims - 1;
        CHECK_INT(patches[k].transfers, copied_in(whole, tiles, &lo, &hi));
        CHECK_INT(patches[k].transfers, copied_in(tiles, whole, &lo, &hi));
    }
    CHECK_OK(ga_destroy(whole));
    CHECK_OK(ga_destroy(tiles));
}

/* Two blocks of two indices in each dimension: a dimension takes a level for the indices of a
 * block, but for the first, and one for its blocks, if they go together. */
static void count_levels(ga_group_t alone)
{
    const int64_t dims[ASHLAR_MAX_DIM] = {4, 4, 4, 4, 4, 4, 4}, lo[ASHLAR_MAX_DIM] = {0},
                  hi[ASHLAR_MAX_DIM] = {3, 3, 3, 3, 3, 3, 3};

    for (int ndim = 2; ndim <= ASHLAR_MAX_DIM; ++ndim) {
        int together = AL_MAX_LEVELS - (ndim - 1), apart = together < ndim ? ndim - together : 0;
        ga_t tiles = create_alone(GA_TILED, alone, ndim, dims, 2);
        ga_t whole = create_alone(GA_REGULAR, alone, ndim, dims, 0);
        CHECK_INT(1 << apart, copied_in(whole, tiles, lo, hi));
        CHECK_INT(1 << apart, copied_in(tiles, whole, lo, hi));
        CHECK_OK(ga_destroy(whole));
        CHECK_OK(ga_destroy(tiles));
    }
}

/* Block-cyclic: blocks go together by columns. */
static void count_columns(ga_group_t alone)
{
    const int64_t dims[2] = {100, 30}, lo[2] = {10, 0}, hi[2] = {99, 29};
    ga_t cyclic = create_alone(GA_BLOCK_CYCLIC, alone, 2, dims, 10);
    ga_t whole = create_alone(GA_REGULAR, alone, 2, dims, 0);

    CHECK_INT(3, copied_in(whole, cyclic, lo, hi));
    CHECK_OK(ga_destroy(whole));
    CHECK_OK(ga_destroy(cyclic));
}

TEST_CASE(move_transfers, TEST_GA)
{
    const int me = ga_rank();
    ga_group_t alone;

    REQUIRE_OK(ga_group_create(1, &me, &alone));
    count_ends(alone, GA_TILED);
    count_ends(alone, GA_BLOCK_CYCLIC);
    count_levels(alone);
    count_columns(alone);
    CHECK_OK(ga_group_destroy(alone));
}
