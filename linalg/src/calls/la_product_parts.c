/* The division of a product between nodes: the owners of c compute it in place, or each node a cell
 * of m x n x k, whose ranks divide its rows and columns; then c is scaled by its owners, and sums
 * are added to it by accumulates, each element atomic (la_split.h chooses). */
#include "linalg/src/calls/la_product_parts.h"

#include <complex.h>
#include <inttypes.h>
#include <stdlib.h>

#include "ga/src/onesided/ga_transfer.h"
#include "linalg/src/calls/la_split.h"
#include "linalg/src/layout/la_scratch.h"

/* ---- in place -------------------------------------------------------------------------------- */

/* The place of an index among those of the node. */
static int64_t place_in_bands(const lai_bands_t *bands, int64_t index)
{
    const lai_band_t *band = lai_band_of(bands, index);
    return band->at + index - band->lo;
}

/* My parts are those of the blocks that I own. */
static int find_own_parts(product_t *p, const gai_array_t *array, const la_patch_t *c,
                          lai_parts_t *parts)
{
    for (int64_t b = 0; b < gai_my_count(array); ++b) {
        bool some;
        AL_TRY(lai_use_own(p, array, c, b, &some));
        if (!some)
            continue;
        lai_part_t *part = &parts->list[parts->count++];
        part->c = p->c;
        part->ldc = p->ldc;
        for (int d = 0; d < 2; ++d) {
            part->at[d] = place_in_bands(&parts->need[d], p->lo[d]);
            part->n[d] = p->hi[d] - p->lo[d] + 1;
        }
    }
    return ASHLAR_OK;
}

static int divide_by_owner(const char *call, product_t *p, const gai_array_t *array,
                           const la_patch_t *c, lai_parts_t *parts)
{
    const int64_t lo[2] = {c->ilo, c->jlo}, hi[2] = {c->ihi, c->jhi};
    const al_group_t *group = array->group;
    const int64_t blocks = gai_my_count(array);
    parts->beta = p->beta;
    parts->k = p->k;
    parts->list = malloc((size_t)ali_max(blocks, 1) * sizeof *parts->list);
    if (!parts->list || lai_bands_make(&array->dist, group->local_ranks, group->local_size, lo, hi,
                                       parts->need) != ASHLAR_OK)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for the list of %" PRId64 " blocks", call,
                       blocks);
    return find_own_parts(p, array, c, parts);
}

/* ---- in cells -------------------------------------------------------------------------------- */

/* My part of the node's cell, in memory of its own. */
static int divide_cell(const char *call, const product_t *p, const al_group_t *group,
                       lai_parts_t *parts)
{
    const int64_t extent[2] = {parts->need[0].total, parts->need[1].total};
    int64_t grid[2] = {0, 0};
    gai_dist_choose(2, extent, NULL, group->local_size, grid);
    const int64_t at[2] = {group->local_rank % grid[0], group->local_rank / grid[0]};
    parts->list = calloc(1, sizeof *parts->list);
    if (!parts->list)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a list of one part", call);
    if (at[1] >= grid[1])
        return ASHLAR_OK;
    lai_part_t *part = parts->list;
    for (int d = 0; d < 2; ++d) {
        part->at[d] = extent[d] * at[d] / grid[d];
        part->n[d] = extent[d] * (at[d] + 1) / grid[d] - part->at[d];
    }
    size_t bytes = (size_t)(part->n[0] * part->n[1]) * p->blas->element;
    part->c = parts->sums = lai_scratch_alloc(bytes);
    if (!parts->sums)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %zu bytes of sums", call, bytes);
    part->ldc = part->n[0];
    parts->count = 1;
    return ASHLAR_OK;
}

static int divide_by_cell(const char *call, const product_t *p, const al_group_t *group,
                          const lai_space_t *space, const lai_split_t *split, lai_parts_t *parts)
{
    static const double _Complex zero; /* of every type */
    lai_band_t range;
    lai_bands_t bands[3] = {[LAI_K] = {.list = &range}};
    for (int d = 0; d < 2; ++d) {
        parts->need[d].list = malloc((size_t)split->pieces[d] * sizeof *bands[d].list);
        if (!parts->need[d].list)
            return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a list of %" PRId64 " bands", call,
                           split->pieces[d]);
        bands[d] = parts->need[d];
    }
    lai_split_cell(space, split, bands);
    for (int d = 0; d < 2; ++d)
        parts->need[d] = bands[d];
    parts->beta = &zero;
    parts->k0 = range.lo;
    parts->k = range.n;
    AL_TRY(divide_cell(call, p, group, parts));
    int64_t copy = split->cell / (split->grid[0] * split->grid[1]);
    if (parts->count)
        parts->turn = parts->list->n[1] * copy / split->grid[LAI_K];
    return ASHLAR_OK;
}

/* ---- the choice ------------------------------------------------------------------------------ */

/* Whether all nodes have as many ranks of the group, one after the other. */
static bool is_even(const al_group_t *group)
{
    for (int rank = 0; rank < group->size; ++rank)
        if (group->node_of[rank] != rank / group->local_size)
            return false;
    return group->size % group->local_size == 0;
}

