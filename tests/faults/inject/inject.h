/* Included first in the sources of the library, compiled once more for these tests: every
 * allocation and every call of MPI of the library is counted, and one of them can be made to fail.
 *
 * What counts. Allocations: memory from the heap, committing and mapping memory, threads. Calls of
 * MPI: all that can return an error; a test of requests counts when it finds one complete. A call
 * that fails is not made; a test is, so that its requests are gone, and a flush. */
#ifndef TESTS_FAILURE_INJECT_H
#define TESTS_FAILURE_INJECT_H

#include <fcntl.h>
#include <pthread.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>
#if defined(__x86_64__) && defined(__GNUC__)
#include <mm_malloc.h> /* immintrin.h has it, which declares one of these, too */
#endif

#include <mpi.h>

void *inject_malloc(size_t bytes, const char *function);
void *inject_calloc(size_t n, size_t bytes, const char *function);
void *inject_realloc(void *memory, size_t bytes, const char *function);
int inject_memalign(void **memory, size_t alignment, size_t bytes, const char *function);
void inject_free(void *memory);
void *inject_mmap(void *at, size_t bytes, int access, int flags, int file, off_t offset,
                  const char *function);
int inject_fallocate(int file, int mode, off_t offset, off_t bytes, const char *function);
int inject_thread(pthread_t *thread, void *(*work)(void *), void *argument, const char *function);
int inject_test(MPI_Request *request, int *flag, MPI_Status *status, const char *function);
int inject_testsome(int n, MPI_Request *requests, int *count, int *indices, MPI_Status *statuses,
                    const char *function);
/* Whether this call of MPI must fail. */
int inject_call(const char *call, const char *function);

#define malloc(bytes)                        inject_malloc(bytes, __func__)
#define calloc(n, bytes)                     inject_calloc(n, bytes, __func__)
#define realloc(memory, bytes)               inject_realloc(memory, bytes, __func__)
#define posix_memalign(memory, align, bytes) inject_memalign(memory, align, bytes, __func__)
#define free(memory)                         inject_free(memory)
#define mmap(at, bytes, access, flags, f, o) inject_mmap(at, bytes, access, flags, f, o, __func__)
#define fallocate(file, mode, offset, bytes) inject_fallocate(file, mode, offset, bytes, __func__)
#define pthread_create(thread, attribute, work, argument)                                          \
    inject_thread(thread, work, argument, __func__)

#define MPI_Test(request, flag, status) inject_test(request, flag, status, __func__)
#define MPI_Testsome(n, requests, count, indices, statuses)                                        \
    inject_testsome(n, requests, count, indices, statuses, __func__)

#define MPI_Win_flush(...)                                                                         \
    (inject_call("MPI_Win_flush", __func__) ? (MPI_Win_flush(__VA_ARGS__), MPI_ERR_OTHER)          \
                                            : MPI_Win_flush(__VA_ARGS__))

