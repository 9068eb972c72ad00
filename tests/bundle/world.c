/* Arrays in bundles, their values and the model of them. */
#include "bundle/world.h"

#include <string.h>

void world_index(const model_array_t *a, int64_t e, int64_t *index)
{
    for (int d = 0; d < a->ndim; e /= a->dims[d++])
        index[d] = e % a->dims[d];
}

/* Each byte of a record follows from the value. */
void world_store(const model_array_t *a, void *to, int64_t value)
{
    switch (a->type) {
#define STORE(id, ctype, mpitype, kind)                                                            \
    case ASHLAR_##id: {                                                                            \
        const ctype x = (ctype)value;                                                              \
        memcpy(to, &x, sizeof x);                                                                  \
        break;                                                                                     \
    }
        ASHLAR_TYPE_TABLE(STORE)
#undef STORE
    default:
        for (size_t k = 0; k < a->element; ++k)
            ((unsigned char *)to)[k] = (unsigned char)(value * 7 + (int64_t)k * 31);
    }
}

bool world_holds(const model_array_t *a, const void *at, int64_t value)
{
    char expected[WORLD_BYTES];
    world_store(a, expected, value);
    switch (a->type) {
#define EQUAL(id, ctype, mpitype, kind)                                                            \
    case ASHLAR_##id: {                                                                            \
        ctype x, y;                                                                                \
        memcpy(&x, at, sizeof x);                                                                  \
        memcpy(&y, expected, sizeof y);                                                            \
        return x == y; /* also -0 and 0 */                                                         \
    }
        ASHLAR_TYPE_TABLE(EQUAL)
#undef EQUAL
    default:
        return memcmp(at, expected, a->element) == 0;
    }
}

int64_t world_combine(ashlar_op op, int64_t x, int64_t y)
{
    switch (op) {
    case ASHLAR_SUM:
        return x + y;
    case ASHLAR_PROD:
        return x * y;
    case ASHLAR_MIN:
        return x < y ? x : y;
    case ASHLAR_MAX:
        return x > y ? x : y;
    case ASHLAR_AND:
        return x & y;
    case ASHLAR_OR:
        return x | y;
    case ASHLAR_XOR:
        return x ^ y;
    default:
        return y;
    }
}

bool world_is_defined(const model_array_t *a, ashlar_op op)
{
    const int integer = a->type == ASHLAR_INT || a->type == ASHLAR_LONG || a->type == ASHLAR_LLONG;
    const int complex = a->type == ASHLAR_CFLOAT || a->type == ASHLAR_CDOUBLE;
    if (a->type == ASHLAR_TYPE_COUNT || op >= ASHLAR_REPLACE || op > ASHLAR_XOR)
        return false;
    return op == ASHLAR_SUM || op == ASHLAR_PROD ||
           (op == ASHLAR_MIN || op == ASHLAR_MAX ? !complex : integer);
}

static void bounds(const model_array_t *a, int64_t *lo, int64_t *hi, int64_t *ld)
{
    for (int d = 0; d < a->ndim; ++d) {
        lo[d] = 0;
        hi[d] = a->dims[d] - 1;
        ld[d] = a->dims[d];
    }
}

void world_get(const model_array_t *a, char *all)
{
    int64_t lo[3], hi[3], ld[3];
    bounds(a, lo, hi, ld);
    CHECK_OK(ga_get_nd(a->g, lo, hi, all, ld));
}

void world_put(const model_array_t *a, const char *all)
{
    int64_t lo[3], hi[3], ld[3];
    bounds(a, lo, hi, ld);
    CHECK_OK(ga_put_nd(a->g, lo, hi, all, ld));
}

void world_forget(model_member_t *m)
{
    for (int r = 0; r < WORLD_RANKS; ++r)
        memset(m->state[r], NOTHING, sizeof m->state[r]);
}

/* ---- making ---------------------------------------------------------------------------------- */

static bundle_rule draw_rule(const model_array_t *a, rng_t *common)
{
    for (;;) {
        bundle_rule rule = (bundle_rule)rng_range(common, 0, BUNDLE_RULE_COUNT - 1);
        if (rule < BUNDLE_SUM || world_is_defined(a, (ashlar_op)(rule - BUNDLE_SUM)))
            return rule;
    }
}

