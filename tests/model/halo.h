/* A rank's block with its ghost cells, and what these should hold. */
#ifndef TESTS_HALO_H
#define TESTS_HALO_H

#include <ashlar/ga.h>

#include "model/model.h"

typedef struct halo {
    int ndim;
    ashlar_type type;
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM], widths[ASHLAR_MAX_DIM];
    int64_t extent[ASHLAR_MAX_DIM];
    bool nonperiodic[ASHLAR_MAX_DIM];
    char *first; /* NULL: this rank owns nothing */
} halo_t;

/* The cells updated: ghost cells in this direction, or in all. */
typedef struct halo_wanted {
    const int *direction; /* NULL: all */
    bool corners;
} halo_wanted_t;

/* Draw what to update. direction[ndim]: where to keep one. */
halo_wanted_t halo_draw(rng_t *rng, int ndim, int *direction);

/* My block of an array whose ranks own one at most. @return the first status that is not 0 */
int halo_of(ga_t g, halo_t *halo);
/* Write a mark into all ghost cells. */
void halo_mark(const halo_t *halo);
/* How many cells are wrong: elements and wanted ghost cells that stand for an element must be as in
 * the model, other ghost cells must hold the mark. */
int64_t halo_wrong(const halo_t *halo, const model_t *model, halo_wanted_t wanted);

#endif
