/* Pieces: what goes from one tile to another. */
#ifndef TILES_PIECE_H
#define TILES_PIECE_H

#include "tiles/src/tiles_plan.h"

typedef struct tilesi_piece {
    char *from, *to; /* its first element in each tile; NULL: on another node */
    size_t bytes;
    int to_owner;
    al_shape_t shape; /* count and levels */
    size_t from_stride[AL_MAX_LEVELS], to_stride[AL_MAX_LEVELS];
} tilesi_piece_t;

/* The pieces that are not empty from the sources of an owner to the destinations of another. */
typedef struct tilesi_pieces {
    const tilesi_plan_t *plan;
    int from_owner;
    tilesi_walk_t from, to;
    tilesi_piece_t piece;
} tilesi_pieces_t;

/* false: there are no more. */
bool tilesi_pieces_begin(const tilesi_plan_t *plan, int from_owner, int to_owner,
                         tilesi_pieces_t *pieces);
bool tilesi_pieces_next(tilesi_pieces_t *pieces);

void tilesi_copy(const tilesi_piece_t *piece);
void tilesi_pack(const tilesi_piece_t *piece, char *buffer);
void tilesi_unpack(const tilesi_piece_t *piece, const char *buffer);
/* Does it lie in one run in the source (else in the destination)? */
bool tilesi_is_run(const tilesi_piece_t *piece, bool in_source);

/* Find where the parts of tiles are along the dimensions that are cut, and check that they fit.
 * @return ASHLAR_ESHAPE, ASHLAR_ENOMEM */
int tilesi_find_cuts(const char *call, tilesi_plan_t *plan);

#endif
