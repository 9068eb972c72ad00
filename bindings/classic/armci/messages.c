/* Messages, broadcasts and reductions of a program. Broadcasts and reductions complete the
 * one-sided operations of all ranks that take part, as those of ARMCI over MPI do. */
#include <limits.h>
#include <sched.h>
#include <string.h>

#include "../operators.h"
#include "state.h"

/* ---- messages -------------------------------------------------------------------------------- */

/* A message to myself under way. */
static MPI_Request to_myself = MPI_REQUEST_NULL;

/* MPI gives errors back on this communicator. */
static void check_message(const char *call, int status)
{
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    if (status == MPI_SUCCESS)
        return;
    MPI_Error_string(status, text, &length);
    armi_stop(call, "%.*s", length, text);
}

static MPI_Comm world(const char *call)
{
    armi_check_proc(call, 0);
    return al_group_comm(al_group_world());
}

/* Others may need me until the message is there. */
static void complete_request(const char *call, MPI_Request *request, MPI_Status *status)
{
    int done = 0;
    check_message(call, MPI_Test(request, &done, status));
    while (!done) {
        armi_must(call, al_poll());
        sched_yield();
        check_message(call, MPI_Test(request, &done, status));
    }
}

void armci_msg_snd(int tag, void *buffer, int len, int to)
{
    MPI_Request request;
    MPI_Comm comm = world(__func__);
    armi_check_proc(__func__, to);
    if (to == armi_state.me && to_myself != MPI_REQUEST_NULL)
        armi_stop(__func__, "a message to myself is under way");
    check_message(__func__, MPI_Isend(buffer, len, MPI_BYTE, to, tag, comm, &request));
    if (to == armi_state.me)
        to_myself = request;
    else
        complete_request(__func__, &request, MPI_STATUS_IGNORE);
}

static int receive(const char *call, int tag, void *buffer, int buflen, int *msglen, int from)
{
    MPI_Request request;
    MPI_Status status;
    check_message(call, MPI_Irecv(buffer, buflen, MPI_BYTE, from, tag, world(call), &request));
    complete_request(call, &request, &status);
    if (status.MPI_SOURCE == armi_state.me && to_myself != MPI_REQUEST_NULL)
        complete_request(call, &to_myself, MPI_STATUS_IGNORE);
    if (msglen)
        check_message(call, MPI_Get_count(&status, MPI_BYTE, msglen));
    return status.MPI_SOURCE;
}

void armci_msg_rcv(int tag, void *buffer, int buflen, int *msglen, int from)
{
    armi_check_proc(__func__, from);
    receive(__func__, tag, buffer, buflen, msglen, from);
}

int armci_msg_rcvany(int tag, void *buffer, int buflen, int *msglen)
{
    return receive(__func__, tag, buffer, buflen, msglen, MPI_ANY_SOURCE);
}

/* ---- broadcasts ------------------------------------------------------------------------------ */

static al_group_t *scope_group(const char *call, int scope)
{
    if (scope != SCOPE_ALL && scope != SCOPE_NODE && scope != SCOPE_MASTERS)
        armi_stop(call, "%d is not a scope", scope);
    return scope == SCOPE_NODE ? armi_node_group(call) : armi_default_group(call);
}

static void broadcast_in(const char *call, al_group_t *group, void *buf, int len, int root)
{
    if (len < 0)
        armi_stop(call, "%d bytes", len);
    armi_must(call, al_barrier(group));
    armi_must(call, al_broadcast(group, buf, (size_t)len, root));
}

void armci_msg_bcast(void *buffer, int len, int root)
{
    broadcast_in(__func__, armi_default_group(__func__), buffer, len, root);
}

void armci_msg_brdcst(void *buffer, int len, int root)
{
    broadcast_in(__func__, armi_default_group(__func__), buffer, len, root);
}

void armci_msg_bcast_scope(int scope, void *buffer, int len, int root)
{
    broadcast_in(__func__, scope_group(__func__, scope), buffer, len, root);
}

void armci_msg_group_bcast_scope(int scope, void *buf, int len, int root, ARMCI_Group *group)
{
    al_group_t *of = scope == SCOPE_NODE ? armi_node_group(__func__) : armi_group(__func__, group);
    broadcast_in(__func__, of, buf, len, al_group_rank_of(of, root));
}

void armci_msg_clus_brdcst(void *buf, int len)
{
    broadcast_in(__func__, armi_node_group(__func__), buf, len, 0);
}

void armci_grp_clus_brdcst(void *buf, int len, int grp_master, int grp_clus_nproc,
                           ARMCI_Group *mastergroup)
{
    (void)buf;
    (void)mastergroup;
    armi_stop(__func__, "%d bytes from %d to %d processes: there is no such call", len, grp_master,
              grp_clus_nproc);
}

/* The rank of the world that is number k of a group; -1: there is none. */
static int tree_place(const al_group_t *group, int k)
{
    return k < al_group_size(group) ? al_group_world_rank(group, k) : -1;
}

void armci_msg_bintree(int scope, int *Root, int *Up, int *Left, int *Right)
{
    if (scope == SCOPE_MASTERS)
        armi_stop(__func__, "there is no tree of masters");
    const al_group_t *group =
        scope == SCOPE_NODE ? armi_node_group(__func__) : armi_group(__func__, &(ARMCI_Group){0});
    const int me = al_group_rank(group);
    *Root = tree_place(group, 0);
    *Up = me > 0 ? tree_place(group, (me - 1) / 2) : -1;
    *Left = tree_place(group, 2 * me + 1);
    *Right = tree_place(group, 2 * me + 2);
}

