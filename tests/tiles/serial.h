/* The serial model of tiles: arrays as lists of tiles, each a list of numbers in the order of its
 * memory; and the collectives by their definitions. */
#ifndef TESTS_TILES_SERIAL_H
#define TESTS_TILES_SERIAL_H

#include <stdbool.h>

#include <ashlar/tiles.h>

#include "harness/rng.h"

typedef struct serial {
    ga_t g;
    ga_type type;
    size_t element;
    int ndim;
    int64_t blocks[ASHLAR_MAX_DIM], tiles, whole; /* whole: elements of the largest tile */
    int64_t (*extent)[ASHLAR_MAX_DIM];            /* [tiles] */
    int64_t *n, **value;                          /* [tiles]; [tiles][n[tile]] */
    int *owner;                                   /* [tiles] world ranks */
} serial_t;

/* The model of an array whose group is the world, all values 0. */
serial_t serial_of(ga_t g);
void serial_free(serial_t *serial);

/* The numbers of the tiles that are named, in their order; returns how many. tile: int64_t[tiles]
 */
int64_t serial_tiles(const serial_t *serial, const ga_tiles_t *named, int64_t *tile);

void serial_broadcast(serial_t *to, const ga_tiles_t *to_named, const serial_t *from,
                      const ga_tiles_t *from_named, int64_t count);
/* Slots by a count, of a scatter, a gather or an exchange. */
void serial_move(serial_t *to, const ga_tiles_t *to_named, const serial_t *from,
                 const ga_tiles_t *from_named, int64_t count);
void serial_cut(serial_t *to, const ga_tiles_t *to_named, int to_dim, const serial_t *from,
                const ga_tiles_t *from_named, int from_dim);
void serial_reduce(serial_t *to, const ga_tiles_t *to_named, const serial_t *from,
                   const ga_tiles_t *from_named, ashlar_op op, int64_t count);

/* Draw new values, and store those of my tiles. */
void serial_fill(serial_t *serial, rng_t *rng, int64_t least, int64_t most);
/* Whether my tiles hold what the model has; else a failure that says `what`. */
bool serial_check(const serial_t *serial, const char *what);
/* Does this rank own one of these? */
bool serial_is_mine(const serial_t *serial, const ga_tiles_t *named);

#endif
