/* ARMCI, as Global Arrays 5 has it: one-sided access to memory that is named by the rank of a
 * process and an address. docs/classic.md says what differs; ashlar's own interface to the same
 * memory, whose places are segments and offsets, is <ashlar/al.h>.
 *
 * Addresses. The side that a process number goes with is an address of ARMCI_Malloc(), of
 * ARMCI_Malloc_local() or ARMCI_Memget() of that process, or inside; it may also be of the memory
 * of a global array. For a process of my node it is an address that I can load from and store to,
 * as in ARMCI_Malloc()'s list; the processes of a node see their memory at one address unless the
 * system has something else there, and then one that another process sent must pass through
 * ARMCI_Memat(). For a process of another node it is the address which that process itself has. The
 * other side is any memory of mine. If the process is myself, both may be any memory of mine,
 * except in accumulates and in read-modify-writes.
 *
 * Completion. A call without a handle has finished with its local side on return. Others see what
 * it wrote after a fence and a message, or after ARMCI_Barrier(). A handle collects the transfers
 * that were started with it since the last wait; it need not be initialised. Without one (NULL),
 * ARMCI_WaitAll() waits.
 *
 * Errors. Calls that return an int return 0, or another number after a line on stderr that says
 * why, and then have done nothing; all others end the program. */
#ifndef ARMCI_H
#define ARMCI_H

#include <stdlib.h>

#include <mpi.h>

#if defined(__GNUC__)
#define ARMCI_CLASSIC_API __attribute__((visibility("default")))
#else
#define ARMCI_CLASSIC_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- start and stop -------------------------------------------------------------------------- */

/* Collective. May be repeated, before and after GA_Initialize(): the library stops when as many
 * ARMCI_Finalize() as starts, and GA_Terminate(), have been called. ARMCI_Init_mpi_comm() returns 1
 * if the library now runs and else 0; once it runs the communicator is not looked at. */
ARMCI_CLASSIC_API int ARMCI_Init(void);
ARMCI_CLASSIC_API int ARMCI_Init_args(int *argc, char ***argv);
ARMCI_CLASSIC_API int ARMCI_Init_mpi_comm(MPI_Comm comm);
ARMCI_CLASSIC_API int ARMCI_Initialized(void);
ARMCI_CLASSIC_API void ARMCI_Finalize(void);
/* End the program with a message. */
ARMCI_CLASSIC_API void ARMCI_Error(const char *msg, int code);
/* Nothing is left to clean up after a process. */
ARMCI_CLASSIC_API void ARMCI_Cleanup(void);

/* ---- memory ---------------------------------------------------------------------------------- */

typedef long armci_size_t;
/* A group of ranks; 0 is the world. */
typedef int ARMCI_Group;

/* Collective over the default group, or a group: every rank gives memory of a size of its own,
 * aligned to 64 bytes, and learns the names of all; NULL for ranks that gave 0 bytes. */
ARMCI_CLASSIC_API int ARMCI_Malloc(void *ptr_arr[], armci_size_t bytes);
ARMCI_CLASSIC_API int ARMCI_Malloc_group(void *ptr_arr[], armci_size_t bytes, ARMCI_Group *group);
/* The same; there is one kind of memory, whatever the device. */
ARMCI_CLASSIC_API int ARMCI_Malloc_memdev(void *ptr_arr[], armci_size_t bytes, const char *device);
ARMCI_CLASSIC_API int ARMCI_Malloc_group_memdev(void *ptr_arr[], armci_size_t bytes,
                                                ARMCI_Group *group, const char *device);
/* Collective over the same ranks, each with its own memory or NULL; a barrier comes first. */
ARMCI_CLASSIC_API int ARMCI_Free(void *ptr);
ARMCI_CLASSIC_API int ARMCI_Free_memdev(void *ptr);
ARMCI_CLASSIC_API int ARMCI_Free_group(void *ptr, ARMCI_Group *group);
/* Memory of mine that others may name, too. NULL if there is not enough. */
ARMCI_CLASSIC_API void *ARMCI_Malloc_local(armci_size_t bytes);
ARMCI_CLASSIC_API int ARMCI_Free_local(void *ptr);

/* Memory of process cpid, to be sent to others. */
typedef struct armci_meminfo_ds {
    char *armci_addr; /* its address there */
    char *addr;       /* the same */
    size_t size;
    int cpid;
    long idlist[128]; /* unused */
} armci_meminfo_t;

/* Not collective. Memat gives the name that it has for me, offset bytes into it. Memctl frees it,
 * if it is mine. */
