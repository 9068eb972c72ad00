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

al_segment_t *pmpi_make_segment(size_t bytes)
{
    al_segment_t *segment = NULL;
    void *slice;
    CHECK_OK(al_segment_create(al_group_world(), bytes, &segment));
    CHECK_OK(al_segment_address(segment, al_rank(), &slice));
    memset(slice, 0, bytes);
    CHECK_OK(al_barrier(al_group_world()));
    return segment;
}

void pmpi_leave_library(void)
{
    enum { TAG = 8 };
    if (al_rank() != 0)
        PMPI_Send(NULL, 0, MPI_INT, 0, TAG, MPI_COMM_WORLD);
    for (int r = 1; al_rank() == 0 && r < al_size(); ++r)
        PMPI_Recv(NULL, 0, MPI_INT, r, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Is it there at all? */
TEST_CASE(interposed, TEST_BARE)
{
    static const char *const calls[] = {"MPI_Recv", "MPI_Barrier", "MPI_Waitall", "MPI_Comm_dup"};
    for (int k = 0; k < 4; ++k)
        CHECK(pmpi_stands_before(calls[k]));
}
