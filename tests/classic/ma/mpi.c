/* MA beside GA, begun before it; what ends the program on one rank ends it on all. */
#include <stdlib.h>

#include <mpi.h>

#include <ga.h>
#include <macdecls.h>

int main(int argc, char **argv)
{
    Integer before, handle;
    MA_AccessIndex index;
    MPI_Init(&argc, &argv);
    if (!MA_init(MT_DBL, 1000, 1000) || !MA_alloc_get(MT_DBL, 10, "before", &before, &index))
        return 2;
    ma_cb_dbl[index + 9] = 1.5;
    GA_Initialize();
    if (!MA_push_stack(MT_DBL, 990, "after", &handle) || !MA_pop_stack(handle))
        return 2;
    GA_Sync();
    if (ma_cb_dbl[index + 9] != 1.5 || !MA_verify_allocator_stuff())
        return 2;
    MA_set_hard_fail(GA_Nodeid() == GA_Nnodes() - 1);
    MA_free_heap(3);
    GA_Sync();
    GA_Terminate();
    MPI_Finalize();
    return 0; /* which is not expected */
}
