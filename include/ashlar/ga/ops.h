/** Data-parallel operations. Part of ga.h. */
#ifndef ASHLAR_GA_OPS_H
#define ASHLAR_GA_OPS_H

#include <stdio.h>

#include <ashlar/ga/array.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- data-parallel operations (collective) --------------------------------------------------- */
/* On whole arrays, or on patches: ga_<name>_patch(). All sync as ga_sync() before and after, but
 * for what they return: that is there on all ranks, and the same bits.
 *
 * Scalars (value, alpha, beta, result) are one element of the arrays' type. Operands need not be
 * aligned; those that are (ga_create_like) move nothing, others are fetched in pieces of bounded
 * size. Whole arrays have the same extents. Patches lo..hi (int64_t[ndim] each, inclusive; empty
 * where hi is lo-1) have the same number of elements, which match in their order, dimension 0
 * fastest. The array written may be one of those read; of a patch that is written, another operand
 * is the very same patch or has no element in common with it.
 *
 * Integers wrap around. A maximum or minimum with NaN is NaN; complex numbers are compared by
 * modulus, and the first of two that are equal is taken. A complex number has the modulus infinity
 * if one of its parts is infinite, whatever the other is: NaN + i*infinity counts as infinite, not
 * as NaN, in norms, maxima and minima, ga_select() and ga_abs(). Otherwise its modulus is NaN if a
 * part is.
 *
 * @return ASHLAR_ETYPE   the types differ, or the operation is not for this type
 * @return ASHLAR_ESHAPE  extents, or numbers of elements of patches, differ
 * @return ASHLAR_ERANGE  a patch outside its array
 * @return ASHLAR_EARG    a pointer is NULL; or the patch written overlaps one that is read
 * @return ASHLAR_EGROUP  the groups differ
 * @return ASHLAR_ENOMEM  on every rank: no memory for pieces of operands, the result is undefined
 */

/** Every element becomes zero, or value. */
ASHLAR_API int ga_zero(ga_t g);
ASHLAR_API int ga_zero_patch(ga_t g, const int64_t *lo, const int64_t *hi);
ASHLAR_API int ga_fill(ga_t g, const void *value);
ASHLAR_API int ga_fill_patch(ga_t g, const int64_t *lo, const int64_t *hi, const void *value);
/** g *= alpha */
ASHLAR_API int ga_scale(ga_t g, const void *alpha);
ASHLAR_API int ga_scale_patch(ga_t g, const int64_t *lo, const int64_t *hi, const void *alpha);
/** g += alpha, for every element. */
ASHLAR_API int ga_add_constant(ga_t g, const void *alpha);
ASHLAR_API int ga_add_constant_patch(ga_t g, const int64_t *lo, const int64_t *hi,
                                     const void *alpha);
/** g = |g|, of complex numbers the modulus. The smallest integer stays what it is. */
ASHLAR_API int ga_abs(ga_t g);
ASHLAR_API int ga_abs_patch(ga_t g, const int64_t *lo, const int64_t *hi);
/** g = 1/g. Integers are divided as by ga_divide(). */
ASHLAR_API int ga_reciprocal(ga_t g);
ASHLAR_API int ga_reciprocal_patch(ga_t g, const int64_t *lo, const int64_t *hi);
/** c = alpha*a + beta*b, where c may be a or b, or both: AXPY of BLAS, y = alpha*x + y, is
 * ga_add(&alpha, x, &one, y, y). */
ASHLAR_API int ga_add(const void *alpha, ga_t a, const void *beta, ga_t b, ga_t c);
ASHLAR_API int ga_add_patch(const void *alpha, ga_t a, const int64_t *alo, const int64_t *ahi,
                            const void *beta, ga_t b, const int64_t *blo, const int64_t *bhi,
                            ga_t c, const int64_t *clo, const int64_t *chi);
/** c = a*b, element by element. */
ASHLAR_API int ga_multiply(ga_t a, ga_t b, ga_t c);
ASHLAR_API int ga_multiply_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b,
                                 const int64_t *blo, const int64_t *bhi, ga_t c, const int64_t *clo,
                                 const int64_t *chi);
