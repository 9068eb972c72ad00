/* The parts of a one-sided transfer, the same for the processor on a node and for an engine
 * between nodes. */
#ifndef AL_TRANSFER_H
#define AL_TRANSFER_H

#include <stddef.h>
#include <stdint.h>

#include <ashlar/al.h>

/* A place in the slice of a rank of the world: in the arena of its node, `offset` bytes from the
 * start. */
typedef struct al_place {
    int rank, node;
    uint64_t offset;
} al_place_t;

/* The effect of an accumulate on each element: dst = dst op src, or dst += alpha*src when alpha is
 * set. */
typedef struct al_update {
    ashlar_type type;
    ashlar_op op;
    const void *alpha; /* NULL: no factor */
} al_update_t;

/* Single elements of one node, wherever their owners: element k, of `bytes`, is at offsets[k] of
 * the node's arena and at values[k] here. */
typedef struct al_elements {
    int node;
    size_t n, bytes;
    const uint64_t *offsets;
    char *const *values;
} al_elements_t;

typedef enum al_direction { AL_PUT, AL_GET, AL_ACC } al_direction_t;

typedef enum al_rmw { AL_FETCH_ADD, AL_SWAP, AL_COMPARE_SWAP } al_rmw_t;

/* Elements of a list (al_gather_scatter.h): a request for them fits a batch of the am engine. */
enum { AL_LIST = 2032 };

#endif
