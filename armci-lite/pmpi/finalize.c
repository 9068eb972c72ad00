/* An end for MPI_Finalize of MPICH over UCX and TCP (seen with 4.0.2; from 4.2 on it is taken to do
 * without the launcher's barrier). It closes its endpoints one by one: after a message has been
 * sent, UCX closes a TCP endpoint only when the other side has answered a last request. The rank
 * that is done first waits for the launcher's barrier, where it answers no more, so the others wait
 * for ever. Where all is TCP or shared memory, the kernel delivers what was handed to it without
 * these requests; once all ranks are here the endpoints can go with the worker, after the barrier.
 */
#define _GNU_SOURCE
#include <mpi.h>

#if defined(MPICH_NUMVERSION) && !defined(I_MPI_VERSION) && MPICH_NUMVERSION < 40200000
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static int leaving;

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

int MPI_Finalize(void)
{
    int mine = kernel_delivers();
    int all = 0;
    int status = PMPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    leaving = status == MPI_SUCCESS && all;
    return PMPI_Finalize();
}
#endif