#define INJECT(call, ...)                   (inject_call(#call, __func__) ? MPI_ERR_OTHER : call(__VA_ARGS__))
#define MPI_Accumulate(...)                 INJECT(MPI_Accumulate, __VA_ARGS__)
#define MPI_Allgather(...)                  INJECT(MPI_Allgather, __VA_ARGS__)
#define MPI_Allreduce(...)                  INJECT(MPI_Allreduce, __VA_ARGS__)
#define MPI_Bcast(...)                      INJECT(MPI_Bcast, __VA_ARGS__)
#define MPI_Cancel(...)                     INJECT(MPI_Cancel, __VA_ARGS__)
#define MPI_Comm_create_group(...)          INJECT(MPI_Comm_create_group, __VA_ARGS__)
#define MPI_Comm_create_keyval(...)         INJECT(MPI_Comm_create_keyval, __VA_ARGS__)
#define MPI_Comm_dup(...)                   INJECT(MPI_Comm_dup, __VA_ARGS__)
#define MPI_Comm_free(...)                  INJECT(MPI_Comm_free, __VA_ARGS__)
#define MPI_Comm_free_keyval(...)           INJECT(MPI_Comm_free_keyval, __VA_ARGS__)
#define MPI_Comm_get_attr(...)              INJECT(MPI_Comm_get_attr, __VA_ARGS__)
#define MPI_Comm_group(...)                 INJECT(MPI_Comm_group, __VA_ARGS__)
#define MPI_Comm_idup(...)                  INJECT(MPI_Comm_idup, __VA_ARGS__)
#define MPI_Comm_rank(...)                  INJECT(MPI_Comm_rank, __VA_ARGS__)
#define MPI_Comm_set_attr(...)              INJECT(MPI_Comm_set_attr, __VA_ARGS__)
#define MPI_Comm_set_errhandler(...)        INJECT(MPI_Comm_set_errhandler, __VA_ARGS__)
#define MPI_Comm_size(...)                  INJECT(MPI_Comm_size, __VA_ARGS__)
#define MPI_Comm_split(...)                 INJECT(MPI_Comm_split, __VA_ARGS__)
#define MPI_Comm_split_type(...)            INJECT(MPI_Comm_split_type, __VA_ARGS__)
#define MPI_Comm_test_inter(...)            INJECT(MPI_Comm_test_inter, __VA_ARGS__)
#define MPI_Compare_and_swap(...)           INJECT(MPI_Compare_and_swap, __VA_ARGS__)
#define MPI_Fetch_and_op(...)               INJECT(MPI_Fetch_and_op, __VA_ARGS__)
#define MPI_Get(...)                        INJECT(MPI_Get, __VA_ARGS__)
#define MPI_Get_accumulate(...)             INJECT(MPI_Get_accumulate, __VA_ARGS__)
#define MPI_Group_free(...)                 INJECT(MPI_Group_free, __VA_ARGS__)
#define MPI_Group_incl(...)                 INJECT(MPI_Group_incl, __VA_ARGS__)
#define MPI_Group_range_incl(...)           INJECT(MPI_Group_range_incl, __VA_ARGS__)
#define MPI_Iallgatherv(...)                INJECT(MPI_Iallgatherv, __VA_ARGS__)
#define MPI_Iallreduce(...)                 INJECT(MPI_Iallreduce, __VA_ARGS__)
#define MPI_Ibarrier(...)                   INJECT(MPI_Ibarrier, __VA_ARGS__)
#define MPI_Ibcast(...)                     INJECT(MPI_Ibcast, __VA_ARGS__)
#define MPI_Irecv(...)                      INJECT(MPI_Irecv, __VA_ARGS__)
#define MPI_Ireduce(...)                    INJECT(MPI_Ireduce, __VA_ARGS__)
#define MPI_Isend(...)                      INJECT(MPI_Isend, __VA_ARGS__)
#define MPI_Put(...)                        INJECT(MPI_Put, __VA_ARGS__)
#define MPI_Query_thread(...)               INJECT(MPI_Query_thread, __VA_ARGS__)
#define MPI_Recv(...)                       INJECT(MPI_Recv, __VA_ARGS__)
#define MPI_Rget_accumulate(...)            INJECT(MPI_Rget_accumulate, __VA_ARGS__)
#define MPI_Send(...)                       INJECT(MPI_Send, __VA_ARGS__)
#define MPI_Type_commit(...)                INJECT(MPI_Type_commit, __VA_ARGS__)
#define MPI_Type_contiguous(...)            INJECT(MPI_Type_contiguous, __VA_ARGS__)
#define MPI_Type_create_hindexed_block(...) INJECT(MPI_Type_create_hindexed_block, __VA_ARGS__)
#define MPI_Type_create_hvector(...)        INJECT(MPI_Type_create_hvector, __VA_ARGS__)
#define MPI_Wait(...)                       INJECT(MPI_Wait, __VA_ARGS__)
#define MPI_Win_create(...)                 INJECT(MPI_Win_create, __VA_ARGS__)
#define MPI_Win_free(...)                   INJECT(MPI_Win_free, __VA_ARGS__)
#define MPI_Win_get_attr(...)               INJECT(MPI_Win_get_attr, __VA_ARGS__)
#define MPI_Win_lock_all(...)               INJECT(MPI_Win_lock_all, __VA_ARGS__)
#define MPI_Win_set_errhandler(...)         INJECT(MPI_Win_set_errhandler, __VA_ARGS__)
#define MPI_Win_sync(...)                   INJECT(MPI_Win_sync, __VA_ARGS__)
#define MPI_Win_unlock_all(...)             INJECT(MPI_Win_unlock_all, __VA_ARGS__)

#endif
