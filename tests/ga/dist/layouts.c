#include "ga/dist/layouts.h"

#include <stdlib.h>
#include <string.h>

#include "ga/src/array/ga_create.h"
#include "ga/src/array/ga_group.h"

#include "harness/harness.h"

/* ---- dealt out in turn ----------------------------------------------------------------------- */

/* A layout is borrowed by its array and by those created alike: all live until the end. */
static union made {
    gai_layout_t layout;
    struct dealt {
        gai_layout_t layout;
        int64_t ranks, wider, shift;
    } dealt;
    struct cyclic {
        gai_layout_t layout;
        int64_t grid[ASHLAR_MAX_DIM];
        bool last_fastest;
    } cyclic;
} made[4000];
static int made_count;

static union made *next_made(void)
{
    CHECK(made_count < (int)(sizeof made / sizeof made[0]));
    return &made[made_count++ % (int)(sizeof made / sizeof made[0])];
}

typedef struct dealt dealt_t;

static int64_t dealt_room_of_one(const gai_dist_t *dist, const dealt_t *dealt)
{
    int64_t room = dealt->shift;
    for (int64_t d = 0, all = 1; d < dist->ndim; ++d) {
        all *= dist->axis[d].width + dealt->wider;
        room = d + 1 == dist->ndim ? room + all : room;
    }
    return room;
}

static void dealt_place(const gai_dist_t *dist, gai_block_t *block)
{
    const dealt_t *dealt = (const dealt_t *)dist->layout;
    int64_t number = 0;
    for (int d = dist->ndim - 1; d >= 0; --d) {
        number = number * dist->axis[d].blocks + block->at[d];
        block->ld[d] = dist->axis[d].width + dealt->wider;
    }
    block->rank = (int)(number % dealt->ranks);
    block->offset = number / dealt->ranks * dealt_room_of_one(dist, dealt) + dealt->shift;
}

static int64_t dealt_count(const gai_dist_t *dist, int64_t rank)
{
    const dealt_t *dealt = (const dealt_t *)dist->layout;
    return dist->blocks / dealt->ranks + (rank < dist->blocks % dealt->ranks);
}

static void dealt_position(const gai_dist_t *dist, int64_t rank, int64_t k, int64_t *at)
{
    const dealt_t *dealt = (const dealt_t *)dist->layout;
    int64_t number = rank + k * dealt->ranks;
    for (int d = 0; d < dist->ndim; ++d) {
        at[d] = number % dist->axis[d].blocks;
        number /= dist->axis[d].blocks;
    }
}

static int64_t dealt_room(const gai_dist_t *dist, int64_t rank)
{
    return dealt_count(dist, rank) * dealt_room_of_one(dist, (const dealt_t *)dist->layout);
}

const gai_layout_t *layout_dealt(int64_t ranks, int64_t wider, int64_t shift)
{
    dealt_t *dealt = &next_made()->dealt;
    *dealt = (dealt_t){{dealt_place, dealt_count, dealt_position, dealt_room}, ranks, wider, shift};
    return &dealt->layout;
}

/* ---- as in ScaLAPACK ------------------------------------------------------------------------- */

typedef struct cyclic cyclic_t;

/* Indices of an axis that belong to process `mine` of n. */
static int64_t local_extent(const gai_axis_t *axis, int64_t mine, int64_t n)
{
    int64_t extent = 0;
    for (int64_t block = mine; block < axis->blocks; block += n)
        extent += gai_axis_end(axis, block) - gai_axis_lo(axis, block);
    return extent;
}

static void process_of(const gai_dist_t *dist, const cyclic_t *cyclic, int64_t rank,
                       int64_t *process)
{
    for (int e = 0; e < dist->ndim; ++e) {
        int d = cyclic->last_fastest ? dist->ndim - 1 - e : e;
        process[d] = rank % cyclic->grid[d];
        rank /= cyclic->grid[d];
    }
}

static void cyclic_place(const gai_dist_t *dist, gai_block_t *block)
{
    const cyclic_t *cyclic = (const cyclic_t *)dist->layout;
    int64_t rank = 0, stride = 1;
    block->offset = 0;
    for (int d = 0; d < dist->ndim; ++d) {
        int64_t process = block->at[d] % cyclic->grid[d];
        block->ld[d] = local_extent(&dist->axis[d], process, cyclic->grid[d]);
        block->offset += block->at[d] / cyclic->grid[d] * dist->axis[d].width * stride;
        stride *= block->ld[d];
    }
    for (int e = dist->ndim - 1; e >= 0; --e) {
        int d = cyclic->last_fastest ? dist->ndim - 1 - e : e;
        rank = rank * cyclic->grid[d] + block->at[d] % cyclic->grid[d];
    }
    block->rank = (int)rank;
}

