/* The narrow interface between the one-sided calls and what carries them to another node.
 * Nothing above it knows which engine runs. */
#ifndef AL_ENGINE_H
#define AL_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#include <mpi.h>

#include <ashlar/al.h>

/* A place in the slice of a rank of the world: in the arena of its node, `offset` bytes from the
 * start. */
typedef struct al_place {
    int rank, node;
    uint64_t offset;
} al_place_t;

/* What an accumulate does to each element: dst = dst op src, or dst += alpha*src when alpha is set.
 */
typedef struct al_update {
    ashlar_type type;
    ashlar_op op;
    const void *alpha; /* NULL: no factor */
} al_update_t;

/* Single elements of one node, wherever their owners: element k, of `bytes`, is at offsets[k] of
 * the node's arena and at values[k] here. */
typedef struct al_points {
    int node;
    size_t n, bytes;
    const uint64_t *offsets;
    char *const *values;
} al_points_t;

typedef enum al_direction { AL_PUT, AL_GET, AL_ACC } al_direction_t;

typedef enum al_rmw { AL_FETCH_ADD, AL_SWAP, AL_COMPARE_SWAP } al_rmw_t;

typedef struct al_engine {
    const char *name;
    /* 1: every accumulate and rmw on a segment that spans nodes goes through this engine, local
     * ones too; 0: remote ones run on the target node under the same locks as local ones. */
    int owns_atomics;
    /* Collective over the world. */
    int (*start)(void);
    /* together: all ranks stop; else this one alone, because MPI has failed: what waits for others
     * is left alone. */
    void (*stop)(int together);
    /* Transfer the runs of a shape. handle NULL: the caller's buffer is free again on return, and
     * the transfer precedes later ones of this rank to the same node. Else it may go on after the
     * return, under the handle (al_handle.h). */
    int (*put)(al_place_t place, const char *buf, const al_shape_t *shape, al_handle_t *handle);
    int (*get)(al_place_t place, char *buf, const al_shape_t *shape, al_handle_t *handle);
    int (*acc)(al_place_t place, const al_update_t *update, const char *buf,
               const al_shape_t *shape, al_handle_t *handle);
    /* expected is used by AL_COMPARE_SWAP only. */
    int (*rmw)(al_place_t place, al_rmw_t what, ashlar_type type, int64_t value, int64_t expected,
               int64_t *old);
    /* Move points; update belongs to AL_ACC, a sum. With a handle, what a get writes and the
     * pointers to it are in use until it is complete; all else is free on return. */
    int (*points)(al_direction_t direction, const al_points_t *points, const al_update_t *update,
                  al_handle_t *handle);
    /* Move the transfer of a handle forward; complete it before returning when wait is set. done:
     * is it complete? */
    int (*advance)(al_handle_t handle, int wait, int *done);
    /* Before a local load or store to a segment whose atomics the engine owns: complete what is
     * under way to my own node. */
    int (*order_local)(void);
    /* Complete what this rank issued to a rank of the world, to all. */
    int (*fence)(int rank);
    int (*fence_all)(void);
    int (*poll)(void);
    /* Wait for an MPI request of the library's; NULL: the engine has no better way than tests and
     * polls in turn. */
    int (*wait_mpi)(MPI_Request request);
} al_engine_t;

extern const al_engine_t ali_engine_rma, ali_engine_am, ali_engine_hybrid;

#endif
