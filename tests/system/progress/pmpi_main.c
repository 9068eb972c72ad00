/* Tests of libashlar-pmpi, which is linked before MPI or preloaded. */
#define _GNU_SOURCE
#include <dlfcn.h>

#include <string.h>

#include "pmpi.h"

int pmpi_stands_before(const char *call)
{
    Dl_info info;
    void *address = dlsym(RTLD_DEFAULT, call);
    return address && dladdr(address, &info) != 0 && strstr(info.dli_fname, "libashlar-pmpi");
}

/* Is it there at all? */
void interposed(void)
{
    static const char *const calls[] = {"MPI_Recv", "MPI_Barrier", "MPI_Waitall", "MPI_Comm_dup"};
    for (int k = 0; k < 4; ++k)
        CHECK(pmpi_stands_before(calls[k]));
}

static const test_case_t cases[] = {
    {"interposed", interposed, TEST_BARE},
    {"collectives_as_mpi", collectives_as_mpi, TEST_BARE},
    {"messages_as_mpi", messages_as_mpi, TEST_BARE},
    {"answers_in_collectives", answers_in_collectives, TEST_AL},
    {"answers_in_messages", answers_in_messages, TEST_AL},
    {"barrier_after_sync", barrier_after_sync, TEST_AL},
    {"asked_in_barrier", asked_in_barrier, TEST_AL},
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, "pmpi", cases, sizeof cases / sizeof cases[0]);
}
