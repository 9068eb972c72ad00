/* Arithmetic of the data-parallel operations, per element type: the rows of ga_operations.def. */
#ifndef GA_KERNELS_H
#define GA_KERNELS_H

#include <stddef.h>

#include <ashlar/types.h>

#define ELEMENTWISE(name, kinds, form, value) GAI_OP_##name,
#define REDUCTION(name, kinds, form, term)
enum {
#include "ga/src/ops/ga_operations.def"
    GAI_ELEMENTWISE_COUNT
};
#undef ELEMENTWISE
#undef REDUCTION
#define ELEMENTWISE(name, kinds, form, value)
#define REDUCTION(name, kinds, form, term) GAI_OP_##name,
enum {
#include "ga/src/ops/ga_operations.def"
    GAI_REDUCTION_COUNT
};
#undef ELEMENTWISE
#undef REDUCTION

enum { GAI_SCALARS = 2 };

/* n elements: at[0] is written, at[1] and at[2] are read and may be at[0] themselves; pointers to
 * two scalars. All are set. */
typedef void gai_elementwise_t(size_t n, char *const *at, const void *const *scalars);
/* *sum += the terms of n elements */
typedef void gai_reduction_t(size_t n, char *const *at, void *sum);

/* NULL: the type does not support the operation */
typedef struct gai_kernels {
    gai_elementwise_t *const *elementwise; /* [GAI_ELEMENTWISE_COUNT] */
    gai_reduction_t *const *reductions;    /* [GAI_REDUCTION_COUNT] */
} gai_kernels_t;

extern const gai_kernels_t gai_kernels[ASHLAR_TYPE_COUNT];

#endif
