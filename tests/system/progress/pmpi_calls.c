/* The collective calls that libashlar-pmpi stands before, as it and as MPI make them. */
#include "pmpi.h"

#include <stdlib.h>

/* One call: p selects PMPI's. In an inter-communicator n counts for the remote ranks. */
#define PICK(call) (p ? PMPI_##call : MPI_##call)

static const void *in_of(const call_t *c)
{
    return c->in_place ? MPI_IN_PLACE : c->in;
}

static int is_root(const call_t *c)
{
    return c->root == c->rank;
}

static int barrier(int p, const call_t *c)
{
    return PICK(Barrier)(c->comm);
}

static int bcast(int p, const call_t *c)
{
    return PICK(Bcast)(c->out, c->n, MPI_INT, c->root, c->comm);
}

static int reduce(int p, const call_t *c)
{
    return PICK(Reduce)(is_root(c) ? in_of(c) : c->in, c->out, c->n, MPI_INT, MPI_SUM, c->root,
                        c->comm);
}

static int allreduce(int p, const call_t *c)
{
    return PICK(Allreduce)(in_of(c), c->out, c->n, MPI_INT, MPI_SUM, c->comm);
}

static int reduce_scatter(int p, const call_t *c)
{
    return PICK(Reduce_scatter)(in_of(c), c->out, c->counts, MPI_INT, MPI_SUM, c->comm);
}

static int reduce_scatter_block(int p, const call_t *c)
{
    return PICK(Reduce_scatter_block)(in_of(c), c->out, c->n, MPI_INT, MPI_SUM, c->comm);
}

static int scan(int p, const call_t *c)
{
    return PICK(Scan)(in_of(c), c->out, c->n, MPI_INT, MPI_SUM, c->comm);
}

static int exscan(int p, const call_t *c)
{
    return PICK(Exscan)(in_of(c), c->out, c->n, MPI_INT, MPI_SUM, c->comm);
}

static int gather(int p, const call_t *c)
{
    return PICK(Gather)(is_root(c) ? in_of(c) : c->in, c->n, MPI_INT, c->out, c->n, MPI_INT,
                        c->root, c->comm);
}

static int gatherv(int p, const call_t *c)
{
    return PICK(Gatherv)(is_root(c) ? in_of(c) : c->in, c->n, MPI_INT, c->out, c->counts, c->places,
                         MPI_INT, c->root, c->comm);
}

static int scatter(int p, const call_t *c)
{
    return PICK(Scatter)(c->in, c->n, MPI_INT, is_root(c) && c->in_place ? MPI_IN_PLACE : c->out,
                         c->n, MPI_INT, c->root, c->comm);
}

static int scatterv(int p, const call_t *c)
{
    return PICK(Scatterv)(c->in, c->counts, c->places, MPI_INT,
                          is_root(c) && c->in_place ? MPI_IN_PLACE : c->out, c->n, MPI_INT, c->root,
                          c->comm);
}

static int allgather(int p, const call_t *c)
{
    return PICK(Allgather)(in_of(c), c->n, MPI_INT, c->out, c->n, MPI_INT, c->comm);
}

static int allgatherv(int p, const call_t *c)
{
    return PICK(Allgatherv)(in_of(c), c->n, MPI_INT, c->out, c->counts, c->places, MPI_INT,
                            c->comm);
}

static int alltoall(int p, const call_t *c)
{
    return PICK(Alltoall)(in_of(c), c->n, MPI_INT, c->out, c->n, MPI_INT, c->comm);
}

static int alltoallv(int p, const call_t *c)
{
    return PICK(Alltoallv)(in_of(c), c->counts, c->places, MPI_INT, c->out, c->counts, c->places,
                           MPI_INT, c->comm);
}

static int alltoallw(int p, const call_t *c)
{
    return PICK(Alltoallw)(in_of(c), c->counts, c->byte_places, c->types, c->out, c->counts,
                           c->byte_places, c->types, c->comm);
}

static int free_made(int status, MPI_Comm *made, int *size)
{
    if (status != MPI_SUCCESS)
        return status;
    PMPI_Comm_size(*made, size);
    return PMPI_Comm_free(made);
}

