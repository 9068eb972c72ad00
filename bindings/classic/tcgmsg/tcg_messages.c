/* Messages, broadcasts, reductions. */
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "armci.h"
#include "message.h"
#include "tcg_state.h"

static int talks; /* of every message */

/* Messages under way that the program does not wait for at once. */
typedef struct message {
    MPI_Request request;
    void *copy; /* of what is sent, freed then; NULL: the program's buffer is used */
    long type, bytes, node;
} message_t;

static struct {
    message_t *list;
    int n, room;
} under_way;

/* ---- messages -------------------------------------------------------------------------------- */

/* MPI gives errors back on this communicator. */
static void check_sent(const char *call, const message_t *message, int status)
{
    char text[MPI_MAX_ERROR_STRING];
    int length = 0, class = MPI_SUCCESS;
    if (__builtin_expect(status == MPI_SUCCESS, 1))
        return;
    MPI_Error_class(status, &class);
    if (class == MPI_ERR_TRUNCATE)
        tcgi_stop(message->bytes,
                  "%s: a message of type %ld is longer than the buffer of %ld bytes", call,
                  message->type, message->bytes);
    MPI_Error_string(status, text, &length);
    tcgi_stop(status, "%s: %.*s", call, length, text);
}

/* Others may need me until the message is there. */
static void complete_message(const char *call, message_t *message, MPI_Status *status)
{
    int done = 0;
    for (;;) {
        check_sent(call, message, MPI_Test(&message->request, &done, status));
        if (done)
            break;
        TCG_TRY(call, al_poll());
        sched_yield();
    }
    free(message->copy);
    message->copy = NULL;
}

void tcgi_complete_all(const char *call)
{
    for (int k = 0; k < under_way.n; ++k)
        complete_message(call, &under_way.list[k], MPI_STATUS_IGNORE);
    free(under_way.list);
    under_way.list = NULL;
    under_way.n = under_way.room = 0;
}

static void keep(const char *call, message_t message)
{
    if (under_way.n == under_way.room) {
        const int room = 2 * under_way.room + 16;
        message_t *list = realloc(under_way.list, (size_t)room * sizeof *list);
        if (!list)
            tcgi_stop(room, "%s: no memory for a list of %d messages", call, room);
        under_way.list = list;
        under_way.room = room;
    }
    under_way.list[under_way.n++] = message;
}

/* The communicator for a message, if it can be sent. */
static MPI_Comm comm_for(const char *call, const message_t *message)
{
    static int most; /* MPI's tags */
    MPI_Comm comm = al_group_comm(al_group_world());
    if (most == 0) {
        int *bound = NULL, found = 0;
        MPI_Comm_get_attr(comm, MPI_TAG_UB, &bound, &found);
        most = found ? *bound : 32767;
    }
    if (message->type < 0 || message->type > most)
        tcgi_stop(message->type, "%s: type %ld is outside 0..%d", call, message->type, most);
    if (message->bytes < 0 || message->bytes > INT_MAX)
        tcgi_stop(message->node, "%s: a message of %ld bytes, which may have 0..%d", call,
                  message->bytes, INT_MAX);
    if (talks) {
        printf("%d: %s: node %ld, type %ld, %ld bytes\n", al_rank(), call, message->node,
               message->type, message->bytes);
        fflush(stdout);
    }
    return comm;
}

void tcg_snd(long type, const void *buf, long lenbuf, long node, long sync)
{
    message_t message = {.type = type, .bytes = lenbuf, .node = node};
    tcgi_check_node("snd", node);
    MPI_Comm comm = comm_for("snd", &message);
    const int is_copied = sync && node == al_rank(); /* nobody receives it before I go on */
    if (is_copied) {
        message.copy = malloc((size_t)lenbuf + 1);
        if (!message.copy)
            tcgi_stop(lenbuf, "snd: no memory to copy a message of %ld bytes to myself", lenbuf);
        buf = memcpy(message.copy, buf, (size_t)lenbuf);
    }
    check_sent("snd", &message,
               MPI_Isend(buf, (int)lenbuf, MPI_BYTE, (int)node, (int)type, comm, &message.request));
    if (sync && !is_copied)
        complete_message("snd", &message, MPI_STATUS_IGNORE);
    else
        keep("snd", message);
}

/* A node, or any. */
static int source_of(const char *call, long node)
{
    tcgi_check_node(call, node == -1 ? 0 : node);
    return node == -1 ? MPI_ANY_SOURCE : (int)node;
}

/* A message that is there, once its length is known to fit: of one that does not, some MPI
 * libraries end the program themselves. Returns who sent it. */
