/* Layouts: whose blocks are, and how they lie in the slices of their owners, where block b is not
 * all of rank b's slice. A kind of layout is a structure that begins with gai_layout_t. */
#ifndef GA_LAYOUT_H
#define GA_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include <ashlar/types.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/dist/ga_dist.h"

typedef struct gai_block {
    int rank;                   /* the owner */
    int64_t offset;             /* of its first element in the owner's slice, elements */
    int64_t lo[ASHLAR_MAX_DIM]; /* bounds, inclusive */
    int64_t hi[ASHLAR_MAX_DIM];
    int64_t ld[ASHLAR_MAX_DIM]; /* leading dimensions: elements for which there is room */
} gai_block_t;

/* Where a block is. */
typedef struct gai_place {
    int64_t at[ASHLAR_MAX_DIM]; /* given: its position in the grid of blocks */
    int64_t ld[ASHLAR_MAX_DIM]; /* given: its extents; answered: leading dimensions */
    int64_t offset;             /* answered: as in gai_block_t */
} gai_place_t;

/* The functions of a kind of layout; owners are numbered 0..owners-1. All but room, which is asked
 * when an array is created, are O(1). */
typedef struct gai_layout_calls {
    /* The owner of the block at a position; sets offset and, from the extents, ld. */
    int (*place)(const gai_dist_t *dist, gai_place_t *place);
    /* How many blocks an owner has, and the grid position of its k-th; which one of its owner the
     * block at a position is. */
    int64_t (*count)(const gai_dist_t *dist, int64_t owner);
    void (*position)(const gai_dist_t *dist, int64_t owner, int64_t k, int64_t *at);
    int64_t (*index)(const gai_dist_t *dist, const int64_t *at);
    /* Elements for which an owner's slice has room. */
    int64_t (*elements)(const gai_dist_t *dist, int64_t owner);
    /* How many blocks further along dimension d the owner is the same again, the distance between
     * the two in its slice being the same for all blocks that have the same extents; 0: no number.
     * Not asked of a dimension that has cuts. */
    int64_t (*period)(const gai_dist_t *dist, int d);
} gai_layout_calls_t;

typedef struct gai_layout {
    const gai_layout_calls_t *calls;
    /* A list of ranks: owner k is rank rank_of[k], and owner_of[] leads back, -1 where a rank is
     * not listed. Borrowed; NULL: owner k is rank k. */
    const int32_t *rank_of, *owner_of;
    int32_t owners, ranks; /* ranks that may own blocks; all there are */
    uint16_t bytes;        /* of the structure that begins with this */
    uint8_t kind;          /* a ga_kind, for inquiries */
    uint8_t seamless; /* bit d: the blocks of a row along dimension d have one owner, and follow
                       * each other in its memory as in the array */
} gai_layout_t;

/* The rank of an owner; the owner that a rank is, -1: none. */
static inline int gai_layout_rank(const gai_layout_t *layout, int owner)
{
    return layout->rank_of ? layout->rank_of[owner] : owner;
}

static inline int64_t gai_layout_owner(const gai_layout_t *layout, int64_t rank)
{
    if (rank < 0 || rank >= layout->ranks)
        return -1;
    int64_t owner = layout->owner_of ? layout->owner_of[rank] : rank;
    return owner < layout->owners ? owner : -1;
}

static inline bool gai_layout_is_seamless(const gai_layout_t *layout, int d)
{
    return layout->seamless >> d & 1;
}

/* Are two layouts, of distributions with equal axes, the same? */
int gai_layout_equal(const gai_layout_t *a, const gai_layout_t *b);

/* number / by for numbers below `end`, by a multiplication: ceil(2^63 / by) * number >> 63 is exact
 * while end * by < 2^63; beyond that the magic is 0. Unlike that of an axis it serves for 1 too. */
uint64_t gai_magic(int64_t by, int64_t end);

static inline int64_t gai_divide(int64_t number, int64_t by, uint64_t magic)
{
    if (AL_UNLIKELY(!magic))
        return number / by;
    return (int64_t)(((unsigned __int128)magic * (uint64_t)number) >> 63);
}

/* Blocks are distributed cyclically along each dimension over the processes of a grid. A process
 * keeps them side by side as one local array, which is ScaLAPACK's local matrix; or in tiles, each
 * contiguous, one after the other with dimension 0 fastest. Or it has one block at most, with room
 * for ghost cells around it. */
typedef struct gai_grid {
    gai_layout_t base;
    int64_t tiles; /* or not */
    struct gai_grid_axis {
        union {
            uint64_t magic; /* to divide by procs */
            int64_t ghosts; /* with ghost cells: their width on either side of a block */
        };
        int32_t procs, stride; /* along this dimension; from one to the next in the owners */
    } axis[ASHLAR_MAX_DIM];    /* an array keeps ndim of them */
} gai_grid_t;

/* Blocks are distributed cyclically by their numbers; each is contiguous and has as much room as
 * the largest. */
typedef struct gai_block_cyclic {
    gai_layout_t base;
    uint64_t magic;         /* to divide by owners */
    int64_t block_elements; /* of a block, elements */
} gai_block_cyclic_t;

/* Set a layout for the axes of dist, on `owners` ranks; dist does not borrow it yet. procs: at
 * least 1 each, at most `owners` together. An axis with cuts must be followed by starts
 * (gai_axis_fill_starts()). */
void gai_grid_set(gai_grid_t *grid, const gai_dist_t *dist, const int *procs, int last_fastest,
                  int tiles, int owners);
void gai_ghosts_set(gai_grid_t *grid, const gai_dist_t *dist, const int *procs, int last_fastest,
                    const int64_t *widths, int owners);
void gai_block_cyclic_set(gai_block_cyclic_t *cyclic, const gai_dist_t *dist, int owners);

/* Where the parts of an axis with cuts begin in the memory of their processes: behind its cuts, the
 * indices before each block that belong to the same one of `procs` processes. */
void gai_axis_fill_starts(const gai_axis_t *axis, int64_t procs, int64_t *starts);

/* gai_places() (ga_block.h), but for owners, in a grid that has ghost cells or no cuts. */
enum { GAI_PLACES = 256 };
void gai_grid_places(const gai_dist_t *dist, const int64_t *const *index, int64_t step, int64_t n,
                     int64_t *owners, int64_t *offsets);

/* The place of an owner in a grid, -1 in each dimension when it has none. */
void gai_grid_place(const gai_dist_t *dist, int64_t owner, int *position);
/* The extents of an owner's local array: as ScaLAPACK counts them, so that some may be 0 while
 * others are not. */
void gai_grid_extents(const gai_dist_t *dist, int64_t owner, int64_t *extents);

/* Is the layout a grid in which an owner has one local array? */
bool gai_layout_is_local(const gai_layout_t *layout);
/* The grid of a layout, NULL when it has none. */
const gai_grid_t *gai_layout_grid(const gai_layout_t *layout);
/* Has a layout room for ghost cells; their width along a dimension, 0 where there are none. */
bool gai_layout_has_ghosts(const gai_layout_t *layout);
int64_t gai_layout_ghosts(const gai_layout_t *layout, int d);

#endif
