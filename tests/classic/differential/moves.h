/* Transfers of patches: what their calls share. */
#ifndef DIFFERENTIAL_MOVES_H
#define DIFFERENTIAL_MOVES_H

#include "differential.h"

enum move { PUT, GET, ACC };

typedef struct call {
    array_t *a;
    Integer g, flo[MOST], fhi[MOST], fld[MOST];
    int lo[MOST], hi[MOST], ld[MOST];
    int64_t wlo[MOST], whi[MOST], wld[MOST], n;
    scalar_t alpha;
    void *data;
} call_t;

/* An array of any kind that transfers know. */
array_t *some_array(void);
/* Leading dimensions for a patch whose rows may be longer; returns the elements of the buffer. */
int64_t buffer_for(int ndim, const int *lo, const int *hi, int *ld);
/* Bounds and leading dimensions as all kinds of calls have them. */
void prepare(call_t *c);

#endif