/** c = a/b, element by element. Integers are cut towards 0; a quotient they cannot hold becomes the
 * nearest they can, and 0/0 is 0. A complex quotient overflows only if its modulus does; divided by
 * 0, or with an infinite part in a or b, it is infinite or 0 as in Annex G of the standard of C. */
ASHLAR_API int ga_divide(ga_t a, ga_t b, ga_t c);
ASHLAR_API int ga_divide_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b,
                               const int64_t *blo, const int64_t *bhi, ga_t c, const int64_t *clo,
                               const int64_t *chi);
/** c = the larger of a and b, element by element. */
ASHLAR_API int ga_maximum(ga_t a, ga_t b, ga_t c);
ASHLAR_API int ga_maximum_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b,
                                const int64_t *blo, const int64_t *bhi, ga_t c, const int64_t *clo,
                                const int64_t *chi);
/** c = the smaller of a and b, element by element. */
ASHLAR_API int ga_minimum(ga_t a, ga_t b, ga_t c);
ASHLAR_API int ga_minimum_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b,
                                const int64_t *blo, const int64_t *bhi, ga_t c, const int64_t *clo,
                                const int64_t *chi);
/** c = the one of a, b and m that is between the others, element by element. */
ASHLAR_API int ga_median(ga_t a, ga_t b, ga_t m, ga_t c);
ASHLAR_API int ga_median_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b,
                               const int64_t *blo, const int64_t *bhi, ga_t m, const int64_t *mlo,
                               const int64_t *mhi, ga_t c, const int64_t *clo, const int64_t *chi);

/** *result = sum of a*b over all elements, without conjugation. As DOT and DOTU of BLAS; sums are
 * formed in long long, double or double complex, and their order depends on the distribution; with
 * ASHLAR_REPRODUCIBLE=1 they are exact, rounded once, and depend on the elements only. */
ASHLAR_API int ga_dot(ga_t a, ga_t b, void *result);
ASHLAR_API int ga_dot_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b,
                            const int64_t *blo, const int64_t *bhi, void *result);
/** *result = sum of all elements, formed as in ga_dot(). */
ASHLAR_API int ga_sum(ga_t g, void *result);
ASHLAR_API int ga_sum_patch(ga_t g, const int64_t *lo, const int64_t *hi, void *result);

/** *result = the largest step with a + step*b >= 0 for all elements, up to rounding; of integers
 * the largest whole one. Where no element of b is below 0 nothing bounds it: infinity, or the
 * largest integer. NaN where an element is NaN, or two infinities are divided. Not of complex
 * types.
 * @return ASHLAR_EARG  an element of a is below 0 */
ASHLAR_API int ga_step_max(ga_t a, ga_t b, void *result);
ASHLAR_API int ga_step_max_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b,
                                 const int64_t *blo, const int64_t *bhi, void *result);
/** How far x + step*v can go within lower <= x <= upper. The step of an element is the one at which
 * it reaches the bound ahead, in the terms of ga_step_max(). Where v is 0 there is none, but 0
 * where x is on a bound.
 * @param[out] boundmin  the least step of all elements; infinity where no element has one
 * @param[out] wolfemin  the least of those where v is not 0: the largest step within all bounds
 * @param[out] boundmax  the largest step of all; infinity where an element has none; 0 of an empty
 *                       patch
 * @return ASHLAR_EARG  an element of x is not within its bounds */
ASHLAR_API int ga_step_bound(ga_t x, ga_t v, ga_t lower, ga_t upper, void *boundmin, void *wolfemin,
                             void *boundmax);
ASHLAR_API int ga_step_bound_patch(ga_t x, const int64_t *xlo, const int64_t *xhi, ga_t v,
                                   const int64_t *vlo, const int64_t *vhi, ga_t lower,
                                   const int64_t *lowerlo, const int64_t *lowerhi, ga_t upper,
                                   const int64_t *upperlo, const int64_t *upperhi, void *boundmin,
                                   void *wolfemin, void *boundmax);

