/* Asking about arrays: extents, blocks, grids, owners, nodes. */
#include <limits.h>
#include <string.h>

#include <ashlar/al.h>

#include "classic.h"
#include "plan.h"

static ga_spec_t spec_of(const char *call, int g)
{
    ga_spec_t spec;
    CLASSIC_TRY(call, ga_inquire_spec(classic_find(call, g)->g, &spec));
    return spec;
}

/* The same of an array that need not be allocated yet. */
static ga_spec_t planned(const char *call, int g)
{
    const classic_array_t *array = classic_find_plan(call, g);
    return array->g ? spec_of(call, g) : array->plan->spec;
}

static int narrow(const char *call, int64_t number)
{
    int result;
    classic_narrow(call, 1, &number, &result);
    return result;
}

/* ---- arrays ---- */

void NGA_Inquire64(int g, int *type, int *ndim, int64_t dims[])
{
    const char *call = "NGA_Inquire";
    ga_type native;
    int64_t extents[GA_MAX_DIM];
    CLASSIC_TRY(call, ga_inquire_nd(classic_find(call, g)->g, &native, ndim, extents));
    *type = classic_type_code(native);
    classic_reverse64(*ndim, extents, dims);
}

char *NGA_Inquire_name(int g)
{
    const char *name;
    CLASSIC_TRY("GA_Inquire_name", ga_inquire_name(classic_find("GA_Inquire_name", g)->g, &name));
    return (char *)(uintptr_t)name;
}

/* name has room for it. */
void NGA_Get_array_name(int g, char *name)
{
    strcpy(name, NGA_Inquire_name(g));
}

int NGA_Ndim(int g)
{
    return classic_ndim("GA_Ndim", g);
}

int NGA_Get_dimension(int g)
{
    return classic_ndim("GA_Get_dimension", g);
}

int NGA_Valid_handle(int g)
{
    unsigned slot = (unsigned)g - (unsigned)CLASSIC_FIRST;
    return slot < CLASSIC_HANDLES && classic_arrays[slot].g != 0;
}

int NGA_Verify_handle(int g)
{
    return NGA_Valid_handle(g);
}

void GA_Check_handle(int g, char *string)
{
    if (!NGA_Valid_handle(g))
        classic_bad_handle(string ? string : "GA_Check_handle", g);
}

int NGA_Is_mirrored(int g)
{
    return planned("GA_Is_mirrored", g).mirrored != 0;
}

int NGA_Has_ghosts(int g)
{
    ga_spec_t spec = planned("GA_Has_ghosts", g);
    int some = 0;
    for (int d = 0; d < spec.ndim; ++d)
        some |= spec.ghosts[d] > 0;
    return some;
}

int NGA_Get_pgroup(int g)
{
    ga_spec_t spec = spec_of("GA_Get_pgroup", g);
    return spec.mirrored ? CLASSIC_MIRROR_GROUP : classic_group_code(spec.group);
}

/* How far the owners of neighbouring blocks are apart. */
static void owner_strides(const ga_spec_t *spec, int64_t *stride)
{
    int64_t ranks = 1;
    for (int k = 0; k < spec->ndim; ++k) {
        const int d = spec->order == GA_FIRST_FASTEST ? k : spec->ndim - 1 - k;
        stride[d] = ranks;
        ranks *= spec->grid[d];
    }
}

static int64_t owner_of(const ga_spec_t *spec, const int64_t *stride, int64_t block)
{
    int64_t owner = 0;
    for (int d = 0; d < spec->ndim; ++d) {
        owner += block % spec->blocks[d] * stride[d];
        block /= spec->blocks[d];
    }
    return spec->rank_count > 0 ? spec->ranks[owner] : owner;
}

/* Do arrays that have the same blocks, one of a rank at most, have them on the same ranks? Only
 * where ranks are listed does this look at each. */
