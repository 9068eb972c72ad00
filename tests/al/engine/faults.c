#include "faults.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "harness/harness.h"

static struct {
    fault_t fault;
    int windows;
    MPI_Win unclaimed;  /* made, though the last rank reported a failure */
    char kept[1 << 16]; /* what was put elsewhere */
} faults;

void faults_set(fault_t fault)
{
    faults.fault = fault;
    faults.windows = 0;
}

void faults_free_unclaimed(void)
{
    PMPI_Win_free(&faults.unclaimed);
}

static void hang(void)
{
    for (;;)
        pause();
}

static bool has(fault_t fault)
{
    return faults.fault == fault && test_rank() == 0;
}

int MPI_Win_create(void *base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    ++faults.windows;
    if (faults.fault == FAULT_HANG_CREATE)
        hang();
    if (faults.fault == FAULT_NO_WINDOW ||
        (faults.fault == FAULT_NO_SECOND_WINDOW && faults.windows == 2))
        return MPI_ERR_WIN;
    int code = PMPI_Win_create(base, size, unit, info, comm, win);
    if (faults.fault != FAULT_NO_WINDOW_LAST)
        return code;
    faults.unclaimed = *win;
    return test_rank() == test_size() - 1 ? MPI_ERR_WIN : code;
}

int MPI_Win_flush(int rank, MPI_Win win)
{
    if (has(FAULT_HANG_FLUSH))
        hang();
    return PMPI_Win_flush(rank, win);
}

int MPI_Put(const void *buffer, int count, MPI_Datatype type, int target, MPI_Aint at,
            int target_count, MPI_Datatype target_type, MPI_Win win)
{
    if (has(FAULT_PUT_ELSEWHERE)) {
        memcpy(faults.kept, buffer, (size_t)count);
        return MPI_SUCCESS;
    }
    return PMPI_Put(buffer, count, type, target, at, target_count, target_type, win);
}

int MPI_Get(void *buffer, int count, MPI_Datatype type, int target, MPI_Aint at, int target_count,
            MPI_Datatype target_type, MPI_Win win)
{
    if (has(FAULT_PUT_ELSEWHERE))
        memcpy(buffer, faults.kept, (size_t)count);
    if (has(FAULT_PUT_ELSEWHERE) || has(FAULT_GET))
        return MPI_SUCCESS;
    return PMPI_Get(buffer, count, type, target, at, target_count, target_type, win);
}

int MPI_Accumulate(const void *buffer, int count, MPI_Datatype type, int target, MPI_Aint at,
                   int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win)
{
    if (has(FAULT_ACCUMULATE))
        return MPI_SUCCESS;
    return PMPI_Accumulate(buffer, count, type, target, at, target_count, target_type, op, win);
}

int MPI_Fetch_and_op(const void *buffer, void *result, MPI_Datatype type, int target, MPI_Aint at,
                     MPI_Op op, MPI_Win win)
{
    if (has(FAULT_FETCH)) {
        memset(result, 0, sizeof(int64_t));
        return MPI_SUCCESS;
    }
    return PMPI_Fetch_and_op(buffer, result, type, target, at, op, win);
}