ARMCI_CLASSIC_API void ARMCI_Memget(size_t bytes, armci_meminfo_t *meminfo, int memflg);
ARMCI_CLASSIC_API void *ARMCI_Memat(armci_meminfo_t *meminfo, long offset);
ARMCI_CLASSIC_API void ARMCI_Memdt(armci_meminfo_t *meminfo, long offset);
ARMCI_CLASSIC_API void ARMCI_Memctl(armci_meminfo_t *meminfo);

/* ASHLAR_ARENA bounds memory, not this. */
ARMCI_CLASSIC_API void ARMCI_Set_shm_limit(unsigned long shmemlimit);
/* 1: ARMCI_Malloc()'s addresses of ranks of my node are there to load from and store to. */
ARMCI_CLASSIC_API int ARMCI_Uses_shm(void);
ARMCI_CLASSIC_API int ARMCI_Uses_shm_grp(ARMCI_Group *group);
ARMCI_CLASSIC_API void ARMCI_Copy(void *src, void *dst, int n);

/* ---- transfers ------------------------------------------------------------------------------- */

#define ARMCI_ACC_OFF 36
#define ARMCI_ACC_INT (ARMCI_ACC_OFF + 1)
#define ARMCI_ACC_DBL (ARMCI_ACC_OFF + 2)
#define ARMCI_ACC_FLT (ARMCI_ACC_OFF + 3)
#define ARMCI_ACC_CPL (ARMCI_ACC_OFF + 4)
#define ARMCI_ACC_DCP (ARMCI_ACC_OFF + 5)
#define ARMCI_ACC_LNG (ARMCI_ACC_OFF + 6)

#define ARMCI_MAX_STRIDE_LEVEL 8

typedef int armci_hdl_t;
#define armci_req_t armci_hdl_t

/* ptr_array_len runs of the same length, each between a source and a destination. */
typedef struct {
    void **src_ptr_array;
    void **dst_ptr_array;
    int ptr_array_len;
    int bytes;
} armci_giov_t;

/* Contiguous. Accumulates add scale times src to dst, scale being one element of the type; elements
 * may lie anywhere, and bytes behind the last whole one of a run are left out. */
ARMCI_CLASSIC_API int ARMCI_Put(void *src, void *dst, int bytes, int proc);
ARMCI_CLASSIC_API int ARMCI_Get(void *src, void *dst, int bytes, int proc);
ARMCI_CLASSIC_API int ARMCI_Acc(int optype, void *scale, void *src, void *dst, int bytes, int proc);
ARMCI_CLASSIC_API int ARMCI_NbPut(void *src, void *dst, int bytes, int proc, armci_hdl_t *handle);
ARMCI_CLASSIC_API int ARMCI_NbGet(void *src, void *dst, int bytes, int proc, armci_hdl_t *handle);
#define ARMCI_Put1(src, dst, bytes, proc) ARMCI_Put(src, dst, bytes, proc)

/* Strided: count[0] bytes, count[1] times at stride[0] bytes, and so on; stride_levels strides, at
 * most 8, of any size and sign. */
ARMCI_CLASSIC_API int ARMCI_PutS(void *src_ptr, int src_stride_arr[], void *dst_ptr,
                                 int dst_stride_arr[], int count[], int stride_levels, int proc);
ARMCI_CLASSIC_API int ARMCI_GetS(void *src_ptr, int src_stride_arr[], void *dst_ptr,
                                 int dst_stride_arr[], int count[], int stride_levels, int proc);
ARMCI_CLASSIC_API int ARMCI_AccS(int optype, void *scale, void *src_ptr, int src_stride_arr[],
                                 void *dst_ptr, int dst_stride_arr[], int count[],
                                 int stride_levels, int proc);
ARMCI_CLASSIC_API int ARMCI_NbPutS(void *src_ptr, int src_stride_arr[], void *dst_ptr,
                                   int dst_stride_arr[], int count[], int stride_levels, int proc,
                                   armci_hdl_t *handle);
ARMCI_CLASSIC_API int ARMCI_NbGetS(void *src_ptr, int src_stride_arr[], void *dst_ptr,
                                   int dst_stride_arr[], int count[], int stride_levels, int proc,
                                   armci_hdl_t *handle);
ARMCI_CLASSIC_API int ARMCI_NbAccS(int optype, void *scale, void *src_ptr, int src_stride_arr[],
                                   void *dst_ptr, int dst_stride_arr[], int count[],
                                   int stride_levels, int proc, armci_hdl_t *handle);

/* Lists. */
ARMCI_CLASSIC_API int ARMCI_PutV(armci_giov_t darr[], int len, int proc);
ARMCI_CLASSIC_API int ARMCI_GetV(armci_giov_t darr[], int len, int proc);
ARMCI_CLASSIC_API int ARMCI_AccV(int op, void *scale, armci_giov_t darr[], int len, int proc);
ARMCI_CLASSIC_API int ARMCI_NbPutV(armci_giov_t darr[], int len, int proc, armci_hdl_t *handle);
ARMCI_CLASSIC_API int ARMCI_NbGetV(armci_giov_t darr[], int len, int proc, armci_hdl_t *handle);
ARMCI_CLASSIC_API int ARMCI_NbAccV(int op, void *scale, armci_giov_t darr[], int len, int proc,
                                   armci_hdl_t *handle);

