/* The state of linalg. */
#ifndef LA_CONTEXT_H
#define LA_CONTEXT_H

#include <stdatomic.h>
#include <stdint.h>

/* Kinds of numerical work, by how soon several ranks are faster than one. */
typedef enum lai_kind {
    LAI_FACTOR,
    LAI_LEVEL3,
    LAI_LU,
    LAI_LEAST_SQUARES,
    LAI_TALL, /* least squares of no fewer rows than columns */
    LAI_EIGEN,
    LAI_SINGULAR,
    LAI_TILED_CHOLESKY, /* LAI_FACTOR and LAI_LU by tiles (la_tiled.h) */
    LAI_TILED_LU,
    LAI_TILED_QR, /* LAI_TALL */
    LAI_ELPA,
    LAI_ELPA_SMALL, /* matrices */
    LAI_ELPA_ALL,   /* eigenvectors of large ones */
    LAI_KINDS
} lai_kind_t;

typedef struct lai_context {
    atomic_int blas_width_checked; /* the libraries' integers are as wide as ours */
    int keyval;                    /* of the process grids of a communicator */

    /* Up to this order, or as many elements, one rank solves alone; the extent of tiles; whether
     * grids for square matrices have more rows than columns, or fewer. */
    int64_t serial_order[LAI_KINDS], tile[LAI_KINDS];
    int64_t large_tile[LAI_KINDS],
        large_order; /* the extent of tiles from this order on; 0: the same */
    int prefer_tall_grid[LAI_KINDS];
    int64_t serial_ranks[LAI_KINDS];     /* so few are slower than one at any order */
    int64_t serial_order_oversubscribed; /* the order of all kinds, where ranks share cores */
    int64_t rank_extent; /* rows and columns that a process of a grid has at least, roughly */
    int elpa;            /* use it on grids */
    int64_t elpa_small;  /* LAI_ELPA_SMALL below this order */
    int64_t elpa_all;    /* LAI_ELPA_ALL from this order on */
    int64_t two_stages;  /* it may take two from this order on, for few eigenvectors; */
    int elpa_stages;     /* 0: as many as are faster; else this number */
    /* The arguments of la_set_grid(); 0: nothing. */
    int rows, cols;
    int64_t tile_asked;

    struct lai_factor *factors; /* all that live on this rank (la_factor.c) */
    int64_t factor_serial;      /* the highest of their handles so far */
} lai_context_t;

extern lai_context_t lai_context;

#endif
