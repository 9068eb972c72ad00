/** One-sided access: put, get, accumulate, lists of elements, atomics, access in place. Part of
 * ga.h. */
#ifndef ASHLAR_GA_ONESIDED_H
#define ASHLAR_GA_ONESIDED_H

#include <ashlar/ga/array.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- one-sided access (not collective) ------------------------------------------------------- */
/* ASHLAR_ERANGE: patch outside the array; ASHLAR_ELD: leading dimension too small (before
 * dimensions of one element each it is not used, and may be anything); accumulates also
 * ASHLAR_ETYPE: an array of records; ASHLAR_ENOMEM: no memory for having the blocks of a patch
 * under way to other nodes, the patch is undefined. buf holds elements of the array's type, is the
 * caller's, and must not overlap the array's memory. */

/** Write a patch from a column-major buffer. */
ASHLAR_API int ga_put(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, const void *buf,
                      int64_t ld);
ASHLAR_API int ga_put_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf,
                         const int64_t *ld);
/** Read a patch into a column-major buffer. */
ASHLAR_API int ga_get(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, void *buf,
                      int64_t ld);
ASHLAR_API int ga_get_nd(ga_t g, const int64_t *lo, const int64_t *hi, void *buf,
                         const int64_t *ld);
/** patch += alpha * buf, each element atomic with respect to other accumulates.
 * Integer sums must not overflow.
 * @param[in] alpha  one element of the array's type */
ASHLAR_API int ga_acc(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, const void *buf,
                      int64_t ld, const void *alpha);
ASHLAR_API int ga_acc_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf,
                         const int64_t *ld, const void *alpha);
/** Add inc to one element and return what it was, atomically with respect to other such calls and
 * to swaps. Complete on return. Sums wrap around.
 * @param[out] old  may be NULL
 * @return ASHLAR_ERANGE  outside the array
 * @return ASHLAR_ETYPE  the array is not of an integer type
 * @return ASHLAR_EARG   inc does not fit the type */
ASHLAR_API int ga_read_inc(ga_t g, int64_t i, int64_t j, int64_t inc, int64_t *old);
ASHLAR_API int ga_read_inc_nd(ga_t g, const int64_t *index, int64_t inc, int64_t *old);

/** patch = patch op buf, each element atomic with respect to accumulates with the same op (with
 * any, unless the array spans nodes and the engine is rma).
 * @return ASHLAR_ETYPE  the operation is not defined for the array's type
 * @return ASHLAR_EARG   no such operation, or one of reductions only (types.h)
 * @return ASHLAR_ETRANSPORT  a product of complex elements of an array that spans nodes, under rma
 */
ASHLAR_API int ga_acc_op(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi,
                         const void *buf, int64_t ld, ashlar_op op);
ASHLAR_API int ga_acc_op_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf,
                            const int64_t *ld, ashlar_op op);

/** Every step[d]-th element of dimension d, from lo[d] to at most hi[d]; the buffer holds the
 * selected elements only: extent (hi[d]-lo[d])/step[d] + 1, which ld refers to.
 * @param[in] step  int64_t[ndim], at least 1: else ASHLAR_EARG */
ASHLAR_API int ga_put_strided_nd(ga_t g, const int64_t *lo, const int64_t *hi, const int64_t *step,
                                 const void *buf, const int64_t *ld);
ASHLAR_API int ga_get_strided_nd(ga_t g, const int64_t *lo, const int64_t *hi, const int64_t *step,
                                 void *buf, const int64_t *ld);
ASHLAR_API int ga_acc_strided_nd(ga_t g, const int64_t *lo, const int64_t *hi, const int64_t *step,
                                 const void *buf, const int64_t *ld, const void *alpha);

/** Patches that wrap around: index k of dimension d means k modulo the extent. lo and hi may be any
 * numbers with lo[d]-1 <= hi[d]: else ASHLAR_ERANGE. An element that a put names twice receives one
 * of its values. */
