/* Starting and stopping, alone and together with global arrays. */
#define _GNU_SOURCE
#include <sys/mman.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

#include "classic/armci/cases.h"

#include "ga.h"

/* Every start has a stop. */
TEST_CASE(start_forms, TEST_BARE)
{
    int argc = 0, rank;
    char **argv = NULL;
    MPI_Comm reversed;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    CHECK_INT(0, ARMCI_Initialized());
    ARMCI_Finalize(); /* without a start: nothing */
    CHECK_INT(rank, me());
    CHECK_INT(test_size(), procs());
    CHECK_INT(0, ARMCI_Init());
    CHECK_INT(0, ARMCI_Init_args(&argc, &argv));
    CHECK_INT(1, ARMCI_Init_mpi_comm(MPI_COMM_WORLD));
    CHECK_INT(1, ARMCI_Initialized());
    CHECK_INT(rank, me());
    CHECK_INT(test_size(), procs());
    ARMCI_Finalize();
    ARMCI_Finalize();
    CHECK_INT(1, ARMCI_Initialized());
    ARMCI_Finalize();
    CHECK_INT(0, ARMCI_Initialized());
    CHECK_INT(0, al_initialized());

    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    CHECK_INT(1, ARMCI_Init_mpi_comm(reversed));
    CHECK_INT(test_size() - 1 - rank, me());
    ARMCI_Finalize();
    MPI_Comm_free(&reversed);
}

/* Where something is in the way of the arena on some ranks, the ranks of a node see it at different
 * addresses, and each names it by its own. */
TEST_CASE(start_elsewhere, TEST_BARE)
{
    enum { PLACES = 8 };
    void *taken[PLACES];
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < PLACES; ++k) {
        uintptr_t at = ((uintptr_t)1 << 45) + (uintptr_t)k * ((uintptr_t)1 << 42);
        taken[k] = rank % 2 ? mmap((void *)at, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                            : MAP_FAILED;
        CHECK(rank % 2 == 0 || taken[k] == (void *)at);
    }
    test_repeat("memory_sizes");
    test_repeat("memory_names");
    test_repeat("transfer_contiguous");
    for (int k = 0; k < PLACES; ++k)
        if (taken[k] != MAP_FAILED)
            munmap(taken[k], 4096);
}

/* A number goes round, by way of memory of ARMCI's. */
static void use_memory(void)
{
    char **names = zeros_everywhere(sizeof(int));
    CHECK_INT(0, ARMCI_PutValueInt(me() + 5, names[(me() + 1) % procs()], (me() + 1) % procs()));
    ARMCI_Barrier();
    CHECK_INT((me() + procs() - 1) % procs() + 5, *(int *)names[me()]);
    ARMCI_Barrier();
    free_everywhere(names);
}

static void use_array(void)
{
    int dims[1] = {10 * procs()}, lo[1] = {10 * me()}, hi[1] = {10 * me() + 9};
    int numbers[10], g = NGA_Create(C_INT, 1, dims, (char *)"a", NULL), found = -1;
    CHECK(g != 0);
    for (int k = 0; k < 10; ++k)
        numbers[k] = 10 * me() + k;
    NGA_Put(g, lo, hi, numbers, NULL);
    GA_Sync();
    lo[0] = hi[0] = dims[0] - 1 - me();
    NGA_Get(g, lo, hi, &found, NULL);
    CHECK_INT(dims[0] - 1 - me(), found);
    GA_Destroy(g);
}

static void use_both(void)
{
    use_memory();
    use_array();
}

TEST_CASE(start_with_arrays, TEST_BARE)
{
    /* ARMCI around arrays, arrays around ARMCI, and each beyond the other */
    ARMCI_Init();
    GA_Initialize();
    GA_Initialize();
    use_both();
    GA_Terminate();
    CHECK_INT(0, GA_Initialized());
    CHECK_INT(1, ARMCI_Initialized());
    use_memory();
    ARMCI_Finalize();
    CHECK_INT(0, al_initialized());

    GA_Initialize();
    CHECK_INT(1, ARMCI_Initialized());
    ARMCI_Init();
    use_both();
    ARMCI_Finalize();
    use_both();
    GA_Terminate();
    CHECK_INT(0, al_initialized());

    GA_Initialize();
    ARMCI_Init();
    GA_Terminate();
    use_memory();
    GA_Initialize();
    ARMCI_Finalize();
    use_both();
    GA_Terminate();
    CHECK_INT(0, al_initialized());

    /* a library that runs already is left running */
    CHECK_OK(ga_initialize(MPI_COMM_WORLD));
    ARMCI_Init();
    use_memory();
    ARMCI_Finalize();
    CHECK_INT(1, ga_initialized());
    CHECK_OK(ga_terminate());

    /* and one that is stopped behind ARMCI's back starts anew */
    ARMCI_Init();
    CHECK_OK(ga_terminate());
    CHECK_INT(0, ARMCI_Initialized());
    ARMCI_Init();
    use_memory();
    ARMCI_Finalize();
    CHECK_INT(0, al_initialized());
}