/* Values. */
ARMCI_CLASSIC_API int ARMCI_PutValueInt(int src, void *dst, int proc);
ARMCI_CLASSIC_API int ARMCI_PutValueLong(long src, void *dst, int proc);
ARMCI_CLASSIC_API int ARMCI_PutValueFloat(float src, void *dst, int proc);
ARMCI_CLASSIC_API int ARMCI_PutValueDouble(double src, void *dst, int proc);
ARMCI_CLASSIC_API int ARMCI_NbPutValueInt(int src, void *dst, int proc, armci_hdl_t *handle);
ARMCI_CLASSIC_API int ARMCI_NbPutValueLong(long src, void *dst, int proc, armci_hdl_t *handle);
ARMCI_CLASSIC_API int ARMCI_NbPutValueFloat(float src, void *dst, int proc, armci_hdl_t *handle);
ARMCI_CLASSIC_API int ARMCI_NbPutValueDouble(double src, void *dst, int proc, armci_hdl_t *handle);
ARMCI_CLASSIC_API int ARMCI_GetValueInt(void *src, int proc);
ARMCI_CLASSIC_API long ARMCI_GetValueLong(void *src, int proc);
ARMCI_CLASSIC_API float ARMCI_GetValueFloat(void *src, int proc);
ARMCI_CLASSIC_API double ARMCI_GetValueDouble(void *src, int proc);

/* Put, and when the data is there, set an int of the process to val. Who waits for the flag must
 * call this library meanwhile; armci_notify() is simpler. */
ARMCI_CLASSIC_API int ARMCI_Put_flag(void *src, void *dst, int bytes, int *flag, int val, int proc);
ARMCI_CLASSIC_API int ARMCI_PutS_flag(void *src_ptr, int src_stride_arr[], void *dst_ptr,
                                      int dst_stride_arr[], int count[], int stride_levels,
                                      int *flag, int val, int proc);
ARMCI_CLASSIC_API int ARMCI_PutS_flag_dir(void *src_ptr, int src_stride_arr[], void *dst_ptr,
                                          int dst_stride_arr[], int count[], int stride_levels,
                                          int *flag, int val, int proc);

/* ARMCI_Test() returns 0 when the handle is complete and 1 when it is not yet. */
ARMCI_CLASSIC_API int ARMCI_Wait(armci_hdl_t *handle);
ARMCI_CLASSIC_API int ARMCI_Test(armci_hdl_t *handle);
ARMCI_CLASSIC_API int ARMCI_WaitAll(void);
ARMCI_CLASSIC_API int ARMCI_WaitProc(int proc);
/* Every handle collects transfers. */
ARMCI_CLASSIC_API void ARMCI_SET_AGGREGATE_HANDLE(armci_hdl_t *handle);
ARMCI_CLASSIC_API void ARMCI_UNSET_AGGREGATE_HANDLE(armci_hdl_t *handle);
#define ARMCI_INIT_HANDLE(handle) ((void)(*(handle) = 0))

/* ---- completion, atomics, mutexes ------------------------------------------------------------ */

ARMCI_CLASSIC_API void ARMCI_Fence(int proc);
ARMCI_CLASSIC_API void ARMCI_AllFence(void);
ARMCI_CLASSIC_API void ARMCI_GroupFence(ARMCI_Group *group);
/* For the default group: completes the operations of all its ranks. */
ARMCI_CLASSIC_API void ARMCI_Barrier(void);

#define ARMCI_SWAP               10
#define ARMCI_SWAP_LONG          11
#define ARMCI_FETCH_AND_ADD      12
#define ARMCI_FETCH_AND_ADD_LONG 13
/* *ploc becomes what *prem was, an int or a long; *prem becomes what *ploc was, or grows by extra.
 */
ARMCI_CLASSIC_API int ARMCI_Rmw(int op, void *ploc, void *prem, int extra, int proc);

/* Collective; mutexes 0..num-1 of each process, num being the largest that any asks for. */
ARMCI_CLASSIC_API int ARMCI_Create_mutexes(int num);
ARMCI_CLASSIC_API int ARMCI_Destroy_mutexes(void);
ARMCI_CLASSIC_API void ARMCI_Lock(int mutex, int proc);
ARMCI_CLASSIC_API void ARMCI_Unlock(int mutex, int proc);

/* Tell a process that what I wrote to it is there; wait to be told so by one. Both return how often
 * that was, and armci_notify_wait() sets *pval to it. */
