/* Start and stop, who and when. */
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "armci.h"
#include "ma/width.h"
#include "message.h"
#include "tcg_state.h"

static struct {
    int started;
    al_segment_t *counter; /* a long of the last node */
} state;

/* ---- errors ---------------------------------------------------------------------------------- */

void tcgi_stop(long code, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    GA_Error(text, (int)code);
    abort();
}

void tcg_error(const char *msg, long code)
{
    tcgi_stop(code, "%s", msg ? msg : "");
}

void tcg_parerr(long code)
{
    tcgi_stop(code, "parerr: the program ends itself");
}

void tcgi_check_node(const char *call, long node)
{
    if (!al_initialized())
        tcgi_stop(node, "%s: call pbegin first", call);
    if (node < 0 || node >= al_size())
        tcgi_stop(node, "%s: node %ld is outside 0..%d", call, node, al_size() - 1);
}

void tcgi_check_number(const char *call, const char *what, long n)
{
    if (n < 0)
        tcgi_stop(n, "%s: %ld %s", call, n, what);
}

/* ---- start and stop -------------------------------------------------------------------------- */

static bool is_begun(void)
{
    return state.started && al_initialized(); /* the program may have stopped it otherwise */
}

void tcg_alt_pbegin(int *argc, char **argv[])
{
    void *mine;
    if (is_begun())
        return;
    if (classic_has_other_width())
        tcgi_stop(1, "pbegin: %s", CLASSIC_WRONG_WIDTH);
    armci_msg_init(argc, argv);
    if (!ARMCI_Init_mpi_comm(MPI_COMM_WORLD))
        tcgi_stop(1, "pbegin: %s", ashlar_error_message());
    const int last = al_size() - 1, is_mine = al_rank() == last;
    al_group_t *all = al_group_world();
    TCG_TRY("pbegin", al_segment_create(all, is_mine ? sizeof(long) : 0, &state.counter));
    if (is_mine) {
        TCG_TRY("pbegin", al_segment_address(state.counter, last, &mine));
        *(long *)mine = 0;
    }
    TCG_TRY("pbegin", al_barrier(all));
    state.started = 1;
}

void tcg_pbegin(int argc, char **argv)
{
    tcg_alt_pbegin(&argc, &argv);
}

void tcg_pbeginf(void)
{
    tcg_alt_pbegin(NULL, NULL);
}

void tcg_pbginf(void)
{
    tcg_alt_pbegin(NULL, NULL);
}

long tcg_ready(void)
{
    return is_begun();
}

al_group_t *tcgi_all(void)
{
    if (__builtin_expect(!is_begun(), 0))
        tcg_alt_pbegin(NULL, NULL);
    return al_group_world();
}

void tcg_pend(void)
{
    int is_running = 0, is_over = 0;
    if (is_begun()) {
        tcgi_complete_all("pend");
        TCG_TRY("pend", al_segment_free(state.counter));
        state.started = 0;
        ARMCI_Finalize();
    }
    MPI_Initialized(&is_running);
    MPI_Finalized(&is_over);
    if (is_running && !is_over)
        MPI_Finalize();
    exit(0);
}

/* ---- the counter ----------------------------------------------------------------------------- */

long tcg_nxtval(long mproc)
{
    al_group_t *all = tcgi_all();
    const int last = al_size() - 1;
    int64_t number = 0;
    if (mproc > 0) {
        TCG_TRY("nxtval", al_fetch_add(state.counter, last, 0, ASHLAR_LONG, 1, &number));
    } else if (mproc < 0) {
        TCG_TRY("nxtval", al_barrier(all));
        if (al_rank() == last)
            TCG_TRY("nxtval", al_swap(state.counter, last, 0, ASHLAR_LONG, 0, NULL));
        TCG_TRY("nxtval", al_barrier(all));
    }
    return (long)number;
}

/* ---- who and when ---------------------------------------------------------------------------- */

/* Before the library is started, as MPI says. */
static int ask_mpi(const char *call, int (*question)(MPI_Comm, int *))
{
    int is_running = 0, answer = 0;
    MPI_Initialized(&is_running);
    if (!is_running)
        tcgi_stop(1, "%s: call pbegin first", call);
    question(MPI_COMM_WORLD, &answer);
    return answer;
}

long tcg_nodeid(void)
{
    return al_initialized() ? al_rank() : ask_mpi("nodeid", MPI_Comm_rank);
}

long tcg_nnodes(void)
{
    return al_initialized() ? al_size() : ask_mpi("nnodes", MPI_Comm_size);
}

double tcg_time(void)
{
    static double first;
    static int is_later;
    if (!is_later) {
        first = MPI_Wtime();
        is_later = 1;
    }
    return MPI_Wtime() - first;
}

long tcg_mtime(void)
{
    return (long)(tcg_time() * 100);
}

/* ---- sizes ----------------------------------------------------------------------------------- */

long tcg_mdtob(long n)
{
    tcgi_check_number("mdtob", "doubles", n);
    return n * (long)sizeof(double);
}

long tcg_mitob(long n)
{
    tcgi_check_number("mitob", "integers", n);
    return n * (long)sizeof(long);
}

long tcg_mdtoi(long n)
{
    tcgi_check_number("mdtoi", "doubles", n);
    return tcgi_divide(n * (long)sizeof(double), sizeof(long));
}

long tcg_mitod(long n)
{
    tcgi_check_number("mitod", "integers", n);
    return tcgi_divide(n * (long)sizeof(long), sizeof(double));
}

/* ---- other ----------------------------------------------------------------------------------- */

void tcg_llog(void)
{
    char name[32];
    snprintf(name, sizeof name, "log.%03ld", tcg_nodeid());
    fflush(NULL);
    if (!freopen(name, "a", stdout) || !freopen(name, "a", stderr))
        tcgi_stop(1, "llog: %s cannot be written", name);
}

void tcg_stats(void)
{
}

long tcg_niceftn(long ival)
{
    return nice((int)ival);
}

double tcg_drand48(void)
{
    return drand48();
}

void tcg_srand48(long seed)
{
    srand48(seed);
}
