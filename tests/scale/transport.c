/* MPI for a world of which few ranks are real (world.h). Calls of the program itself, in
 * MPI_COMM_WORLD, are MPI's own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/engine/am/al_am.h"
#include "armci-lite/src/wait/al_mail.h"
#include "tests/scale/world.h"

world_t world;

int MPI_Comm_size(MPI_Comm comm, int *size)
{
    const int status = PMPI_Comm_size(comm, size);
    if (comm != MPI_COMM_WORLD)
        *size = world_size();
    return status;
}

int MPI_Comm_rank(MPI_Comm comm, int *rank)
{
    const int status = PMPI_Comm_rank(comm, rank);
    if (comm != MPI_COMM_WORLD && !world.is_whole)
        *rank += world.node * world.per_node;
    return status;
}

/* The number of a real rank in MPI. */
static int real_of(int rank)
{
    return world.is_whole ? rank : rank - world.node * world.per_node;
}

/* Messages that their receivers do not expect, and which name their origin too. */
static bool is_mail(int tag)
{
    return tag >= AL_MAIL_TAG;
}

/* Where a message between this node and one `distance` after it is not to be taken for one of
 * another distance; batches name their origin and are received in any order. */
static int tag_of(int tag, int distance)
{
    enum { TAGS = 32768 };
    return tag == AM_TAG_BATCH || is_mail(tag) ? tag : distance * TAGS + tag;
}

static int wrap_node(int node)
{
    return (node % world.nodes + world.nodes) % world.nodes;
}

static bool is_tree(MPI_Comm comm)
{
    return comm == ali_context.comm;
}

static size_t bytes_of(int count, MPI_Datatype type)
{
    int size;
    PMPI_Type_size(type, &size);
    return (size_t)count * (size_t)size;
}

/* A batch to a node that is `distance` away, as one from a node as far away on the other side. */
static void turn_batch(am_batch_t *batch, int distance)
{
    const int from = wrap_node(world.node - distance);
    batch->origin = from * world.per_node + world.index;
    char *at = (char *)(batch + 1), *end = (char *)batch + batch->bytes;
    while (world.redirect && at < end) {
        am_record_t *record = (am_record_t *)(void *)at;
        record->offset = world.redirect;
        at += record->length;
    }
}

/* A message of an exchange of bundles likewise: it begins with its origin. */
static void turn_mail(int32_t *origin, int distance)
{
    *origin = wrap_node(world.node - distance) * world.per_node + world.index;
}

static int start_nothing(MPI_Request *request)
{
    return PMPI_Isend(NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, request);
}

int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    if (comm == MPI_COMM_WORLD)
        return PMPI_Isend(buffer, count, type, to, tag, comm, request);
    const int node = world_node_of(to);
    const bool is_answer = comm == ali_am.comm && tag >= AM_TAG_REPLY;
    if (node != world.node && (!is_answer || world.is_whole || world.is_asked)) {
        ++account.messages;
        account.bytes += (int64_t)bytes_of(count, type);
    }
    if (world_is_real(to))
        return PMPI_Isend(buffer, count, type, real_of(to), tag, comm, request);
    if (is_tree(comm) && !is_mail(tag))
        return start_nothing(request);
    const int distance = wrap_node(node - world.node);
    if (is_mail(tag))
        turn_mail((int32_t *)(uintptr_t)buffer, distance);
    if (comm == ali_am.comm && tag == AM_TAG_BATCH)
        turn_batch((am_batch_t *)(uintptr_t)buffer, distance);
    return PMPI_Isend(buffer, count, type, to % world.per_node, tag_of(tag, distance), comm,
                      request);
}

int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    if (comm == MPI_COMM_WORLD || from == MPI_ANY_SOURCE)
        return PMPI_Irecv(buffer, count, type, from, tag, comm, request);
    if (world_is_real(from))
        return PMPI_Irecv(buffer, count, type, real_of(from), tag, comm, request);
    if (is_tree(comm)) {
        trees_play(from, buffer, bytes_of(count, type));
        return start_nothing(request);
    }
    const int distance = wrap_node(world.node - world_node_of(from));
    return PMPI_Irecv(buffer, count, type, from % world.per_node, tag_of(tag, distance), comm,
                      request);
}

/* Each node is a host. */
int __wrap_gethostname(char *name, size_t room);
int __wrap_gethostname(char *name, size_t room)
{
    snprintf(name, room, "node%d", world.node);
    return 0;
}
