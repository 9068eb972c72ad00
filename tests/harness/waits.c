/* Waiting for other ranks, while other nodes are answered. */
#include "state.h"

#include <sched.h>

#include <ashlar/al.h>

/* Leave the core to ranks still at work. */
static void wait_polling(MPI_Request *request)
{
    for (int done = 0; !done;) {
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        al_poll();
        sched_yield();
    }
}

void test_add_up(const int64_t *mine, int64_t *sum, int n)
{
    MPI_Request request;

    MPI_Iallreduce(mine, sum, n, MPI_INT64_T, MPI_SUM, test_self.comm, &request);
    wait_polling(&request);
}

void test_exchange(int out, int to, int *in, int from)
{
    MPI_Request receive, send;
    MPI_Irecv(in, 1, MPI_INT, from, 0, MPI_COMM_WORLD, &receive);
    MPI_Isend(&out, 1, MPI_INT, to, 0, MPI_COMM_WORLD, &send);
    wait_polling(&receive);
    wait_polling(&send);
}

void test_barrier(void)
{
    MPI_Request request;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    wait_polling(&request);
}
