/** armci-lite: memory that a rank takes by itself, reached by its address.
 *
 * A rank allocates without the others, tells some of them the address, and they read, write and
 * update the memory without its help: al_locate() turns the address into an offset, and the calls
 * of al.h take (al_memory(), rank, offset). Addresses of slices of segments work as well. The
 * conventions are those of al.h.
 */
#ifndef ASHLAR_AL_MEMORY_H
#define ASHLAR_AL_MEMORY_H

#include <ashlar/al.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Take memory from the arena of my node, 64-byte aligned, its contents undefined. Not collective;
 * several threads may call at once, whatever the thread level of MPI. It is committed on return:
 * touching it cannot fail. The caller owns it and frees it with al_free(); what is left at
 * al_finalize() goes with the arena. Besides bytes, rounded up to 64, it costs 64 bytes. A node has
 * at most about a million pieces.
 * @param[in] bytes  may be 0: then the address is valid and nobody else's, but has no bytes
 * @return ASHLAR_ENOMEM  ASHLAR_ARENA, the machine or a cgroup does not allow as much, or the
 * system refuses; the message has the numbers, *memory and all else are unchanged
 * @return ASHLAR_EARG    memory is NULL */
ASHLAR_API int al_alloc(size_t bytes, void **memory);

/** Free memory of al_alloc(). Not collective: by the rank that allocated it, on any thread.
 * Completes nothing: what I and others issued to the memory must have been completed, and nobody
 * may use its address any more, because the memory serves others from now on.
 * @return ASHLAR_EARG  memory is NULL, or is not what al_alloc() gave to this rank: an address
 *                      inside, of a segment, of another rank, or freed already (noticed until
 *                      something else lies there); nothing is freed */
ASHLAR_API int al_free(void *memory);

/** The segment of the world that is all memory: the slice of a rank is what the arena of its node
 * can hold, so that ranks of one node have the same slice. Every call of al.h that takes a segment
 * works with it; only al_segment_free() is ASHLAR_EARG. NULL when stopped. Owned by the library.
 * Not collective; never an error. al_segment_address() gives where the slice of a rank of my node
 * begins for me: add an offset to load and store there. Before I load what others wrote, or tell
 * them of what I stored, other than by al_barrier() or a notice, al_fence(al_rank()) is needed.
 * Bytes are checked to be in the arena only: writing where nobody allocated, or beyond what was,
 * does the damage of a wild pointer. Updates are atomic with those by way of the segment that a
 * place belongs to, but for the segments of groups on one node in a job with the rma engine. */
ASHLAR_API al_segment_t *al_memory(void);

/** The offset in al_memory() of an address of a rank of the world: of memory from al_alloc() there,
 * or of any slice as that rank sees it (al_segment_address), or inside. Not collective; asks
 * nobody.
 * @param[in] address  valid in the process of that rank; not looked at here
 * @return ASHLAR_ERANGE  no such rank, or the address is not in the arena of its node; the message
 *                        says what is
 * @return ASHLAR_EARG    a NULL argument */
ASHLAR_API int al_locate(int rank, const void *address, size_t *offset);

#ifdef __cplusplus
}
#endif
#endif
