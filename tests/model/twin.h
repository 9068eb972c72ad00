/* A global array together with its serial model. */
#ifndef TESTS_TWIN_H
#define TESTS_TWIN_H

#include <ashlar/ga.h>

#include "model/model.h"

/* How an array is cut: as the library likes, with chunk hints, by random cuts on each axis. */
typedef enum layout { LAYOUT_REGULAR, LAYOUT_CHUNKED, LAYOUT_IRREGULAR, LAYOUT_COUNT } layout_t;

typedef struct twin {
    ga_t g;
    ga_group_t group;
    model_t model;
} twin_t;

/* Create an array and its model on a group, and fill both with random small integers -9..9.
 * Collective over the group. When the array cannot be created a failure is recorded and g is 0. */
twin_t twin_create(ashlar_type type, int ndim, const int64_t *dims, layout_t layout,
                   ga_group_t group, uint64_t seed);
/* The same for an existing array. */
twin_t twin_adopt(ga_t g, uint64_t seed);
/* Write random elements into both; each rank of the group writes a slab. Collective. */
void twin_randomize(twin_t *twin, uint64_t seed);
/* Write the model into the array. Collective. */
void twin_upload(twin_t *twin);
/* Check, on every rank, that the whole array equals the model. Collective. */
void twin_check(const char *file, int line, const twin_t *twin);
#define CHECK_TWIN(twin) twin_check(__FILE__, __LINE__, (twin))
/* Destroy the array and free the model. Collective. */
void twin_destroy(twin_t *twin);

/* Functions that twin_create() and twin_destroy() use when set: a program may have ways of its own
 * to cut. */
extern int (*twin_create_array)(const model_t *model, layout_t layout, rng_t *rng, ga_group_t group,
                                ga_t *g);
extern void (*twin_destroy_array)(ga_t g);

/* Random cuts for at most ranks blocks: blocks[ndim], and cuts as ga_create_irreg_nd() takes them.
 * @return number of entries written to cuts, at most the sum of dims */
int64_t random_cuts(rng_t *rng, int ndim, const int64_t *dims, int ranks, int64_t *blocks,
                    int64_t *cuts);

/* Whether a loop over types, dimensions and layouts takes this layout: all of them on one or two
 * ranks of one node, else one that changes with type and dimensions. */
bool layout_is_tested(layout_t layout, ashlar_type type, int ndim);

/* Extents of about 200 elements for 1 to 7 dimensions, no two dimensions alike where it can be. */
const int64_t *test_dims(int ndim);

#endif