ASHLAR_API int ga_put_periodic_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf,
                                  const int64_t *ld);
ASHLAR_API int ga_get_periodic_nd(ga_t g, const int64_t *lo, const int64_t *hi, void *buf,
                                  const int64_t *ld);
ASHLAR_API int ga_acc_periodic_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf,
                                  const int64_t *ld, const void *alpha);

/** From each element of a patch the bytes offset..offset+size-1 only: a field of a record, or a
 * half of a complex number. The buffer holds the fields, size bytes each, without the rest of their
 * elements; ld counts fields. Ranks may write different fields of one element at the same time.
 * @return ASHLAR_ERANGE  also a field of no bytes, or one that goes beyond the element */
ASHLAR_API int ga_put_field_nd(ga_t g, const int64_t *lo, const int64_t *hi, size_t offset,
                               size_t size, const void *buf, const int64_t *ld);
ASHLAR_API int ga_get_field_nd(ga_t g, const int64_t *lo, const int64_t *hi, size_t offset,
                               size_t size, void *buf, const int64_t *ld);

/** Names transfers under way; 0 names none. One handle may cover any number of them and of owners,
 * and any number of handles may be outstanding. A retired handle may be waited for again. */
typedef int32_t ga_handle_t;

/** Start a transfer. The buffer belongs to the call until the handle is complete (ga_wait, ga_test,
 * ga_wait_all, ga_fence, ga_sync). Transfers under way are not ordered; accumulates commute. Errors
 * as of the blocking calls.
 * @param[in,out] handle  0: receives a new handle, or stays 0 when all is complete already; else
 * the transfer joins those it names */
ASHLAR_API int ga_put_nb(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi,
                         const void *buf, int64_t ld, ga_handle_t *handle);
ASHLAR_API int ga_get_nb(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, void *buf,
                         int64_t ld, ga_handle_t *handle);
ASHLAR_API int ga_acc_nb(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi,
                         const void *buf, int64_t ld, const void *alpha, ga_handle_t *handle);
ASHLAR_API int ga_put_nb_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf,
                            const int64_t *ld, ga_handle_t *handle);
ASHLAR_API int ga_get_nb_nd(ga_t g, const int64_t *lo, const int64_t *hi, void *buf,
                            const int64_t *ld, ga_handle_t *handle);
ASHLAR_API int ga_acc_nb_nd(ga_t g, const int64_t *lo, const int64_t *hi, const void *buf,
                            const int64_t *ld, const void *alpha, ga_handle_t *handle);
ASHLAR_API int ga_put_field_nb_nd(ga_t g, const int64_t *lo, const int64_t *hi, size_t offset,
                                  size_t size, const void *buf, const int64_t *ld,
                                  ga_handle_t *handle);
ASHLAR_API int ga_get_field_nb_nd(ga_t g, const int64_t *lo, const int64_t *hi, size_t offset,
                                  size_t size, void *buf, const int64_t *ld, ga_handle_t *handle);
/** Wait for the transfers of a handle; *handle becomes 0. A handle that names nothing under way is
 * complete. @return ASHLAR_EARG  handle is NULL */
ASHLAR_API int ga_wait(ga_handle_t *handle);
/** *done = 1 and *handle = 0 when they are complete, else *done = 0. Does not wait for the target,
 * except under the rma and am+rma engines (al_test()). @return ASHLAR_EARG  a NULL argument */
ASHLAR_API int ga_test(ga_handle_t *handle, int *done);
/** Wait until one of n handles is complete: *index is its place and handles[*index] becomes 0; -1
 * when all are 0. Under rma and am+rma the first that is not (al_wait_any()).
 * @return ASHLAR_EARG  n below 0, or a NULL argument */
ASHLAR_API int ga_wait_any(int n, ga_handle_t *handles, int *index);
/** Wait until at least one is complete, then take all that are: their places, in order, are the
 * first *count of indices, which has room for n. *count is 0 when all handles are.
 * @return ASHLAR_EARG  n below 0, or a NULL argument */
