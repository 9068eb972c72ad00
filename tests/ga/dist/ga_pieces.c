/* Pieces of patches: none larger than asked for, each contiguous in the patch, all in order. */
#include "ga/inside.h"

typedef struct seen {
    int ndim;
    const int64_t *lo, *hi;
    int64_t most, elements, pieces, wrong;
    int64_t fail_at;
} seen_t;

static int look(void *context, const int64_t *lo, const int64_t *hi)
{
    seen_t *seen = context;
    int64_t offset = 0, stride = 1, last = 0, count = 1;

    for (int d = 0; d < seen->ndim; ++d) {
        seen->wrong += lo[d] < seen->lo[d] || hi[d] > seen->hi[d] || hi[d] < lo[d];
        offset += (lo[d] - seen->lo[d]) * stride;
        last += (hi[d] - seen->lo[d]) * stride;
        stride *= seen->hi[d] - seen->lo[d] + 1;
        count *= hi[d] - lo[d] + 1;
    }
    /* It begins where the one before ended, and has no gaps. */
    seen->wrong += offset != seen->elements || last != offset + count - 1;
    seen->wrong += count > seen->most || count != gai_elements(seen->ndim, lo, hi);
    seen->elements += count;
    return seen->pieces++ == seen->fail_at ? ASHLAR_ENOMEM : ASHLAR_OK;
}

TEST_CASE(pieces_cover, TEST_BARE)
{
    rng_t rng = rng_seed(311);

    for (int round = 0; round < 4000; ++round) {
        int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
        int ndim = 1 + round % ASHLAR_MAX_DIM;
        for (int d = 0; d < ndim; ++d) {
            lo[d] = rng_range(&rng, 0, 20);
            hi[d] = lo[d] + rng_range(&rng, 0, ndim < 3 ? 50 : 5);
        }
        int64_t elements = gai_elements(ndim, lo, hi);
        int64_t most = rng_range(&rng, 1, round % 4 ? elements : 40);
        most = round % 50 == 7 ? INT64_MAX : most;
        seen_t seen = {ndim, lo, hi, most, 0, 0, 0, -1};
        CHECK_OK(gai_for_pieces(ndim, lo, hi, most, look, &seen));
        CHECK_INT(0, seen.wrong);
        CHECK_INT(elements, seen.elements);
        CHECK(most < elements || seen.pieces == 1);
    }
}

/* The first failure ends it, and is what is returned. */
TEST_CASE(pieces_stop, TEST_BARE)
{
    const int64_t lo[2] = {0, 0}, hi[2] = {9, 9};

    for (int64_t fail_at = 0; fail_at < 5; ++fail_at) {
        seen_t seen = {2, lo, hi, 20, 0, 0, 0, fail_at};
        CHECK_INT(ASHLAR_ENOMEM, gai_for_pieces(2, lo, hi, 20, look, &seen));
        CHECK_INT(fail_at + 1, seen.pieces);
    }
}
