#include "ga/src/dist/ga_dist.h"

#include <string.h>

static int64_t ceil_div(int64_t a, int64_t b)
{
    return a / b + (a % b != 0);
}

static void set_equal(gai_axis_t *axis, int64_t extent, int64_t blocks)
{
    axis->extent = extent;
    axis->width = ceil_div(extent, blocks);
    axis->blocks = ceil_div(extent, axis->width);
    axis->cuts = NULL;
    /* ceil(2^64/width)*index >> 64 is index/width for every index < extent if extent*width < 2^64;
     * width 1 would need 2^64 itself. */
    int exact = axis->blocks > 1 && axis->width > 1 &&
                (unsigned __int128)extent * (uint64_t)axis->width >> 64 == 0;
    axis->magic = exact ? UINT64_MAX / (uint64_t)axis->width + 1 : 0;
}

/* A grid under consideration, and how good it is. */
typedef struct grid {
    int64_t blocks[ASHLAR_MAX_DIM];
    double largest, surface; /* of the largest block */
} grid_t;

typedef struct search {
    int ndim;
    const int64_t *dims;
    int64_t most[ASHLAR_MAX_DIM]; /* blocks a dimension may have */
    int64_t divisors[2048];       /* of the number of ranks being tried */
    int divisor_count;
    int found;
    grid_t best, now;
} search_t;

static void measure(const search_t *s, grid_t *grid)
{
    grid->largest = 1;
    for (int d = 0; d < s->ndim; ++d)
        grid->largest *= (double)ceil_div(s->dims[d], grid->blocks[d]);
    grid->surface = 0;
    for (int d = 0; d < s->ndim; ++d)
        grid->surface += grid->largest / (double)ceil_div(s->dims[d], grid->blocks[d]);
}

static int is_better(const search_t *s, const grid_t *a, const grid_t *b)
{
    if (a->largest < b->largest || a->largest > b->largest)
        return a->largest < b->largest;
    if (a->surface < b->surface || a->surface > b->surface)
        return a->surface < b->surface;
    for (int d = s->ndim - 1; d >= 0; --d)
        if (a->blocks[d] != b->blocks[d])
            return a->blocks[d] > b->blocks[d];
    return 0;
}

/* Try every way to write `left` as a product of blocks of dimensions d.. that respects `most`. */
static void try_dimensions(search_t *s, int d, int64_t left)
{
    if (d == s->ndim - 1) {
        if (left > s->most[d])
            return;
        s->now.blocks[d] = left;
        measure(s, &s->now);
        if (!s->found || is_better(s, &s->now, &s->best))
            s->best = s->now;
        s->found = 1;
        return;
    }
    for (int k = 0; k < s->divisor_count && s->divisors[k] <= left; ++k)
        if (left % s->divisors[k] == 0 && s->divisors[k] <= s->most[d]) {
            s->now.blocks[d] = s->divisors[k];
            try_dimensions(s, d + 1, left / s->divisors[k]);
        }
}

static void list_divisors(search_t *s, int64_t n)
{
    s->divisor_count = 0;
    for (int64_t k = 1; k * k <= n; ++k)
        if (n % k == 0)
            s->divisors[s->divisor_count++] = k;
    int small = s->divisor_count;
    for (int k = small - 1; k >= 0; --k)
        if (s->divisors[k] != n / s->divisors[k])
            s->divisors[s->divisor_count++] = n / s->divisors[k];
}

void gai_dist_regular(gai_dist_t *dist, int ndim, const int64_t *dims, const int64_t *chunk,
                      int64_t ranks)
{
    search_t s = {.ndim = ndim, .dims = dims};
    int64_t most = 1; /* blocks there can be at all, cut off at ranks */
    for (int d = 0; d < ndim; ++d) {
        int64_t least_width = chunk && chunk[d] > 1 ? chunk[d] : 1;
        s.most[d] = dims[d] / least_width > 1 ? dims[d] / least_width : 1;
        most = s.most[d] > ranks / most ? ranks : most * s.most[d];
    }
    /* Fewer ranks may do better than all: seven of them leave 8 x 8 to four strips, six to a grid.
     * Stop when even equal shares would be larger than the best block found. */
    double elements = 1;
    for (int d = 0; d < ndim; ++d)
        elements *= (double)dims[d];
    enum { TRIES = 256 };
    int64_t from = most < ranks ? most : ranks;
    for (int64_t used = from; used > 0; --used) {
        if (s.found && from - used >= TRIES)
            break;
        if (s.found && elements / (double)used > s.best.largest)
            break;
        list_divisors(&s, used);
        try_dimensions(&s, 0, used);
    }
    memset(dist, 0, sizeof *dist);
    dist->ndim = ndim;
    dist->blocks = 1;
    for (int d = 0; d < ndim; ++d) {
        set_equal(&dist->axis[d], dims[d], s.best.blocks[d]);
        dist->blocks *= dist->axis[d].blocks;
    }
}

void gai_dist_irregular(gai_dist_t *dist, int ndim, const int64_t *dims, const int64_t *blocks,
                        const int64_t *cuts)
{
    memset(dist, 0, sizeof *dist);
    dist->ndim = ndim;
    dist->blocks = 1;
    for (int d = 0; d < ndim; ++d) {
        dist->axis[d] = (gai_axis_t){.extent = dims[d], .blocks = blocks[d], .cuts = cuts};
        cuts += blocks[d];
        dist->blocks *= blocks[d];
    }
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

int64_t gai_axis_search(const gai_axis_t *axis, int64_t index)
{
    /* The block is one of `count` from `first` on. No branch depends on the data: which half it is
     * in cannot be predicted. */
    const int64_t *first = axis->cuts;
    for (int64_t count = axis->blocks; count > 1;) {
        int64_t half = count / 2;
        first += first[half] <= index ? half : 0;
        count -= half;
    }
    return first - axis->cuts;
}

void gai_dist_block(const gai_dist_t *dist, int64_t block, int64_t *lo, int64_t *hi)
{
    for (int d = 0; d < dist->ndim; ++d) {
        const gai_axis_t *axis = &dist->axis[d];
        lo[d] = gai_axis_lo(axis, block % axis->blocks);
        hi[d] = gai_axis_end(axis, block % axis->blocks) - 1;
        block /= axis->blocks;
    }
}

int64_t gai_dist_elements(const gai_dist_t *dist, int64_t block)
{
    if (block < 0 || block >= dist->blocks)
        return 0;
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM], elements = 1;
    gai_dist_block(dist, block, lo, hi);
    for (int d = 0; d < dist->ndim; ++d)
        elements *= hi[d] - lo[d] + 1;
    return elements;
}

static int axes_equal(const gai_axis_t *a, const gai_axis_t *b)
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

int gai_dist_equal(const gai_dist_t *a, const gai_dist_t *b)
{
    if (a->ndim != b->ndim)
        return 0;
    for (int d = 0; d < a->ndim; ++d)
        if (!axes_equal(&a->axis[d], &b->axis[d]))
            return 0;
    return 1;
}
