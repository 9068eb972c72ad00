/* The terms of reductions one by one, for exact sums: the rows of ga_operations.def again. */
#ifndef GA_EXACT_TERMS_H
#define GA_EXACT_TERMS_H

#include "ga/src/operands/ga_kernels.h"

enum { GAI_EXACT_TERMS = 512, GAI_EXACT_PARTS = 2 };

/* The terms of n elements, parts doubles each. */
typedef struct gai_exact_terms {
    void (*kernel)(size_t n, char *const *at, void *terms);
    size_t parts; /* real, or real and imaginary; 0: the terms are something else than doubles */
} gai_exact_terms_t;

/* [GAI_REDUCTION_COUNT] each */
extern const gai_exact_terms_t *const gai_exact_terms[ASHLAR_TYPE_COUNT];

#endif