static lai_space_t space_of(const product_t *p, const gai_array_t *array, const la_patch_t *c)
{
    const operand_t *x[2] = {&p->a, &p->b};
    lai_space_t space = {.extent = {p->m, p->n, p->k},
                         .nodes = array->group->node_count,
                         .ranks = array->group->local_size};
    for (int d = 0; d < 2; ++d) {
        lai_factor_t *factor = &space.factor[d];
        *factor = (lai_factor_t){.dist = &x[d]->array->dist,
                                 .origin = {x[d]->origin[0], x[d]->origin[1]}};
        factor->along[x[d]->k_axis] = LAI_K;
        factor->along[!x[d]->k_axis] = d == 0 ? LAI_M : LAI_N;
    }
    space.factor[2] =
        (lai_factor_t){.dist = &array->dist, .origin = {c->ilo, c->jlo}, .along = {LAI_M, LAI_N}};
    return space;
}

/* Where my node is along m and n, as a part of each: by its cell, or by the first that it owns. */
static double place_of_node(const product_t *p, const lai_parts_t *parts, const lai_split_t *split)
{
    const int64_t *grid = split->grid;
    if (grid[0])
        return (double)(split->cell % grid[0]) / (double)grid[0] +
               (double)(split->cell / grid[0] % grid[1]) / (double)grid[1];
    return (double)parts->need[0].list->lo / (double)p->m +
           (double)parts->need[1].list->lo / (double)p->n;
}

/* Nodes that need the same rows, or the same columns, begin at different places along k, as many
 * places as there are such nodes: no owner is asked by all at once. */
static int64_t first_k(const product_t *p, const lai_parts_t *parts, const lai_split_t *split)
{
    if (parts->need[0].total == 0)
        return 0;
    double turn = place_of_node(p, parts, split);
    turn -= turn >= 1;
    int64_t k0 = parts->k0 + ali_min((int64_t)(turn * (double)parts->k), parts->k - 1);
    const operand_t *x = &p->a;
    const gai_axis_t *axis = &x->array->dist.axis[x->k_axis];
    int64_t origin = x->origin[x->k_axis];
    int64_t block_lo = gai_axis_lo(axis, gai_axis_block(axis, origin + k0)) - origin;
    return ali_max(block_lo - parts->k0, 0);
}

int lai_parts_find(const char *call, product_t *p, const gai_array_t *array, const la_patch_t *c,
                   lai_parts_t *parts)
{
    const lai_space_t space = space_of(p, array, c);
    lai_split_t split = {.words = 0};
    if (is_even(array->group) && lai_split_choose(&space, array->group->node, &split) != ASHLAR_OK)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory to divide the work of %" PRId64 " nodes", call,
                       space.nodes);
    AL_TRY(split.grid[0] ? divide_by_cell(call, p, array->group, &space, &split, parts)
                         : divide_by_owner(call, p, array, c, parts));
    parts->start = first_k(p, parts, &split);
    return ASHLAR_OK;
}

int lai_parts_begin(const product_t *p, const gai_array_t *array, const la_patch_t *c,
                    const lai_parts_t *parts)
{
    return parts->beta == p->beta ? ASHLAR_OK : lai_scale_own(p, array, c);
}

/* The indices of c from the at-th of the node on, `left` of them or as many as are neighbours. */
static int64_t find_run(const lai_bands_t *need, int64_t at, int64_t left, int64_t *index)
{
    const lai_band_t *band = lai_band_at(need, at);
    *index = band->lo + at - band->at;
    return ali_min(band->at + band->n - at, left);
}

/* Add columns from .. to-1 of the sums. */
static int add_sums(const product_t *p, const gai_array_t *array, const la_patch_t *c,
                    const lai_parts_t *parts, int64_t from, int64_t to, ga_handle_t *handle)
{
    const lai_part_t *part = parts->list;
    int64_t rows, cols, first[2];
    for (int64_t j = from; j < to; j += cols) {
        cols = find_run(&parts->need[1], part->at[1] + j, to - j, &first[1]);
        for (int64_t i = 0; i < part->n[0]; i += rows) {
            rows = find_run(&parts->need[0], part->at[0] + i, part->n[0] - i, &first[0]);
            const int64_t lo[2] = {c->ilo + first[0], c->jlo + first[1]};
            const int64_t hi[2] = {lo[0] + rows - 1, lo[1] + cols - 1};
            const char *at = part->c + p->blas->element * (size_t)(i + j * part->ldc);
            AL_TRY(gai_add_nb(array, lo, hi, p->blas->one, at, &part->ldc, handle));
        }
    }
    return ASHLAR_OK;
}

int lai_parts_add(const product_t *p, const gai_array_t *array, const la_patch_t *c,
                  const lai_parts_t *parts)
{
    ga_handle_t handle = 0;
    if (!parts->sums)
        return ASHLAR_OK;
    int64_t columns = parts->list->n[1];
    int status = add_sums(p, array, c, parts, parts->turn, columns, &handle);
    if (status == ASHLAR_OK)
        status = add_sums(p, array, c, parts, 0, parts->turn, &handle);
    int waited = ga_wait(&handle);
    return status != ASHLAR_OK ? status : waited;
}

void lai_parts_free(lai_parts_t *parts)
{
    lai_scratch_free(parts->sums);
    free(parts->list);
    for (int d = 0; d < 2; ++d)
        lai_bands_free(&parts->need[d]);
}