/** Norms. Those of the entries see the elements as one vector; those of a matrix, for 1 and 2
 * dimensions, are the norms of linear maps: a vector is one column. */
typedef enum ga_norm_kind {
    GA_ENTRY_NORM_1,    /**< the sum of the moduli */
    GA_ENTRY_NORM_2,    /**< the root of the sum of their squares: Frobenius' norm */
    GA_ENTRY_NORM_INF,  /**< the largest modulus */
    GA_MATRIX_NORM_1,   /**< the largest sum of moduli in a column */
    GA_MATRIX_NORM_INF, /**< the largest sum of moduli in a row */
} ga_norm_kind;

/** *result = a norm of g, also where squares of the elements would overflow; NaN where an element
 * is NaN; 0 of an empty patch. Sums are formed in double, otherwise as in ga_dot().
 * @return ASHLAR_EARG    no such norm
 * @return ASHLAR_ESHAPE  the norm of a matrix, and more than 2 dimensions */
ASHLAR_API int ga_norm(ga_t g, ga_norm_kind kind, double *result);
ASHLAR_API int ga_norm_patch(ga_t g, const int64_t *lo, const int64_t *hi, ga_norm_kind kind,
                             double *result);

/** Find the largest (ASHLAR_MAX) or smallest (ASHLAR_MIN) element, complex ones by modulus; of
 * several the first, dimension 0 fastest. NaN comes before all others.
 * @param[out] value  the element
 * @param[out] index  int64_t[ndim], where it is in the array
 * @return ASHLAR_EARG    another operation
 * @return ASHLAR_ESHAPE  an empty patch */
ASHLAR_API int ga_select(ga_t g, ashlar_op op, void *value, int64_t *index);
ASHLAR_API int ga_select_patch(ga_t g, const int64_t *lo, const int64_t *hi, ashlar_op op,
                               void *value, int64_t *index);
/** Element number k of the array, or patch, becomes start + k*stride; dimension 0 fastest, numbers
 * from 0 on. Formed in long long, double or double complex, and rounded once. */
ASHLAR_API int ga_enumerate(ga_t g, const void *start, const void *stride);
ASHLAR_API int ga_enumerate_patch(ga_t g, const int64_t *lo, const int64_t *hi, const void *start,
                                  const void *stride);
/** Every element becomes a random number that depends on the seed and on its place in the array, or
 * patch, only: the same on any number of ranks. bound times a uniform number of [0,1), or of the
 * unit square for complex types; of integers a uniform one of 0..bound-1.
 * @return ASHLAR_EARG  a bound of integers below 1 */
ASHLAR_API int ga_randomize(ga_t g, uint64_t seed, const void *bound);
ASHLAR_API int ga_randomize_patch(ga_t g, const int64_t *lo, const int64_t *hi, uint64_t seed,
                                  const void *bound);

/* ---- rows, columns and diagonals of a matrix (collective) ----------------------------------- */
/* g has 2 dimensions, v 1: an element for each row, each column, or each diagonal element, of which
 * there are as many as the smaller extent. All sync as the operations above.
 * @return ASHLAR_ETYPE   the types differ, or are no numbers
 * @return ASHLAR_ESHAPE  other dimensions or extents
 * @return ASHLAR_EGROUP  the groups differ */

/** Row i, or column j, of g is multiplied by element i, or j, of v. */
ASHLAR_API int ga_scale_rows(ga_t g, ga_t v);
ASHLAR_API int ga_scale_columns(ga_t g, ga_t v);
/** v = diagonal of g, and back. */
ASHLAR_API int ga_get_diagonal(ga_t g, ga_t v);
ASHLAR_API int ga_set_diagonal(ga_t g, ga_t v);
/** The diagonal of g += v, or each of its elements += alpha, or becomes zero. */
ASHLAR_API int ga_add_diagonal(ga_t g, ga_t v);
ASHLAR_API int ga_shift_diagonal(ga_t g, const void *alpha);
ASHLAR_API int ga_zero_diagonal(ga_t g);

