/* Memory, and how its addresses become places. */
#include <string.h>

#include "state.h"

/* ---- places ---------------------------------------------------------------------------------- */

void armi_check_proc(const char *call, int proc)
{
    if (ARMI_UNLIKELY(proc < 0 || proc >= armi_state.size))
        armi_stop(call, armi_state.size ? "process %d is outside 0..%d" : "ARMCI_Init comes first",
                  proc, armi_state.size - 1);
}

int armi_find_far(const char *call, int proc, const void *address, size_t *offset)
{
    if (proc < 0 || proc >= armi_state.size)
        return armi_state.size
                   ? armi_wrong(call, "process %d is outside 0..%d", proc, armi_state.size - 1)
                   : armi_wrong(call, "ARMCI_Init comes first");
    int status = al_locate(proc, address, offset);
    if (status == ASHLAR_OK)
        return 0;
    return proc == armi_state.me && address ? ARMI_PRIVATE : armi_failed(call, status);
}

int armi_find_shared(const char *call, int proc, const void *address, size_t *offset)
{
    int status = armi_find(call, proc, address, offset);
    return status == ARMI_PRIVATE
               ? armi_wrong(call, "%p is not of memory that this library gave", address)
               : status;
}

void *armi_name(const char *call, int proc, void *address)
{
    size_t offset;
    if (!address || !armi_is_near(proc))
        return address;
    armi_must(call, al_locate(proc, address, &offset));
    return armi_state.base + offset;
}

/* ---- memory of a group ----------------------------------------------------------------------- */

static int free_in(const char *call, void *ptr, al_group_t *group)
{
    int status = al_barrier(group);
    if (status == ASHLAR_OK && ptr)
        status = al_free(ptr);
    return armi_result(call, status);
}

/* Each adds its address to zeroes; a rank without memory adds one that cannot be. */
static int malloc_in(const char *call, void *ptr_arr[], armci_size_t bytes, al_group_t *group)
{
    static const long none = -1;
    const int size = al_group_size(group), me = al_group_rank(group);
    void *mine = NULL;
    int status = ASHLAR_OK, failed = -1;
    if (bytes < 0)
        status = armi_wrong(call, "%ld bytes", bytes);
    else if (bytes > 0)
        status = armi_result(call, al_alloc((size_t)bytes, &mine));
    memset(ptr_arr, 0, (size_t)size * sizeof *ptr_arr);
    memcpy(&ptr_arr[me], status == ASHLAR_OK ? (const void *)&mine : &none, sizeof mine);
    armi_must(call, al_allreduce(group, ASHLAR_LONG, ASHLAR_SUM, ptr_arr, (size_t)size));
    for (int rank = 0; rank < size && failed < 0; ++rank)
        if (memcmp(&ptr_arr[rank], &none, sizeof none) == 0)
            failed = rank;
    if (failed < 0) {
        for (int rank = 0; rank < size; ++rank)
            ptr_arr[rank] = armi_name(call, al_group_world_rank(group, rank), ptr_arr[rank]);
        return 0;
    }
    memset(ptr_arr, 0, (size_t)size * sizeof *ptr_arr);
    if (mine)
        armi_must(call, al_free(mine));
    return status != ASHLAR_OK ? status
                               : armi_wrong(call, "rank %d of the group has no memory", failed);
}

int ARMCI_Malloc(void *ptr_arr[], armci_size_t bytes)
{
    return malloc_in(__func__, ptr_arr, bytes, armi_default_group(__func__));
}

int ARMCI_Malloc_group(void *ptr_arr[], armci_size_t bytes, ARMCI_Group *group)
{
    return malloc_in(__func__, ptr_arr, bytes, armi_group(__func__, group));
}

int ARMCI_Malloc_memdev(void *ptr_arr[], armci_size_t bytes, const char *device)
{
    (void)device;
    return ARMCI_Malloc(ptr_arr, bytes);
}

int ARMCI_Malloc_group_memdev(void *ptr_arr[], armci_size_t bytes, ARMCI_Group *group,
                              const char *device)
{
    (void)device;
    return ARMCI_Malloc_group(ptr_arr, bytes, group);
}

int ARMCI_Free(void *ptr)
{
    return free_in(__func__, ptr, armi_default_group(__func__));
}

int ARMCI_Free_memdev(void *ptr)
{
    return ARMCI_Free(ptr);
}

int ARMCI_Free_group(void *ptr, ARMCI_Group *group)
{
    return free_in(__func__, ptr, armi_group(__func__, group));
}

/* ---- memory of one rank ---------------------------------------------------------------------- */

void *ARMCI_Malloc_local(armci_size_t bytes)
{
    void *mine = NULL;
    if (bytes < 0)
        armi_wrong(__func__, "%ld bytes", bytes);
    else
        armi_result(__func__, al_alloc(bytes ? (size_t)bytes : 1, &mine));
    return mine;
}

int ARMCI_Free_local(void *ptr)
{
    return ptr ? armi_result(__func__, al_free(ptr)) : 0;
}

static void check_info(const char *call, const armci_meminfo_t *meminfo)
{
    if (!meminfo)
        armi_stop(call, "the description of the memory is NULL");
}

void ARMCI_Memget(size_t bytes, armci_meminfo_t *meminfo, int memflg)
{
    void *mine;
    check_info(__func__, meminfo);
    if (bytes == 0 || memflg != 0)
        armi_stop(__func__, "%zu bytes with flags %d", bytes, memflg);
    armi_must(__func__, al_alloc(bytes, &mine));
    *meminfo =
        (armci_meminfo_t){.armci_addr = mine, .addr = mine, .size = bytes, .cpid = armi_state.me};
}

void *ARMCI_Memat(armci_meminfo_t *meminfo, long offset)
{
    check_info(__func__, meminfo);
    armi_check_proc(__func__, meminfo->cpid);
    char *name = armi_name(__func__, meminfo->cpid, meminfo->armci_addr);
    return name ? name + offset : NULL;
}

void ARMCI_Memdt(armci_meminfo_t *meminfo, long offset)
{
    (void)meminfo;
    (void)offset;
}

void ARMCI_Memctl(armci_meminfo_t *meminfo)
{
    check_info(__func__, meminfo);
    if (meminfo->cpid == armi_state.me && meminfo->armci_addr)
        armi_must(__func__, al_free(meminfo->armci_addr));
    meminfo->addr = meminfo->armci_addr = NULL;
}

/* ---- what it is like ------------------------------------------------------------------------- */

void ARMCI_Set_shm_limit(unsigned long shmemlimit)
{
    (void)shmemlimit;
}

int ARMCI_Uses_shm(void)
{
    return 1;
}

int ARMCI_Uses_shm_grp(ARMCI_Group *group)
{
    (void)group;
    return 1;
}

void ARMCI_Copy(void *src, void *dst, int n)
{
    if (n > 0)
        memcpy(dst, src, (size_t)n);
}
