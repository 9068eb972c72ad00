/* Tests of libashlar-pmpi: the calls it stands before, in tables. */
#ifndef TESTS_PROGRESS_PMPI_H
#define TESTS_PROGRESS_PMPI_H

#include "harness/harness.h"

/* Arguments of a collective call, in which every rank has room for a block of each rank. */
typedef struct call {
    MPI_Comm comm;
    int rank, size, n, root, in_place;
    size_t ints; /* in each buffer */
    int *in, *out, *counts, *places, *byte_places;
    MPI_Datatype *types;
} call_t;

enum { TAKES_INTER = 1, TAKES_IN_PLACE = 2 };

typedef struct collective {
    const char *name;
    int (*call)(int p, const call_t *c); /* p: call PMPI's */
    int waiting_root;                    /* a root that has to wait for rank 0 */
    int takes;                           /* TAKES_INTER, TAKES_IN_PLACE */
} collective_t;

extern const collective_t pmpi_collectives[];
extern const int pmpi_collective_count;

void pmpi_prepare(call_t *c, MPI_Comm comm, int n, int root, int in_place);
void pmpi_fill(call_t *c);
void pmpi_discard(call_t *c);

/* Whether libashlar-pmpi stands before this call of MPI. */
int pmpi_stands_before(const char *call);

#endif
