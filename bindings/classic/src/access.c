/* Blocks in place, and ghost cells. There is nothing to release but what ga_access() opened;
 * programs leave it out at times, so that a release of nothing is none of our business. */
#include <string.h>

#include "classic.h"

/* ---- blocks ---- */

static void give(const char *call, const ga_block_t *block, int ndim, void *ptr, int64_t *ld)
{
    if (!block->data)
        classic_stop(call, "the block is on another node");
    memcpy(ptr, &block->data, sizeof block->data);
    if (ndim > 1)
        classic_reverse64(ndim - 1, block->ld, ld);
}

/* Blocks are numbered with the last dimension of a program fastest: the library's first. */
void NGA_Access_block64(int g, int64_t idx, void *ptr, int64_t ld[])
{
    const classic_array_t *array = classic_find("NGA_Access_block", g);
    ga_block_t block;
    CLASSIC_TRY("NGA_Access_block", ga_block_by_number(array->g, idx, &block));
    give("NGA_Access_block", &block, array->ndim, ptr, ld);
}

void NGA_Access_block_grid64(int g, int64_t index[], void *ptr, int64_t ld[])
{
    const classic_array_t *array = classic_find("NGA_Access_block_grid", g);
    int64_t at[GA_MAX_DIM];
    ga_block_t block;
    classic_reverse64(array->ndim, index, at);
    CLASSIC_TRY("NGA_Access_block_grid", ga_block_by_position(array->g, at, &block));
    give("NGA_Access_block_grid", &block, array->ndim, ptr, ld);
}

void NGA_Access_block_segment64(int g, int proc, void *ptr, int64_t *len)
{
    const char *call = "NGA_Access_block_segment";
    const classic_array_t *array = classic_find(call, g);
    CLASSIC_TRY(call,
                ga_access_local(array->g, classic_rank_in(array, proc), ptr, len, NULL, NULL));
}

/* ---- ghost cells ---- */

void NGA_Access_ghosts64(int g, int64_t dims[], void *ptr, int64_t ld[])
{
    const char *call = "NGA_Access_ghosts";
    const classic_array_t *array = classic_find(call, g);
    int64_t extent[GA_MAX_DIM], leading[GA_MAX_DIM];
    CLASSIC_TRY(call, ga_access_ghosts(array->g, ptr, extent, leading));
    classic_reverse64(array->ndim, extent, dims);
    if (array->ndim > 1)
        classic_reverse64(array->ndim - 1, leading, ld);
}

/* subscript is relative to the block with its ghost cells. */
void NGA_Access_ghost_element64(int g, void *ptr, int64_t subscript[], int64_t ld[])
{
    const char *call = "NGA_Access_ghost_element";
    const classic_array_t *array = classic_find(call, g);
    int64_t extent[GA_MAX_DIM], leading[GA_MAX_DIM], at[GA_MAX_DIM], offset = 0, step = 1;
    void *first;
    ga_type type;
    size_t bytes;
    CLASSIC_TRY(call, ga_access_ghosts(array->g, &first, extent, leading));
    CLASSIC_TRY(call, ga_inquire_nd(array->g, &type, NULL, NULL));
    CLASSIC_TRY(call, ga_type_bytes(type, &bytes));
    classic_reverse64(array->ndim, subscript, at);
    for (int d = 0; d < array->ndim; ++d) {
        if (at[d] < 0 || at[d] >= extent[d])
            classic_stop(call, "subscript %lld of dimension %d is outside 0..%lld",
                         (long long)at[d], array->ndim - 1 - d, (long long)extent[d] - 1);
        offset += at[d] * step;
        step *= d < array->ndim - 1 ? leading[d] : 1;
    }
    char *element = (char *)first + offset * (int64_t)bytes;
    memcpy(ptr, &element, sizeof element);
    if (array->ndim > 1)
        classic_reverse64(array->ndim - 1, leading, ld);
}

void NGA_Update_ghosts(int g)
{
    CLASSIC_COLLECTIVE("GA_Update_ghosts", ga_ghosts_update(classic_find("GA_Update_ghosts", g)->g,
                                                            classic_has_corners(g)));
}

int NGA_Update_ghost_dir(int g, int dimension, int idir, int flag)
{
    const char *call = "NGA_Update_ghost_dir";
    const classic_array_t *array = classic_find(call, g);
    int direction[GA_MAX_DIM] = {0};
    if (dimension < 0 || dimension >= array->ndim || idir == 0)
        classic_stop(call, "direction %d of dimension %d", idir, dimension);
    /* counted as Fortran does */
    direction[dimension] = idir < 0 ? -1 : 1;
    CLASSIC_COLLECTIVE(call, ga_ghosts_update_dir(array->g, direction, flag));
    return 1;
}

void NGA_Update_ghosts_nb(int g, ga_nbhdl_t *nbhandle)
{
    const char *call = "NGA_Update_ghosts_nb";
    ga_handle_t handle = 0;
    CLASSIC_COLLECTIVE(
        call, ga_ghosts_update_nb(classic_find(call, g)->g, classic_has_corners(g), &handle));
    *nbhandle = classic_nbhandle(handle);
}

