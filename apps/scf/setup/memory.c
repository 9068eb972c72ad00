/* An estimate of the memory that a calculation takes, against what there is. */
#include "setup/memory.h"

#include <stdio.h>

#include <ashlar/al.h>

double memory_available(void)
{
    char line[256];
    double kb = -1;
    FILE *stream = fopen("/proc/meminfo", "r");
    while (stream && kb < 0 && fgets(line, sizeof line, stream))
        if (sscanf(line, "MemAvailable: %lf kB", &kb) != 1)
            kb = -1;
    if (stream)
        fclose(stream);
    return kb * 1024;
}

int memory_ranks_here(void)
{
    int here = 0;
    for (int rank = 0; rank < al_size(); ++rank)
        here += al_node_of(rank) == al_node_of(al_rank());
    return here;
}

int memory_check(int functions, int matrices, failure_t *failure)
{
    double all = 8.0 * functions * functions * matrices;
    double share = all * memory_ranks_here() / al_size(), free = memory_available();
    if (free < 0 || share <= free)
        return 0;
    return failure_set(
        failure,
        "%d functions need %.1f GB for %d matrices, %.1f GB of it on a node that has "
        "%.1f GB available: take more nodes or a smaller basis",
        functions, all / 1e9, matrices, share / 1e9, free / 1e9);
}
