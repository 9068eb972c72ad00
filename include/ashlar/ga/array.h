/** Arrays: start and stop, process groups, creating arrays, asking about them, record types. The
 * conventions of all calls are in ga.h, which includes this. */
#ifndef ASHLAR_GA_ARRAY_H
#define ASHLAR_GA_ARRAY_H

#include <stddef.h>
#include <stdint.h>

#include <mpi.h>

#include <ashlar/export.h>
#include <ashlar/status.h>
#include <ashlar/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An array: a positive number, the same on all ranks of its group. 0 is never an array. */
typedef int32_t ga_t;

/** A process group: a positive number, known to its members only. */
typedef int32_t ga_group_t;
#define GA_GROUP_DEFAULT ((ga_group_t)0) /**< the default group, at first the world */
#define GA_GROUP_WORLD   ((ga_group_t)1) /**< all ranks given to ga_initialize() */

/** Longest name of an array kept, in bytes; longer ones are cut. */
#define GA_NAME_MAX 63

/* ---- start and stop -------------------------------------------------------------------------- */

/** Start on the ranks of comm. Collective over comm; after MPI_Init of any thread level.
 * @return ASHLAR_ESTATE  already started, or MPI is not running
 * @return ASHLAR_EARG, ASHLAR_ETRANSPORT, ASHLAR_ENOMEM, ASHLAR_ESYS  as al_init() (al.h) */
ASHLAR_API int ga_initialize(MPI_Comm comm);
/** Stop. Collective over the communicator of ga_initialize(). MPI_Finalize does it for a program
 * that has not. Arrays still alive are destroyed and listed on stderr by rank 0 of their group, one
 * line each with name, type and extents, a task pool as its counters; groups and sets of mutexes
 * are freed silently.
 * @return ASHLAR_ESTATE  not initialised, or MPI_Finalize has been called */
ASHLAR_API int ga_terminate(void);
/** Whether ga_terminate() lists what is alive (unset: 1). A run-time system that ends with its
 * program has no time to free things, and sets 0. Not collective, at any time; each rank decides
 * for the groups of which it is the first; never an error. */
ASHLAR_API void ga_set_leak_report(int is_wanted);
/** 1 between ga_initialize() and ga_terminate(), else 0. Not collective; never an error. */
ASHLAR_API int ga_initialized(void);
/** This rank and the number of ranks of the world; -1 when stopped. Not collective; never an error.
 */
ASHLAR_API int ga_rank(void);
ASHLAR_API int ga_size(void);

/* ---- process groups -------------------------------------------------------------------------- */

/** Create a group of n ranks of the world, in the order listed. Collective over those ranks.
 * @param[in] ranks  int[n], all different, mine among them
 * @return ASHLAR_EARG    n below 1, or a rank listed twice
 * @return ASHLAR_ERANGE  a rank that is not of the world
 * @return ASHLAR_EGROUP  I am not listed
 * @return ASHLAR_ELIMIT  too many groups
 * @return ASHLAR_ENOMEM  no memory for the group */
ASHLAR_API int ga_group_create(int n, const int *ranks, ga_group_t *group);
/** Split a group by color, ordered by key, then by rank. Collective over the parent.
 * A negative color joins no group and receives 0, as in MPI_Comm_split.
 * @return ASHLAR_ELIMIT, ASHLAR_ENOMEM  as ga_group_create() */
ASHLAR_API int ga_group_split(ga_group_t parent, int color, int key, ga_group_t *group);
/** Destroy a group. Collective over it.
 * @return ASHLAR_ESTATE  it has live arrays, factors or sets of mutexes, or is the default group
 * @return ASHLAR_EGROUP  no such group, GA_GROUP_DEFAULT, or the world */
ASHLAR_API int ga_group_destroy(ga_group_t group);
/** Make a group the default of this rank's later calls; returns the previous one in *previous
 * (may be NULL). Not collective, but its members should agree.
 * @return ASHLAR_EGROUP  no such group */
