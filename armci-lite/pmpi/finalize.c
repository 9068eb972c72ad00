/* Lets MPI_Finalize of MPICH over UCX and TCP return. MPI closes its endpoints one by one: after a
 * message has been sent, UCX closes a TCP endpoint only when the other side has answered a last
 * request. The rank that is done first waits for the launcher's barrier, where it no longer
 * answers, so the others never return. Where all is TCP or shared memory, the kernel delivers what
 * was handed to it without these requests; once all ranks are here the endpoints can go with the
 * worker, after the barrier. Seen with MPICH 4.0.2 on UCX 1.13; no other version was tried.
 * MPICH's later sources have that barrier before the closing, so this keeps clear of 4.2 and
 * later.
 *
 * That all ranks are here takes a collective call, which a rank of a program without this would
 * not make. So it is made only where the library has run on all ranks of the job: then every rank
 * knows so, and has this, as all ranks with the library must. */
#define _GNU_SOURCE
#include <mpi.h>

#if defined(MPICH_NUMVERSION) && !defined(I_MPI_VERSION) && MPICH_NUMVERSION < 40200000
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>

#include "armci-lite/pmpi/interpose.h"

#pragma weak al_size /* the library is the program's business */

static int leaving;
/* This is on all ranks of the job: the build says so, or the library has run on all of them. */
#ifdef ASHLAR_FINALIZE_EVERYWHERE
static atomic_int everywhere = 1;
#else
static atomic_int everywhere;
#endif

/* The transports are chosen with UCX_TLS. Others may have to repeat a message after it was sent, so
 * with them the endpoints are closed as ever. */
static int kernel_delivers(void)
{
    static const char *const known[] = {"tcp", "self", "sm", "shm", "mm", "posix", "sysv", "cma"};
    const char *word = getenv("UCX_TLS");
    while (word) {
        size_t length = strcspn(word, ",");
        size_t k = 0;
        while (k < sizeof known / sizeof *known &&
               (strlen(known[k]) != length || memcmp(known[k], word, length) != 0))
            ++k;
        if (k == sizeof known / sizeof *known)
            return 0;
        if (word[length] == '\0')
            return 1;
        word += length + 1;
    }
    return 0;
}

/* UCX's function, which MPI calls in MPI_Finalize for each endpoint. Null: it is closed. */
void *ucp_disconnect_nb(void *endpoint);
__attribute__((visibility("default"))) void *ucp_disconnect_nb(void *endpoint)
{
    if (leaving)
        return NULL;
    void *(*next)(void *);
    void *symbol = dlsym(RTLD_NEXT, "ucp_disconnect_nb");
    if (!symbol) /* MPI without UCX: nobody calls */
        return NULL;
    memcpy(&next, &symbol, sizeof next);
    return next(endpoint);
}

static void update_everywhere(void)
{
    int size;
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    if (al_size && al_size() == size)
        everywhere = 1;
}

/* The library frees its communicators before it stops. */
INTERPOSE(Comm_free)
int MPI_Comm_free(MPI_Comm *comm)
{
    update_everywhere();
    return REAL_MPI(Comm_free)(comm);
}

INTERPOSE(Finalize)
int MPI_Finalize(void)
{
    update_everywhere();
    if (!everywhere)
        return REAL_MPI(Finalize)();
    int mine = kernel_delivers();
    int all = 0;
    int status = PMPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    leaving = status == MPI_SUCCESS && all;
    return REAL_MPI(Finalize)();
}
#endif
