/* Copy. */
#include <string.h>

#include "ga/src/ops/ga_move.h"
#include "ga/src/ops/ga_operands.h"

static int copy_slice(const gai_array_t *from, const gai_array_t *to)
{
    void *source, *target;
    size_t room = (size_t)gai_slice_room(&to->dist, to->rank);
    if (!room)
        return ASHLAR_OK;
    AL_TRY(al_segment_address(from->segment, from->rank, &source));
    AL_TRY(al_segment_address(to->segment, to->rank, &target));
    memcpy(target, source, room * to->element);
    return ASHLAR_OK;
}

/* Each rank fetches what it owns. */
static int copy_mine(const gai_array_t *from, const gai_array_t *to)
{
    if (from == to)
        return ASHLAR_OK;
    if (gai_is_aligned(from, to) && !gai_layout_has_ghosts(to->dist.layout))
        return copy_slice(from, to);
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
    for (int d = 0; d < to->dist.ndim; ++d) {
        lo[d] = 0;
        hi[d] = to->dist.axis[d].extent - 1;
    }
    return gai_move(AL_GET, &(gai_region_t){to, lo, hi}, from, lo);
}

int ga_copy(ga_t a, ga_t b)
{
    gai_array_t *arrays[2];
    AL_TRY(gai_get_operands(__func__, (ga_t[]){a, b}, 2, arrays));
    AL_TRY(gai_check_extents(__func__, arrays[0], arrays[1]));
    AL_TRY(gai_begin(__func__, arrays, 2));
    return gai_end(__func__, arrays[1], copy_mine(arrays[0], arrays[1]));
}
