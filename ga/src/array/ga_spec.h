/* A description of an array on its way to a plan. */
#ifndef GA_SPEC_H
#define GA_SPEC_H

#include "ga/src/array/ga_create.h"

typedef struct gai_spec_kind {
    const char *name;
    int widths, cuts; /* blocks by their extents, by cuts */
    int one_each;     /* a rank owns at most one block */
    int tiles;        /* each block is contiguous, on a grid */
} gai_spec_kind_t;

typedef struct gai_draft {
    const char *call;
    const ga_spec_t *spec;
    gai_spec_kind_t kind;
    int ranks, owners; /* to choose from; those that may own blocks */
    int procs[ASHLAR_MAX_DIM];
    union {
        gai_layout_t base;
        gai_grid_t grid;
        gai_block_cyclic_t block_cyclic;
    } layout;
    int has_ghosts;
    void *tables; /* allocated */
    gai_plan_t plan;
} gai_draft_t;

/* Cut the array into blocks, and choose the grid of ranks that own them.
 * @return ASHLAR_ESHAPE, ASHLAR_EARG */
int gai_spec_distribute(gai_draft_t *x);

#endif
