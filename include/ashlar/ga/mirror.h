/** Copies on every node: mirrored arrays, and arrays that are only read. Part of ga.h.
 *
 * Mirrored arrays:
 * If ga_spec_t.mirrored is set, each node that has ranks of the group has an array of its own, on
 * these ranks. All calls are about the copy of my node: patches, lists, atomics and blocks never
 * leave it, and operations on whole arrays and inquiries are as on an array of just these ranks,
 * whose group ga_inquire_group() gives. A write to a copy does not change the others.
 * These are about all copies, and collective over all ranks of the group:
 *  - creating the array, and ga_destroy();
 *  - ga_mirror_merge() and ga_mirror_merge_patch(); ga_set_read_only();
 *  - ga_copy() between a mirrored array and one that is not, on the same group.
 *
 * Each rank adds to its node's copy what it computes, and in the end:
 *
 *     ga_spec_t spec = {.type = ASHLAR_DOUBLE, .ndim = 2, .dims = {n, n}, .mirrored = 1};
 *     ga_create_spec(&spec, &fock);
 *     ga_zero(fock);
 *     ... ga_acc(fock, ...); ...
 *     ga_mirror_merge(fock);      every copy holds the sum
 */
#ifndef ASHLAR_GA_MIRROR_H
#define ASHLAR_GA_MIRROR_H

#include <ashlar/ga/array.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Add up the copies of a mirrored array, in the order of the nodes' first ranks; then all copies
 * hold the sum, the same bits on every node. Collective over the group that the array was created
 * on.
 * @return ASHLAR_ESHAPE      the array is not mirrored
 * @return ASHLAR_ETYPE       its elements cannot be added
 * @return ASHLAR_ENOMEM      no memory for buffers, on every rank; nothing has changed
 * @return ASHLAR_EMISMATCH   with ASHLAR_CHECK=1: the ranks pass different arguments */
ASHLAR_API int ga_mirror_merge(ga_t g);
/** Patch blo..bhi of b, which is not mirrored and on the same group, = the sum of all copies of
 * patch lo..hi of g, which has the same extents. The copies stay as they are. Sums are made in any
 * order. Collective over that group.
 * @param[in] lo,hi,blo,bhi  int64_t[ndim], inclusive
 * @return ASHLAR_ESHAPE      g is not mirrored, b is, or dimensions or extents of the patches
 * differ
 * @return ASHLAR_ETYPE       the types differ, or elements that cannot be added
 * @return ASHLAR_EGROUP      different groups
 * @return ASHLAR_ERANGE      a patch outside its array
 * @return ASHLAR_EMISMATCH   as of ga_mirror_merge() */
ASHLAR_API int ga_mirror_merge_patch(ga_t g, const int64_t *lo, const int64_t *hi, ga_t b,
                                     const int64_t *blo, const int64_t *bhi);

/** Let an array only be read from now on (on: not 0), or be written again (0). Collective. While it
 * is read-only, every call that would write its elements or gives a pointer to write through is
 * ASHLAR_ESTATE and changes nothing; that is all on one node. If the group spans nodes, each gets a
 * copy of the whole array, from which gets and gathers read: no transfer leaves the node. Owners,
 * blocks and inquiries stay as they are. The blocks of ga_block_first() and its like may still be
 * read in place; writing through pointers to them, or to blocks whose access was released, is an
 * error that nobody notices. ga_destroy() frees the copies too. Setting what is set does nothing.
 * @return ASHLAR_ESTATE     some rank has an access open, or the array shares its memory with
 * another
 * @return ASHLAR_ENOMEM     no memory for the copies, on every rank: the array may be written as
 *                           before
 * @return ASHLAR_ELIMIT     too many live arrays or groups
 * @return ASHLAR_EMISMATCH  as of ga_mirror_merge() */
ASHLAR_API int ga_set_read_only(ga_t g, int on);
/** *on = 1 if an array is read-only, else 0. Not collective. @return ASHLAR_EARG  on is NULL */
ASHLAR_API int ga_inquire_read_only(ga_t g, int *on);

#ifdef __cplusplus
}
#endif
#endif
