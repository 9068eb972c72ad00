/* The division of a product between nodes: the parts of c that a rank computes. */
#ifndef LA_PRODUCT_PARTS_H
#define LA_PRODUCT_PARTS_H

#include "linalg/src/calls/la_bands.h"
#include "linalg/src/calls/la_product.h"

/* A part of c that I compute: its first element and extents among the rows and columns of my node,
 * and where it is. */
typedef struct lai_part {
    int64_t at[2], n[2];
    char *c;
    int64_t ldc;
} lai_part_t;

typedef struct lai_parts {
    lai_bands_t need[2]; /* rows and columns of c that my node computes */
    lai_part_t *list;    /* mine */
    int64_t count;
    int64_t k0, k;    /* the range of k that my node multiplies */
    int64_t start;    /* where in it my node begins */
    const void *beta; /* of the first product of a part */
    char *sums;       /* what is added to c in the end; NULL: the parts are c itself */
    int64_t turn;     /* where to begin to add: the column */
} lai_parts_t;

/* Divide the work: zeros before. They are freed with lai_parts_free(), also after a failure. Not
 * collective, but all ranks divide alike. @return ASHLAR_ENOMEM, ASHLAR_EMPI */
int lai_parts_find(const char *call, product_t *p, const gai_array_t *array, const la_patch_t *c,
                   lai_parts_t *parts);
/* If there are sums: c = beta * c, for what I own. Others add to c after a barrier. */
int lai_parts_begin(const product_t *p, const gai_array_t *array, const la_patch_t *c,
                    const lai_parts_t *parts);
/* Begin and end adding my sums; a barrier completes it. */
int lai_parts_add(const product_t *p, const gai_array_t *array, const la_patch_t *c,
                  const lai_parts_t *parts);
void lai_parts_free(lai_parts_t *parts);

#endif
