/* A matrix product of patches, as la_gemm.c describes it and la_product.c computes it. */
#ifndef LA_PRODUCT_H
#define LA_PRODUCT_H

#include <ashlar/la.h>

#include "ga/src/array/ga_array.h"
#include "linalg/src/blas/la_blas.h"

enum {
    PANEL = 512,    /* columns of op(a), rows of op(b), multiplied at a time unless in place */
    PANEL_MIN = 128 /* a narrower panel is not worth keeping inside one block */
};

/* a or b as the product sees it: op(a) is outer x k, op(b) is k x outer. */
typedef struct operand {
    const gai_array_t *array;
    int64_t origin[2]; /* first element of the patch */
    int k_axis;        /* dimension of the array along k */
    char trans;
} operand_t;

/* Where a panel is. */
typedef struct panel {
    const char *at;
    int64_t ld;
} panel_t;

typedef struct product {
    const lai_blas_t *blas;
    const void *alpha, *beta;
    operand_t a, b;
    int64_t m, n, k;
    int64_t lo[2], hi[2]; /* my part of the patch of c, relative to it */
    char *c;              /* its first element, in place */
    int64_t ldc;
    char *buffer[2]; /* for a panel of a and of b, on one node */
    int64_t tile[2]; /* rows and columns of c multiplied at a time */
    bool is_polled;  /* other nodes may wait for this one */
} product_t;

/* Choose the tiles of c between which the product polls. */
void lai_product_tiles(product_t *p);
/* The patch of op(x) with `outer_n` indices from `outer`, and k0 .. k0+kn-1. */
void lai_panel_patch(const operand_t *x, int64_t outer, int64_t outer_n, int64_t k0, int64_t kn,
                     int64_t *lo, int64_t *hi);
/* Whether one block on this node has it: then where. */
bool lai_is_in_place(const product_t *p, const operand_t *x, const int64_t *lo, const int64_t *hi,
                     panel_t *panel);
/* Indices along k from k0 to the end of the block of x. */
int64_t lai_k_to_cut(const operand_t *x, int64_t k0);
/* The part of c in a block of mine: *some says whether there is one, which becomes lo..hi and c of
 * the product. @return ASHLAR_EMPI  MPI has failed, and the block has no address */
int lai_use_own(product_t *p, const gai_array_t *array, const la_patch_t *c, int64_t number,
                bool *some);
/* c[i0.., j0..] = alpha * panel of a * panel of b + beta * c, m x n; polls. */
void lai_multiply_panels(const product_t *p, panel_t a, panel_t b, int64_t i0, int64_t m,
                         int64_t j0, int64_t n, int64_t kn, const void *beta);

/* c = beta * c, what I own of it. */
int lai_scale_own(const product_t *p, const gai_array_t *array, const la_patch_t *c);

/* Multiply, on one node or if k is 0. All arguments are checked; nothing of c is written before all
 * ranks have their buffers. Collective. */
int lai_multiply(const char *call, product_t *p, gai_array_t *array, const la_patch_t *c);

#endif
