#include "twin.h"

#include <stdlib.h>

#include "harness/harness.h"

enum { CUTS_MAX = 512 };

int (*twin_create_array)(const model_t *model, layout_t layout, rng_t *rng, ga_group_t group,
                         ga_t *g);
void (*twin_destroy_array)(ga_t g);

const int64_t *test_dims(int ndim)
{
    static const int64_t dims[ASHLAR_MAX_DIM + 1][ASHLAR_MAX_DIM] = {
        {0},          {193},           {17, 12},           {7, 5, 6},
        {5, 4, 3, 4}, {3, 4, 2, 5, 2}, {3, 2, 4, 2, 2, 3}, {2, 3, 2, 2, 3, 2, 2}};

    return dims[ndim];
}

bool layout_is_tested(layout_t layout, ashlar_type type, int ndim)
{
    bool thorough = test_size() <= 2 && test_nodes() == 1;

    return thorough || layout == (layout_t)(((int)type + ndim) % LAYOUT_COUNT);
}

int64_t random_cuts(rng_t *rng, int ndim, const int64_t *dims, int ranks, int64_t *blocks,
                    int64_t *cuts)
{
    int64_t left = ranks, used = 0;

    for (int d = 0; d < ndim; ++d) {
        int64_t most = left < dims[d] ? left : dims[d];
        blocks[d] = d == ndim - 1 ? most : rng_range(rng, 1, most);
        left /= blocks[d];
    }
    for (int d = 0; d < ndim; ++d) {
        /* Cut b lies after cut b-1 and leaves room for the cuts to come. */
        cuts[used] = 0;
        for (int64_t b = 1; b < blocks[d]; ++b)
            cuts[used + b] = rng_range(rng, cuts[used + b - 1] + 1, dims[d] - (blocks[d] - b));
        used += blocks[d];
    }
    return used;
}

static int create_array(twin_t *twin, layout_t layout, rng_t *rng)
{
    const model_t *m = &twin->model;
    int ndim = m->whole.ndim, ranks = 1;
    int64_t blocks[ASHLAR_MAX_DIM], cuts[CUTS_MAX], chunk[ASHLAR_MAX_DIM];

    if (twin_create_array)
        return twin_create_array(m, layout, rng, twin->group, &twin->g);
    CHECK_OK(ga_group_size(twin->group, &ranks));
    if (layout == LAYOUT_IRREGULAR) {
        random_cuts(rng, ndim, m->dims, ranks, blocks, cuts);
        return ga_create_irreg_nd(m->type, ndim, m->dims, "twin", blocks, cuts, twin->group,
                                  &twin->g);
    }
    for (int d = 0; d < ndim; ++d)
        chunk[d] = rng_range(rng, 0, m->dims[d]);
    return ga_create_nd(m->type, ndim, m->dims, "twin", layout == LAYOUT_CHUNKED ? chunk : NULL,
                        twin->group, &twin->g);
}

twin_t twin_create(ashlar_type type, int ndim, const int64_t *dims, layout_t layout,
                   ga_group_t group, uint64_t seed)
{
    twin_t twin = {.group = group, .model = model_create(type, ndim, dims)};
    rng_t rng = rng_seed(seed);

    if (group == GA_GROUP_DEFAULT)
        CHECK_OK(ga_group_get_default(&twin.group));
    if (CHECK_OK(create_array(&twin, layout, &rng)))
        twin_randomize(&twin, seed);
    return twin;
}

twin_t twin_adopt(ga_t g, uint64_t seed)
{
    twin_t twin = {.g = g};
    ga_type type = ASHLAR_INT;
    int ndim = 1;
    int64_t dims[ASHLAR_MAX_DIM] = {1};

    CHECK_OK(ga_inquire_nd(g, &type, &ndim, dims));
    CHECK_OK(ga_inquire_group(g, &twin.group));
    twin.model = model_create(type, ndim, dims);
    twin_randomize(&twin, seed);
    return twin;
}

void twin_randomize(twin_t *twin, uint64_t seed)
{
    model_t *m = &twin->model;
    rng_t rng = rng_seed(seed + 1);

    for (int64_t k = 0; k < m->n; ++k) {
        double re = (double)rng_range(&rng, -9, 9), im = (double)rng_range(&rng, -9, 9);
        m->at[k] = scalar_as(m->type, re, im);
    }
    twin_upload(twin);
}

void twin_upload(twin_t *twin)
{
    model_t *m = &twin->model;
    patch_t slab = m->whole;
    int last = slab.ndim - 1, rank = 0, size = 1;

    /* Slabs along the last dimension: they rarely are what the ranks own, and with more ranks than
     * rows some are empty. */
    CHECK_OK(ga_group_rank(twin->group, &rank));
    CHECK_OK(ga_group_size(twin->group, &size));
    slab.lo[last] = m->dims[last] * rank / size;
    slab.hi[last] = m->dims[last] * (rank + 1) / size - 1;
    buffer_t buffer = buffer_create(m->type, &slab, NULL);
    model_get(m, &buffer);
    CHECK_OK(ga_group_sync(twin->group));
    CHECK_OK(ga_put_nd(twin->g, slab.lo, slab.hi, buffer.data, buffer.ld));
    CHECK_OK(ga_group_sync(twin->group));
    buffer_free(&buffer);
}

void twin_check(const char *file, int line, const twin_t *twin)
{
    const model_t *m = &twin->model;
    rng_t rng = rng_seed((uint64_t)line);
    buffer_t buffer = buffer_create_random(&rng, m->type, &m->whole);

    CHECK_OK(ga_group_sync(twin->group));
    CHECK_OK(ga_get_nd(twin->g, m->whole.lo, m->whole.hi, buffer.data, buffer.ld));
    model_check(file, line, m, &buffer);
    CHECK_OK(ga_group_sync(twin->group));
    buffer_free(&buffer);
}

void twin_destroy(twin_t *twin)
{
    if (twin_destroy_array)
        twin_destroy_array(twin->g);
    else
        CHECK_OK(ga_destroy(twin->g));
    model_free(&twin->model);
}
