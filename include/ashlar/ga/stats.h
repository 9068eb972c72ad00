/** Statistics of calls, bytes and time. Part of ga.h. */
#ifndef ASHLAR_GA_STATS_H
#define ASHLAR_GA_STATS_H

#include <stdio.h>

#include <ashlar/ga/array.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- statistics ------------------------------------------------------------------------------ */

/** X(id, name): the calls that are counted. The last three are solvers of linear algebra (la.h), on
 * each rank of their group, by who did the work: one rank alone, several by Ashlar's tiles, or
 * several by ScaLAPACK or ELPA. */
#define GA_STATS_TABLE(X)                                                                          \
    X(PUT, "put")                                                                                  \
    X(GET, "get")                                                                                  \
    X(ACC, "acc")                                                                                  \
    X(GATHER, "gather")                                                                            \
    X(SCATTER, "scatter")                                                                          \
    X(SCATTER_ACC, "scatter_acc")                                                                  \
    X(RMW, "read_inc, swap")                                                                       \
    X(SYNC, "sync")                                                                                \
    X(SOLVE_ONE, "one rank solves")                                                                \
    X(SOLVE_TILES, "tiles solve")                                                                  \
    X(SOLVE_SCALAPACK, "ScaLAPACK solves")

typedef enum ga_stats_call {
#define GA_STATS_ENUM(id, name) GA_STATS_##id,
    GA_STATS_TABLE(GA_STATS_ENUM)
#undef GA_STATS_ENUM
        GA_STATS_COUNT
} ga_stats_call;

enum { GA_STATS_BINS = 40 }; /**< of a histogram */

/** Statistics of one kind of call on this rank since counting began: of what the
 * program calls, not of calls inside calls, but for solvers (la_pinv() solves once). Nonblocking
 * and strided calls count with the blocking ones; those that fail or move nothing do not count. */
typedef struct ga_stats {
    int64_t calls;
    int64_t bytes_own;    /**< to and from my own blocks */
    int64_t bytes_node;   /**< blocks of other ranks on my node */
    int64_t bytes_remote; /**< blocks on other nodes */
    int64_t messages;     /**< to other nodes that the calls themselves have begun (al_traffic()) */
    int64_t message_bytes;
    double seconds;        /**< inside the calls */
    double seconds_waited; /**< of these: for a lock, for other ranks or nodes */
    /** How many calls moved 0 bytes, 1, 2 to 3, 4 to 7, ... 2^(k-1) to 2^k - 1 in bin k, and how
     * many took so many nanoseconds; the last bin has all beyond. */
    int64_t sizes[GA_STATS_BINS], times[GA_STATS_BINS];
} ga_stats_t;

/** Start (1) or stop (0) counting; starting sets all counts to zero. Not collective; no other
 * thread of the rank is in a call of the library. With ASHLAR_INFO=stats counting starts at
 * ga_initialize() and ga_terminate() prints a table and what ga_report() does, with
 * ASHLAR_INFO=traffic a table of messages.
 * @return ASHLAR_ESTATE  not initialised */
ASHLAR_API int ga_stats_enable(int on);
/** The counts of one kind of call on this rank. Not collective. @return ASHLAR_EARG  no such kind
 */
ASHLAR_API int ga_stats(ga_stats_call call, ga_stats_t *stats);
/** Print a table, summed over all ranks, on rank 0's stream; that of others is not used. Collective
 * over the world. @return ASHLAR_EARG  rank 0: stream is NULL */
ASHLAR_API int ga_stats_print(FILE *stream);
/** Print the same, with the histograms, as JSON: an object with the number of "ranks" and a list
 * "calls", of which each has a name "call" and the numbers of ga_stats_t, summed; "sizes" and
 * "nanoseconds" end with the last bin that is not 0. Collective over the world.
 * @return ASHLAR_EARG  rank 0: stream is NULL */
ASHLAR_API int ga_stats_print_json(FILE *stream);
/** Print a table of the messages between nodes, summed over all ranks, as ga_stats_print() does: of
 * each kind of call since counting began, and, since the library started, those of other calls and
 * the answers to other ranks (al_traffic()). Collective over the world.
 * @return ASHLAR_EARG  rank 0: stream is NULL */
ASHLAR_API int ga_traffic_print(FILE *stream);

#ifdef __cplusplus
}
#endif
#endif
