/** Data-parallel operations. Part of ga.h. */
#ifndef ASHLAR_GA_OPS_H
#define ASHLAR_GA_OPS_H

#include <stdio.h>

#include <ashlar/ga_array.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- data-parallel operations (collective) --------------------------------------------------- */
/* Scalars (value, alpha, beta) are one element of the arrays' type. ASHLAR_ETYPE: the types differ
 * or do not allow the operation; ASHLAR_ESHAPE: the extents differ; ASHLAR_EGROUP: the groups
 * differ; ASHLAR_ENOMEM, on every rank: no memory for pieces of operands, the result is undefined.
 * Operands need not be aligned; aligned ones (ga_create_like) move nothing. */

/** Every element becomes zero, or value. */
ASHLAR_API int ga_zero(ga_t g);
ASHLAR_API int ga_fill(ga_t g, const void *value);
/** g *= alpha */
ASHLAR_API int ga_scale(ga_t g, const void *alpha);
/** c = alpha*a + beta*b; c may be a or b. */
ASHLAR_API int ga_add(const void *alpha, ga_t a, const void *beta, ga_t b, ga_t c);
/** b = a, however the two are distributed. Collective over the group of both, or over the larger of
 * two groups, one of which contains the other: a rank outside the group of one array passes 0 for
 * it (handles of disjoint groups may be the same number), and only ranks of both move data. One of
 * the two may be mirrored on the group of the other: then all ranks of it name both, b = a fills
 * every copy, and from a mirrored a each rank takes what is in the copy of its node.
 * @return ASHLAR_EGROUP  neither group contains the other; or not all ranks of the smaller one, and
 *                        only these, name its array */
ASHLAR_API int ga_copy(ga_t a, ga_t b);
/** Patch blo..bhi of b = patch alo..ahi of a, which has the same extents; otherwise as ga_copy().
 * The two may be patches of one array and overlap: b gets what a was before. That takes a step,
 * with a sync, for each time that the distance between them fits into their extent, in the
 * dimension where it does so least often. Needs no memory.
 * @param[in] alo,ahi,blo,bhi  int64_t[ndim], inclusive; not used where 0 is passed for the array
 * @return ASHLAR_ERANGE  a patch outside its array
 * @return ASHLAR_ESHAPE  dimensions or extents of the patches differ
 * @return ASHLAR_EARG    a bound is NULL
 * @return ASHLAR_EGROUP  as of ga_copy() */
ASHLAR_API int ga_copy_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b,
                             const int64_t *blo, const int64_t *bhi);
/** *result = sum of a*b over all elements, without conjugation; one element of the arrays' type,
 * the same bits on all ranks. As DOT and DOTU of BLAS; the order of the sum depends on the
 * distribution. */
ASHLAR_API int ga_dot(ga_t a, ga_t b, void *result);
/** b = transpose of a (no conjugation); 2-D, b as many rows as a has columns. b must not be a:
 * ASHLAR_EARG. */
ASHLAR_API int ga_transpose(ga_t a, ga_t b);
/** a = (a + transpose of a) / 2; 2-D, square, real or complex. */
ASHLAR_API int ga_symmetrize(ga_t a);
/** Write the elements, with a heading, to a stream of rank 0 of the group. 2-D arrays by columns of
 * blocks; other dimensions one element a line. stream is used on rank 0 only.
 * @return ASHLAR_EARG  on every rank: the stream of rank 0 is NULL
 * @return ASHLAR_ESYS  on every rank: writing failed */
ASHLAR_API int ga_print(ga_t g, FILE *stream);

#ifdef __cplusplus
}
#endif
#endif
