/* The table that solvers are chosen by (la_solver_table.inc). */
#ifndef LA_SOLVER_TABLE_H
#define LA_SOLVER_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <ashlar/types.h>

#include "linalg/src/frame/la_context.h"

typedef enum lai_way { LAI_ONE_RANK, LAI_TILES, LAI_SCALAPACK /* or ELPA */, LAI_WAYS } lai_way_t;

/* Numbers for several ranks by tiles or by ScaLAPACK. */
typedef struct lai_tuning {
    int64_t one_order; /* up to this order, or as many elements, one rank is faster */
    int64_t tile;
    int64_t large_order, large_tile; /* the extent of tiles from an order on; 0: the same */
    int64_t one_ranks;               /* so few are slower than one at any order */
    bool is_tall;                    /* grids for square matrices have more rows than columns */
} lai_tuning_t;

/* The way to do work of a kind on several ranks, as ASHLAR_SOLVER and the table say. */
lai_way_t lai_way_on_ranks(lai_kind_t kind, ashlar_type type, bool is_one_node);
const lai_tuning_t *lai_tuning(lai_kind_t kind, ashlar_type type, bool is_one_node, lai_way_t way);

/* With ASHLAR_INFO rank 0 prints what follows from the table, ASHLAR_SOLVER and la_set_grid(). */
void lai_report_solvers(void);
/* The same for so many ranks on one node and, if there are several, between nodes: lines
 * "ashlar: KEY: VALUE". Not collective; the library must be started. */
void lai_print_solvers(FILE *out, int ranks, int nodes);

#endif
