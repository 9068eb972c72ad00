/* Start and stop, and errors. */
#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

#include "state.h"

armi_state_t armi_state;

char *mp_group_name = NULL;

/* The library is shared with global arrays and counts who has started it. */
static struct {
    int starts;
    int mine; /* this started it */
} shared;

/* ---- errors ---------------------------------------------------------------------------------- */

static void abort_job(int code) __attribute__((noreturn));
static void abort_job(int code)
{
    fflush(NULL);
    if (al_forked()) /* its parent's job goes on */
        _exit(1);
    /* a launcher may drop what was written just before the end */
    const struct timespec pause = {0, 500000000};
    nanosleep(&pause, NULL);
    MPI_Abort(MPI_COMM_WORLD, code == 0 ? -1 : code);
    abort();
}

static void say(const char *call, const char *format, va_list args)
{
    char text[1024];
    vsnprintf(text, sizeof text, format, args);
    fflush(stdout);
    fprintf(stderr, "%d: %s: %s\n", armi_state.me, call, text);
}

void armi_stop(const char *call, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(call, format, args);
    va_end(args);
    abort_job(1);
}

void armi_stop_failed(const char *call)
{
    armi_stop(call, "%s", ashlar_error_message());
}

int armi_wrong(const char *call, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(call, format, args);
    va_end(args);
    return ASHLAR_EARG;
}

int armi_failed(const char *call, int status)
{
    armi_wrong(call, "%s", ashlar_error_message());
    return status;
}

void ARMCI_Error(const char *msg, int code)
{
    fflush(stdout);
    fprintf(stderr, "%d: %s: %d\n", armi_state.me, msg ? msg : "", code);
    abort_job(code);
}

void ARMCI_Cleanup(void)
{
}

void derr_printf(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fflush(stdout);
    vfprintf(stderr, format, args);
    va_end(args);
}

int dassertp_fail(const char *cond_string, const char *file, const char *func, unsigned int line,
                  int code)
{
    fprintf(stderr, "%d: %s:%u: %s: this does not hold: %s\n", armi_state.me, file, line, func,
            cond_string);
    abort_job(code);
}

/* ---- start and stop -------------------------------------------------------------------------- */

static void forget(void)
{
    armi_forget_groups();
    armi_forget_mutexes();
    free(armi_state.notices_sent);
    armi_state = (armi_state_t){0};
}

/* Ranks of a node are mostly in a row. */
static void find_near(void)
{
    const int mine = al_node_of(armi_state.me);
    int first = armi_state.me, last = armi_state.me;
    while (first > 0 && al_node_of(first - 1) == mine)
        --first;
    while (last + 1 < armi_state.size && al_node_of(last + 1) == mine)
        ++last;
    armi_state.near_first = first;
    armi_state.near_count = last - first + 1 == al_node_size(mine) ? last - first + 1 : 0;
}

/* Look around. */
static int remember(void)
{
    void *base;
    int size = al_size(), me = al_rank();
    int *notices = calloc(2 * (size_t)size, sizeof *notices);
    if (!notices)
        armi_stop("ARMCI_Init", "no memory for a table of %d processes", size);
    al_segment_t *memory = al_memory();
    armi_must("ARMCI_Init", al_segment_address(memory, me, &base));
    armi_state = (armi_state_t){.size = size,
                                .me = me,
                                .base = base,
                                .bytes = al_segment_bytes(memory, me),
                                .memory = memory,
                                .notices_sent = notices,
                                .notices_received = notices + size};
    find_near();
    return 1;
}

int ARMCI_Init_mpi_comm(MPI_Comm comm)
{
    if (shared.starts > 0 && ga_initialized()) {
        ++shared.starts;
        return 1;
    }
    forget(); /* what MPI_Finalize or the program's own ga_terminate() has stopped */
    shared.mine = !ga_initialized();
    if (shared.mine && ga_initialize(comm) != ASHLAR_OK) {
        armi_failed("ARMCI_Init", 0);
        return 0;
    }
    shared.starts = 1;
    return remember();
}

int ARMCI_Init_args(int *argc, char ***argv)
{
    armci_msg_init(argc, argv);
    if (!ARMCI_Init_mpi_comm(MPI_COMM_WORLD))
        abort_job(1);
    return 0;
}

int ARMCI_Init(void)
{
    return ARMCI_Init_args(NULL, NULL);
}

int ARMCI_Initialized(void)
{
    return shared.starts > 0 && ga_initialized();
}

void ARMCI_Finalize(void)
{
    if (!ARMCI_Initialized())
        return;
    if (--shared.starts > 0)
        return;
    armi_free_mutexes();
    forget();
    if (shared.mine)
        armi_must("ARMCI_Finalize", ga_terminate());
}

/* ---- MPI ------------------------------------------------------------------------------------- */

void armci_msg_init(int *argc, char ***argv)
{
    int started = 0;
    MPI_Initialized(&started);
    if (!started)
        MPI_Init(argc, argv);
}

void armci_msg_finalize(void)
{
    MPI_Finalize();
}

void armci_msg_abort(int code)
{
    ARMCI_Error("armci_msg_abort", code);
}

/* Programs ask after armci_msg_init() already, before ARMCI_Init(): then MPI knows. */
static int ask_world(int (*question)(MPI_Comm, int *))
{
    int answer = 0, started = 0;
    MPI_Initialized(&started);
    if (started)
        question(MPI_COMM_WORLD, &answer);
    return answer;
}

int armci_msg_me(void)
{
    return armi_state.size ? armi_state.me : ask_world(MPI_Comm_rank);
}

int armci_msg_nproc(void)
{
    return armi_state.size ? armi_state.size : ask_world(MPI_Comm_size);
}

double armci_timer(void)
{
    return MPI_Wtime();
}
