/* Segments: a slice per rank, carved from the arenas of the nodes. */
#ifndef AL_SEGMENT_H
#define AL_SEGMENT_H

#include <stdbool.h>

#include "armci-lite/src/base/al_compiler.h"
#include "armci-lite/src/wait/al_engine.h"
#include "armci-lite/src/base/al_wait_report.h"
#include "armci-lite/src/group/al_group.h"
#include "armci-lite/src/group/al_guard.h"
#include "armci-lite/src/node/al_node.h"

struct al_segment {
    char *base;               /* of my arena */
    const al_slice_t *slices; /* [size], one table per node, in the arena */
    int size;                 /* ranks of the group */
    int engine_atomics;       /* 1: accumulate and rmw go through the engine, also local ones */
    int polls_first;          /* 1: a local transfer calls ali_poll_before_local() first */
    al_group_t *group;
    uint32_t table_block, data_block; /* of the node's first rank; AL_HEAP_NONE elsewhere */
    int references;                   /* al_segment_free() frees the last */
    uint64_t number;                  /* the how manieth of the group; 0: al_memory() */
    al_segment_t *prev, *next;        /* among the group's segments */
    al_guarded_t *guarded;            /* my slice, with ASHLAR_GUARD=1; else NULL */
};

/* A segment of a group, without slices. */
al_segment_t ali_segment_draft(al_group_t *group);
/* Allocate and commit its slices (al_segment_create.c), and combine n numbers as below. have: this
 * rank has memory for the record of the segment. Collective; a failure leaves nothing allocated. */
int ali_segment_fill_draft(al_segment_t *segment, size_t bytes, int have, long long *ballot, int n);
/* Free the memory of its slices, on the node's first rank. */
void ali_segment_release_blocks(al_segment_t *segment);
/* al_segment_create that also combines n numbers of each rank by MAX, into all: they are valid
 * whenever the status is not ASHLAR_EMPI. n <= 8. */
int ali_segment_create(al_group_t *group, size_t bytes, long long *ballot, int n,
                       al_segment_t **segment);
/* With ASHLAR_GUARD=1: what my slice is called in messages, and that only these bytes of it, from
 * `begin`, are the user's, so that the guards are to lie beside them. The caller keeps
 * ali_guard_bytes() free behind them, and before them unless begin is 0. */
void ali_segment_guard(al_segment_t *segment, size_t begin, size_t bytes, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Another user of a segment, who will call al_segment_free() as well. */
al_segment_t *ali_segment_share(al_segment_t *segment);
/* Those slices of a segment that are on my node, for the group of its ranks there, in its order:
 * without data of its own. slices: room for all of them in memory of the node, filled in by one of
 * the ranks; the others must sync with it before they use the view. Not collective.
 * @return ASHLAR_ENOMEM */
int ali_segment_view(const al_segment_t *whole, al_group_t *group, al_slice_t *slices,
                     al_segment_t **view);
void ali_segment_view_free(al_segment_t *view);
/* Forget the segments of a group when the library stops: their memory goes with the arena. */
void ali_segments_forget(al_group_t *group);
/* From now on they have no rank, so every access is refused. */
void ali_segments_disable(al_group_t *group);

/* Before a local transfer of some bytes. */
static inline int ali_before_local(const al_segment_t *segment, size_t bytes)
{
    return AL_UNLIKELY(segment->polls_first) ? ali_poll_before_local(segment->engine_atomics, bytes)
                                             : ASHLAR_OK;
}

/* Report why (segment, rank, offset, bytes) is not a place: always a negative status. */
int ali_fail_place(const char *call, const al_segment_t *segment, int rank, size_t offset,
                   size_t bytes) __attribute__((cold));

static inline bool ali_is_place(const al_segment_t *segment, int rank, size_t offset, size_t bytes)
{
    return segment && (unsigned)rank < (unsigned)segment->size &&
           bytes <= segment->slices[rank].bytes && offset <= segment->slices[rank].bytes - bytes;
}

/* Whether the slice of a rank of the group is on my node. */
static inline bool ali_slice_is_here(const al_segment_t *segment, int rank)
{
    return segment->slices[rank].offset >= 0;
}

/* call: what to say this rank waits for. */
static inline al_place_t ali_place(const char *call, const al_segment_t *segment, int rank,
                                   size_t offset)
{
    int world = ali_world_rank(segment->group, rank);
    ali_report_wait(call, world);
    return (al_place_t){world, ali_nodes.of[world],
                        ali_slice_begin(&segment->slices[rank]) + offset};
}

#endif
