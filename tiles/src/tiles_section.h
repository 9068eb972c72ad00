/* Sections: the tiles of an array that intervals name, and whose they are. */
#ifndef TILES_SECTION_H
#define TILES_SECTION_H

#include <ashlar/tiles.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_array.h"

/* Along a dimension: the tiles first, first + step, ..., count of them. They are numbered k = 0, 1,
 * ...; as the owners along a dimension repeat, the ranks that own k and k + period are the same,
 * and those of 0 to owners - 1 are different. */
typedef struct tilesi_axis {
    int64_t first, step, count;
    int period, owners; /* owners: the smaller of count and period */
    int procs, stride;  /* of the grid of ranks */
} tilesi_axis_t;

typedef struct tilesi_section {
    const gai_array_t *array;
    int ndim;
    int owners;    /* ranks that own some: the product over the dimensions */
    int places;    /* of the grid; ranks beyond own nothing */
    int64_t count; /* of tiles */
    tilesi_axis_t axis[ASHLAR_MAX_DIM];
} tilesi_section_t;

/* A tile of a section. */
typedef struct tilesi_tile {
    int64_t number;
    int64_t elements;
    int64_t extent[ASHLAR_MAX_DIM];
    char *data; /* NULL: on another node */
} tilesi_tile_t;

/* A walk over the tiles of one owner. */
typedef struct tilesi_walk {
    const tilesi_section_t *section;
    int64_t k[ASHLAR_MAX_DIM], begin[ASHLAR_MAX_DIM];
    tilesi_tile_t tile;
} tilesi_walk_t;

/* @return as the public calls say of an array and its intervals */
int tilesi_section(const char *call, const ga_tiles_t *tiles, tilesi_section_t *section);
/* The world rank of an owner by its number in the section; the number of this rank, -1: it owns
 * none. */
int tilesi_owner_rank(const tilesi_section_t *section, int owner);
int tilesi_my_owner(const tilesi_section_t *section);
/* How many tiles an owner has. */
int64_t tilesi_owned(const tilesi_section_t *section, int owner);
/* Elements of the largest tile of the array. */
int64_t tilesi_whole(const tilesi_section_t *section);
/* Do two sections have a tile in common? */
bool tilesi_sections_meet(const tilesi_section_t *a, const tilesi_section_t *b);

/* Begin with the first tile of an owner, which has one; go on to the next, false: there is none. */
void tilesi_walk_begin(const tilesi_section_t *section, int owner, tilesi_walk_t *walk);
bool tilesi_walk_next(tilesi_walk_t *walk);
/* The tile of a number. */
void tilesi_tile_of(const tilesi_section_t *section, int64_t number, tilesi_tile_t *tile);

#endif
