/* A program written for Global Arrays uses all three of its interfaces; outside the tree
 * it is built as such programs are. "program ma" uses MA alone, without MPI. */
#include <stdio.h>
#include <string.h>

#include <mpi.h>

#include "armci.h"
#include "ga-mpi.h"
#include "ga.h"
#include "macdecls.h"

enum { EACH = 5 };

static void must(int holds, const char *what)
{
    if (!holds)
        GA_Error((char *)what, 1);
}

/* Rank 0 needs all others, which wait in MPI for its message: they must answer there. */
static void check_answers(int g, int me, int ranks)
{
    int go = 1;
    if (me != 0) {
        MPI_Recv(&go, 1, MPI_INT, 0, 7, GA_MPI_Comm(), MPI_STATUS_IGNORE);
    } else {
        for (int rank = 0; rank < ranks; ++rank) {
            double row[EACH];
            int lo[2] = {rank, 0}, hi[2] = {rank, EACH - 1}, ld[1] = {EACH};
            NGA_Get(g, lo, hi, row, ld);
            for (int j = 0; j < EACH; ++j)
                must(row[j] == 10 * rank + j, "a wrong element");
        }
        for (int rank = 1; rank < ranks; ++rank)
            MPI_Send(&go, 1, MPI_INT, rank, 7, GA_MPI_Comm());
    }
}

static void check_armci(int me, int ranks)
{
    void **blocks = malloc((size_t)ranks * sizeof *blocks);
    int next = (me + 1) % ranks, value = 100 + me;
    must(blocks != NULL, "no memory");
    must(ARMCI_Malloc(blocks, sizeof value) == 0, "ARMCI_Malloc");
    must(ARMCI_Put(&value, blocks[next], sizeof value, next) == 0, "ARMCI_Put");
    ARMCI_Barrier();
    must(*(int *)blocks[me] == 100 + (me + ranks - 1) % ranks, "a wrong number of ARMCI");
    ARMCI_Barrier();
    ARMCI_Free(blocks[me]);
    free(blocks);
}

static void check_ma(void)
{
    Integer handle;
    MA_AccessIndex at;
    must(MA_push_get(MT_F_INT, EACH, "numbers", &handle, &at) == MA_TRUE, "MA_push_get");
    Integer *base = (Integer *)(void *)MA_get_mbase(MT_F_INT);
    for (Integer k = 0; k < EACH; ++k)
        base[at + k] = -k;
    must(base[at + EACH - 1] == 1 - EACH && MA_pop_stack(handle), "the stack of MA");
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "ma") == 0)
        return !MA_init(C_DBL, 1000, 1000);
    MPI_Init(&argc, &argv);
    GA_Initialize();
    must(MA_init(C_DBL, 1000, 1000) == MA_TRUE, "MA_init");
    int me = GA_Nodeid(), ranks = GA_Nnodes();
    int dims[2] = {ranks, EACH}, chunk[2] = {1, EACH}, major, minor, patch;
    int g = NGA_Create(C_DBL, 2, dims, "rows", chunk);
    int lo[2] = {me, 0}, hi[2] = {me, EACH - 1}, ld[1] = {EACH};
    double row[EACH];
    for (int j = 0; j < EACH; ++j)
        row[j] = 10 * me + j;
    must(g != 0, "NGA_Create");
    NGA_Put(g, lo, hi, row, ld);
    GA_Sync();
    check_answers(g, me, ranks);
    check_armci(me, ranks);
    check_ma();
    GA_Version(&major, &minor, &patch);
    GA_Destroy(g);
    GA_Terminate();
    if (me == 0)
        printf("%d ranks, version %d.%d.%d\n", ranks, major, minor, patch);
    MPI_Finalize();
    return 0;
}
