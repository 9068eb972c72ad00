/* Ranks without elements. */
#include <stdlib.h>
#include <string.h>

#include "calls.h"

/* A rank without elements has bounds -1 and -2 in each dimension. */
TEST_CASE(places_without_owner, TEST_GA)
{
    int dims[3] = {1, 1, 1}, list[1] = {GA_Nnodes() - 1}, lo[3], hi[3];
    int g = GA_Create_handle();
    GA_Set_data(g, 3, dims, C_DBL);
    GA_Set_restricted(g, list, 1);
    CHECK_INT(1, GA_Allocate(g));
    for (int rank = 0; rank < GA_Nnodes(); ++rank) {
        NGA_Distribution(g, rank, lo, hi);
        for (int d = 0; d < 3; ++d) {
            CHECK_INT(rank == list[0] ? 0 : -1, lo[d]);
            CHECK_INT(rank == list[0] ? 0 : -2, hi[d]);
        }
    }
    GA_Destroy(g);
}