/* ---- scans and packing of vectors (collective) ----------------------------------------------- */
/* source, target and mask have 1 dimension; source and target are of one type, mask is of any.
 * Elements lo..hi (inclusive; empty where hi is lo-1) are looked at, those of the mask that are not
 * zero mark the elements with the same index. All sync as the operations above.
 * @return ASHLAR_ETYPE   other types
 * @return ASHLAR_ESHAPE  other dimensions
 * @return ASHLAR_ERANGE  the range is outside an array
 * @return ASHLAR_EGROUP  the groups differ */

/** Each mark begins a segment, which lasts to the next: all elements of target in it become its
 * first element of source. Those before the first mark stay as they are. target may be source. */
ASHLAR_API int ga_scan_copy(ga_t source, ga_t target, ga_t mask, int64_t lo, int64_t hi);
/** The same, with the sum of source's elements from the first of the segment to this one; if
 * is_exclusive is not 0, to the one before, which gives 0 at the first. */
ASHLAR_API int ga_scan_add(ga_t source, ga_t target, ga_t mask, int64_t lo, int64_t hi,
                           int is_exclusive);
/** The marked elements of source, in their order, become the first of target; and back: the first
 * elements of source become the marked ones of target. Others stay as they are.
 * @param[out] count  how many are marked
 * @return ASHLAR_EARG    count is NULL, or target is source or mask
 * @return ASHLAR_ERANGE  more are marked than target, or source, has elements */
ASHLAR_API int ga_pack(ga_t source, ga_t target, ga_t mask, int64_t lo, int64_t hi, int64_t *count);
ASHLAR_API int ga_unpack(ga_t source, ga_t target, ga_t mask, int64_t lo, int64_t hi,
                         int64_t *count);

/* ---- copies, transposes, printing (collective) ----------------------------------------------- */
/* ASHLAR_ETYPE: the types differ; ASHLAR_ESHAPE: dimensions or extents do; ASHLAR_EGROUP: the
 * groups do; ASHLAR_ENOMEM, on every rank: no memory for pieces of operands, the result is
 * undefined. */

/** b = a, however the two are distributed. Collective over the group of both, or over the smaller
 * of two groups, one of which contains the other. Then the syncs before and after are of the
 * smaller group: what other ranks have written to the larger array must be complete before the
 * call; what is written to it is complete for the ranks of the smaller group when the call returns,
 * and for others after the next sync with them. A rank outside the smaller group need not call. If
 * it does, it passes 0 for the smaller group's array, and the call checks the other argument and
 * returns at once; so a rank of the smaller group that passes 0 leaves the others waiting. One of
 * the two may be mirrored on the group of the other: then all ranks of it name both, b = a fills
 * every copy, and from a mirrored a each rank takes what is in the copy of its node.
 * @return ASHLAR_EGROUP  neither group contains the other */
ASHLAR_API int ga_copy(ga_t a, ga_t b);
/** Patch blo..bhi of b = patch alo..ahi of a, which has as many elements; otherwise as ga_copy().
 * If the two have different extents, or numbers of dimensions, their elements match in memory
 * order, dimension 0 fastest. The two may be patches of one array and overlap: b gets what a was
 * before. With equal extents that takes a step, with a sync, for each time that the distance
 * between them fits into their extent, in the dimension where it does so least often, and needs no
 * memory; with different ones each rank needs memory for what it owns of b's patch.
 * @param[in] alo,ahi,blo,bhi  int64_t[ndim], inclusive; not used where 0 is passed for the array
 * @return ASHLAR_ERANGE  a patch outside its array
 * @return ASHLAR_ESHAPE  the patches have different numbers of elements
 * @return ASHLAR_EARG    a bound is NULL
 * @return ASHLAR_ENOMEM  no memory on some rank for patches of different extents; b's is undefined,
 *                        but unchanged where the two overlap
 * @return ASHLAR_EGROUP  as of ga_copy() */
