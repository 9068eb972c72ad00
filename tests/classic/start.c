/* Starting and stopping in all ways, more than once: `start args` leaves MPI to the library, `start
 * half` uses it on every second rank. */
#include <stdio.h>
#include <string.h>

#include "ga-mpi.h"
#include "ga.h"

static int failed;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("start.c:%d: not so: %s\n", __LINE__, #condition);                              \
            failed = 1;                                                                            \
        }                                                                                          \
    } while (0)

/* Everything works on this many ranks, and nothing is left of the time before. */
static void use(int ranks)
{
    int dims[1] = {100}, at[1] = {99};
    double one = 1, found = 0;
    CHECK(GA_Initialized());
    CHECK(GA_Nnodes() == ranks);
    CHECK(GA_Inquire_memory() == 0);
    int g = NGA_Create(C_DBL, 1, dims, "array", NULL);
    CHECK(g == -1000);
    GA_Fill(g, &one);
    NGA_Acc(g, at, at, &one, NULL, &one);
    GA_Sync();
    NGA_Get(g, at, at, &found, NULL);
    CHECK(found == 1 + ranks);
    GA_Sync();
    CHECK(GA_Create_mutexes(2) == 1);
    GA_Mask_sync(0, 0); /* it ends here: the next array is filled when all are there */
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    int rank, size, is_over = 0, before;
    if (strcmp(how, "args") == 0)
        GA_Initialize_args(&argc, &argv);
    else
        MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (strcmp(how, "half") == 0) {
        MPI_Comm half;
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
        CHECK(!GA_Initialized());
        if (rank % 2 == 0) {
            CHECK(GA_Initialize_comm(half) == 1);
            CHECK(GA_Initialize_comm(half) == 0); /* once */
            use((size + 1) / 2);
            GA_Terminate();
        }
        CHECK(!GA_Initialized());
        MPI_Comm_free(&half);
    } else {
        for (int k = 0; k < 3; ++k) {
            if (k == 1)
                GA_Initialize_ltd(1000000);
            else if (k == 2 || how[0] == 0)
                GA_Initialize();
            GA_Initialize(); /* no more than once */
            CHECK(GA_Memory_limited() == (k == 1));
            CHECK(k != 1 || GA_Memory_avail() == 1000000);
            use(size);
            GA_Terminate();
            CHECK(!GA_Initialized());
            GA_Terminate();
        }
    }
    MPI_Finalized(&is_over);
    CHECK(!is_over);
    before = failed;
    MPI_Allreduce(&before, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return failed;
}
