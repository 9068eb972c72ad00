/* Slices of arrays of every kind: local arrays of ranks, element by element. */
#include <string.h>

#include "ga/array/subject.h"
#include "harness/harness.h"
#include "model/twin.h"

/* Element k of dimension d of the local array of the process at `mine`, in the whole array: walks
 * along the blocks of the process. -1: there are no more. */
static int64_t global_index(const subject_t *s, int d, int mine, int64_t k)
{
    for (int64_t block = mine; block < s->spec.blocks[d]; block += s->spec.grid[d]) {
        int64_t width = cut_of(s, d, block + 1) - cut_of(s, d, block);
        if (k < width)
            return cut_of(s, d, block) + k;
        k -= width;
    }
    return -1;
}

/* The local array of a rank holds what it should, in the order that ScaLAPACK wants. */
static void check_local(const subject_t *s, int rank)
{
    int64_t extent[ASHLAR_MAX_DIM], ld[ASHLAR_MAX_DIM], n = -1, index[ASHLAR_MAX_DIM];
    int mine[ASHLAR_MAX_DIM], ndim = s->spec.ndim;
    bool has_gaps = false;
    void *at = NULL;

    CHECK_OK(ga_access_local(s->g, rank, &at, &n, extent, ld));
    CHECK_OK(ga_inquire_position(s->g, rank, mine));
    ld[ndim - 1] = extent[ndim - 1];
    for (int d = 0; d < ndim; ++d) {
        CHECK_INT(-1, mine[d] < 0 ? -1 : global_index(s, d, mine[d], extent[d]));
        int64_t room = extent[d] + (s->counts[rank] ? 2 * s->spec.ghosts[d] : 0);
        CHECK(d == ndim - 1 || ld[d] == (room > 0 ? room : 1));
        has_gaps |= s->spec.ghosts[d] > 0;
        if (mine[d] < 0)
            CHECK_INT(0, extent[d]);
    }
    patch_t part = patch_whole(ndim, extent);
    CHECK(has_gaps && n > 0 ? n > patch_count(&part) : n == patch_count(&part));
    if (n == 0)
        return;
    int64_t local[ASHLAR_MAX_DIM];
    memcpy(local, part.lo, sizeof local);
    do {
        int64_t offset = 0, stride = 1;
        for (int d = 0; d < ndim; stride *= ld[d++]) {
            index[d] = global_index(s, d, mine[d], local[d]);
            offset += local[d] * stride;
        }
        CHECK_INT(value_of(s->spec.dims, ndim, index), ((long long *)at)[offset]);
    } while (patch_next(&part, local));
}

/* All of a rank's elements are in its slice. */
void check_slices(const subject_t *s)
{
    int64_t extent[ASHLAR_MAX_DIM], n = -1;
    void *at;

    for (int rank = 0; rank < s->n; ++rank) {
        if (!on_my_node(s, rank)) {
            CHECK_STATUS(ASHLAR_EREMOTE, ga_access_local(s->g, rank, &at, NULL, NULL, NULL));
            continue;
        }
        CHECK_OK(ga_access_local(s->g, rank, &at, &n, NULL, NULL));
        CHECK((n > 0) == (s->counts[rank] > 0));
        if (has_local_array(s))
            check_local(s, rank);
        else
            CHECK_STATUS(s->counts[rank] > 1 ? ASHLAR_ESHAPE : ASHLAR_OK,
                         ga_access_local(s->g, rank, &at, NULL, extent, NULL));
    }
    CHECK_OK(ga_group_sync(s->spec.group));
}
