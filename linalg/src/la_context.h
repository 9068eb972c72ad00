/* The state of linalg. */
#ifndef LA_CONTEXT_H
#define LA_CONTEXT_H

#include <stdatomic.h>
#include <stdint.h>

typedef struct lai_context {
    atomic_int proven;    /* the libraries' integers are as wide as ours */
    int keyval;           /* of the process grids of a communicator */
    int64_t serial_order; /* up to this order one rank solves alone */
    int64_t rank_extent;  /* rows and columns that a process of a grid has at least, roughly */
} lai_context_t;

extern lai_context_t lai_context;

#endif
