/* The calls whose costs are measured, in their order. */
#ifndef TESTS_SCALE_CALLS_H
#define TESTS_SCALE_CALLS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct call {
    const char *name; /* NULL: the end */
    void (*run)(void);
    int doubles;     /* elements of arrays that each rank gets */
    bool is_needed;  /* by others after it */
    bool is_of_root; /* only the node of rank 0 can be simulated */
} call_t;

extern call_t calls[];

#endif
