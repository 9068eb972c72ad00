/* The narrow interface between the one-sided calls and what carries them to another node.
 * Nothing above it knows which engine runs. */
#ifndef AL_ENGINE_H
#define AL_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#include <ashlar/al.h>

/* A place on another node: the arena of `node`, `offset` bytes from its start. */
typedef struct al_place {
    int node;
    uint64_t offset;
} al_place_t;

typedef struct al_engine {
    const char *name;
    /* 1: every accumulate and rmw on a segment that spans nodes goes through this engine, local
     * ones too; 0: remote ones run on the target node under the same locks as local ones. */
    int owns_atomics;
    /* Collective over the world. */
    int (*start)(void);
    void (*stop)(void);
    /* Transfer the runs of a shape. The caller's buffer is free again on return, and the transfer
     * precedes later ones of this rank to the same node. */
    int (*put)(al_place_t place, const char *buf, const al_shape_t *shape);
    int (*get)(al_place_t place, char *buf, const al_shape_t *shape);
    int (*acc)(al_place_t place, ashlar_type type, const void *alpha, const char *buf,
               const al_shape_t *shape);
    int (*fetch_add)(al_place_t place, ashlar_type type, int64_t inc, int64_t *old);
    /* Before a local load or store to a segment whose atomics the engine owns: complete what is
     * under way to my own node. */
    int (*order_local)(void);
    int (*fence)(int node);
    int (*fence_all)(void);
    int (*poll)(void);
} al_engine_t;

extern const al_engine_t ali_engine_rma;

#endif
