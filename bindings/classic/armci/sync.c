/* Waiting, fences, atomics, mutexes, notices. */
#include "state.h"

/* ---- handles --------------------------------------------------------------------------------- */

int ARMCI_Wait(armci_hdl_t *handle)
{
    return handle ? armi_result(__func__, al_wait(handle)) : ARMCI_WaitAll();
}

int ARMCI_Test(armci_hdl_t *handle)
{
    int done = 0;
    if (!handle)
        handle = &armi_state.implicit;
    return armi_result(__func__, al_test(handle, &done)) == 0 ? !done : -1;
}

int ARMCI_WaitAll(void)
{
    armi_state.implicit = 0;
    return armi_result(__func__, al_wait_all());
}

int ARMCI_WaitProc(int proc)
{
    armi_check_proc(__func__, proc);
    return ARMCI_WaitAll();
}

void ARMCI_SET_AGGREGATE_HANDLE(armci_hdl_t *handle)
{
    (void)handle;
}

void ARMCI_UNSET_AGGREGATE_HANDLE(armci_hdl_t *handle)
{
    (void)handle;
}

/* ---- fences ---------------------------------------------------------------------------------- */

void ARMCI_Fence(int proc)
{
    armi_check_proc(__func__, proc);
    armi_must(__func__, al_fence(proc));
}

void ARMCI_AllFence(void)
{
    armi_must(__func__, al_fence_all());
}

void ARMCI_GroupFence(ARMCI_Group *group)
{
    armi_must(__func__, al_fence_group(armi_group(__func__, group)));
}

void ARMCI_Barrier(void)
{
    armi_must(__func__, al_barrier(armi_default_group(__func__)));
}

void armci_msg_barrier(void)
{
    armi_must(__func__, al_barrier(armi_default_group(__func__)));
}

void armci_msg_group_barrier(ARMCI_Group *group)
{
    armi_must(__func__, al_barrier(armi_group(__func__, group)));
}

/* ---- atomics --------------------------------------------------------------------------------- */

int ARMCI_Rmw(int op, void *ploc, void *prem, int extra, int proc)
{
    const int is_long = op == ARMCI_SWAP_LONG || op == ARMCI_FETCH_AND_ADD_LONG;
    const ashlar_type type = is_long ? ASHLAR_LONG : ASHLAR_INT;
    int64_t old = 0;
    size_t at;
    if (op < ARMCI_SWAP || op > ARMCI_FETCH_AND_ADD_LONG || !ploc)
        return armi_wrong(__func__, "operation %d with the result at %p", op, ploc);
    int status = armi_find_shared(__func__, proc, prem, &at);
    if (status != 0)
        return status;
    if (op == ARMCI_SWAP || op == ARMCI_SWAP_LONG)
        status = al_swap(armi_state.memory, proc, at, type, is_long ? *(long *)ploc : *(int *)ploc,
                         &old);
    else
        status = al_fetch_add(armi_state.memory, proc, at, type, extra, &old);
    if (status != ASHLAR_OK)
        return armi_failed(__func__, status);
    if (is_long)
        *(long *)ploc = (long)old;
    else
        *(int *)ploc = (int)old;
    return 0;
}

/* An int of another process, once what I wrote there before is visible. */
static int raise_flag(const char *call, int *flag, int val, int proc)
{
    size_t at;
    int status = armi_find_shared(call, proc, flag, &at);
    if (status != 0)
        return status;
    status = al_fence(proc);
    if (status == ASHLAR_OK)
        status = al_swap(armi_state.memory, proc, at, ASHLAR_INT, val, NULL);
    return armi_result(call, status);
}

int ARMCI_Put_flag(void *src, void *dst, int bytes, int *flag, int val, int proc)
{
    int status = ARMCI_Put(src, dst, bytes, proc);
    return status ? status : raise_flag(__func__, flag, val, proc);
}

int ARMCI_PutS_flag(void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[],
                    int count[], int stride_levels, int *flag, int val, int proc)
{
    int status =
        ARMCI_PutS(src_ptr, src_stride_arr, dst_ptr, dst_stride_arr, count, stride_levels, proc);
    return status ? status : raise_flag(__func__, flag, val, proc);
}

int ARMCI_PutS_flag_dir(void *src_ptr, int src_stride_arr[], void *dst_ptr, int dst_stride_arr[],
                        int count[], int stride_levels, int *flag, int val, int proc)
{
    return ARMCI_PutS_flag(src_ptr, src_stride_arr, dst_ptr, dst_stride_arr, count, stride_levels,
                           flag, val, proc);
}

/* ---- mutexes --------------------------------------------------------------------------------- */

/* Mutex m of process p is number m * size + p of the set, which is with p. */
static struct {
    al_mutexes_t *set; /* NULL: of none */
    int num;
    int exist;
} mutexes;

void armi_forget_mutexes(void)
{
    mutexes.set = NULL;
    mutexes.num = mutexes.exist = 0;
}

/* Collective. Those that are held go with the library. */
void armi_free_mutexes(void)
{
    if (mutexes.set)
        al_mutexes_free(mutexes.set);
    armi_forget_mutexes();
}

int ARMCI_Create_mutexes(int num)
{
    int most = num, status = ASHLAR_OK;
    armi_check_proc(__func__, 0);
    if (mutexes.exist)
        return armi_wrong(__func__, "mutexes exist already: ARMCI_Destroy_mutexes comes first");
    armi_must(__func__, al_allreduce(al_group_world(), ASHLAR_INT, ASHLAR_MAX, &most, 1));
    if (most > 0)
        status = al_mutexes_create(al_group_world(), (int64_t)most * armi_state.size, &mutexes.set);
    if (status != ASHLAR_OK)
        return armi_failed(__func__, status);
    mutexes.num = most;
    mutexes.exist = 1;
    return 0;
}

int ARMCI_Destroy_mutexes(void)
{
    if (!mutexes.exist)
        return armi_wrong(__func__, "there are no mutexes");
    int status = mutexes.set ? al_mutexes_free(mutexes.set) : ASHLAR_OK;
    if (status != ASHLAR_OK)
        return armi_failed(__func__, status);
    armi_forget_mutexes();
    return 0;
}

static int64_t mutex_number(const char *call, int mutex, int proc)
{
    armi_check_proc(call, proc);
    if (mutex < 0 || mutex >= mutexes.num)
        armi_stop(call, "mutex %d of process %d: each has %d", mutex, proc, mutexes.num);
    return (int64_t)mutex * armi_state.size + proc;
}

void ARMCI_Lock(int mutex, int proc)
{
    int64_t number = mutex_number(__func__, mutex, proc);
    armi_must(__func__, al_mutex_lock(mutexes.set, number));
}

void ARMCI_Unlock(int mutex, int proc)
{
    int64_t number = mutex_number(__func__, mutex, proc);
    armi_must(__func__, al_mutex_unlock(mutexes.set, number));
}

/* ---- notices --------------------------------------------------------------------------------- */

int armci_notify(int proc)
{
    armi_check_proc(__func__, proc);
    armi_must(__func__, al_notify(proc));
    return ++armi_state.notices_sent[proc];
}

int armci_notify_wait(int proc, int *pval)
{
    armi_check_proc(__func__, proc);
    armi_must(__func__, al_notify_wait(proc));
    int count = ++armi_state.notices_received[proc];
    if (pval)
        *pval = count;
    return count;
}
