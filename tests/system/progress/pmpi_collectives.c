/* The collective calls that libashlar-pmpi stands before: what they give is what MPI gives. */
#include "pmpi.h"

#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>

/* Ints of one block: MPICH 4.0.2 crashes in MPI_Reduce of more in place to another root than 0. */
enum { ROOM = 512 };

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

/* ---- arguments --------------------------------------------------------------------------------
 */

/* Those of a call of n ints for each rank, with a communicator and a root in it. */
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

/* ---- the same as MPI's ------------------------------------------------------------------------
 */

static void compare(const collective_t *collective, MPI_Comm comm, int n, int root, int in_place)
{
    call_t c;
    pmpi_prepare(&c, comm, n, root, in_place);
    int *expected = test_alloc(c.ints * sizeof *expected);
    int status = collective->call(1, &c);
    memcpy(expected, c.out, c.ints * sizeof *expected);
    pmpi_fill(&c);
    if (collective->call(0, &c) != status || memcmp(expected, c.out, c.ints * sizeof *expected))
        test_fail(__FILE__, __LINE__, "%s: n %d, root %d, in place %d: not what MPI gives",
                  collective->name, n, root, in_place);
    CHECK_INT(MPI_SUCCESS, status);
    free(expected);
    pmpi_discard(&c);
}

/* Counts of 0 to ROOM with every root in turn, or one of each. */
static void compare_all(MPI_Comm comm, int thoroughly)
{
    static const int counts[] = {7, 0, 1, ROOM};
    int size;
    PMPI_Comm_size(comm, &size);
    for (int k = 0; k < pmpi_collective_count; ++k) {
        const collective_t *collective = &pmpi_collectives[k];
        for (int c = 0; c < (thoroughly ? 4 : 1); ++c)
            compare(collective, comm, counts[c], (c + k) % size, 0);
        if (collective->takes & TAKES_IN_PLACE)
            compare(collective, comm, thoroughly ? ROOM : 7, k % size, 1);
    }
}

/* Even ranks against odd ones: the root is the first of the even. */
static void compare_inter(MPI_Comm comm)
{
    MPI_Comm half, inter;
    int rank, size;
    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    if (size < 2)
        return;
    PMPI_Comm_split(comm, rank % 2, rank, &half);
    PMPI_Intercomm_create(half, 0, comm, 1 - rank % 2, 5, &inter);
    int root = rank % 2 ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
    for (int k = 0; k < pmpi_collective_count; ++k)
        if (pmpi_collectives[k].takes & TAKES_INTER)
            compare(&pmpi_collectives[k], inter, 7, root, 0);
    PMPI_Comm_free(&inter);
    PMPI_Comm_free(&half);
}

/* On the whole job, on it backwards, on a part, alone, between two parts. */
static void compare_everywhere(int thoroughly)
{
    MPI_Comm reversed, part;
    int rank = test_rank(), size = test_size();
    PMPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    PMPI_Comm_split(MPI_COMM_WORLD, rank < size - 1, rank, &part);
    compare_all(MPI_COMM_WORLD, thoroughly);
    compare_all(reversed, 0);
    compare_all(part, 0);
    compare_all(MPI_COMM_SELF, 0);
    compare_inter(MPI_COMM_WORLD);
    PMPI_Comm_free(&reversed);
    PMPI_Comm_free(&part);
}

/* Without the library; with it on all ranks; on all but the last, when calls that include it stay
 * MPI's; on all again: what was decided for a communicator must not outlive the library. */
TEST_CASE(collectives_as_mpi, TEST_BARE)
{
    int rank = test_rank(), size = test_size();
    compare_everywhere(0);
    for (int start = 0; start < 3; ++start) {
        MPI_Comm part;
        MPI_Comm_split(MPI_COMM_WORLD, start != 1 || rank < size - 1, rank, &part);
        REQUIRE_OK(al_init(part));
        CHECK_INT(al_node_count() > 1, al_engine_polls());
        compare_everywhere(start == 0);
        CHECK_OK(al_finalize());
        MPI_Comm_free(&part);
    }
}