static int comm_dup(int p, const call_t *c)
{
    MPI_Comm made;
    return free_made(PICK(Comm_dup)(c->comm, &made), &made, c->out);
}

static int comm_split(int p, const call_t *c)
{
    MPI_Comm made;
    return free_made(PICK(Comm_split)(c->comm, c->rank % 2, -c->rank, &made), &made, c->out);
}

static int cart_create(int p, const call_t *c)
{
    const int periods = 1;
    MPI_Comm made;
    return free_made(PICK(Cart_create)(c->comm, 1, &c->size, &periods, 0, &made), &made, c->out);
}

const collective_t pmpi_collectives[] = {
    {"barrier", barrier, 0, TAKES_INTER},
    {"bcast", bcast, 0, TAKES_INTER},
    {"reduce", reduce, 1, TAKES_INTER | TAKES_IN_PLACE},
    {"allreduce", allreduce, 0, TAKES_INTER | TAKES_IN_PLACE},
    {"reduce_scatter", reduce_scatter, 0, TAKES_IN_PLACE},
    {"reduce_scatter_block", reduce_scatter_block, 0, TAKES_IN_PLACE},
    {"scan", scan, 0, TAKES_IN_PLACE},
    {"exscan", exscan, 0, TAKES_IN_PLACE},
    {"gather", gather, 1, TAKES_INTER | TAKES_IN_PLACE},
    {"gatherv", gatherv, 1, TAKES_INTER | TAKES_IN_PLACE},
    {"scatter", scatter, 0, TAKES_INTER | TAKES_IN_PLACE},
    {"scatterv", scatterv, 0, TAKES_INTER | TAKES_IN_PLACE},
    {"allgather", allgather, 0, TAKES_INTER | TAKES_IN_PLACE},
    {"allgatherv", allgatherv, 0, TAKES_INTER | TAKES_IN_PLACE},
    {"alltoall", alltoall, 0, TAKES_INTER | TAKES_IN_PLACE},
    {"alltoallv", alltoallv, 0, TAKES_INTER | TAKES_IN_PLACE},
    {"alltoallw", alltoallw, 0, TAKES_INTER | TAKES_IN_PLACE},
    {"comm_dup", comm_dup, 0, 0},
    {"comm_split", comm_split, 0, 0},
    {"cart_create", cart_create, 0, 0},
};
const int pmpi_collective_count = sizeof pmpi_collectives / sizeof pmpi_collectives[0];

void pmpi_prepare(call_t *c, MPI_Comm comm, int n, int root, int in_place)
{
    int inter, blocks;
    PMPI_Comm_rank(comm, &c->rank);
    PMPI_Comm_size(comm, &c->size);
    PMPI_Comm_test_inter(comm, &inter);
    blocks = c->size;
    if (inter)
        PMPI_Comm_remote_size(comm, &blocks);
    blocks = blocks > c->size ? blocks : c->size;
    c->comm = comm;
    c->n = n;
    c->root = root;
    c->in_place = in_place;
    c->ints = (size_t)blocks * ROOM;
    c->in = test_alloc(c->ints * sizeof *c->in);
    c->out = test_alloc(c->ints * sizeof *c->out);
    c->counts = test_alloc((size_t)blocks * sizeof *c->counts);
    c->places = test_alloc((size_t)blocks * sizeof *c->places);
    c->byte_places = test_alloc((size_t)blocks * sizeof *c->byte_places);
    c->types = test_alloc((size_t)blocks * sizeof(MPI_Datatype));
    for (int b = 0; b < blocks; ++b) {
        c->counts[b] = n;
        c->places[b] = b * ROOM;
        c->byte_places[b] = b * ROOM * (int)sizeof(int);
        c->types[b] = MPI_INT;
    }
    pmpi_fill(c);
}

void pmpi_fill(call_t *c)
{
    for (size_t k = 0; k < c->ints; ++k) {
        c->in[k] = 1000 * (c->rank + 1) + (int)k;
        c->out[k] = -7 * (c->rank + 1) - (int)k;
    }
}

void pmpi_discard(call_t *c)
{
    free(c->in);
    free(c->out);
    free(c->counts);
    free(c->places);
    free(c->byte_places);
    free(c->types);
}
