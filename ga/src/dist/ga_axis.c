/* The division of one axis into blocks. */
#include "ga/src/dist/ga_axis.h"

gai_axis_t gai_axis_regular(int64_t extent, int64_t width)
{
    gai_axis_t axis = {.extent = extent, .width = width, .blocks = (extent - 1) / width + 1};
    /* ceil(2^64/width)*index >> 64 is index/width for every index < extent if extent*width < 2^64;
     * width 1 would need 2^64 itself. */
    int exact =
        axis.blocks > 1 && width > 1 && (unsigned __int128)extent * (uint64_t)width >> 64 == 0;
    axis.magic = exact ? UINT64_MAX / (uint64_t)width + 1 : 0;
    return axis;
}

int64_t gai_axis_search(const gai_axis_t *axis, int64_t index)
{
    return gai_axis_search_inline(axis, index);
}

int gai_axis_equal(const gai_axis_t *a, const gai_axis_t *b)
{
    if (a->extent != b->extent || a->blocks != b->blocks)
        return 0;
    if (!a->cuts && !b->cuts)
        return a->width == b->width;
    for (int64_t block = 0; block < a->blocks; ++block)
        if (gai_axis_lo(a, block) != gai_axis_lo(b, block))
            return 0;
    return 1;
}
