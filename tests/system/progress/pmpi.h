/* Tests of libashlar-pmpi: the calls it stands before, in tables. */
#ifndef TESTS_PROGRESS_PMPI_H
#define TESTS_PROGRESS_PMPI_H

#include <ashlar/al.h>

#include "harness/harness.h"

/* Arguments of a collective call, in which every rank has room for a block of each rank. */
typedef struct call {
    MPI_Comm comm;
    int rank, size, n, root, in_place;
    size_t ints; /* in each buffer */
    int *in, *out, *counts, *places, *byte_places;
    MPI_Datatype *types;
} call_t;

/* Ints of one block: MPICH 4.0.2 crashes in MPI_Reduce of more in place to another root than 0. */
enum { ROOM = 512 };

enum { TAKES_INTER = 1, TAKES_IN_PLACE = 2 };

typedef struct collective {
    const char *name;
    int (*call)(int p, const call_t *c); /* p: call PMPI's */
    int waiting_root;                    /* a root that has to wait for rank 0 */
    int takes;                           /* TAKES_INTER, TAKES_IN_PLACE */
} collective_t;

extern const collective_t pmpi_collectives[];
extern const int pmpi_collective_count;

/* The arguments of a call of n ints for each rank, with a communicator and a root in it. */
void pmpi_prepare(call_t *c, MPI_Comm comm, int n, int root, int in_place);
void pmpi_fill(call_t *c);
void pmpi_discard(call_t *c);

/* A slice of zeros on each rank. Collective. */
al_segment_t *pmpi_make_segment(size_t bytes);
/* Nobody is inside the library when rank 0 has heard from all. */
void pmpi_leave_library(void);

/* Whether libashlar-pmpi stands before this call of MPI. */
int pmpi_stands_before(const char *call);

#endif
