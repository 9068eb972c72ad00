/* A segment has arrays of its own, which are made when a call first wants them. */
#include "pool.h"

int family_type;
bool family_same, cyclic_segment;

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
    cyclic_segment = chance(25) && !(in_group() && skip(RULE_dealt_group));
    draw_dims(&family_ndim, family_dims);
    draw_dims(&other_ndim, other_dims);
    side = between(1, 9);
    p = between(1, 9);
    q = between(1, 9);
    longer = between(1, 60);
    random_swap(was);
}

int slot_of(const array_t *a)
{
    return (int)(a - pool);
}

void print_array(const char *name, const array_t *a)
{
    arg("%s=%d", name, (int)(a - pool));
}

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

array_t *member(int k)
{
    array_t *a = array(FAMILY + k);
    print_array("x", a);
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

bool in_group(void)
{
    return GA_Pgroup_get_default() != GA_Pgroup_get_world();
}
