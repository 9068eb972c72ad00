/* LOBPCG: the state of an iteration, and its parts.
 *
 * The basis is [X P W]: Ritz vectors X, the directions P in which they have last moved, and the
 * (preconditioned) residuals W. X, P, A*X and A*P are in tiles of rows, so that a pass over all
 * vectors works on one tile after the other, in the cache; W and A*W are arrays, which the operator
 * reads and writes. A pass multiplies by small matrices, whose rows are those of the basis in slots
 * of `block` each: X, P, W. */
#ifndef LA_LOBPCG_H
#define LA_LOBPCG_H

#include <stdbool.h>
#include <stdint.h>

#include <ashlar/la.h>

#include "ga/src/array/ga_array.h"
#include "linalg/src/blas/la_blas.h"
#include "linalg/src/iterative/la_lobpcg_kernels.h"
#include "linalg/src/iterative/la_small.h"

/* Blocks of vectors in a tile. */
enum { LAI_X, LAI_P, LAI_AX, LAI_AP, LAI_TILE_SLOTS };
/* Slots of the basis: rows of small matrices. */
enum { LAI_BASIS_SLOTS = 3, LAI_W = 2 };

/* Some first columns of an array that the operator sees. */
typedef struct lai_view {
    ga_t base, columns; /* an overlay; 0 while all columns are in use */
    char *at;           /* my rows, packed */
} lai_view_t;

/* The head of the message in which rank 0 tells all what it makes of the products of the basis; the
 * Ritz values and the coefficients of the new vectors follow. */
typedef struct lai_step {
    double status; /* lai_step_status_t */
    double p;      /* columns of the new P; or of the new W, if it is made orthonormal */
    double norm;   /* of the operator, at least */
} lai_step_t;

typedef enum lai_step_status {
    LAI_STEP_DONE,
    LAI_STEP_ORTHONORMALISE, /* the coefficients are those of a better W */
    LAI_STEP_DEPENDENT,      /* there are fewer vectors than are to be iterated */
    LAI_STEP_STALLED,        /* W adds nothing to the basis */
    LAI_STEP_NOT_FINITE,
    LAI_STEP_FAILED /* LAPACK */
} lai_step_status_t;

typedef struct lai_lobpcg {
    const char *call;
    const la_operator_t *a, *preconditioner;
    const lai_blas_t *blas;
    const lai_lobpcg_kernels_t *kernels;
    al_group_t *group;
    gai_array_t *z;
    int rank, parts; /* parts: 2 reals in a number, or 1 */
    int64_t n, k, block, first, rows;
    int64_t limit; /* of iterations */
    bool has_guess;
    double sign; /* -1: the largest eigenvalues; the small problems are about sign*A */
    double tolerance, epsilon;
    double norm; /* of the operator, at least */

    ga_spec_t spec; /* of the arrays that the operator sees */
    lai_view_t w, aw, residual;
    int64_t tile, tiles; /* rows of a tile */
    char *vectors;       /* [tiles][LAI_TILE_SLOTS][block][tile] */
    char *scratch;       /* [4 * block][tile] elements, then [8 * block * block] */
    char *coefficients;  /* those of the step, in the type of the vectors */

    int64_t x_count, p_count, w_count; /* columns in use */
    int64_t *active;                   /* the Ritz vectors whose residuals become W */
    int64_t active_count;
    double *norms;  /* a word for failures, then [block]: squares, then norms, of the residuals */
    double *scales; /* of the residuals when they become W: powers of two, about 1/norm */

    /* A word for failures; then [3*block] x [2*block], column-major: [X P W]' * [W A*W]; then
     * [2*block] x [4*block]: [X P]' * [X P A*X A*P], if is_measured. */
    double *products;
    bool is_measured;
    int failure;      /* of the operator on this rank, not yet agreed on */
    lai_step_t *step; /* then theta, then coefficients [2*block][3*block] */
    double *theta;    /* eigenvalues times `sign` */
    double *step_coefficients;
    double _Complex *hessian; /* of X and P, on rank 0 */
    lai_small_t *small;       /* rank 0 */
    la_operator_report_t report;
} lai_lobpcg_t;

static inline char *lai_slot(const lai_lobpcg_t *s, int64_t tile, int slot)
{
    const int64_t column = (tile * LAI_TILE_SLOTS + slot) * s->block;
    return s->vectors + s->blas->element * (size_t)(column * s->tile);
}

/* la_lobpcg_vectors.c: */

/* Allocate what the iteration needs. Collective; all ranks agree. */
int lai_lobpcg_allocate(lai_lobpcg_t *s);
/* Collective. */
int lai_lobpcg_free(lai_lobpcg_t *s);
/* Let a view have so many columns. Collective. */
int lai_view_resize(lai_lobpcg_t *s, lai_view_t *view, int64_t columns);
ga_t lai_view_array(const lai_view_t *view);

/* W = the vectors to begin with: the first columns of z, if there is a guess, and random ones; or
 * the identity, if all vectors are iterated. */
int lai_first_vectors(lai_lobpcg_t *s, bool has_guess);
/* z = the first columns of X. */
int lai_last_vectors(const lai_lobpcg_t *s);

/* la_lobpcg_passes.c: passes over my rows of all vectors. */

void lai_pass_products(lai_lobpcg_t *s);
/* X, P, A*X and A*P as the step says, and the residuals of X to `residuals`. */
void lai_pass_update(lai_lobpcg_t *s, int64_t p_new, char *residuals);
/* W and A*W as the step says. */
void lai_pass_orthonormalise(lai_lobpcg_t *s, int64_t w_new);
/* A*X from A*W, which is it; and residuals as above. */
void lai_pass_verify(lai_lobpcg_t *s, char *residuals);
/* W = X */
void lai_pass_expose(lai_lobpcg_t *s);

/* la_lobpcg_basis.c: on rank 0. */

/* The step that follows from the products. */
void lai_find_step(lai_lobpcg_t *s, bool may_orthonormalise);

/* la_lobpcg.c: iterate until the wanted pairs have converged, or as far as it goes. Collective; all
 * ranks have the same status, and the residuals of what there is in `norms`. */
int lai_lobpcg_iterate(lai_lobpcg_t *s);

#endif
