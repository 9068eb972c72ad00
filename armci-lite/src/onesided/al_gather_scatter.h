/* Lists of single elements of any ranks. */
#ifndef AL_GATHER_SCATTER_H
#define AL_GATHER_SCATTER_H

#include "armci-lite/src/base/al_transfer.h"

/* Elements of any ranks: element k is in the arena of nodes[k] at offsets[k], and `bytes` long at
 * values + k * bytes. */
typedef struct al_list {
    size_t n, bytes; /* n <= AL_LIST */
    char *values;
    int nodes[AL_LIST];
    uint64_t offsets[AL_LIST];
} al_list_t;
/* A list that is being moved. */
typedef struct al_list_sent {
    al_handle_t handle; /* 0: complete */
    int rank;           /* that it waits for */
    char *values[AL_LIST];
} al_list_sent_t;
/* Begin to move the elements of a list, with one request per node: a get may go on after the
 * return. The list itself is free again; its values and *sent are in use until ali_list_finish, to
 * be called after a failure too. update: of AL_ACC, a sum. */
int ali_list_start(const al_segment_t *segment, al_direction_t direction, const al_list_t *list,
                   const al_update_t *update, al_list_sent_t *sent);
int ali_list_finish(al_list_sent_t *sent);

#endif
