/* The functions that the library calls in these tests instead of the heap, the system and MPI
 * (CMakeLists.txt renames the calls in its objects): calls are counted, and one can be made to
 * fail. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <mpi.h>

#include "armci-lite/src/engine/am/al_am.h"
#include "control.h"

/* The helper thread counts too. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    kind_t kind;
    int64_t n; /* 0: none */
    int64_t counted[KIND_COUNT];
    bool failed;
    char where[128];
} state;
static _Atomic int64_t alive;
static _Thread_local int serving;

void inject_arm(kind_t kind, int64_t n)
{
    pthread_mutex_lock(&lock);
    memset(&state, 0, sizeof state);
    state.kind = kind;
    state.n = n;
    pthread_mutex_unlock(&lock);
}

void inject_disarm(void)
{
    pthread_mutex_lock(&lock);
    state.n = 0;
    pthread_mutex_unlock(&lock);
}

bool inject_has_failed(void)
{
    return state.failed;
}

const char *inject_where(void)
{
    return state.where;
}

int64_t inject_counted(kind_t kind)
{
    return state.counted[kind];
}

int64_t inject_alive(void)
{
    return atomic_load(&alive);
}

/* The program comes first. */
static int program_begin(struct dl_phdr_info *object, size_t size, void *begin)
{
    (void)size;
    *(uintptr_t *)begin = object->dlpi_addr;
    return 1;
}

/* Count a call, which returns to an address; returns whether it must fail. */
static bool fails(kind_t kind, const char *call, const void *address)
{
    bool failing = false;
    uintptr_t begin = 0;

    pthread_mutex_lock(&lock);
    int64_t number = ++state.counted[kind];
    if (state.n == 0 || (!state.failed && state.counted[state.kind] <= state.n)) {
        dl_iterate_phdr(program_begin, &begin);
        snprintf(state.where, sizeof state.where, "%s at 0x%jx%s", call,
                 (uintmax_t)((uintptr_t)address - begin - 1), serving ? ", serving" : "");
        if (kind == state.kind && number == state.n) {
            failing = state.failed = true;
            if (kind == KIND_CALL) /* what follows may hang */
                fprintf(stderr, "fails: %s\n", state.where);
        }
    }
    pthread_mutex_unlock(&lock);
    return failing;
}

#define FAILS(kind, call) fails(kind, call, __builtin_return_address(0))

/* The linker redirects calls of these two to here: what they do serves other ranks. */
extern __typeof__(ali_am_serve) __real_ali_am_serve, __wrap_ali_am_serve;
extern __typeof__(ali_am_resume) __real_ali_am_resume, __wrap_ali_am_resume;

int __wrap_ali_am_serve(const am_batch_t *batch, const char *records, size_t bytes, size_t *served)
{
    ++serving;
    int status = __real_ali_am_serve(batch, records, bytes, served);
    --serving;
    return status;
}

int __wrap_ali_am_resume(am_peer_t *origin)
{
    ++serving;
    int status = __real_ali_am_resume(origin);
    --serving;
    return status;
}

/* ---- allocations: memory from the heap, committing and mapping memory, threads --------------- */

extern __typeof__(malloc) inject_malloc;
extern __typeof__(calloc) inject_calloc;
extern __typeof__(realloc) inject_realloc;
extern __typeof__(posix_memalign) inject_posix_memalign;
extern __typeof__(free) inject_free;
extern __typeof__(mmap) inject_mmap;
extern __typeof__(fallocate) inject_fallocate;
extern __typeof__(pthread_create) inject_pthread_create;

static void *count_block(void *memory)
{
    if (memory)
        atomic_fetch_add(&alive, 1);
    return memory;
}

void *inject_malloc(size_t bytes)
{
    return FAILS(KIND_ALLOCATION, "malloc") ? NULL : count_block(malloc(bytes));
}

void *inject_calloc(size_t n, size_t bytes)
{
    return FAILS(KIND_ALLOCATION, "calloc") ? NULL : count_block(calloc(n, bytes));
}

void *inject_realloc(void *memory, size_t bytes)
{
    if (FAILS(KIND_ALLOCATION, "realloc"))
        return NULL;
    return memory ? realloc(memory, bytes) : count_block(malloc(bytes));
}

int inject_posix_memalign(void **memory, size_t alignment, size_t bytes)
{
    if (FAILS(KIND_ALLOCATION, "posix_memalign"))
        return ENOMEM;
    int result = posix_memalign(memory, alignment, bytes);
    count_block(result == 0 ? *memory : NULL);
    return result;
}

void inject_free(void *memory)
{
    if (memory)
        atomic_fetch_sub(&alive, 1);
    free(memory);
}

void *inject_mmap(void *at, size_t bytes, int access, int flags, int file, off_t offset)
{
    if (FAILS(KIND_ALLOCATION, "mmap")) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return mmap(at, bytes, access, flags, file, offset);
}

int inject_fallocate(int file, int mode, off_t offset, off_t bytes)
{
    if (FAILS(KIND_ALLOCATION, "fallocate")) {
        errno = ENOSPC;
        return -1;
    }
    return fallocate(file, mode, offset, bytes);
}

int inject_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*work)(void *), void *argument)
{
    return FAILS(KIND_ALLOCATION, "pthread_create")
               ? EAGAIN
               : pthread_create(thread, attributes, work, argument);
}

/* ---- calls of MPI: all that can return an error ---------------------------------------------- */

/* One that fails is not made. */
#define CALL(call, parameters, arguments)                                                          \
    int inject_##call parameters;                                                                  \
    int inject_##call parameters                                                                   \
    {                                                                                              \
        return FAILS(KIND_CALL, #call) ? MPI_ERR_OTHER : call arguments;                           \
    }
#include "mpi_calls.def"

extern __typeof__(MPI_Test) inject_MPI_Test;
extern __typeof__(MPI_Testsome) inject_MPI_Testsome;
extern __typeof__(MPI_Win_flush) inject_MPI_Win_flush;

/* Tests are made, so that their requests are gone, and count when they find one complete. */
int inject_MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    int code = MPI_Test(request, flag, status);
    return *flag && FAILS(KIND_CALL, "MPI_Test") ? MPI_ERR_OTHER : code;
}

int inject_MPI_Testsome(int n, MPI_Request *requests, int *count, int *indices,
                        MPI_Status *statuses)
{
    int code = MPI_Testsome(n, requests, count, indices, statuses);
    return *count > 0 && FAILS(KIND_CALL, "MPI_Testsome") ? MPI_ERR_OTHER : code;
}

/* A flush is made, too: what it completes must not change later. */
int inject_MPI_Win_flush(int rank, MPI_Win window)
{
    int code = MPI_Win_flush(rank, window);
    return FAILS(KIND_CALL, "MPI_Win_flush") ? MPI_ERR_OTHER : code;
}
