/* The state of linalg. */
#ifndef LA_CONTEXT_H
#define LA_CONTEXT_H

#include <stdatomic.h>
#include <stdint.h>

/* Kinds of numerical work, by how soon several ranks are faster than one (la_solver_table.inc). */
typedef enum lai_kind {
    LAI_CHOLESKY,
    LAI_LU,
    LAI_QR,                          /* least squares of no fewer rows than columns */
    LAI_FACTORS,                     /* those before are made by tiles (la_tiled.h), too */
    LAI_LEAST_SQUARES = LAI_FACTORS, /* of more columns than rows, and QR factors that are kept */
    LAI_LEVEL3,
    LAI_EIGEN,
    LAI_SINGULAR,
    LAI_ELPA,
    LAI_ELPA_SMALL, /* matrices */
    LAI_ELPA_ALL,   /* eigenvectors of large ones */
    LAI_KINDS
} lai_kind_t;

typedef struct lai_context {
    atomic_int blas_width_checked; /* the libraries' integers are as wide as ours */
    int keyval;                    /* of the process grids of a communicator */

    /* The numbers at the end of la_solver_table.inc. */
    int64_t crowded_order, rank_extent, elpa_small, elpa_all, two_stages;
    /* In the place of one_order and one_ranks of all rows of the table; LAI_BY_TABLE: those hold */
    int64_t one_order, one_ranks;
    int elpa;        /* use it on grids */
    int elpa_stages; /* 0: as many as are faster; else this number */
    /* The arguments of la_set_grid(); 0: nothing. */
    int rows, cols;
    int64_t tile_asked;

    struct lai_factor *factors; /* all that live on this rank (la_factor.c) */
    int64_t factor_serial;      /* the highest of their handles so far */
} lai_context_t;

enum { LAI_BY_TABLE = -1 };

extern lai_context_t lai_context;

#endif
