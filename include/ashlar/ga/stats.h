/** Statistics of calls, bytes and time. Part of ga.h. */
#ifndef ASHLAR_GA_STATS_H
#define ASHLAR_GA_STATS_H

#include <stdio.h>

#include <ashlar/ga/array.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- statistics ------------------------------------------------------------------------------ */

/** X(id, name): the calls that are counted. */
#define GA_STATS_TABLE(X)                                                                          \
    X(PUT, "put")                                                                                  \
    X(GET, "get")                                                                                  \
    X(ACC, "acc")                                                                                  \
    X(GATHER, "gather")                                                                            \
    X(SCATTER, "scatter")                                                                          \
    X(SCATTER_ACC, "scatter_acc")                                                                  \
    X(RMW, "read_inc, swap")                                                                       \
    X(SYNC, "sync")

typedef enum ga_stats_call {
#define GA_STATS_ENUM(id, name) GA_STATS_##id,
    GA_STATS_TABLE(GA_STATS_ENUM)
#undef GA_STATS_ENUM
        GA_STATS_COUNT
} ga_stats_call;

/** Statistics of one kind of call on this rank since counting began. Nonblocking and strided calls
 * count with the blocking ones. */
typedef struct ga_stats {
    int64_t calls;
    int64_t bytes_own;    /**< to and from my own blocks */
    int64_t bytes_node;   /**< blocks of other ranks on my node */
    int64_t bytes_remote; /**< blocks on other nodes */
    int64_t messages;     /**< to other nodes that the calls themselves have begun (al_traffic()) */
    int64_t message_bytes;
    double seconds; /**< inside the calls */
} ga_stats_t;

/** Start (1) or stop (0) counting; starting sets all counts to zero. Not collective. With
 * ASHLAR_INFO=stats counting starts at ga_initialize() and ga_terminate() prints a table
 * and what ga_report() does, with ASHLAR_INFO=traffic a table of messages.
 * @return ASHLAR_ESTATE  not initialised */
ASHLAR_API int ga_stats_enable(int on);
/** The counts of one kind of call on this rank. Not collective. @return ASHLAR_EARG  no such kind
 */
ASHLAR_API int ga_stats(ga_stats_call call, ga_stats_t *stats);
/** Print a table, summed over all ranks, on rank 0's stream; that of others is not used. Collective
 * over the world. @return ASHLAR_EARG  rank 0: stream is NULL */
ASHLAR_API int ga_stats_print(FILE *stream);
/** Print a table of the messages between nodes, summed over all ranks, as ga_stats_print() does: of
 * each kind of call since counting began, and, since the library started, those of other calls and
 * the answers to other ranks (al_traffic()). Collective over the world.
 * @return ASHLAR_EARG  rank 0: stream is NULL */
ASHLAR_API int ga_traffic_print(FILE *stream);

#ifdef __cplusplus
}
#endif
#endif
