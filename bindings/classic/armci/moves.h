/* Put, get and accumulate, of whatever form: between a place in all memory, the "far" side, which
 * is of a process, and memory of mine, the "near" one. All return 0 or an error that has been
 * reported. */
#ifndef ARMCI_MOVES_H
#define ARMCI_MOVES_H

#include "state.h"

typedef enum what { PUT, GET, ACC } what_t;

typedef struct move {
    const char *call;
    what_t what;
    int proc;
    ashlar_type type; /* of an accumulate */
    size_t element;   /* its bytes; 0: of no accumulate */
    const void *scale;
    al_handle_t *handle; /* NULL: complete it */
} move_t;

/* Contiguous. */
int armi_move_run(const move_t *move, void *far, void *near, int bytes);
/* Strided, as ARMCI_PutS() takes it. */
int armi_move_strided(const move_t *move, void *far, const int far_stride[], void *near,
                      const int near_stride[], const int count[], int levels);
/* A list. Puts and accumulates have left my memory on return, also those with a handle. */
int armi_move_list(const move_t *move, const armci_giov_t *list, int len);

#endif
