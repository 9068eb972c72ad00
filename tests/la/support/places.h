/* Where a hard matrix is solved: its order, the process grid, the tiles, the group, and how its
 * arrays are distributed. Each matrix of a gallery meets each value of these, and each value of one
 * each of the others, as a covering table has it. */
#ifndef TESTS_LA_PLACES_H
#define TESTS_LA_PLACES_H

#include "model/dense.h"

typedef struct place {
    int matrix; /* which of the gallery */
    int number; /* of the step: to take letters in turn */
    ashlar_type type;
    int64_t n, tile;
    ga_group_t group;
    int grid[2]; /* that is asked for, or that arrays in ScaLAPACK's layout have */
    int asks;    /* la_set_grid() was called; else the array's layout decides */
    ga_order order;
    int layout; /* of the first array */
    rng_t rng;
} place_t;

/* Run a step for each row of a few such tables, each by every rank of a group; or for all orders,
 * grids and tiles of each matrix. A failure names the step, which LA_STEP=number runs alone. */
void run_places(const char *what, int matrices, const char *(*name_of)(int matrix),
                void (*run)(place_t *p));
void run_all_places(const char *what, int matrices, const char *(*name_of)(int matrix),
                    void (*run)(place_t *p));

/* An array on the place's group that holds x; each next one is distributed in another way. */
ga_t place_array(place_t *p, const dense_t *x);
/* The same, with NaN above the diagonal. */
ga_t place_lower(place_t *p, const dense_t *x);

#endif
