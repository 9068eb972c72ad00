#include "ga/src/dist/ga_dist.h"

#include <string.h>

void gai_dist_number(gai_dist_t *dist)
{
    dist->blocks = 1;
    for (int d = 0; d < dist->ndim; ++d)
        dist->blocks *= dist->axis[d].blocks;
}

void gai_dist_irregular(gai_dist_t *dist, int ndim, const int64_t *dims, const int64_t *blocks,
                        const int64_t *cuts)
{
    memset(dist, 0, sizeof *dist);
    dist->ndim = ndim;
    for (int d = 0; d < ndim; cuts += blocks[d++])
        dist->axis[d] = (gai_axis_t){.extent = dims[d], .blocks = blocks[d], .cuts = cuts};
    gai_dist_number(dist);
}

int64_t gai_dist_cut_count(const gai_dist_t *dist)
{
    int64_t count = 0;
    for (int d = 0; d < dist->ndim; ++d)
        count += dist->axis[d].cuts ? dist->axis[d].blocks : 0;
    return count;
}

void gai_dist_move_cuts(gai_dist_t *dist, const int64_t *cuts)
{
    for (int d = 0; d < dist->ndim; ++d)
        if (dist->axis[d].cuts) {
            dist->axis[d].cuts = cuts;
            cuts += dist->axis[d].blocks;
        }
}

int gai_dist_equal(const gai_dist_t *a, const gai_dist_t *b)
{
    if (a->ndim != b->ndim || a->layout != b->layout)
        return 0;
    for (int d = 0; d < a->ndim; ++d)
        if (!gai_axis_equal(&a->axis[d], &b->axis[d]))
            return 0;
    return 1;
}
