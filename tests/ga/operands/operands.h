/* Operands of data-parallel operations: aligned with each other, or cut differently. */
#ifndef TESTS_GA_OPERANDS_H
#define TESTS_GA_OPERANDS_H

#include "model/twin.h"

/* A second operand of the same shape: aligned with the first, or cut in another way. */
twin_t partner_of(const twin_t *twin, bool aligned, uint64_t seed);

/* Run on three operands of every type, number of dimensions and mix of cuts, and compare them with
 * their models afterwards. */
void each_operands(void (*run)(twin_t *a, twin_t *b, twin_t *c));

/* Copy a to b and b to c, and their models alike. */
void copy_twice(twin_t *a, twin_t *b, twin_t *c);

/* The elements of a patch, in their order. */
scalar_t **elements_of(const model_t *model, const patch_t *patch);
/* A patch of the shape of another, anywhere in an array of the same extents. */
patch_t patch_moved(rng_t *rng, const patch_t *patch, const int64_t *dims);

#endif