static int same_owners(const ga_spec_t *p, const ga_spec_t *q)
{
    int64_t of_p[GA_MAX_DIM] = {0}, of_q[GA_MAX_DIM] = {0}, blocks = 1;
    int same = 1;
    owner_strides(p, of_p);
    owner_strides(q, of_q);
    for (int d = 0; d < p->ndim; ++d) {
        same &= p->blocks[d] == 1 || of_p[d] == of_q[d];
        blocks *= p->blocks[d];
    }
    if (p->rank_count == 0 && q->rank_count == 0)
        return same;
    same = 1;
    for (int64_t block = 0; same && block < blocks; ++block)
        same = owner_of(p, of_p, block) == owner_of(q, of_q, block);
    return same;
}

static int64_t block_begin(const ga_spec_t *spec, int d, int64_t block)
{
    return spec->cuts[d] ? spec->cuts[d][block] : block * spec->block[d];
}

/* Do arrays of the same extents have the same blocks? */
static int same_blocks(const ga_spec_t *p, const ga_spec_t *q)
{
    int same = 1;
    for (int d = 0; same && d < p->ndim; ++d) {
        same = p->blocks[d] == q->blocks[d];
        for (int64_t block = 1; same && block < p->blocks[d]; ++block)
            same = block_begin(p, d, block) == block_begin(q, d, block);
    }
    return same;
}

/* Do two block-cyclic arrays have the same blocks, on the same ranks? */
static int same_block_cyclic(const ga_spec_t *p, const ga_spec_t *q)
{
    int same = p->kind == q->kind && p->order == q->order && p->rank_count == q->rank_count &&
               (p->rank_count == 0 ||
                memcmp(p->ranks, q->ranks, (size_t)p->rank_count * sizeof *p->ranks) == 0);
    for (int d = 0; same && d < p->ndim; ++d) {
        same =
            p->block[d] == q->block[d] && p->blocks[d] == q->blocks[d] && p->grid[d] == q->grid[d];
        if (same && p->cuts[d])
            same = memcmp(p->cuts[d], q->cuts[d], (size_t)p->blocks[d] * sizeof *p->cuts[d]) == 0;
    }
    return same;
}

/* 0 where they are the same, whatever the calls that made them so. */
int NGA_Compare_distr(int a, int b)
{
    const char *call = "GA_Compare_distr";
    const classic_array_t *x = classic_find(call, a), *y = classic_find(call, b);
    ga_spec_t p = spec_of(call, a), q = spec_of(call, b);
    int same = p.ndim == q.ndim && p.group == q.group && !p.mirrored == !q.mirrored &&
               classic_is_block_cyclic(x) == classic_is_block_cyclic(y) &&
               memcmp(p.dims, q.dims, (size_t)p.ndim * sizeof *p.dims) == 0;
    if (same)
        same = classic_is_block_cyclic(x) ? same_block_cyclic(&p, &q)
                                          : same_blocks(&p, &q) && same_owners(&p, &q);
    return !same;
}

/* ---- blocks and grids ---- */

void NGA_Nblock(int g, int *nblock)
{
    const classic_array_t *array = classic_find("GA_Nblock", g);
    int64_t blocks[GA_MAX_DIM];
    CLASSIC_TRY("GA_Nblock", ga_inquire_grid(array->g, blocks));
    for (int d = 0; d < array->ndim; ++d)
        nblock[d] = narrow("GA_Nblock", blocks[array->ndim - 1 - d]);
}

int NGA_Total_blocks(int g)
{
    const classic_array_t *array = classic_find("GA_Total_blocks", g);
    int64_t n = -1;
    if (classic_is_block_cyclic(array))
        CLASSIC_TRY("GA_Total_blocks", ga_inquire_blocks(array->g, &n));
    return narrow("GA_Total_blocks", n);
}

int NGA_Uses_proc_grid(int g)
{
    return classic_is_block_cyclic(classic_find("GA_Uses_proc_grid", g)) &&
           spec_of("GA_Uses_proc_grid", g).kind != GA_BLOCK_CYCLIC;
}

/* In the order of Fortran's dimensions, as programs know it; without a grid of ranks, the blocks
 * along each. */