ASHLAR_API int ga_copy_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b,
                             const int64_t *blo, const int64_t *bhi);
/** b = transpose of a (no conjugation), of any type; 2-D, b as many rows as a has columns. Blocks
 * on this node are read in place, others fetched ahead into bounded memory.
 * @return ASHLAR_EARG  b is a */
ASHLAR_API int ga_transpose(ga_t a, ga_t b);
/** Patch blo..bhi of b = transpose of patch alo..ahi of a; otherwise as ga_transpose(). a may be b
 * if the patches have no element in common.
 * @param[in] alo,ahi,blo,bhi  int64_t[2], inclusive; empty where hi is lo-1
 * @return ASHLAR_ERANGE  a patch outside its array
 * @return ASHLAR_ESHAPE  not 2-D, or the patches are not each other's transpose in shape
 * @return ASHLAR_EARG    a bound is NULL; or two patches of one array overlap */
ASHLAR_API int ga_transpose_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b,
                                  const int64_t *blo, const int64_t *bhi);
/** a = (a + transpose of a) / 2; square, real or complex. With more than 2 dimensions each matrix
 * of the last two is made symmetric: element (k,i,j) becomes the mean of (k,i,j) and (k,j,i). Needs
 * little memory: each pair of elements is read and written by the owner of one of them. */
ASHLAR_API int ga_symmetrize(ga_t a);
/** Write the elements, with a heading, to a stream of rank 0 of the group. 2-D arrays by columns of
 * blocks; other dimensions one element a line. stream is used on rank 0 only.
 * @return ASHLAR_EARG  on every rank: the stream of rank 0 is NULL
 * @return ASHLAR_ESYS  on every rank: writing failed */
ASHLAR_API int ga_print(ga_t g, FILE *stream);
/** The same for a patch, with the indices of the array.
 * @return ASHLAR_ERANGE  the patch is outside the array */
ASHLAR_API int ga_print_patch(ga_t g, const int64_t *lo, const int64_t *hi, FILE *stream);
/** Write, as ga_print() does, which blocks each rank owns. */
ASHLAR_API int ga_print_distribution(ga_t g, FILE *stream);
/** List all live arrays on a stream of rank 0 of the world: name, extents, type, handle, number of
 * ranks, kind of distribution, blocks and grid along each dimension, ghost cells, copies, and the
 * bytes of their blocks; at the end their number and the sum of their bytes. Arrays whose groups
 * have the same first rank are listed together; of a task pool the array of its counters is listed.
 * Collective over the world; not a sync.
 * @param[in] verbose  not 0: also which blocks each rank owns, as ga_print_distribution()
 * @return ASHLAR_EARG    on every rank: the stream of rank 0 is NULL
 * @return ASHLAR_ENOMEM  on every rank: no memory for the text; nothing was written
 * @return ASHLAR_ESYS    on every rank: writing failed */
ASHLAR_API int ga_summarize(int verbose, FILE *stream);
/** Report the memory: what ga_summarize() writes, and for each array the smallest, mean and largest
 * number of bytes that a rank holds of it; of an array on at most 16 ranks also the bytes of each
 * rank. These are multiples of 8 and include tables and copies, but not what lies in another array.
 * Then a line for each node: the size of its arena, the bytes used by arrays and by all else, the
 * bytes committed, and the largest free piece; and a line with the sets of mutexes and the record
 * types in use and their limits. With ASHLAR_INFO=stats
 * ga_terminate() prints it, of the arrays that are still alive. Collective over the world; not a
 * sync. stream is used on rank 0 only.
 * @return ASHLAR_EARG    on every rank: the stream of rank 0 is NULL
 * @return ASHLAR_ENOMEM  on every rank: no memory for the text
 * @return ASHLAR_ESYS    on every rank: writing failed */
ASHLAR_API int ga_report(FILE *stream);

#ifdef __cplusplus
}
#endif
#endif