ASHLAR_API int ga_group_set_default(ga_group_t group, ga_group_t *previous);
/** The default group. Not collective. @return ASHLAR_EARG  group is NULL */
ASHLAR_API int ga_group_get_default(ga_group_t *group);
/** My rank in a group, and its size. Not collective. @return ASHLAR_EGROUP  no such group */
ASHLAR_API int ga_group_rank(ga_group_t group, int *rank);
ASHLAR_API int ga_group_size(ga_group_t group, int *size);
/** The world rank of a rank of a group. Not collective. @return ASHLAR_ERANGE  no such rank */
ASHLAR_API int ga_group_world_rank(ga_group_t group, int rank, int *world_rank);
/** A communicator of a group's ranks in its order, for the caller's own messages: the library sends
 * none on it but those of its factorisations and eigenvalues, inside of these calls. Owned by the
 * group, and gone with it; errors on it are returned. Collective over the group when it is first
 * asked for, and not afterwards; the world has one from the start.
 * @return ASHLAR_EGROUP  no such group
 * @return ASHLAR_EARG    comm is NULL
 * @return ASHLAR_EMPI    MPI has no more of them */
ASHLAR_API int ga_group_comm(ga_group_t group, MPI_Comm *comm);

/* ---- create and destroy ---------------------------------------------------------------------- */

/** Create a 2-D array on the default group with a regular distribution. Collective.
 * Contents are undefined. The grid of blocks is chosen for the least load of the busiest rank, then
 * for the squarest blocks.
 * @param[in] rows,cols  extents, at least 1
 * @param[in] name       for messages; may be NULL
 * @param[in] chunk_rows,chunk_cols  smallest block extent wanted; 0 or less: any; the full
 *                       extent: do not split this dimension
 * @param[out] g         the array; destroyed with ga_destroy()
 * @return ASHLAR_ETYPE    unknown type
 * @return ASHLAR_ESHAPE   an extent below 1, or more bytes than int64_t counts
 * @return ASHLAR_ENOMEM   not enough memory, on every rank; the message has the numbers
 * @return ASHLAR_ELIMIT   too many live arrays */
ASHLAR_API int ga_create(ga_type type, int64_t rows, int64_t cols, const char *name,
                         int64_t chunk_rows, int64_t chunk_cols, ga_t *g);
/** The same for 1 to ASHLAR_MAX_DIM dimensions on any group. Collective over the group.
 * @param[in] dims   int64_t[ndim]
 * @param[in] chunk  int64_t[ndim]; may be NULL
 * @return ASHLAR_ESHAPE  also: ndim outside 1..ASHLAR_MAX_DIM */
ASHLAR_API int ga_create_nd(ga_type type, int ndim, const int64_t *dims, const char *name,
                            const int64_t *chunk, ga_group_t group, ga_t *g);
/** Create a 2-D array whose blocks are the product of cuts on each axis. Collective.
 * row_cuts[b] is the first row of block b; row_cuts[0] = 0, strictly increasing. Blocks are
 * numbered column-major (row index fastest) and block number b belongs to rank b; ranks beyond the
 * number of blocks own nothing. The cuts are copied.
 * @return ASHLAR_ESHAPE  cuts that do not start at 0, do not increase or leave the array, no
 * blocks, or more blocks than ranks
 * @return ASHLAR_ETYPE, ASHLAR_ENOMEM, ASHLAR_ELIMIT  as ga_create() */
ASHLAR_API int ga_create_irreg(ga_type type, int64_t rows, int64_t cols, const char *name,
                               const int64_t *row_cuts, int64_t row_blocks, const int64_t *col_cuts,
                               int64_t col_blocks, ga_t *g);
/** The same for 1 to 7 dimensions on any group: cuts holds the cuts of dimension 0, then of
 * dimension 1, ... Collective over the group.
 * @param[in] blocks  int64_t[ndim], blocks along each dimension
 * @param[in] cuts    int64_t[sum of blocks]
 * @return ASHLAR_ESHAPE, ASHLAR_ETYPE, ASHLAR_ENOMEM, ASHLAR_ELIMIT  as ga_create_irreg() */
ASHLAR_API int ga_create_irreg_nd(ga_type type, int ndim, const int64_t *dims, const char *name,
                                  const int64_t *blocks, const int64_t *cuts, ga_group_t group,
                                  ga_t *g);
/** Create an array with the extents, distribution and group of a template: aligned with it, so that
 * combining the two moves nothing. It has ghost cells and copies where the template has them, and
 * memory of its own also where the template is an overlay; contents, of ghost cells too, are
 * undefined. Collective over the template's group.
 * @param[in] type  may differ from the template's
 * @return ASHLAR_ETYPE, ASHLAR_ENOMEM, ASHLAR_ELIMIT  as ga_create() */
