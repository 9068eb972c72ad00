/* The state of the steps of armci-lite, which are in two files. */
#ifndef TESTS_FAILURE_AL_STEPS_H
#define TESTS_FAILURE_AL_STEPS_H

#include <ashlar/al.h>

#include "steps.h"

/* Every rank writes into the slice of the next one: MINE bytes after a guard that nobody writes. */
enum { GUARD = 4096, MINE = 3 << 19, ELEMENTS = MINE / 8 };

extern struct al_subject {
    al_group_t *group;
    al_segment_t *segment, *part;
    al_mutexes_t *mutexes;
    double *out, *in; /* [ELEMENTS] */
    int next;
} al;

/* Whether n numbers have come in that are those that went out, times a factor. */
void check_elements(size_t n, double factor);

/* al_transfers.c */
int small(void);
int large(void);
int strided_small(void);
int strided_large(void);
int strided_rows(void);
int nonblocking(void);
int list_transfers(void);
int counters(void);

#endif
