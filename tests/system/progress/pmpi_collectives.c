/* Collective calls give with libashlar-pmpi what they give without it. */
#include "pmpi.h"

#include <stdlib.h>
#include <string.h>

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
