/* The check at the end. */
#ifndef CHECK_H
#define CHECK_H

#include "colouring.h"

typedef struct verdict {
    int64_t colours, wrong; /* vertices that have no colour, or that of a neighbour */
    uint64_t checksum;      /* over vertices and their colours */
    /* If asked for, on rank 0: the colours that a serial program needs, which takes all vertices by
     * falling priority, and the vertices that it colours otherwise. */
    int64_t serial, different;
} verdict_t;

/* Collective. */
verdict_t check_colours(const graph_t *graph, const int32_t *colour, int serially);

#endif