void NGA_NbGet_ghost_dir64(int g, int64_t mask[], ga_nbhdl_t *nbhandle)
{
    const char *call = "NGA_NbGet_ghost_dir";
    const classic_array_t *array = classic_find(call, g);
    int direction[GA_MAX_DIM];
    for (int d = 0; d < array->ndim; ++d)
        direction[d] = (int)mask[array->ndim - 1 - d];
    ga_handle_t handle = 0;
    CLASSIC_TRY(call, ga_ghosts_update_dir_nb(array->g, direction, 0, &handle));
    *nbhandle = classic_nbhandle(handle);
}

/* Is the patch in my block with its ghost cells? Then the address of its first element. */
static void *in_ghosts(const char *call, const classic_patch_t *p, size_t bytes, int64_t *leading)
{
    int64_t lo[GA_MAX_DIM], hi[GA_MAX_DIM], extent[GA_MAX_DIM];
    ga_spec_t spec;
    ga_group_t group;
    int rank;
    char *first;
    CLASSIC_TRY(call, ga_inquire_spec(p->g, &spec));
    CLASSIC_TRY(call, ga_inquire_group(p->g, &group));
    CLASSIC_TRY(call, ga_group_rank(group, &rank));
    if (ga_distribution_nd(p->g, rank, lo, hi) != ASHLAR_OK || hi[0] < lo[0])
        return NULL;
    for (int d = 0; d < p->ndim; ++d)
        if (p->lo[d] < lo[d] - spec.ghosts[d] || p->hi[d] > hi[d] + spec.ghosts[d])
            return NULL;
    CLASSIC_TRY(call, ga_access_ghosts(p->g, (void **)&first, extent, leading));
    CLASSIC_TRY(call, ga_release(p->g));
    for (int d = 0; d < p->ndim; ++d) {
        first += (size_t)(p->lo[d] - lo[d] + spec.ghosts[d]) * bytes;
        bytes *= d + 1 < p->ndim ? (size_t)leading[d] : 1;
    }
    return first;
}

/* Ghost cells as they are in my memory; a patch that goes beyond them wraps around the array. */
void NGA_Get_ghost_block64(int g, int64_t lo[], int64_t hi[], void *buf, int64_t ld[])
{
    const char *call = "NGA_Get_ghost_block";
    classic_patch_t p = classic_patch(call, g, lo, hi);
    int64_t given[GA_MAX_DIM], leading[GA_MAX_DIM], at[GA_MAX_DIM];
    ga_type type;
    size_t bytes;
    if (p.ndim > 1)
        classic_reverse64(p.ndim - 1, ld, given);
    CLASSIC_TRY(call, ga_inquire_nd(p.g, &type, NULL, NULL));
    CLASSIC_TRY(call, ga_type_bytes(type, &bytes));
    const char *from = in_ghosts(call, &p, bytes, leading);
    if (!from) {
        CLASSIC_TRY(call, ga_get_periodic_nd(p.g, p.lo, p.hi, buf, given));
        return;
    }
    for (int d = 0; d < p.ndim; ++d) {
        at[d] = p.lo[d];
        if (p.hi[d] < p.lo[d])
            return;
    }
    for (int d = 0; d < p.ndim;) { /* rows of the library's first dimension */
        size_t out = 0, in = 0, out_stride = bytes, in_stride = bytes;
        for (int e = 0; e + 1 < p.ndim; ++e) {
            out_stride *= (size_t)given[e];
            in_stride *= (size_t)leading[e];
            out += (size_t)(at[e + 1] - p.lo[e + 1]) * out_stride;
            in += (size_t)(at[e + 1] - p.lo[e + 1]) * in_stride;
        }
        memcpy((char *)buf + out, from + in, (size_t)(p.hi[0] - p.lo[0] + 1) * bytes);
        for (d = 1; d < p.ndim && ++at[d] > p.hi[d]; ++d)
            at[d] = p.lo[d];
    }
}

/* ---- ends of accesses ---- */

#define RELEASE(name)                                                                              \
    void name(int g)                                                                               \
    {                                                                                              \
        ga_release(classic_find(#name, g)->g);                                                     \
    }
#define RELEASE_AT(name, type, x)                                                                  \
    void name(int g, type x)                                                                       \
    {                                                                                              \
        (void)x;                                                                                   \
        classic_find(#name, g);                                                                    \
    }
RELEASE(NGA_Release_ghosts)
RELEASE(NGA_Release_update_ghosts)
RELEASE_AT(NGA_Release_block, int, idx)
RELEASE_AT(NGA_Release_update_block, int, idx)
RELEASE_AT(NGA_Release_block_segment, int, idx)
RELEASE_AT(NGA_Release_update_block_segment, int, idx)
RELEASE_AT(NGA_Release_block_grid, int *, index)
RELEASE_AT(NGA_Release_update_block_grid, int *, index)

void NGA_Release_ghost_element64(int g, int64_t index[])
{
    (void)index;
    ga_release(classic_find("NGA_Release_ghost_element", g)->g);
}

void NGA_Release_update_ghost_element64(int g, int64_t index[])
{
    (void)index;
    ga_release(classic_find("NGA_Release_update_ghost_element", g)->g);
}
