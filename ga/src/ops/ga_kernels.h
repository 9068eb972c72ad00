/* Arithmetic of the data-parallel operations, per element type. */
#ifndef GA_KERNELS_H
#define GA_KERNELS_H

#include <stddef.h>

#include <ashlar/types.h>

typedef struct gai_kernels {
    /* c = alpha*a + beta*b; c may be a or b */
    void (*combine)(size_t n, void *c, const void *alpha, const void *a, const void *beta,
                    const void *b);
    /* *sum += sum of a*b */
    void (*dot)(size_t n, void *sum, const void *a, const void *b);
    /* a = (a + b) / 2; NULL for integers */
    void (*average)(size_t n, void *a, const void *b);
} gai_kernels_t;

extern const gai_kernels_t gai_kernels[ASHLAR_TYPE_COUNT];

#endif