/* Increasing, from 0; returns how many. */
static int64_t draw_cuts(int64_t extent, int64_t most, int64_t *cuts, rng_t *common)
{
    int64_t n = 1;
    cuts[0] = 0;
    for (int64_t at = rng_range(common, 1, extent); n < most && at < extent;
         at += rng_range(common, 1, extent))
        cuts[n++] = at;
    return n;
}

/* A line with ghost cells, so few that they run out at times. */
static void draw_ghosts(model_array_t *a, ga_spec_t *spec, rng_t *common)
{
    a->ndim = 1;
    spec->ghosts[0] = a->ghosts = rng_range(common, 1, 40);
    spec->kind = rng_range(common, 0, 1) ? GA_REGULAR : GA_IRREGULAR;
}

static void draw_shape(const world_t *world, model_array_t *a, ga_spec_t *spec, int64_t cuts[3][8],
                       rng_t *common)
{
    static const ga_kind kinds[] = {GA_REGULAR,   GA_IRREGULAR, GA_BLOCK_CYCLIC,
                                    GA_SCALAPACK, GA_TILED,     GA_TILED_IRREGULAR};
    static const int64_t most[] = {WORLD_ELEMENTS, 12, 5};
    int64_t left = world->size;
    spec->kind = kinds[rng_range(common, 0, 5)];
    a->ndim = (int)rng_range(common, 1, 3);
    if (rng_range(common, 0, 3) == 0)
        draw_ghosts(a, spec, common);
    /* Now and then fewer elements than ranks. */
    const int few = rng_range(common, 0, 4) == 0;
    a->n = 1;
    for (int d = 0; d < a->ndim; ++d) {
        a->dims[d] = rng_range(common, 1, few ? 2 : most[a->ndim - 1]);
        a->n *= a->dims[d];
        if (spec->kind == GA_IRREGULAR || spec->kind == GA_TILED_IRREGULAR) {
            const int64_t n = draw_cuts(
                a->dims[d], spec->kind == GA_IRREGULAR && left < 8 ? left : 8, cuts[d], common);
            spec->blocks[d] = n;
            spec->cuts[d] = cuts[d];
            left /= n;
        } else if (spec->kind != GA_REGULAR) {
            spec->block[d] = rng_range(common, 1, 4);
        }
        spec->dims[d] = a->dims[d];
    }
    spec->ndim = a->ndim;
}

void world_make_array(const world_t *world, model_array_t *a, rng_t *common)
{
    static const size_t records[] = {1, 3, 16, 24, WORLD_BYTES};
    int64_t cuts[3][8];
    char all[WORLD_ELEMENTS * WORLD_BYTES];
    ga_spec_t spec = {.group = world->group, .name = "drawn"};
    memset(a, 0, sizeof *a);
    a->type = (int)rng_range(common, 0, ASHLAR_TYPE_COUNT + 2);
    if (a->type >= ASHLAR_TYPE_COUNT) {
        a->type = ASHLAR_TYPE_COUNT;
        a->element = records[rng_range(common, 0, 4)];
        REQUIRE_OK(ga_type_create(a->element, &a->made));
        spec.type = a->made;
    } else {
        spec.type = (ga_type)a->type;
        REQUIRE_OK(ga_type_bytes(spec.type, &a->element));
    }
    /* Groups of other sizes draw other shapes, but then the same: ranks make the same types. */
    rng_t shape = rng_seed((uint64_t)rng_range(common, 0, INT32_MAX));
    draw_shape(world, a, &spec, cuts, &shape);
    a->rule = draw_rule(a, common);
    REQUIRE_OK(ga_create_spec(&spec, &a->g));
    int64_t owned = 0, lo[3] = {0}, hi[3] = {-1}, ld[3];
    void *mine;
    CHECK_OK(ga_inquire_owned(a->g, world->rank, &owned));
    if (a->ghosts && owned) {
        CHECK_OK(ga_access_block(a->g, world->rank, lo, hi, &mine, ld));
        a->own_lo = lo[0];
        a->own_n = hi[0] - lo[0] + 1;
    }
    for (int64_t e = 0; e < a->n; ++e)
        world_store(a, all + (size_t)e * a->element, a->value[e] = e % 9 - 3);
    if (world->rank == 0)
        world_put(a, all);
    CHECK_OK(ga_group_sync(world->group));
}