void NGA_Get_proc_grid(int g, int dims[])
{
    const char *call = "GA_Get_proc_grid";
    ga_spec_t spec = spec_of(call, g);
    int64_t blocks[GA_MAX_DIM];
    CLASSIC_TRY(call, ga_inquire_grid(classic_find(call, g)->g, blocks));
    for (int d = 0; d < spec.ndim; ++d)
        dims[d] = NGA_Uses_proc_grid(g) ? spec.grid[d] : narrow(call, blocks[d]);
}

/* Where a rank is in the grid of ranks; -1 where it owns nothing of a mirrored array. */
static void find_position(const char *call, const classic_array_t *array, int iproc, int *at)
{
    int rank = classic_rank_in(array, iproc);
    for (int d = 0; d < array->ndim; ++d)
        at[d] = -1;
    if (rank >= 0 || iproc < 0)
        CLASSIC_TRY(call, ga_inquire_position(array->g, rank, at));
}

void NGA_Get_proc_index(int g, int iproc, int subscript[])
{
    const char *call = "GA_Get_proc_index";
    const classic_array_t *array = classic_find(call, g);
    int at[GA_MAX_DIM];
    find_position(call, array, iproc, at);
    for (int d = 0; d < array->ndim; ++d)
        subscript[d] = at[array->ndim - 1 - d];
}

/* In the order of Fortran's dimensions, as programs know it. */
void NGA_Proc_topology(int g, int proc, int *coord)
{
    const char *call = "NGA_Proc_topology";
    const classic_array_t *array = classic_find(call, g);
    find_position(call, array, proc, coord);
}

void NGA_Get_block_info(int g, int *num_blocks, int *block_dims)
{
    ga_spec_t spec = spec_of("GA_Get_block_info", g);
    NGA_Nblock(g, num_blocks);
    for (int d = 0; d < spec.ndim; ++d)
        block_dims[d] = narrow("GA_Get_block_info", spec.block[spec.ndim - 1 - d]);
}

static int64_t pieces_of(const char *call, int g, const int64_t *lo, const int64_t *hi)
{
    classic_patch_t p = classic_patch(call, g, lo, hi);
    int64_t n = 0;
    return ga_locate_region_nd(p.g, p.lo, p.hi, 0, NULL, &n) == ASHLAR_OK ? n : 0;
}

int NGA_Locate_nnodes64(int g, int64_t lo[], int64_t hi[])
{
    return narrow("NGA_Locate_nnodes", pieces_of("NGA_Locate_nnodes", g, lo, hi));
}

int NGA_Locate_num_blocks(int g, int *lo, int *hi)
{
    const classic_array_t *array = classic_find("NGA_Locate_num_blocks", g);
    int64_t first[GA_MAX_DIM], last[GA_MAX_DIM];
    if (!classic_is_block_cyclic(array))
        return -1;
    for (int d = 0; d < array->ndim; ++d) {
        first[d] = lo[d];
        last[d] = hi[d];
    }
    return narrow("NGA_Locate_num_blocks", pieces_of("NGA_Locate_num_blocks", g, first, last));
}

/* ---- nodes ---- */

int GA_Cluster_nnodes(void)
{
    return al_node_count();
}

int GA_Cluster_nodeid(void)
{
    return al_node_of(ga_rank());
}

/* On my node, if x is below 0. */
int GA_Cluster_nprocs(int x)
{
    int n = al_node_size(x < 0 ? GA_Cluster_nodeid() : x);
    if (n < 0)
        classic_stop("GA_Cluster_nprocs", "there is no node %d of %d", x, al_node_count());
    return n;
}

/* The y-th rank of node x. */
int GA_Cluster_procid(int x, int y)
{
    for (int rank = 0; rank < ga_size(); ++rank)
        if (al_node_of(rank) == x && y-- == 0)
            return rank;
    classic_stop("GA_Cluster_procid", "there is no such rank on node %d", x);
}

int GA_Cluster_proc_nodeid(int proc)
{
    int node = al_node_of(proc);
    if (node < 0)
        classic_stop("GA_Cluster_proc_nodeid", "there is no rank %d of %d", proc, ga_size());
    return node;
}
