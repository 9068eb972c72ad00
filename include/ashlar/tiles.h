/** Collective transfers that name tiles: the caller says which tiles of which arrays, and who takes
 * part follows from who owns them.
 *
 *     ga_tiles_broadcast(GA_TILES(scratch, ashlar_at(row), ASHLAR_ALL),
 *                        GA_TILES(a, ashlar_at(i), ashlar_at(k)), GA_WHOLE, 0);
 *
 * gives tile (i, k) of a to every tile of that row of the scratch array. The *participants* of a
 * call are the ranks that own a tile which it names, as source or destination; they pass the same
 * arguments. Other ranks may call: they return at once and wait for nobody. So one line of a
 * program may run a collective of its own in each row of a processor grid. Ranks that take part in
 * two calls make them in the same order; nothing is constructed beforehand.
 *
 * After R. Nishtala, G. Almasi and C. Cascaval, "Performance without Pain = Productivity: Data
 * Layout and Collective Communication in UPC" (2008). docs/tiles.md explains them, with examples.
 *
 * All calls of this header are collective over their participants. They work on arrays whose blocks
 * are contiguous and on a grid: GA_TILED, GA_TILED_IRREGULAR, and regular and irregular ones
 * without ghost cells, whose blocks count as tiles. The ranks of a node copy from each other's
 * tiles; between two nodes there is one message, however many tiles. */
#ifndef ASHLAR_TILES_H
#define ASHLAR_TILES_H

#include <ashlar/ga.h>
#include <ashlar/interval.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Tiles of an array: those whose places the intervals name, one for each dimension from the first
 * on; later dimensions are whole. An interval may be empty, and reach beyond the last tile. They
 * are numbered with the first dimension fastest. */
typedef struct ga_tiles {
    ga_t g;
    int n;                                   /**< intervals given, 0 to the array's dimensions */
    ashlar_interval_t where[ASHLAR_MAX_DIM]; /**< in tiles */
} ga_tiles_t;

/** A ga_tiles_t of an array and intervals, for one call; for C. */
#define GA_TILES(g, ...)                                                                           \
    (&(ga_tiles_t){(g),                                                                            \
                   (int)(sizeof((ashlar_interval_t[]){__VA_ARGS__}) / sizeof(ashlar_interval_t)),  \
                   {__VA_ARGS__}})

/** A count: all elements for which there is room, whole tiles or slots that share a tile evenly. */
#define GA_WHOLE INT64_MAX

/** The waits of a call, as in the collectives of UPC: one of the first three and one of the
 * others, added. docs/tiles.md says what each allows. */
typedef enum ga_tiles_flags {
    GA_IN_ALL = 0,   /**< nothing is read or written before all participants have called */
    GA_IN_MINE = 1,  /**< nothing is read from or written to a rank's tiles before it has called */
    GA_IN_NONE = 2,  /**< reading and writing may begin when the first has called */
    GA_OUT_ALL = 0,  /**< on return all participants have all that they get */
    GA_OUT_MINE = 4, /**< on return what is mine has been read and written */
    GA_OUT_NONE = 8  /**< on return other ranks may still read or write my tiles */
} ga_tiles_flags;

/* ---- the collectives ------------------------------------------------------------------------- */
/* Collective over the participants. Numbers of elements are counted in the order of a tile in
 * memory. On a tile at the edge of its array that is smaller, what fits is transferred.
 * @return ASHLAR_EHANDLE  no such array
 * @return ASHLAR_ETYPE    two arrays of different types; a reduction of records, or one that is not
 *                         defined for the type
 * @return ASHLAR_ESHAPE   an array whose blocks are no tiles; numbers of tiles that do not match
 * @return ASHLAR_ERANGE   an interval that is not empty and begins outside of the array; more
 *                         elements than a tile has
 * @return ASHLAR_EARG     a count below 0, no such flags or operation, a step below 1, a tile that
 *                         is source and destination, or an argument is NULL
 * @return ASHLAR_ESTATE   a destination that is read-only
 * @return ASHLAR_EMISMATCH  with ASHLAR_CHECK=1: two participants are in different calls, or pass
 *                         different arguments
 * @return ASHLAR_ENOMEM   on this rank: the others wait */

