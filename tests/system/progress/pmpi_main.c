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
TEST_CASE(interposed, TEST_BARE)
{
    static const char *const calls[] = {"MPI_Recv", "MPI_Barrier", "MPI_Waitall", "MPI_Comm_dup"};
    for (int k = 0; k < 4; ++k)
        CHECK(pmpi_stands_before(calls[k]));
}
