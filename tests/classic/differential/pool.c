/* The arrays of a segment. */
#include "differential.h"

int family_type;
bool family_same, dealt_segment;

static array_t pool[SLOTS];
static bool there[SLOTS];
static uint64_t pool_seed;
static int family_ndim, family_dims[MOST], other_ndim, other_dims[MOST], side, p, q, longer,
    record_type;

static void draw_dims(int *ndim, int *dims)
{
    static const int most[MOST + 1] = {0, 40, 14, 7, 4, 3, 3, 2};
    int r = draw(100);
    *ndim = r < 15 ? 1 : r < 60 ? 2 : r < 85 ? 3 : r < 93 ? 4 : between(5, 7);
    for (int d = 0; d < *ndim; ++d)
        dims[d] = between(1, most[*ndim]);
}

void pool_start(uint64_t seed, int64_t segment)
{
    static const int types[] = {C_DBL,      C_DBL,   C_DBL,  C_INT,  C_LONG,
                                C_LONGLONG, C_FLOAT, C_SCPL, C_DCPL, C_DCPL};
    memset(there, 0, sizeof there);
    pool_seed = seed * 1000003u + (uint64_t)segment * 64u;
    uint64_t was = random_swap(pool_seed * 77u + 5);
    family_type = types[draw((int)(sizeof types / sizeof *types))];
    family_same = chance(50);
    dealt_segment = chance(25) && !(in_group() && skip(RULE_dealt_group));
    draw_dims(&family_ndim, family_dims);
    draw_dims(&other_ndim, other_dims);
    side = between(1, 9);
    p = between(1, 9);
    q = between(1, 9);
    longer = between(1, 60);
    random_swap(was);
}

int64_t volume(int ndim, const int *lo, const int *hi)
{
    int64_t n = 1;
    for (int d = 0; d < ndim; ++d)
        n *= hi[d] - lo[d] + 1;
    return n;
}

/* A grid of at most `most` (if exact: of just so many) ranks. */
static void draw_grid(int ndim, int most, bool exact, const int *dims, int *grid)
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

static int volume_of_grid(int ndim, const int *grid)
{
    int n = 1;
    for (int d = 0; d < ndim; ++d)
        n *= grid[d];
    return n;
}

/* Where the blocks of each dimension begin. */
static int draw_map(int ndim, const int *dims, const int *blocks, int *map)
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

