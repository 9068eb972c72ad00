/* Processor grids by their handles. */
#ifndef GA_PROCESSOR_GRID_H
#define GA_PROCESSOR_GRID_H

#include <ashlar/al.h>
#include <ashlar/ga.h>

#include "armci-lite/src/al_private.h"

enum { GAI_GRID_NAME = 64 };

/* A grid: a record of this rank. All ranks of the group make the same. */
typedef struct gai_processor_grid {
    ga_grid_t handle;
    ga_grid_spec_t spec; /* as chosen; rank_count 0: place k is that of rank k */
    al_group_t *group;
    int places;
    char name[GAI_GRID_NAME];
    al_share_t list; /* of a node: the ranks of places, if they are listed */
} gai_processor_grid_t;

/* The live grid of a handle, or NULL. */
gai_processor_grid_t *gai_grid_of(ga_grid_t handle);
/* A number for the shape and the ranks of a grid, which ranks may have by different handles; 0:
 * there is none. */
uint32_t gai_grid_hash(ga_grid_t handle);
/* @return ASHLAR_EHANDLE, ASHLAR_ESTATE */
int gai_find_grid(const char *call, ga_grid_t handle, gai_processor_grid_t **grid);

/* Choose the extents that are 0. @return ASHLAR_ESHAPE */
int gai_grid_fit(const char *call, int ranks, int ndim, int *shape);
/* The ranks at `places` places of lines that have `line` places each, so that as many lines as can
 * be have the ranks of one node. */
int gai_grid_list_by_nodes(const char *call, const al_group_t *group, int line, int places,
                           int *ranks);

/* Fill in what a description says by naming a grid.
 * @return ASHLAR_EHANDLE, ASHLAR_ESHAPE, ASHLAR_EARG */
int gai_spec_on_grid(const char *call, ga_spec_t *spec);
void gai_grids_stop(void);

#endif
