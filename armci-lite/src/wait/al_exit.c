/* Ends of programs. Not every launcher ends the ranks that wait for one that has exited; and a
 * program may forget to stop the library before MPI. */
#define _GNU_SOURCE
#include "armci-lite/src/wait/al_exit.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/wait/al_engine.h"
#include "armci-lite/src/base/al_host.h"
#include "armci-lite/src/base/al_status.h"

#ifdef __GLIBC__ /* on_exit knows the exit code */

static pid_t process;

static void report_exit(int code, void *unused)
{
    (void)unused;
    int finalized = 1;
    if (!ali_context.started || ali_context.size == 1 || getpid() != process) /* a child's exit */
        return;
    MPI_Finalized(&finalized);
    if (finalized)
        return;
    char host[AL_HOST_NAME];
    ali_host_name(host);
    fprintf(stderr,
            "ashlar: rank %d (host %s) exits with code %d before al_finalize or ga_terminate%s\n",
            ali_context.rank, host, code,
            code ? "; ending the job" : "; ranks that wait for it may wait forever");
    fflush(stderr);
    if (code) {
        usleep(500000); /* once told to abort, MPICH's launcher reads no more output */
        MPI_Abort(MPI_COMM_WORLD, code);
    }
}

void ali_exit_register(void)
{
    if (process == 0) /* a full list of exit handlers does no harm */
        (void)on_exit(report_exit, NULL);
    process = getpid();
}

#else

void ali_exit_register(void)
{
}

#endif

/* MPI_Finalize deletes the attributes of MPI_COMM_SELF first, while MPI still works (MPI-3.1,
 * section 8.7.1). But MPICH has ceased to lock by then: one thread only may call it. */
static int stop_before_mpi(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)value, (void)extra;
    const int rank = ali_context.rank;
    int status = ali_context.started ? ASHLAR_EMISMATCH : ASHLAR_OK;
    if (ali_engine && ali_engine->stop_thread)
        ali_engine->stop_thread();
    ali_mpi_is_ending = 1;
    while (status == ASHLAR_EMISMATCH) /* others are not there yet: each time one call of theirs */
        status = ali_context.stop();
    if (status != ASHLAR_OK)
        fprintf(stderr, "ashlar: rank %d: MPI_Finalize could not stop the library: %s\n", rank,
                ashlar_error_message());
    ali_mpi_is_over = 1;
    return MPI_SUCCESS;
}

int ali_stop_at_mpi_finalize(void)
{
    static int watching; /* for all starts: MPI_Finalize is called once */
    int keyval;
    if (watching)
        return ASHLAR_OK;
    AL_TRY(AL_MPI(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, stop_before_mpi, &keyval, NULL)));
    int status = AL_MPI(MPI_Comm_set_attr(MPI_COMM_SELF, keyval, NULL));
    MPI_Comm_free_keyval(&keyval); /* the attribute keeps it */
    watching = status == ASHLAR_OK;
    return status;
}