static void create(array_t *a, char *name, bool simple)
{
    int chunk[MOST], grid[MOST], map[64], blocks[MOST], parts[MOST], list[64], n = 0;
    int64_t dims64[MOST], chunk64[MOST];
    for (int d = 0; d < a->ndim; ++d)
        chunk[d] = chance(60) ? -1 : between(1, a->dims[d]);
    bool world = GA_Pgroup_get_default() == GA_Pgroup_get_world();
    int kind = simple              ? draw(5)
               : a - pool >= TILED ? between(15, 16)
               : dealt_segment     ? between(11, skip(RULE_tiled) ? 14 : 16)
                                   : draw(11);
    bool few = false; /* blocks for a grid: they are dealt out in turn then */
    a->dealt = false;
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
        a->dealt = true;
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
            a->dealt = false;
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

int slot_of(const array_t *a)
{
    return (int)(a - pool);
}

void print_array(const char *name, const array_t *a)
{
    arg("%s=%d", name, (int)(a - pool));
}

static void set_everywhere(const array_t *a, uint64_t state, int which);

array_t *array(int slot)
{
    array_t *a = &pool[slot];
    if (there[slot])
        return a;
    memset(a, 0, sizeof *a);
    a->type = family_type;
    uint64_t was = random_swap(pool_seed * 31u +
                               (uint64_t)(family_same && slot < OTHER       ? 0
                                          : slot >= LONGER && slot < GHOSTS ? LONGER
                                                                            : slot) *
                                   2654435761u +
                               1);
    bool simple = false;
    if (slot < OTHER || slot == GHOSTS || slot >= TILED) {
        a->ndim = family_ndim;
        memcpy(a->dims, family_dims, sizeof a->dims);
    } else if (slot < SQUARE) {
        a->ndim = slot == OTHER ? other_ndim : between(1, 3);
        for (int d = 0; d < a->ndim; ++d)
            a->dims[d] = slot == OTHER ? other_dims[d] : between(4, a->ndim == 1 ? 60 : 12);
    } else if (slot < WIDE) {
        a->ndim = 2;
        a->dims[0] = a->dims[1] = side;
    } else if (slot < VECTOR) {
        a->ndim = 2;
        a->dims[0] = slot == WIDE ? p : q;
        a->dims[1] = slot == WIDE ? q : p;
    } else if (slot < LONGER) {
        a->ndim = 1;
        a->dims[0] = side;
    } else if (slot < GHOSTS) {
        a->ndim = 1;
        a->dims[0] = longer;
        simple = true;
        if (slot == LONGER + 3)
            a->type = C_INT;
        else if (slot == LONGER + 4)
            a->type = C_LONG;
    } else if (slot < RECORDS) {
        a->type = slot == COUNTS ? C_INT : C_LONG;
        a->ndim = between(1, 3);
        for (int d = 0; d < a->ndim; ++d)
            a->dims[d] = between(1, 5);
    } else {
        a->ndim = skip(RULE_field_dims) ? 1 : between(1, 3);
        for (int d = 0; d < a->ndim; ++d)
            a->dims[d] = between(1, 6);
        simple = true;
    }
    char name[32];
    snprintf(name, sizeof name, "array %d", slot);
    if (slot == GHOSTS) {
        for (int d = 0; d < a->ndim; ++d)
            a->dims[d] = a->dims[d] < 2 * ranks ? 2 * ranks : a->dims[d], a->width[d] = draw(3);
        if (a->ndim > 3)
            a->ndim = 3;
        int grid[MOST], map[64];
        do {
            draw_grid(a->ndim, ranks, true, a->dims, grid);
        } while (ranks > 1 && volume_of_grid(a->ndim, grid) != ranks);
        draw_map(a->ndim, a->dims, grid, map);
        for (int d = 0, n = 0; d < a->ndim; ++d)
            for (int b = 0; b < grid[d]; ++b, ++n) { /* no wider than a block */
                int block = (b + 1 < grid[d] ? map[n + 1] : a->dims[d]) - map[n];
                a->width[d] = a->width[d] > block ? block : a->width[d];
            }
        a->kind = "ghosts";
        a->g = NGA_Create_ghosts_irreg(a->type, a->ndim, a->dims, a->width, name, grid, map);
    } else if (slot >= RECORDS && slot < TILED) {
        record_type = NGA_Register_type(24);
        a->type = record_type;
        a->kind = "records";
        a->g = NGA_Create(a->type, a->ndim, a->dims, name, NULL);
    } else {
        create(a, name, simple);
    }
    random_swap(was);
    there[slot] = true;
    arg("[%d: %s %s", slot, a->kind, type_name(a->type));
    arg_list("dims", a->ndim, a->dims);
    arg("%s]", a->g ? "made" : "not made");
    if (slot < RECORDS || slot >= TILED)
        set_everywhere(a, 1, 0);
    return a;
}

void pool_empty(void)
{
    for (int k = 0; k < SLOTS; ++k)
        if (there[k]) {
            GA_Destroy(pool[k].g);
            if (k >= RECORDS && k < TILED)
                NGA_Deregister_type(pool[k].type);
        }
    memset(there, 0, sizeof there);
}

/* ---- contents -------------------------------------------------------------------------------- */

static void set_everywhere(const array_t *a, uint64_t state, int which)
{
    int lo[MOST] = {0}, hi[MOST], ld[MOST];
    int64_t n = 1;
    for (int d = 0; d < a->ndim; ++d) {
        hi[d] = a->dims[d] - 1;
        n *= a->dims[d];
        if (d > 0)
            ld[d - 1] = a->dims[d];
    }
    if (me == 0) {
        uint64_t was = random_swap(state * 1000033u);
        char *data = malloc((size_t)n * bytes_of(a->type) + 16);
        for (int64_t k = 0; k < n; ++k) {
            static const int halves[] = {1, -1, 2, -2, 4, -4};
            int re = which == 1 ? halves[draw(6)] : between(-9, 9),
                im = which == 1 ? 0 : between(-3, 3);
            element_set(a->type, data, k, re, im);
        }
        NGA_Put(a->g, lo, hi, data, ld);
        free(data);
        random_swap(was);
    }
    GA_Sync();
}

void refill(const array_t *a)
{
    set_everywhere(a, (uint64_t)draw(1 << 30), 0);
}

void refill_divisors(const array_t *a)
{
    set_everywhere(a, (uint64_t)draw(1 << 30), 1);
}

static void show(const array_t *a, bool nearly)
{
    int lo[MOST] = {0}, hi[MOST], ld[MOST];
    int64_t n = 1;
    GA_Sync();
    if (draw(ranks) == me) {
        for (int d = 0; d < a->ndim; ++d) {
            hi[d] = a->dims[d] - 1;
            n *= a->dims[d];
            if (d > 0)
                ld[d - 1] = a->dims[d];
        }
        char *data = malloc((size_t)n * bytes_of(a->type) + 16);
        NGA_Get(a->g, lo, hi, data, ld);
        (nearly ? out_nearly : out_data)("array", a->type, n, data);
        free(data);
    }
    GA_Sync();
}

void touched(const array_t *a)
{
    show(a, false);
}

void touched_nearly(const array_t *a)
{
    show(a, !is_integer(a->type));
}

/* ---- patches --------------------------------------------------------------------------------- */

void patch(const char *name, const array_t *a, int *lo, int *hi)
{
    bool whole = chance(15);
    for (int d = 0; d < a->ndim; ++d) {
        lo[d] = whole ? 0 : draw(a->dims[d]);
        hi[d] = whole ? a->dims[d] - 1 : between(lo[d], a->dims[d] - 1);
    }
    arg("%s", name);
    arg_list("lo", a->ndim, lo);
    arg_list("hi", a->ndim, hi);
}

void patch_own(const array_t *a, int *lo, int *hi)
{
    for (int d = 0; d < a->ndim; ++d) {
        lo[d] = draw_own(a->dims[d]);
        hi[d] = lo[d] + draw_own(a->dims[d] - lo[d]);
    }
    arg_list("lo", a->ndim, lo);
    arg_list("hi", a->ndim, hi);
}

void patch_like(const char *name, const array_t *a, const int *lo, const int *hi, int *blo,
                int *bhi)
{
    bool same = chance(40);
    for (int d = 0; d < a->ndim; ++d)
        same = same && hi[d] < a->dims[d];
    for (int d = 0; d < a->ndim; ++d) {
        blo[d] = same ? lo[d] : draw(a->dims[d] - (hi[d] - lo[d]));
        bhi[d] = blo[d] + hi[d] - lo[d];
    }
    arg("%s", name);
    arg_list("lo", a->ndim, blo);
    arg_list("hi", a->ndim, bhi);
}

bool patch_of(const char *name, const array_t *a, int64_t count, int *lo, int *hi)
{
    for (int tries = 0; tries < 60; ++tries) {
        int64_t left = count;
        int from = draw(a->ndim);
        for (int k = 0; k < a->ndim; ++k) {
            int d = (from + k) % a->ndim, n = 1;
            for (int t = 0; t < 6; ++t) {
                int e = between(1, a->dims[d]);
                if (left % e == 0 && e >= n)
                    n = e;
                if (chance(30))
                    break;
            }
            if (k == a->ndim - 1 && left <= a->dims[d])
                n = (int)left;
            left /= n;
            lo[d] = draw(a->dims[d] - n + 1);
            hi[d] = lo[d] + n - 1;
        }
        if (left == 1) {
            arg("%s", name);
            arg_list("lo", a->ndim, lo);
            arg_list("hi", a->ndim, hi);
            return true;
        }
    }
    arg("%s none", name);
    return false;
}