/** Copy the first count elements of one tile to the beginning of each of others, of which it may be
 * one. */
ASHLAR_API int ga_tiles_broadcast(const ga_tiles_t *to, const ga_tiles_t *from, int64_t count,
                                  int flags);
/** Cut one tile into slots of count elements: slot number k goes to the beginning of tile number k
 * of the others. */
ASHLAR_API int ga_tiles_scatter(const ga_tiles_t *to, const ga_tiles_t *from, int64_t count,
                                int flags);
/** The opposite: the first count elements of tile number k go to slot number k of one tile. */
ASHLAR_API int ga_tiles_gather(const ga_tiles_t *to, const ga_tiles_t *from, int64_t count,
                               int flags);
/** Slot number i of source number j goes to slot number j of destination number i; as many
 * destinations as sources. */
ASHLAR_API int ga_tiles_exchange(const ga_tiles_t *to, const ga_tiles_t *from, int64_t count,
                                 int flags);
/** The same with slots that are parts of tiles along a dimension: a source is cut across dimension
 * from_dim into parts as long as destination number 0, 1, ... is there, and a destination across
 * to_dim into parts as long as the sources are. The numbers of tiles may differ. So an array that
 * is whole in from_dim becomes one that is whole in to_dim. A tile that is the only source and the
 * only destination stays as it is.
 * @return ASHLAR_ESHAPE  a part and the place where it goes have different extents */
ASHLAR_API int ga_tiles_exchange_cut(const ga_tiles_t *to, int to_dim, const ga_tiles_t *from,
                                     int from_dim, int flags);
/** Combine the first count elements of all sources, in an order that depends on who owns them, into
 * the beginning of each destination. An element that some of the tiles lack is that of the others.
 */
ASHLAR_API int ga_tiles_reduce(const ga_tiles_t *to, const ga_tiles_t *from, ashlar_op op,
                               int64_t count, int flags);

/** The same, without waiting: what flags say of the return holds when the handle is complete
 * (ga_wait(), ga_test() and their like, ga_wait_all(); a fence or a sync does not say so). Until
 * then the arrays must live, the sources not change, and the destinations be named by no other call
 * and not be read. Participants may mix both forms. With GA_IN_ALL the call first waits for the
 * caller's own earlier transfers.
 * @param[in,out] handle  0, or one to which the call is added
 * @return ASHLAR_EARG  handle is NULL */
ASHLAR_API int ga_tiles_broadcast_nb(const ga_tiles_t *to, const ga_tiles_t *from, int64_t count,
                                     int flags, ga_handle_t *handle);
ASHLAR_API int ga_tiles_scatter_nb(const ga_tiles_t *to, const ga_tiles_t *from, int64_t count,
                                   int flags, ga_handle_t *handle);
ASHLAR_API int ga_tiles_gather_nb(const ga_tiles_t *to, const ga_tiles_t *from, int64_t count,
                                  int flags, ga_handle_t *handle);
ASHLAR_API int ga_tiles_exchange_nb(const ga_tiles_t *to, const ga_tiles_t *from, int64_t count,
                                    int flags, ga_handle_t *handle);
ASHLAR_API int ga_tiles_exchange_cut_nb(const ga_tiles_t *to, int to_dim, const ga_tiles_t *from,
                                        int from_dim, int flags, ga_handle_t *handle);
ASHLAR_API int ga_tiles_reduce_nb(const ga_tiles_t *to, const ga_tiles_t *from, ashlar_op op,
                                  int64_t count, int flags, ga_handle_t *handle);

/* ---- inquiry --------------------------------------------------------------------------------- */

/** How many of these tiles this rank owns: 0 if a call that names only these does not concern it.
 * Not collective.
 * @return ASHLAR_EHANDLE, ASHLAR_ESHAPE, ASHLAR_ERANGE, ASHLAR_EARG  as above */
ASHLAR_API int ga_tiles_affinity(const ga_tiles_t *tiles, int64_t *count);

#ifdef __cplusplus
}
#endif
#endif
