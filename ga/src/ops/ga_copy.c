/* Copy. */
#include "ga/src/onesided/ga_transfer.h"
#include "ga/src/ops/ga_operands.h"

static int read_mine(const gai_array_t *from, const gai_array_t *to)
{
    for (int64_t b = 0; b < gai_my_count(to); ++b) {
        gai_block_t block;
        char *at = gai_my_block(to, b, &block);
        if (!at)
            return ASHLAR_EMPI;
        AL_TRY(gai_read(from, block.lo, block.hi, at, block.ld));
    }
    return ASHLAR_OK;
}

int ga_copy(ga_t a, ga_t b)
{
    gai_array_t *arrays[2];
    AL_TRY(gai_get_operands(__func__, (ga_t[]){a, b}, 2, arrays));
    AL_TRY(gai_check_extents(__func__, arrays[0], arrays[1]));
    AL_TRY(gai_begin(__func__, arrays, 2));
    return gai_end(__func__, arrays[1], a == b ? ASHLAR_OK : read_mine(arrays[0], arrays[1]));
}
