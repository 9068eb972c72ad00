/* Arrays are created in all ways: regular, irregular, block-cyclic, by C and by Fortran. */
#include "pool.h"

void draw_grid(int ndim, int most, bool exact, const int *dims, int *grid)
{
    for (int d = 0; d < ndim; ++d)
        grid[d] = 1;
    int left = most;
    for (int tries = 0; tries < 8; ++tries) {
        int d = draw(ndim), factor = left % 2 == 0 ? 2 : left % 3 == 0 ? 3 : left;
        if (left == 1 || (!exact && (chance(30) || grid[d] * factor > dims[d])))
            continue;
        grid[d] *= factor;
        left /= factor;
    }
    if (exact)
        grid[draw(ndim)] *= left;
}

int volume_of_grid(int ndim, const int *grid)
{
    int n = 1;
    for (int d = 0; d < ndim; ++d)
        n *= grid[d];
    return n;
}

int draw_map(int ndim, const int *dims, const int *blocks, int *map)
{
    int n = 0;
    for (int d = 0; d < ndim; ++d) {
        int from = 0;
        for (int b = 0; b < blocks[d]; ++b) {
            map[n++] = from;
            int rest = dims[d] - from - (blocks[d] - b - 1); /* at least one each for the others */
            from += between(1, rest > 1 ? (rest + 1) / 2 : 1);
        }
    }
    return n;
}

extern logical nga_create_(Integer *, Integer *, Integer *, char *, Integer *, Integer *, size_t);
extern logical ga_create_(Integer *, Integer *, Integer *, char *, Integer *, Integer *, Integer *,
                          size_t);
extern logical nga_create_irreg_(Integer *, Integer *, Integer *, char *, Integer *, Integer *,
                                 Integer *, size_t);
extern logical nga_create_config_(Integer *, Integer *, Integer *, char *, Integer *, Integer *,
                                  Integer *, size_t);

static Integer fortran_type(int type)
{
    return type == C_INT || type == C_LONG ? MT_F_INT
           : type == C_FLOAT               ? MT_F_REAL
           : type == C_DBL                 ? MT_F_DBL
           : type == C_SCPL                ? MT_F_SCPL
                                           : MT_F_DCPL;
}

static void create_fortran(array_t *a, char *name, const int *chunk, const int *grid,
                           const int *map)
{
    Integer type = fortran_type(a->type), ndim = a->ndim, dims[MOST], chunks[MOST], g = 0,
            world = GA_Pgroup_get_default();
    logical ok;
    fortran_extents(a->ndim, a->dims, dims);
    fortran_extents(a->ndim, chunk, chunks);
    if (map) {
        Integer fmap[64], blocks[MOST];
        int n = 0, at[MOST + 1] = {0};
        for (int d = 0; d < a->ndim; ++d)
            at[d + 1] = at[d] + grid[d];
        for (int d = a->ndim - 1; d >= 0; --d)
            for (int b = 0; b < grid[d]; ++b)
                fmap[n++] = map[at[d] + b] + 1;
        fortran_extents(a->ndim, grid, blocks);
        a->kind = "nga_create_irreg_";
        ok = nga_create_irreg_(&type, &ndim, dims, name, fmap, blocks, &g, strlen(name));
    } else if (a->ndim == 2 && chance(50)) {
        a->kind = "ga_create_";
        ok = ga_create_(&type, &dims[0], &dims[1], name, &chunks[0], &chunks[1], &g, strlen(name));
    } else if (chance(30)) {
        a->kind = "nga_create_config_";
        ok = nga_create_config_(&type, &ndim, dims, name, chunks, &world, &g, strlen(name));
    } else {
        a->kind = "nga_create_";
        ok = nga_create_(&type, &ndim, dims, name, chunks, &g, strlen(name));
    }
    a->g = ok ? (int)g : 0;
}

