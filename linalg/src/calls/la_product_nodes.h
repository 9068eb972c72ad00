/* Matrix multiplication between nodes. */
#ifndef LA_PRODUCT_NODES_H
#define LA_PRODUCT_NODES_H

#include "linalg/src/calls/la_product.h"

/* lai_multiply() for a group on several nodes, and k above 0. Collective. */
int lai_multiply_nodes(const char *call, product_t *p, gai_array_t *array, const la_patch_t *c);

#endif