/* Blocks of an axis that belong to a process. */
static int64_t local_blocks(const gai_axis_t *axis, int64_t mine, int64_t n)
{
    return axis->blocks / n + (mine < axis->blocks % n);
}

static int64_t cyclic_count(const gai_dist_t *dist, int64_t rank)
{
    const cyclic_t *cyclic = (const cyclic_t *)dist->layout;
    int64_t process[ASHLAR_MAX_DIM], count = 1;
    process_of(dist, cyclic, rank, process);
    for (int d = 0; d < dist->ndim; ++d)
        count *= local_blocks(&dist->axis[d], process[d], cyclic->grid[d]);
    return count;
}

static void cyclic_position(const gai_dist_t *dist, int64_t rank, int64_t k, int64_t *at)
{
    const cyclic_t *cyclic = (const cyclic_t *)dist->layout;
    int64_t process[ASHLAR_MAX_DIM];
    process_of(dist, cyclic, rank, process);
    for (int d = 0; d < dist->ndim; ++d) {
        int64_t n = local_blocks(&dist->axis[d], process[d], cyclic->grid[d]);
        at[d] = process[d] + k % n * cyclic->grid[d];
        k /= n;
    }
}

static int64_t cyclic_room(const gai_dist_t *dist, int64_t rank)
{
    const cyclic_t *cyclic = (const cyclic_t *)dist->layout;
    int64_t process[ASHLAR_MAX_DIM], room = 1;
    process_of(dist, cyclic, rank, process);
    for (int d = 0; d < dist->ndim; ++d)
        room *= local_extent(&dist->axis[d], process[d], cyclic->grid[d]);
    return room;
}

const gai_layout_t *layout_cyclic(int ndim, const int64_t *grid, bool last_fastest)
{
    cyclic_t *cyclic = &next_made()->cyclic;
    *cyclic = (cyclic_t){.layout = {cyclic_place, cyclic_count, cyclic_position, cyclic_room},
                         .last_fastest = last_fastest};
    memcpy(cyclic->grid, grid, (size_t)ndim * sizeof *grid);
    return &cyclic->layout;
}

/* ---- arrays ---------------------------------------------------------------------------------- */

enum { UNTOUCHED = 0x5c };

int layout_create(ashlar_type type, int ndim, const int64_t *dims, const int64_t *width,
                  const gai_layout_t *layout, ga_group_t group, ga_t *g)
{
    gai_plan_t plan = {.call = __func__, .type = type, .dist = {.ndim = ndim, .layout = layout}};
    for (int d = 0; d < ndim; ++d)
        plan.dist.axis[d] = gai_axis_regular(dims[d], width[d]);
    gai_dist_number(&plan.dist);
    int status = gai_group(__func__, group, &plan.group, &plan.group_handle);
    return status == ASHLAR_OK ? gai_create(&plan, g) : status;
}

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
    size_t room = (size_t)gai_slice_room(&array->dist, array->rank);
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
    size_t bytes = (size_t)gai_slice_room(&array->dist, array->rank) * array->element;
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

static int create_twin(const model_t *m, layout_t like, rng_t *rng, ga_group_t group, ga_t *g)
{
    int ndim = m->whole.ndim, ranks = 1;
    int64_t width[ASHLAR_MAX_DIM], grid[ASHLAR_MAX_DIM], left;
    const gai_layout_t *layout;

    CHECK_OK(ga_group_size(group, &ranks));
    left = ranks;
    for (int d = 0; d < ndim; ++d) {
        width[d] = rng_range(rng, 1, m->dims[d] < 5 ? m->dims[d] : 1 + m->dims[d] / 3);
        do {
            grid[d] = d + 1 == ndim ? left : rng_range(rng, 1, left);
        } while (left % grid[d]);
        left /= grid[d];
    }
    if (like == LAYOUT_CHUNKED)
        layout = layout_cyclic(ndim, grid, rng_range(rng, 0, 1));
    else
        layout = layout_dealt(ranks, rng_range(rng, 0, 2), rng_range(rng, 0, 3));
    int status = layout_create(m->type, ndim, m->dims, width, layout, group, g);
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
