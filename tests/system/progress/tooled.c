/* tooled sees|misses: whether the tool counts what this program calls, every time or never. */
#include <stdio.h>
#include <string.h>

#include <ashlar/ga.h>

#include "tool.h"

int main(int argc, char **argv)
{
    int before[TOOL_CALLS], after[TOOL_CALLS], rank, size, sum, got, wrong = argc != 2;
    const int sees = argc == 2 && strcmp(argv[1], "sees") == 0;
    const int calls[TOOL_CALLS] = {1, 3, 2, 4};
    MPI_Init(&argc, &argv);
    tool_counts(after);
    wrong += after[TOOL_INIT] != sees;
    wrong += ga_initialize(MPI_COMM_WORLD) != ASHLAR_OK;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    tool_counts(before);
    for (int k = 0; k < calls[TOOL_BARRIER]; ++k)
        MPI_Barrier(MPI_COMM_WORLD);
    for (int k = 0; k < calls[TOOL_ALLREDUCE]; ++k) {
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        wrong += sum != size * (size - 1) / 2;
    }
    for (int k = 0; k < calls[TOOL_SENDRECV]; ++k) {
        MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, k, &got, 1, MPI_INT,
                     (rank + size - 1) % size, k, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        wrong += got != (rank + size - 1) % size;
    }
    tool_counts(after);
    for (int k = TOOL_BARRIER; k < TOOL_CALLS; ++k)
        if (after[k] - before[k] != (sees ? calls[k] : 0)) {
            fprintf(stderr, "call %d of the table: %d seen of %d\n", k, after[k] - before[k],
                    calls[k]);
            ++wrong;
        }
    ga_terminate();
    MPI_Finalize();
    return wrong != 0;
}
