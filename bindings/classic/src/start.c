/* Start and stop, errors, settings. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <ashlar/al.h>

#include "armci.h"
#include "ma/width.h"
#include "sparse.h"

static struct {
    int started, debug;
} state;

/* ---- errors ---- */

static void end_program(const char *text, int code) __attribute__((noreturn));
static void end_program(const char *text, int code)
{
    int rank = ga_rank();
    fflush(stdout);
    fprintf(stderr, "%d: %s\n", rank < 0 ? 0 : rank, text);
    fflush(stderr);
    if (al_forked()) /* its parent's job goes on */
        _exit(1);
    /* a launcher may drop what was written just before the end */
    const struct timespec pause = {0, 500000000};
    nanosleep(&pause, NULL);
    MPI_Abort(MPI_COMM_WORLD, code == 0 ? -1 : code);
    abort();
}

void classic_stop(const char *call, const char *format, ...)
{
    char text[1024];
    va_list args;
    int n = snprintf(text, sizeof text, "%s: ", call);
    va_start(args, format);
    vsnprintf(text + n, sizeof text - (size_t)n, format, args);
    va_end(args);
    end_program(text, 1);
}

void classic_stop_failed(const char *call)
{
    classic_stop(call, "%s", ashlar_error_message());
}

void NGA_Error(char *str, int code)
{
    char text[1024];
    snprintf(text, sizeof text, "%s: %d", str ? str : "", code);
    end_program(text, code);
}

/* ---- start and stop ---- */

/* Once, however often it is called; ARMCI counts who uses the library. */
int NGA_Initialize_comm(MPI_Comm comm)
{
    if (NGA_Initialized())
        return 0;
    if (classic_has_other_width())
        classic_stop("GA_Initialize", CLASSIC_WRONG_WIDTH);
    if (!ARMCI_Init_mpi_comm(comm))
        classic_stop_failed("GA_Initialize");
    classic_make_types();
    state.started = 1;
    return 1;
}

void NGA_Initialize(void)
{
    NGA_Initialize_comm(MPI_COMM_WORLD);
}

void NGA_Initialize_ltd(size_t limit)
{
    NGA_Initialize();
    NGA_Set_memory_limit(limit);
}

/* This one starts MPI too, if the program has not. */
void GA_Initialize_args(int *argc, char ***argv)
{
    int is_started;
    MPI_Initialized(&is_started);
    if (!is_started)
        MPI_Init(argc, argv);
    NGA_Initialize();
}

int NGA_Initialized(void)
{
    return state.started && ga_initialized();
}

void NGA_Terminate(void)
{
    if (!NGA_Initialized())
        return;
    classic_sparse_drop(0);
    classic_forget_arrays();
    classic_forget_pointers();
    classic_forget_mutexes();
    classic_forget_memory();
    classic_forget_types();
    classic_mask = 0;
    state.started = 0;
    ARMCI_Finalize();
}

/* ---- settings ---- */

int GA_Uses_fapi(void)
{
    return 0;
}

int NGA_Uses_ma(void)
{
    return 0;
}

double NGA_Wtime(void)
{
    return MPI_Wtime();
}

void NGA_Set_debug(int flag)
{
    state.debug = flag;
}

int NGA_Get_debug(void)
{
    return state.debug;
}

void NGA_Version(int *major, int *minor, int *patch)
{
    *major = GA_VERSION_MAJOR;
    *minor = GA_VERSION_MINOR;
    *patch = GA_VERSION_PATCH;
}

/* Ranks are those of the communicator. */
void GA_Register_proclist(int *list, int np)
{
    (void)list;
    (void)np;
}
