/* A matrix product of patches, as la_gemm.c describes it and la_product.c computes it. */
#ifndef LA_PRODUCT_H
#define LA_PRODUCT_H

#include <ashlar/la.h>

#include "ga/src/array/ga_array.h"
#include "linalg/src/blas/la_blas.h"

enum { STAGES = 4 /* panels on their way or being multiplied, across nodes */ };

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

/* A range of k: its panels, and the buffers for those that are not in one block here. */
typedef struct stage {
    int64_t kn;
    panel_t a, b;
    void *a_buffer, *b_buffer;
    ga_handle_t handle; /* of what is being fetched */
} stage_t;

typedef struct product {
    const lai_blas_t *blas;
    const void *alpha, *beta;
    operand_t a, b;
    int64_t m, n, k;
    int64_t lo[2], hi[2]; /* my part of the patch of c, relative to it */
    char *c;              /* its first element, in place */
    int64_t ldc;
    stage_t stage[STAGES];
    int stages;    /* in use */
    void *buffers; /* of all stages */
    int begun;     /* begin_together() was called */
    al_group_t *group;
    int64_t tile[2]; /* rows and columns of c multiplied at a time */
} product_t;

/* Multiply. All arguments are checked; nothing of c is written before all ranks have their buffers.
 * Collective. */
int lai_multiply(const char *call, product_t *p, gai_array_t *array, const la_patch_t *c);

#endif