static void exchange_addresses(const char *call, al_group_t *group, void *ptr_arr[], int n)
{
    if (n < 0)
        armi_stop(call, "%d addresses", n);
    for (int rank = 0; rank < n; ++rank)
        if (rank != al_group_rank(group))
            ptr_arr[rank] = NULL;
    armi_must(call, al_allreduce(group, ASHLAR_LONG, ASHLAR_SUM, ptr_arr, (size_t)n));
}

void armci_exchange_address(void *ptr_ar[], int n)
{
    exchange_addresses(__func__, armi_default_group(__func__), ptr_ar, n);
}

void armci_exchange_address_grp(void *ptr_arr[], int n, ARMCI_Group *group)
{
    exchange_addresses(__func__, armi_group(__func__, group), ptr_arr, n);
}

/* ---- reductions ------------------------------------------------------------------------------ */

static ashlar_type type_of_code(const char *call, int type)
{
    switch (type) {
    case ARMCI_INT:
        return ASHLAR_INT;
    case ARMCI_LONG:
        return ASHLAR_LONG;
    case ARMCI_LONG_LONG:
        return ASHLAR_LLONG;
    case ARMCI_FLOAT:
        return ASHLAR_FLOAT;
    case ARMCI_DOUBLE:
        return ASHLAR_DOUBLE;
    default:
        armi_stop(call, "%d is not a type", type);
    }
}

static void reduce_in(const char *call, al_group_t *group, void *x, int n, const char *op, int type)
{
    const classic_operator_t *operation = classic_operator(op);
    const ashlar_type of = type_of_code(call, type);
    if (!operation)
        armi_stop(call, "'%s' is not an operation", op ? op : "(null)");
    if (n < 0)
        armi_stop(call, "%d numbers", n);
    if (operation->is_logical)
        classic_make_logical(x, n, of);
    armi_must(call, al_fence_all()); /* no rank has the sum before all have done this */
    armi_must(call, al_allreduce(group, of, operation->op, x, (size_t)n));
}

void armci_msg_gop_scope(int scope, void *x, int n, char *op, int type)
{
    reduce_in(__func__, scope_group(__func__, scope), x, n, op, type);
}

void armci_msg_reduce_scope(int scope, void *x, int n, char *op, int type)
{
    reduce_in(__func__, scope_group(__func__, scope), x, n, op, type);
}

void armci_msg_reduce(void *x, int n, char *op, int type)
{
    reduce_in(__func__, armi_default_group(__func__), x, n, op, type);
}

void armci_msg_group_gop_scope(int scope, void *x, int n, char *op, int type, ARMCI_Group *group)
{
    if (scope != SCOPE_NODE)
        reduce_in(__func__, armi_group(__func__, group), x, n, op, type);
}

#define REDUCTIONS(letters, ctype, type)                                                           \
    void armci_msg_##letters##gop(ctype *x, int n, char *op)                                       \
    {                                                                                              \
        reduce_in(__func__, armi_default_group(__func__), x, n, op, type);                         \
    }                                                                                              \
    void armci_msg_group_##letters##gop(ctype *x, int n, char *op, ARMCI_Group *group)             \
    {                                                                                              \
        reduce_in(__func__, armi_group(__func__, group), x, n, op, type);                          \
    }                                                                                              \
    void armci_msg_clus_##letters##gop(ctype *x, int n, char *op)                                  \
    {                                                                                              \
        reduce_in(__func__, armi_node_group(__func__), x, n, op, type);                            \
    }
REDUCTIONS(i, int, ARMCI_INT)
REDUCTIONS(l, long, ARMCI_LONG)
REDUCTIONS(ll, long long, ARMCI_LONG_LONG)
REDUCTIONS(f, float, ARMCI_FLOAT)
REDUCTIONS(d, double, ARMCI_DOUBLE)
#undef REDUCTIONS

/* The least of what the ranks of a group say. */
static int least(const char *call, al_group_t *group, int number)
{
    armi_must(call, al_allreduce(group, ASHLAR_INT, ASHLAR_MIN, &number, 1));
    return number;
}

void armci_msg_sel_scope(int scope, void *x, int n, char *op, int type, int contribute)
{
    al_group_t *group = scope_group(__func__, scope);
    const ashlar_type of = type_of_code(__func__, type);
    const size_t bytes = type == ARMCI_INT || type == ARMCI_FLOAT ? 4 : 8;
    const int me = al_group_rank(group), is_min = op && strncmp(op, "min", 3) == 0;
    char mine[8] = {0}, best[8];
    if (n < (int)bytes || (!is_min && (!op || strncmp(op, "max", 3) != 0)))
        armi_stop(__func__, "'%s' of %d bytes", op ? op : "(null)", n);
    armi_must(__func__, al_fence_all());
    const int first = least(__func__, group, contribute ? me : INT_MAX);
    if (first == INT_MAX)
        return;
    /* A rank that does not contribute passes on the value of the first one that does. */
    memcpy(mine, x, bytes);
    memcpy(best, mine, sizeof best);
    armi_must(__func__, al_broadcast(group, best, bytes, first));
    if (contribute)
        memcpy(best, mine, sizeof best);
    armi_must(__func__, al_allreduce(group, of, is_min ? ASHLAR_MIN : ASHLAR_MAX, best, 1));
    const int wins = contribute && memcmp(best, mine, bytes) == 0;
    const int owner = least(__func__, group, wins ? me : INT_MAX);
    armi_must(__func__, al_broadcast(group, x, (size_t)n, owner == INT_MAX ? first : owner));
}
