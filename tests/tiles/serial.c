#include "tiles/serial.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"

serial_t serial_of(ga_t g)
{
    serial_t serial = {.g = g, .tiles = 1};
    ga_spec_t spec;
    ga_block_t block;
    CHECK_OK(ga_inquire_spec(g, &spec));
    CHECK_OK(ga_inquire_blocks(g, &serial.tiles));
    CHECK_OK(ga_type_bytes(spec.type, &serial.element));
    serial.type = spec.type;
    serial.ndim = spec.ndim;
    const size_t tiles = (size_t)serial.tiles;
    serial.extent = test_alloc(tiles * sizeof *serial.extent);
    serial.n = test_alloc(tiles * sizeof *serial.n);
    serial.value = test_alloc(tiles * sizeof *serial.value);
    serial.owner = test_alloc(tiles * sizeof *serial.owner);
    for (int64_t t = 0; t < serial.tiles; ++t) {
        CHECK_OK(ga_block_by_number(g, t, &block));
        serial.owner[t] = block.rank;
        serial.n[t] = 1;
        for (int d = 0; d < spec.ndim; ++d) {
            serial.blocks[d] = block.at[d] + 1;
            serial.extent[t][d] = block.hi[d] - block.lo[d] + 1;
            serial.n[t] *= serial.extent[t][d];
        }
        if (serial.n[t] > serial.whole)
            serial.whole = serial.n[t];
        serial.value[t] = calloc((size_t)serial.n[t], sizeof(int64_t));
        CHECK(serial.value[t] != NULL);
    }
    return serial;
}

void serial_free(serial_t *serial)
{
    for (int64_t t = 0; t < serial->tiles; ++t)
        free(serial->value[t]);
    free(serial->value);
    free(serial->extent);
    free(serial->n);
    free(serial->owner);
}

int64_t serial_tiles(const serial_t *serial, const ga_tiles_t *named, int64_t *tile)
{
    int64_t count = 0;
    for (int64_t t = 0; t < serial->tiles; ++t) {
        bool is_named = true;
        int64_t rest = t;
        for (int d = 0; d < serial->ndim; rest /= serial->blocks[d++]) {
            const ashlar_interval_t all = {0, INT64_MAX, 1},
                                    where = d < named->n ? named->where[d] : all;
            const int64_t at = rest % serial->blocks[d];
            is_named &=
                at >= where.first && at <= where.last && (at - where.first) % where.step == 0;
        }
        if (is_named)
            tile[count++] = t;
    }
    return count;
}

/* Both lists of tiles, and how many they are. */
typedef struct named {
    int64_t *to, *from, tos, froms;
} named_t;

static named_t list_named(const serial_t *to, const ga_tiles_t *to_named, const serial_t *from,
                          const ga_tiles_t *from_named)
{
    named_t named = {test_alloc((size_t)to->tiles * 8), test_alloc((size_t)from->tiles * 8), 0, 0};
    named.tos = serial_tiles(to, to_named, named.to);
    named.froms = serial_tiles(from, from_named, named.from);
    return named;
}

static void free_named(const named_t *named)
{
    free(named->to);
    free(named->from);
}

void serial_broadcast(serial_t *to, const ga_tiles_t *to_named, const serial_t *from,
                      const ga_tiles_t *from_named, int64_t count)
{
    const named_t named = list_named(to, to_named, from, from_named);
    for (int64_t i = 0; i < named.tos && named.froms; ++i)
        for (int64_t e = 0; e < count; ++e)
            if (e < to->n[named.to[i]] && e < from->n[named.from[0]])
                to->value[named.to[i]][e] = from->value[named.from[0]][e];
    free_named(&named);
}

void serial_move(serial_t *to, const ga_tiles_t *to_named, const serial_t *from,
                 const ga_tiles_t *from_named, int64_t count)
{
    const named_t named = list_named(to, to_named, from, from_named);
    for (int64_t i = 0; i < named.tos; ++i)
        for (int64_t j = 0; j < named.froms; ++j)
            for (int64_t e = 0; e < count; ++e) {
                const int64_t t = named.to[i], f = named.from[j];
                if (j * count + e < to->n[t] && i * count + e < from->n[f])
                    to->value[t][j * count + e] = from->value[f][i * count + e];
            }
    free_named(&named);
}

/* The place of a tile's element whose indices are those of element e of a box, shifted by `shift`
 * in one dimension. */
static int64_t place_in_tile(int ndim, const int64_t *box, const int64_t *extent, int64_t e, int d,
                             int64_t shift)
{
    int64_t place = 0, below = 1;
    for (int k = 0; k < ndim; ++k) {
        place += (e % box[k] + (k == d ? shift : 0)) * below;
        below *= extent[k];
        e /= box[k];
    }
    return place;
}