ASHLAR_API int ga_create_like(ga_t tmpl, ga_type type, const char *name, ga_t *g);
/** Destroy an array. Collective. The handle is stale afterwards: using it is ASHLAR_EHANDLE.
 * Pointers from ga_access() are invalid. */
ASHLAR_API int ga_destroy(ga_t g);

/* ---- inquiry (not collective) ---------------------------------------------------------------- */
/* ASHLAR_EHANDLE: no live array. No messages: the answers are computed. */

/** Type and extents; any out-pointer may be NULL. dims has room for ndim, at most ASHLAR_MAX_DIM.
 */
ASHLAR_API int ga_inquire(ga_t g, ga_type *type, int64_t *rows, int64_t *cols);
ASHLAR_API int ga_inquire_nd(ga_t g, ga_type *type, int *ndim, int64_t *dims);
/** The name given at creation, "" when none; owned by the array and valid while it lives. */
ASHLAR_API int ga_inquire_name(ga_t g, const char **name);
/** The group of an array: never GA_GROUP_DEFAULT, but what that stood for at creation. */
ASHLAR_API int ga_inquire_group(ga_t g, ga_group_t *group);
/** Number of blocks along each dimension; ga_inquire_spec() has the grid of ranks.
 * @param[out] blocks  int64_t[ndim] */
ASHLAR_API int ga_inquire_grid(ga_t g, int64_t *blocks);
/** The patch a rank owns. A rank that owns nothing gets lo = 0, hi = -1 in every dimension.
 * @return ASHLAR_ERANGE  no such rank
 * @return ASHLAR_ESHAPE  it owns several blocks: ga_block_by_rank() has each of them */
ASHLAR_API int ga_distribution(ga_t g, int rank, int64_t *ilo, int64_t *ihi, int64_t *jlo,
                               int64_t *jhi);
ASHLAR_API int ga_distribution_nd(ga_t g, int rank, int64_t *lo, int64_t *hi);
/** The rank that owns an element. @return ASHLAR_ERANGE  outside the array */
ASHLAR_API int ga_locate(ga_t g, int64_t i, int64_t j, int *rank);
ASHLAR_API int ga_locate_nd(ga_t g, const int64_t *index, int *rank);

/** A part of a patch that lies in one block of its owner. */
typedef struct ga_piece {
    int rank;
    int64_t lo[ASHLAR_MAX_DIM], hi[ASHLAR_MAX_DIM];
} ga_piece_t;

/** The owners of a patch, in block order.
 * @param[in]  max     room in pieces; pieces may be NULL when max is 0
 * @param[out] pieces  the first min(max, *n) pieces
 * @param[out] n       number of pieces of the patch, which may exceed max
 * @return ASHLAR_ERANGE  patch outside the array */
ASHLAR_API int ga_locate_region(ga_t g, int64_t ilo, int64_t ihi, int64_t jlo, int64_t jhi,
                                int64_t max, ga_piece_t *pieces, int64_t *n);
ASHLAR_API int ga_locate_region_nd(ga_t g, const int64_t *lo, const int64_t *hi, int64_t max,
                                   ga_piece_t *pieces, int64_t *n);

/* ---- record types ---------------------------------------------------------------------------- */

/** Make records of n bytes an element type. They move (put, get, gather, scatter, copy, transpose,
 * fill, zero); arithmetic on them is ASHLAR_ETYPE. Not collective, but all ranks must make their
 * types in the same order.
 * @return ASHLAR_EARG    no bytes
 * @return ASHLAR_ELIMIT  256 types exist already, with those that only arrays still have */
ASHLAR_API int ga_type_create(size_t bytes, ga_type *type);
/** Forget a record type. Not collective. Arrays of it that are alive keep it until they are
 * destroyed, and so do arrays made like them meanwhile.
 * @return ASHLAR_ETYPE  not a record type, or destroyed already */
ASHLAR_API int ga_type_destroy(ga_type type);
/** Bytes of an element of any type. Not collective. @return ASHLAR_ETYPE  no such type */
ASHLAR_API int ga_type_bytes(ga_type type, size_t *bytes);

#ifdef __cplusplus
}
#endif
#endif