static long await_message(message_t *message, void *buf, int source, MPI_Comm comm, long *bytes)
{
    MPI_Message matched;
    MPI_Status status;
    int count = 0;
    for (int found = 0;;) {
        check_sent("rcv", message,
                   MPI_Improbe(source, (int)message->type, comm, &found, &matched, &status));
        if (found)
            break;
        TCG_TRY("rcv", al_poll()); /* others may need me until then */
        sched_yield();
    }
    check_sent("rcv", message, MPI_Get_count(&status, MPI_BYTE, &count));
    if (count > message->bytes)
        tcgi_stop(message->bytes,
                  "rcv: a message of type %ld from node %d has %d bytes, the buffer %ld",
                  message->type, status.MPI_SOURCE, count, message->bytes);
    *bytes = count;
    check_sent("rcv", message, MPI_Imrecv(buf, count, MPI_BYTE, &matched, &message->request));
    complete_message("rcv", message, MPI_STATUS_IGNORE);
    return status.MPI_SOURCE;
}

void tcg_rcv(long type, void *buf, long lenbuf, long *lenmes, long nodeselect, long *nodefrom,
             long sync)
{
    message_t message = {.type = type, .bytes = lenbuf, .node = nodeselect};
    const int source = source_of("rcv", nodeselect);
    MPI_Comm comm = comm_for("rcv", &message);
    if (sync) {
        *nodefrom = await_message(&message, buf, source, comm, lenmes);
        return;
    }
    check_sent("rcv", &message,
               MPI_Irecv(buf, (int)lenbuf, MPI_BYTE, source, (int)type, comm, &message.request));
    keep("rcv", message);
    *lenmes = -1;
    *nodefrom = nodeselect;
}

long tcg_probe(long type, long node)
{
    const message_t message = {.type = type, .node = node};
    const int source = source_of("probe", node);
    MPI_Comm comm = comm_for("probe", &message);
    int found = 0;
    TCG_TRY("probe", al_poll()); /* a program that asks again and again is needed, too */
    check_sent("probe", &message, MPI_Iprobe(source, (int)type, comm, &found, MPI_STATUS_IGNORE));
    return found != 0;
}

void tcg_waitcom(long node)
{
    (void)node;
    tcgi_complete_all("waitcom");
}

void tcg_setdbg(long value)
{
    talks = value != 0;
}

/* ---- all nodes ------------------------------------------------------------------------------- */

void tcg_synch(long type)
{
    (void)type;
    TCG_TRY("synch", al_barrier(tcgi_all()));
}

void tcg_brdcst(long type, void *buf, long lenbuf, long originator)
{
    al_group_t *all = tcgi_all();
    (void)type;
    tcgi_check_node("brdcst", originator);
    tcgi_check_number("brdcst", "bytes", lenbuf);
    TCG_TRY("brdcst", al_broadcast(all, buf, (size_t)lenbuf, (int)originator));
}

/* How many of n numbers go at once: ARMCI counts in int. */
static int numbers_at_once(const char *call, long n)
{
    tcgi_check_number(call, "numbers", n);
    tcgi_all();
    return n < 1 << 30 ? (int)n : 1 << 30;
}

static ARMCI_Group all_nodes = 0;

void tcg_igop(long type, long *x, long n, const char *op)
{
    (void)type;
    for (int part; (part = numbers_at_once("igop", n)) > 0; x += part, n -= part)
        armci_msg_group_lgop(x, part, (char *)op, &all_nodes);
}

void tcg_dgop(long type, double *x, long n, const char *op)
{
    (void)type;
    for (int part; (part = numbers_at_once("dgop", n)) > 0; x += part, n -= part)
        armci_msg_group_dgop(x, part, (char *)op, &all_nodes);
}

/* ---- files ----------------------------------------------------------------------------------- */

void tcg_pfcopy(long type, long node0, const char *fname)
{
    enum { AT_ONCE = 1 << 20 };
    char *part = malloc(AT_ONCE);
    const int is_mine = tcg_nodeid() == node0;
    FILE *file = fopen(fname, is_mine ? "rb" : "wb");
    if (!file || !part)
        tcgi_stop(errno, "pfcopy: %s: %s", fname, strerror(errno));
    for (long bytes = AT_ONCE; bytes == AT_ONCE;) {
        if (is_mine) {
            bytes = (long)fread(part, 1, AT_ONCE, file);
            if (ferror(file))
                tcgi_stop(errno, "pfcopy: %s cannot be read: %s", fname, strerror(errno));
        }
        tcg_brdcst(type, &bytes, sizeof bytes, node0);
        tcg_brdcst(type, part, bytes, node0);
        if (!is_mine && fwrite(part, 1, (size_t)bytes, file) != (size_t)bytes)
            tcgi_stop(errno, "pfcopy: %s cannot be written: %s", fname, strerror(errno));
    }
    if (fclose(file) != 0)
        tcgi_stop(errno, "pfcopy: %s cannot be written: %s", fname, strerror(errno));
    free(part);
}