void serial_cut(serial_t *to, const ga_tiles_t *to_named, int to_dim, const serial_t *from,
                const ga_tiles_t *from_named, int from_dim)
{
    const named_t named = list_named(to, to_named, from, from_named);
    int64_t from_shift = 0;
    for (int64_t i = 0; i < named.tos; ++i) {
        const int64_t t = named.to[i];
        int64_t to_shift = 0;
        for (int64_t j = 0; j < named.froms; ++j) {
            const int64_t f = named.from[j];
            int64_t box[ASHLAR_MAX_DIM], n = 1;
            for (int d = 0; d < to->ndim; ++d) {
                box[d] = d == to_dim ? from->extent[f][d] : to->extent[t][d];
                n *= box[d];
            }
            for (int64_t e = 0; e < n; ++e)
                to->value[t][place_in_tile(to->ndim, box, to->extent[t], e, to_dim, to_shift)] =
                    from->value[f][place_in_tile(to->ndim, box, from->extent[f], e, from_dim,
                                                 from_shift)];
            to_shift += from->extent[f][to_dim];
        }
        from_shift += to->extent[t][from_dim];
    }
    free_named(&named);
}

static int64_t combine(ashlar_op op, int64_t a, int64_t b)
{
    switch (op) {
    case ASHLAR_SUM:
        return a + b;
    case ASHLAR_PROD:
        return a * b;
    case ASHLAR_MIN:
        return a < b ? a : b;
    case ASHLAR_MAX:
        return a > b ? a : b;
    case ASHLAR_AND:
        return a & b;
    case ASHLAR_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

void serial_reduce(serial_t *to, const ga_tiles_t *to_named, const serial_t *from,
                   const ga_tiles_t *from_named, ashlar_op op, int64_t count)
{
    const named_t named = list_named(to, to_named, from, from_named);
    for (int64_t e = 0; e < count; ++e) {
        int64_t value = 0, found = 0;
        for (int64_t j = 0; j < named.froms; ++j)
            if (e < from->n[named.from[j]]) {
                const int64_t one = from->value[named.from[j]][e];
                value = found++ ? combine(op, value, one) : one;
            }
        for (int64_t i = 0; i < named.tos; ++i)
            if (found && e < to->n[named.to[i]])
                to->value[named.to[i]][e] = value;
    }
    free_named(&named);
}

/* ---- values in memory ------------------------------------------------------------------------ */

/* A number as an element: of a type with arithmetic itself, else bytes that depend on it. */
static void store(const serial_t *serial, char *at, int64_t value)
{
    switch ((int)serial->type) {
#define STORE(id, ctype, mpitype, kind)                                                            \
    case ASHLAR_##id:                                                                              \
        *(ctype *)(void *)at = (ctype)value;                                                       \
        break;
        ASHLAR_TYPE_TABLE(STORE)
#undef STORE
    default:
        for (size_t b = 0; b < serial->element; ++b)
            at[b] = (char)(value * 7 + (int64_t)b);
    }
}

static char *my_tile(const serial_t *serial, int64_t tile)
{
    ga_block_t block;
    CHECK_OK(ga_block_by_number(serial->g, tile, &block));
    return block.data;
}

void serial_fill(serial_t *serial, rng_t *rng, int64_t least, int64_t most)
{
    for (int64_t t = 0; t < serial->tiles; ++t) {
        char *at = serial->owner[t] == test_rank() ? my_tile(serial, t) : NULL;
        for (int64_t e = 0; e < serial->n[t]; ++e) {
            serial->value[t][e] = rng_range(rng, least, most);
            if (at)
                store(serial, at + (size_t)e * serial->element, serial->value[t][e]);
        }
    }
}

bool serial_check(const serial_t *serial, const char *what)
{
    char expected[256];
    for (int64_t t = 0; t < serial->tiles; ++t) {
        if (serial->owner[t] != test_rank())
            continue;
        const char *at = my_tile(serial, t);
        for (int64_t e = 0; e < serial->n[t]; ++e) {
            store(serial, expected, serial->value[t][e]);
            if (memcmp(at + (size_t)e * serial->element, expected, serial->element) != 0) {
                test_fail(__FILE__, __LINE__,
                          "%s: element %" PRId64 " of tile %" PRId64 " of array %d is not %" PRId64,
                          what, e, t, (int)serial->g, serial->value[t][e]);
                return false;
            }
        }
    }
    return true;
}

bool serial_is_mine(const serial_t *serial, const ga_tiles_t *named)
{
    int64_t *tile = test_alloc((size_t)serial->tiles * sizeof *tile);
    const int64_t count = serial_tiles(serial, named, tile);
    bool is_mine = false;
    for (int64_t k = 0; k < count; ++k)
        is_mine |= serial->owner[tile[k]] == test_rank();
    free(tile);
    return is_mine;
}
