#include "ga/dist/layouts.h"

#include <stdlib.h>
#include <string.h>

#include "ga/src/array/ga_create.h"
#include "ga/src/array/ga_group.h"

#include "harness/harness.h"
#include "model/kinds.h"

/* ---- block-cyclic ---------------------------------------------------------------------------- */

typedef struct cyclic_layout {
    gai_layout_t base;
    int64_t wider, shift;
} cyclic_layout_t;

static const cyclic_layout_t *cyclic_of(const gai_dist_t *dist)
{
    return (const cyclic_layout_t *)dist->layout;
}

static int64_t cyclic_room_of_one(const gai_dist_t *dist)
{
    int64_t room = 1;
    for (int64_t d = 0; d < dist->ndim; ++d)
        room *= dist->axis[d].width + cyclic_of(dist)->wider;
    return room + cyclic_of(dist)->shift;
}

static int64_t cyclic_number(const gai_dist_t *dist, const int64_t *at)
{
    int64_t number = 0;
    for (int d = dist->ndim - 1; d >= 0; --d)
        number = number * dist->axis[d].blocks + at[d];
    return number;
}

static int64_t cyclic_index(const gai_dist_t *dist, const int64_t *at)
{
    return cyclic_number(dist, at) / dist->layout->owners;
}

static int cyclic_place(const gai_dist_t *dist, gai_place_t *place)
{
    for (int d = 0; d < dist->ndim; ++d)
        place->ld[d] = dist->axis[d].width + cyclic_of(dist)->wider;
    place->offset =
        cyclic_index(dist, place->at) * cyclic_room_of_one(dist) + cyclic_of(dist)->shift;
    return (int)(cyclic_number(dist, place->at) % dist->layout->owners);
}

static int64_t cyclic_count(const gai_dist_t *dist, int64_t owner)
{
    int64_t owners = dist->layout->owners;
    return dist->blocks / owners + (owner < dist->blocks % owners);
}

static void cyclic_position(const gai_dist_t *dist, int64_t owner, int64_t k, int64_t *at)
{
    int64_t number = owner + k * dist->layout->owners;
    for (int d = 0; d < dist->ndim; ++d) {
        at[d] = number % dist->axis[d].blocks;
        number /= dist->axis[d].blocks;
    }
}

static int64_t cyclic_room(const gai_dist_t *dist, int64_t owner)
{
    return cyclic_count(dist, owner) * cyclic_room_of_one(dist);
}

static int64_t cyclic_period(const gai_dist_t *dist, int d)
{
    return d == 0 ? dist->layout->owners : 0;
}

static const gai_layout_calls_t cyclic_calls = {cyclic_place, cyclic_count, cyclic_position,
                                                cyclic_index, cyclic_room,  cyclic_period};

int layout_create_cyclic(ashlar_type type, int ndim, const int64_t *dims, const int64_t *width,
                         int64_t wider, int64_t shift, ga_group_t group, ga_t *g)
{
    gai_plan_t plan = {.call = __func__, .type = type};
    int status = gai_group(__func__, group, &plan.group, &plan.group_handle);
    if (status != ASHLAR_OK)
        return status;
    plan.whole = plan.group;
    int ranks = al_group_size(plan.group);
    const cyclic_layout_t cyclic = {{.calls = &cyclic_calls,
                                     .owners = ranks,
                                     .ranks = ranks,
                                     .bytes = sizeof cyclic,
                                     .kind = GA_BLOCK_CYCLIC},
                                    wider,
                                    shift};
    gai_dist_widths(&plan.dist, ndim, dims, width);
    plan.dist.layout = &cyclic.base;
    return gai_create(&plan, g);
}

/* ---- twins ----------------------------------------------------------------------------------- */

enum { UNTOUCHED = 0x5c };

static void *slice_of(const gai_array_t *array)
{
    void *slice = NULL;
    CHECK_OK(al_segment_address(array->segment, array->rank, &slice));
    return slice;
}

/* Arrays whose slices were marked when they were made. */
static ga_t marked[64];

static void mark_slice(const gai_array_t *array)
{
    size_t room = (size_t)gai_slice_elements(&array->dist, array->rank);
    memset(slice_of(array), UNTOUCHED, room * array->element);
    for (int k = 0; k < 64; ++k)
        if (!marked[k]) {
            marked[k] = array->handle;
            break;
        }
    CHECK_OK(al_barrier(array->group));
}

/* Every byte of my slice that belongs to no block of mine is as mark_slice() left it. */
static void check_marks(const gai_array_t *array)
{
    size_t bytes = (size_t)gai_slice_elements(&array->dist, array->rank) * array->element;
    char *own = test_alloc(bytes + 1);
    const char *slice = slice_of(array);
    int64_t touched = 0;
    memset(own, 0, bytes);
    for (int64_t k = 0; k < gai_my_count(array); ++k) {
        gai_block_t block;
        CHECK(gai_my_block(array, k, &block) != NULL);
        patch_t patch = patch_make(array->dist.ndim, block.lo, block.hi);
        int64_t index[ASHLAR_MAX_DIM];
        memcpy(index, block.lo, sizeof index);
        do {
            int64_t at = block.offset + gai_block_offset(&block, patch.ndim, index);
            memset(own + (size_t)at * array->element, 1, array->element);
        } while (patch_next(&patch, index));
    }
    for (size_t b = 0; b < bytes; ++b)
        touched += !own[b] && slice[b] != UNTOUCHED;
    CHECK_INT(0, touched);
    free(own);
}

static int create_any(const model_t *m, rng_t *rng, ga_group_t group, ga_t *g)
{
    int64_t width[ASHLAR_MAX_DIM], which = rng_range(rng, 0, GA_KIND_COUNT);
    kind_spec_t drawn;
    int ranks = 1;

    CHECK_OK(ga_group_size(group, &ranks));
    if (which < GA_KIND_COUNT) {
        kind_draw(rng, (ga_kind)which, m->type, m->whole.ndim, m->dims, group, ranks, &drawn);
        return ga_create_spec(&drawn.spec, g);
    }
    for (int d = 0; d < m->whole.ndim; ++d)
        width[d] = rng_range(rng, 1, m->dims[d] < 5 ? m->dims[d] : 1 + m->dims[d] / 3);
    int64_t wider = rng_range(rng, 0, 2), shift = rng_range(rng, 0, 3);
    return layout_create_cyclic(m->type, m->whole.ndim, m->dims, width, wider, shift, group, g);
}

static int create_twin(const model_t *m, layout_t like, rng_t *rng, ga_group_t group, ga_t *g)
{
    (void)like;
    int status = create_any(m, rng, group, g);
    if (status == ASHLAR_OK)
        mark_slice(gai_find(*g));
    return status;
}

static void destroy_twin(ga_t g)
{
    const gai_array_t *array = gai_find(g);
    CHECK_OK(al_barrier(array->group));
    for (int k = 0; k < 64; ++k)
        if (marked[k] == g) {
            check_marks(array);
            marked[k] = 0;
        }
    CHECK_OK(ga_destroy(g));
}

void layouts_for_twins(void)
{
    twin_create_array = create_twin;
    twin_destroy_array = destroy_twin;
}