void create(array_t *a, char *name, bool simple)
{
    int chunk[MOST], grid[MOST], map[64], blocks[MOST], parts[MOST], list[64], n = 0;
    int64_t dims64[MOST], chunk64[MOST];
    for (int d = 0; d < a->ndim; ++d)
        chunk[d] = chance(60) ? -1 : between(1, a->dims[d]);
    bool world = GA_Pgroup_get_default() == GA_Pgroup_get_world();
    int kind = simple                ? draw(5)
               : slot_of(a) >= TILED ? between(15, 16)
               : cyclic_segment      ? between(11, skip(RULE_tiled) ? 14 : 16)
                                     : draw(11);
    bool few = false; /* blocks for a grid: they go to ranks in turn then */
    a->is_cyclic = false;
    if (kind == 8 && a->type == C_LONGLONG)
        kind = 0;
    switch (kind) {
    case 0:
        a->kind = "NGA_Create";
        a->g = NGA_Create(a->type, a->ndim, a->dims, name, NULL);
        break;
    case 1:
        a->kind = "NGA_Create, chunks";
        a->g = NGA_Create(a->type, a->ndim, a->dims, name, chunk);
        break;
    case 2:
        a->kind = "NGA_Create64";
        a->g = NGA_Create64(a->type, a->ndim, wider(a->ndim, a->dims, dims64), name,
                            wider(a->ndim, chunk, chunk64));
        break;
    case 3:
        a->kind = "NGA_Create_config";
        a->g = NGA_Create_config(a->type, a->ndim, a->dims, name, chunk, GA_Pgroup_get_default());
        break;
    case 4:
        a->kind = "GA_Create_handle";
        a->g = GA_Create_handle();
        GA_Set_data(a->g, a->ndim, a->dims, a->type);
        GA_Set_array_name(a->g, name);
        if (chance(50))
            GA_Set_chunk(a->g, chunk);
        GA_Allocate(a->g);
        break;
    case 5:
    case 6:
        a->kind = "NGA_Create_irreg";
        draw_grid(a->ndim, ranks, false, a->dims, grid);
        draw_map(a->ndim, a->dims, grid, map);
        if (kind == 6 && a->type != C_LONGLONG && a->type != C_INT)
            create_fortran(a, name, chunk, grid, map);
        else
            a->g = NGA_Create_irreg(a->type, a->ndim, a->dims, name, grid, map);
        break;
    case 7:
        if (!world && skip(RULE_restricted_group)) {
            a->kind = "NGA_Create";
            a->g = NGA_Create(a->type, a->ndim, a->dims, name, NULL);
            break;
        }
        a->kind = "restricted";
        for (int r = 0; r < ranks; ++r)
            if (chance(60) || (r == ranks - 1 && n == 0))
                list[n++] = r;
        a->g = GA_Create_handle();
        GA_Set_data(a->g, a->ndim, a->dims, a->type);
        GA_Set_array_name(a->g, name);
        GA_Set_restricted(a->g, list, n);
        GA_Allocate(a->g);
        break;
    case 8:
        if (a->type == C_INT)
            a->g = NGA_Create(a->type, a->ndim, a->dims, name, NULL), a->kind = "NGA_Create";
        else
            create_fortran(a, name, chunk, NULL, NULL);
        break;
    case 9:
        a->kind = "mirrored";
        if (nodes == 1 && world && !skip(RULE_mirrored))
            a->g = NGA_Create_config(a->type, a->ndim, a->dims, name, NULL, GA_Pgroup_get_mirror());
        else
            a->g = NGA_Create(a->type, a->ndim, a->dims, name, NULL), a->kind = "NGA_Create";
        break;
    case 10: {
        for (int d = 0; d < a->ndim; ++d)
            a->width[d] = a->dims[d] >= 2 * ranks && !skip(RULE_ghost_operations) ? draw(2) : 0;
        if (skip(RULE_ghost_operations)) {
            a->kind = "NGA_Create";
            a->g = NGA_Create(a->type, a->ndim, a->dims, name, chunk);
            break;
        }
        a->kind = "NGA_Create_ghosts";
        a->g = NGA_Create_ghosts(a->type, a->ndim, a->dims, a->width, name, NULL);
        break;
    }
    default:
        a->is_cyclic = true;
        for (int d = 0; d < a->ndim; ++d)
            blocks[d] = between(1, (a->dims[d] + 1) / 2);
        a->g = GA_Create_handle();
        GA_Set_data(a->g, a->ndim, a->dims, a->type);
        GA_Set_array_name(a->g, name);
        int64_t count = 1;
        for (int d = 0; d < a->ndim; ++d)
            count *= (a->dims[d] + blocks[d] - 1) / blocks[d];
        memcpy(parts, blocks, sizeof parts);
        if (count < ranks && skip(RULE_few_blocks)) {
            a->kind = "NGA_Create";
            a->is_cyclic = false;
        } else if (kind <= 12) {
            few = true;
        } else if (kind <= 15) {
            draw_grid(a->ndim, ranks, true, a->dims, grid);
            for (int d = 0; d < a->ndim && skip(RULE_grid_blocks); ++d) {
                parts[d] = a->dims[d] / grid[d] < 1 ? 1 : between(1, a->dims[d] / grid[d]);
                few = few || grid[d] > (a->dims[d] + parts[d] - 1) / parts[d];
            }
            a->kind = kind == 15 ? "tiled" : "block cyclic on a grid";
            if (!few && kind == 15)
                GA_Set_tiled_proc_grid(a->g, parts, grid);
            else if (!few)
                GA_Set_block_cyclic_proc_grid(a->g, parts, grid);
        } else {
            a->kind = "tiled irregular";
            draw_grid(a->ndim, ranks, true, a->dims, grid);
            int total = 0;
            for (int d = 0; d < a->ndim; ++d) {
                parts[d] = between(1, a->dims[d] > 3 ? 3 : a->dims[d]);
                if (parts[d] < grid[d] && grid[d] <= a->dims[d])
                    parts[d] = grid[d];
                total += parts[d];
                few = few || (parts[d] < grid[d] && skip(RULE_grid_blocks));
            }
            draw_map(a->ndim, a->dims, parts, map);
            if (total > 64)
                GA_Error("too many blocks", total);
            if (!few)
                GA_Set_tiled_irreg_proc_grid(a->g, map, parts, grid);
        }
        if (few) {
            a->kind = "block cyclic";
            GA_Set_block_cyclic(a->g, blocks);
        }
        GA_Allocate(a->g);
    }
}
