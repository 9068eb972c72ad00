/* By hand-written messages: each rank finds out which elements it lacks and whose they are, tells
 * the owners, and sets up the messages of an exchange; then an exchange only packs and starts them.
 */
#include <string.h>

#include <mpi.h>

#include "cg.h"

static struct {
    double *vector; /* own elements, then those lacking */
    int64_t *given; /* positions in the vector of those that go to others, by rank */
    int64_t given_count;
    double *outgoing;
    MPI_Request *requests; /* persistent */
    int request_count;
} my;

/* How many elements come from each rank and go to it, and, to its owners, which. */
static void tell_owners(const matrix_t *matrix, int64_t *lacking, int64_t count, int *from, int *to)
{
    memset(from, 0, (size_t)cg_size() * sizeof *from);
    for (int64_t k = 0; k < count; ++k)
        ++from[lacking[k] / matrix->rows];
    MPI_Alltoall(from, 1, MPI_INT, to, 1, MPI_INT, MPI_COMM_WORLD);
    my.given_count = 0;
    for (int r = 0; r < cg_size(); ++r)
        my.given_count += to[r];
    my.given = cg_take((size_t)my.given_count * sizeof *my.given);
    my.request_count = 0;
    int64_t *in = my.given, *out = lacking;
    for (int r = 0; r < cg_size(); ++r) {
        if (to[r])
            MPI_Irecv(in, to[r], MPI_INT64_T, r, 0, MPI_COMM_WORLD,
                      &my.requests[my.request_count++]);
        if (from[r])
            MPI_Isend(out, from[r], MPI_INT64_T, r, 0, MPI_COMM_WORLD,
                      &my.requests[my.request_count++]);
        in += to[r];
        out += from[r];
    }
    MPI_Waitall(my.request_count, my.requests, MPI_STATUSES_IGNORE);
    for (int64_t k = 0; k < my.given_count; ++k)
        my.given[k] -= matrix->first;
}

static void set_up_messages(double *in, const int *from, const int *to)
{
    double *out = my.outgoing;
    my.request_count = 0;
    for (int r = 0; r < cg_size(); ++r) {
        if (from[r])
            MPI_Recv_init(in, from[r], MPI_DOUBLE, r, 0, MPI_COMM_WORLD,
                          &my.requests[my.request_count++]);
        if (to[r])
            MPI_Send_init(out, to[r], MPI_DOUBLE, r, 0, MPI_COMM_WORLD,
                          &my.requests[my.request_count++]);
        in += from[r];
        out += to[r];
    }
}

static double *prepare(matrix_t *matrix)
{
    int64_t count;
    int64_t *lacking = cg_lacking(matrix, &count);
    int *from = cg_take((size_t)cg_size() * sizeof *from);
    int *to = cg_take((size_t)cg_size() * sizeof *to);
    my.requests = cg_take(2 * (size_t)cg_size() * sizeof(MPI_Request));
    tell_owners(matrix, lacking, count, from, to);
    my.vector = cg_take((size_t)(matrix->rows + count) * sizeof *my.vector);
    my.outgoing = cg_take((size_t)my.given_count * sizeof *my.outgoing);
    set_up_messages(my.vector + matrix->rows, from, to);
    free(lacking);
    free(from);
    free(to);
    return my.vector;
}

static void exchange(void)
{
    for (int64_t k = 0; k < my.given_count; ++k)
        my.outgoing[k] = my.vector[my.given[k]];
    MPI_Startall(my.request_count, my.requests);
    MPI_Waitall(my.request_count, my.requests, MPI_STATUSES_IGNORE);
}

static void finish(void)
{
    for (int k = 0; k < my.request_count; ++k)
        MPI_Request_free(&my.requests[k]);
    free(my.vector);
    free(my.given);
    free(my.outgoing);
    free(my.requests);
}

const cg_way_t cg_messages = {"messages", prepare, exchange, NULL, finish};
