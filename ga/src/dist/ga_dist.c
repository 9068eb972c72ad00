/* Distributions: the blocks of an array over ranks. */
#include "ga/src/dist/ga_dist.h"

#include <string.h>

#include "ga/src/dist/ga_layout.h"

void gai_dist_number(gai_dist_t *dist)
{
    dist->blocks = 1;
    for (int d = 0; d < dist->ndim; ++d)
        dist->blocks *= dist->axis[d].blocks;
}

void gai_dist_widths(gai_dist_t *dist, int ndim, const int64_t *dims, const int64_t *widths)
{
    memset(dist, 0, sizeof *dist);
    dist->ndim = ndim;
    for (int d = 0; d < ndim; ++d)
        dist->axis[d] = gai_axis_regular(dims[d], widths[d]);
    gai_dist_number(dist);
}

/* Numbers in the table of an axis. */
static size_t axis_table(const gai_dist_t *dist, int d)
{
    const gai_axis_t *axis = &dist->axis[d];
    return axis->cuts ? (size_t)axis->blocks * (dist->layout ? 2 : 1) : 0;
}

size_t gai_dist_table_bytes(const gai_dist_t *dist)
{
    const gai_layout_t *layout = dist->layout;
    size_t bytes = 0;
    for (int d = 0; d < dist->ndim; ++d)
        bytes += axis_table(dist, d) * sizeof(int64_t);
    if (layout && layout->rank_of)
        bytes += (size_t)(layout->owners + layout->ranks) * sizeof(int32_t);
    return bytes;
}

void gai_dist_copy_tables(const gai_dist_t *dist, void *to)
{
    const gai_layout_t *layout = dist->layout;
    int64_t *cuts = to;
    for (int d = 0; d < dist->ndim; ++d) {
        if (dist->axis[d].cuts)
            memcpy(cuts, dist->axis[d].cuts, axis_table(dist, d) * sizeof *cuts);
        cuts += axis_table(dist, d);
    }
    if (layout && layout->rank_of) {
        int32_t *list = (int32_t *)(void *)cuts;
        memcpy(list, layout->rank_of, (size_t)layout->owners * sizeof *list);
        memcpy(list + layout->owners, layout->owner_of, (size_t)layout->ranks * sizeof *list);
    }
}

void gai_dist_move_tables(gai_dist_t *dist, gai_layout_t *layout, const void *to)
{
    const int64_t *cuts = to;
    for (int d = 0; d < dist->ndim; ++d) {
        if (dist->axis[d].cuts)
            dist->axis[d].cuts = cuts;
        cuts += axis_table(dist, d);
    }
    dist->layout = layout;
    if (layout && layout->rank_of) {
        layout->rank_of = (const int32_t *)(const void *)cuts;
        layout->owner_of = layout->rank_of + layout->owners;
    }
}

int gai_dist_equal(const gai_dist_t *a, const gai_dist_t *b)
{
    if (a->ndim != b->ndim)
        return 0;
    for (int d = 0; d < a->ndim; ++d)
        if (!gai_axis_equal(&a->axis[d], &b->axis[d]))
            return 0;
    return gai_layout_equal(a->layout, b->layout);
}