ASHLAR_API int ga_wait_some(int n, ga_handle_t *handles, int *count, int *indices);
/** Wait for all nonblocking transfers of this rank. */
ASHLAR_API int ga_wait_all(void);

/** Replace an integer element and return what it was; and the same only if it was `expected` (*old
 * tells). Atomic with respect to each other and to ga_read_inc(). Errors as there.
 * @return ASHLAR_ETRANSPORT  ga_compare_swap of 8-byte integers of an array that spans nodes, under
 *                            rma and Open MPI, which crashes in it */
ASHLAR_API int ga_swap(ga_t g, int64_t i, int64_t j, int64_t value, int64_t *old);
ASHLAR_API int ga_swap_nd(ga_t g, const int64_t *index, int64_t value, int64_t *old);
ASHLAR_API int ga_compare_swap(ga_t g, int64_t i, int64_t j, int64_t expected, int64_t value,
                               int64_t *old);
ASHLAR_API int ga_compare_swap_nd(ga_t g, const int64_t *index, int64_t expected, int64_t value,
                                  int64_t *old);

/** Read, write or accumulate n single elements: values[k] goes with (i[k], j[k]). Duplicates are
 * allowed; scatter leaves one of their values, scatter_acc adds each, atomically.
 * @return ASHLAR_ERANGE  some index is outside; no element was touched
 * @return ASHLAR_EARG    n below 0; a NULL list when n is above 0
 * @return ASHLAR_ETYPE   scatter_acc into an array of records */
ASHLAR_API int ga_gather(ga_t g, int64_t n, const int64_t *i, const int64_t *j, void *values);
ASHLAR_API int ga_scatter(ga_t g, int64_t n, const int64_t *i, const int64_t *j,
                          const void *values);
ASHLAR_API int ga_scatter_acc(ga_t g, int64_t n, const int64_t *i, const int64_t *j,
                              const void *values, const void *alpha);
/** The same with n indices of ndim numbers each: index[k*ndim + d]. */
ASHLAR_API int ga_gather_nd(ga_t g, int64_t n, const int64_t *index, void *values);
ASHLAR_API int ga_scatter_nd(ga_t g, int64_t n, const int64_t *index, const void *values);
ASHLAR_API int ga_scatter_acc_nd(ga_t g, int64_t n, const int64_t *index, const void *values,
                                 const void *alpha);

/** The address of a patch within one block that this rank owns, for reading and writing in place
 * until ga_release(). The memory stays the array's.
 * @param[out] ptr  address of element lo
 * @param[out] ld   leading dimension(s) of the block, elements; int64_t[ndim-1] in the _nd form
 * @return ASHLAR_ERANGE   patch outside the array, or empty
 * @return ASHLAR_EREMOTE  part of the patch belongs to another rank or is in another block */
ASHLAR_API int ga_access(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi, void **ptr,
                         int64_t *ld);
ASHLAR_API int ga_access_nd(ga_t g, const int64_t *lo, const int64_t *hi, void **ptr, int64_t *ld);
/** The address of a rank's whole block, mine or that of another rank on my node.
 * @param[out] lo,hi  int64_t[ndim], its bounds; may be NULL
 * @param[out] ld     int64_t[ndim-1]
 * @return ASHLAR_ERANGE   no such rank, or it owns nothing
 * @return ASHLAR_ESHAPE   it owns several blocks: ga_block_by_rank() has their addresses
 * @return ASHLAR_EREMOTE  the rank is on another node */
ASHLAR_API int ga_access_block(ga_t g, int rank, int64_t *lo, int64_t *hi, void **ptr, int64_t *ld);
/** End one access. Others see what was written after the next sync.
 * @return ASHLAR_ESTATE  no access of this array is open on this rank */
ASHLAR_API int ga_release(ga_t g);

#ifdef __cplusplus
}
#endif
#endif
