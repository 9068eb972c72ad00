#define _GNU_SOURCE
#include "inject.h"

#undef malloc
#undef calloc
#undef realloc
#undef posix_memalign
#undef free
#undef mmap
#undef fallocate
#undef pthread_create
#undef MPI_Test
#undef MPI_Testsome

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "armci-lite/src/engine/am/al_am.h"
#include "control.h"

typedef struct known {
    kind_t kind;
    const char *where, *why;
    bool met;
} known_t;

#define KNOWN(kind, where, why) {kind, where, why, false},
static known_t known[] = {
#include "known.def"
    {KIND_COUNT, NULL, NULL, false}};

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

void inject_list_known(void (*say)(const char *where, const char *why))
{
    for (known_t *k = known; k->where; ++k)
        if (k->met)
            say(k->where, k->why);
}

static bool is_known(kind_t kind, const char *where)
{
    for (known_t *k = known; k->where; ++k)
        if (k->kind == kind && strcmp(k->where, where) == 0)
            return k->met = true;
    return false;
}

/* Count a call; returns whether it must fail. */
static bool fails(kind_t kind, const char *call, const char *function)
{
    bool failing = false;

    pthread_mutex_lock(&lock);
    int64_t number = ++state.counted[kind];
    if (state.n == 0 || (!state.failed && state.counted[state.kind] <= state.n)) {
        snprintf(state.where, sizeof state.where, "%s in %s%s", call, function,
                 serving ? ", serving" : "");
        if (kind == state.kind && number == state.n) {
            failing = state.failed = !is_known(kind, state.where);
            if (failing && kind == KIND_CALL) /* what follows may hang */
                fprintf(stderr, "fails: %s\n", state.where);
        }
    }
    pthread_mutex_unlock(&lock);
    return failing;
}

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

int __wrap_ali_am_resume(int origin)
{
    ++serving;
    int status = __real_ali_am_resume(origin);
    --serving;
    return status;
}

/* ---- allocations ----------------------------------------------------------------------------- */

static void *count_block(void *memory)
{
    if (memory)
        atomic_fetch_add(&alive, 1);
    return memory;
}

void *inject_malloc(size_t bytes, const char *function)
{
    return fails(KIND_ALLOCATION, "malloc", function) ? NULL : count_block(malloc(bytes));
}

void *inject_calloc(size_t n, size_t bytes, const char *function)
{
    return fails(KIND_ALLOCATION, "calloc", function) ? NULL : count_block(calloc(n, bytes));
}

void *inject_realloc(void *memory, size_t bytes, const char *function)
{
    if (fails(KIND_ALLOCATION, "realloc", function))
        return NULL;
    return memory ? realloc(memory, bytes) : count_block(malloc(bytes));
}

int inject_memalign(void **memory, size_t alignment, size_t bytes, const char *function)
{
    if (fails(KIND_ALLOCATION, "posix_memalign", function))
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

void *inject_mmap(void *at, size_t bytes, int access, int flags, int file, off_t offset,
                  const char *function)
{
    if (fails(KIND_ALLOCATION, "mmap", function)) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return mmap(at, bytes, access, flags, file, offset);
}

int inject_fallocate(int file, int mode, off_t offset, off_t bytes, const char *function)
{
    if (fails(KIND_ALLOCATION, "fallocate", function)) {
        errno = ENOSPC;
        return -1;
    }
    return fallocate(file, mode, offset, bytes);
}

int inject_thread(pthread_t *thread, void *(*work)(void *), void *argument, const char *function)
{
    return fails(KIND_ALLOCATION, "pthread_create", function)
               ? EAGAIN
               : pthread_create(thread, NULL, work, argument);
}

/* ---- calls of MPI ---------------------------------------------------------------------------- */

int inject_call(const char *call, const char *function)
{
    return fails(KIND_CALL, call, function);
}

int inject_test(MPI_Request *request, int *flag, MPI_Status *status, const char *function)
{
    int code = MPI_Test(request, flag, status);
    return *flag && fails(KIND_CALL, "MPI_Test", function) ? MPI_ERR_OTHER : code;
}

int inject_testsome(int n, MPI_Request *requests, int *count, int *indices, MPI_Status *statuses,
                    const char *function)
{
    int code = MPI_Testsome(n, requests, count, indices, statuses);
    return *count > 0 && fails(KIND_CALL, "MPI_Testsome", function) ? MPI_ERR_OTHER : code;
}
