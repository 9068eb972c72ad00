/* The exchange between the first ranks of a group's nodes when a segment is created. */
#ifndef AL_EXCHANGE_H
#define AL_EXCHANGE_H

#include <stdint.h>

/* Where a rank's slice is. offset is in the arena of its node; it is stored as ~offset, negative,
 * when that node is not mine. */
typedef struct al_slice {
    int64_t offset;
    uint64_t bytes;
} al_slice_t;

static inline uint64_t ali_slice_begin(const al_slice_t *slice)
{
    return (uint64_t)(slice->offset < 0 ? ~slice->offset : slice->offset);
}

/* Exchanged before anybody commits memory. */
typedef struct al_report {
    int64_t failed;
    int64_t granted, tables,
        reserved; /* bytes: of the segment, for page tables, reserved by ranks */
    uint64_t machine;
} al_report_t;

/* Room for the reports of all nodes: at[n] node n's report, followed by the slices of its ranks;
 * at[node_count] its end. */
typedef struct al_exchange {
    char *buffer;
    int *at, *bytes; /* [node_count + 1] and [node_count], one allocation */
} al_exchange_t;

/* Allocate the room for a group. node_of: node of each rank, numbered within the group. call: the
 * name of the call, for the message of a failure. */
int ali_exchange_make(const char *call, al_exchange_t *exchange, int ranks, int nodes,
                      const int *node_of);
void ali_exchange_free(al_exchange_t *exchange);

#endif
