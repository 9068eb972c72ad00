// Starting, stopping, and the object of services.
#include <climits>
#include <cstdio>

#include "gaxx.h"

namespace GA
{

GAServices SERVICES;

GAServices::GAServices()
{
}

GAServices::~GAServices()
{
}

int as_int(size_t bytes)
{
    return bytes == SIZE_MAX ? -1 : bytes < INT_MAX ? static_cast<int>(bytes) : INT_MAX;
}

void Initialize(int argc, char *argv[], size_t limit)
{
    int runs;
    MPI_Initialized(&runs);
    if (!runs)
        MPI_Init(&argc, &argv);
    if (limit == 0)
        GA_Initialize();
    else
        GA_Initialize_ltd(limit);
}

void Initialize(int argc, char *argv[], unsigned long heapSize, unsigned long stackSize, int type,
                size_t limit)
{
    Initialize(argc, argv, limit);
    const unsigned long ranks = static_cast<unsigned long>(GA_Nnodes());
    const Integer heap = static_cast<Integer>(heapSize / ranks),
                  stack = static_cast<Integer>(stackSize / ranks);
    char words[160];
    std::snprintf(
        words, sizeof words,
        "GA::Initialize: MA_init fails with %ld elements of type %d as stack, %ld as heap",
        static_cast<long>(stack), type, static_cast<long>(heap));
    if (!MA_init(type, stack, heap))
        GA_Error(words, 1);
}

void Terminate()
{
    int ended;
    GA_Terminate();
    MPI_Finalized(&ended);
    if (!ended)
        MPI_Finalize();
}

} // namespace GA