ARMCI_CLASSIC_API int armci_notify(int proc);
ARMCI_CLASSIC_API int armci_notify_wait(int proc, int *pval);

/* ---- groups ---------------------------------------------------------------------------------- */

/* Memory, barriers and messages without a group are those of the default group; processes of
 * transfers are always those of the world. */

/* A group of n ranks of the default group, or of a parent; n may be 0. Those that are not listed
 * need not call; when they do, they get a group without a rank. */
ARMCI_CLASSIC_API void ARMCI_Group_create(int n, int *pid_list, ARMCI_Group *group_out);
ARMCI_CLASSIC_API void ARMCI_Group_create_child(int n, int *pid_list, ARMCI_Group *group_out,
                                                ARMCI_Group *group_parent);
ARMCI_CLASSIC_API void ARMCI_Group_free(ARMCI_Group *group);
/* -1: I am not in it. */
ARMCI_CLASSIC_API int ARMCI_Group_rank(ARMCI_Group *group, int *rank);
ARMCI_CLASSIC_API void ARMCI_Group_size(ARMCI_Group *group, int *size);
ARMCI_CLASSIC_API void ARMCI_Group_set_default(ARMCI_Group *group);
ARMCI_CLASSIC_API void ARMCI_Group_get_default(ARMCI_Group *group_out);
ARMCI_CLASSIC_API void ARMCI_Group_get_world(ARMCI_Group *group_out);
ARMCI_CLASSIC_API int ARMCI_Absolute_id(ARMCI_Group *group, int group_rank);
/* Its communicator. Collective over the group the first time. */
ARMCI_CLASSIC_API MPI_Comm armci_group_comm(ARMCI_Group *group);

/* ---- nodes ----------------------------------------------------------------------------------- */

typedef int armci_domain_t;
#define ARMCI_DOMAIN_SMP 0
/* The processes of a node (of mine, if id is negative), the node of one, the one that is number
 * loc_proc_id there, my node, how many nodes there are, whether one is on mine. */
ARMCI_CLASSIC_API int armci_domain_nprocs(armci_domain_t domain, int id);
ARMCI_CLASSIC_API int armci_domain_id(armci_domain_t domain, int glob_proc_id);
ARMCI_CLASSIC_API int armci_domain_glob_proc_id(armci_domain_t domain, int id, int loc_proc_id);
ARMCI_CLASSIC_API int armci_domain_my_id(armci_domain_t domain);
ARMCI_CLASSIC_API int armci_domain_count(armci_domain_t domain);
ARMCI_CLASSIC_API int armci_domain_same_id(armci_domain_t domain, int proc);
ARMCI_CLASSIC_API int armci_sameclusnode(int proc);
ARMCI_CLASSIC_API int ARMCI_Same_node(int proc);

/* ---- assertions ------------------------------------------------------------------------------ */

#define FAIL  -1
#define FAIL2 -2
#define FAIL3 -3
#define FAIL4 -4
#define FAIL5 -5
#define FAIL6 -6
#define FAIL7 -7
#define FAIL8 -8

#if !defined(FUNCTION_NAME)
#define FUNCTION_NAME __func__
#endif

/* Print as printf does; end the program, naming the condition that does not hold. */
ARMCI_CLASSIC_API void derr_printf(const char *format, ...);
ARMCI_CLASSIC_API int dassertp_fail(const char *cond_string, const char *file, const char *func,
                                    unsigned int line, int code);
ARMCI_CLASSIC_API int armci_msg_me(void);

/* If enabled, the condition must hold, or the program prints what is in parentheses and ends. */
#define dassertc(enable, condition, print, code)                                                   \
    do {                                                                                           \
        if ((enable) && !(condition)) {                                                            \
            derr_printf print;                                                                     \
            dassertp_fail(#condition, __FILE__, FUNCTION_NAME, __LINE__, code);                    \
        }                                                                                          \
    } while (0)
#define dassertp(enable, condition, print) dassertc(enable, condition, print, 1)
#define dassert(enable, condition)         dassertc(enable, condition, ("%s", ""), 1)
#define dassert1(enable, condition, value)                                                         \
    dassertc(enable, condition, ("%d: the value is %d\n", armci_msg_me(), (int)(value)), 1)
#define armci_die(message, code)                                                                   \
    dassertc(1, 0, ("%d: %s: %d\n", armci_msg_me(), (message), (code)), code)
#define armci_die2(message, code, more)                                                            \
    dassertc(1, 0, ("%d: %s: %d, %d\n", armci_msg_me(), (message), (code), (more)), code)

ARMCI_CLASSIC_API extern char *mp_group_name; /* unused */

#ifdef __cplusplus
}
#endif
#endif
