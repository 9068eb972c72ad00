/* Small collectives over a group: through slots in shared memory on a node, by messages
 * between nodes (al_tree.h).
 *
 * Exchange protocol. Data goes through one slot per rank; even and odd exchanges use different sets
 * of slots. A rank writes its slot, passes the node's barrier, and reads the others' slots. It may
 * then go on to the next exchange (other set) at once; it cannot come back to this set before all
 * ranks have been at the barrier in between, and so have finished reading. One barrier per exchange
 * suffices. An exchange counts from the barrier on: a comparison in its place (al_check.h) may find
 * that others are in another call, and what the slots hold is then void. */
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/wait/al_mpi.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/group/al_check.h"
#include "armci-lite/src/group/al_fence_barrier.h"
#include "armci-lite/src/local/al_type.h"

static int check_group(const al_group_t *group, const char *call)
{
    AL_TRY(ali_check_started(call));
    return group ? ASHLAR_OK : AL_FAIL(ASHLAR_EARG, "%s: the group is NULL", call);
}

static int broadcast_chunk(al_group_t *group, char *chunk, size_t bytes, int root)
{
    int status = ASHLAR_OK, from_here = group->node_of[root] == group->node;
    al_slot_t *slot = ali_slots(group);
    if (group->rank == root)
        memcpy(slot->bytes, chunk, bytes);
    if (group->node_count > 1) {
        if (from_here)
            ali_sync_node(group); /* the root's data is in the slot */
        if (group->local_rank == 0)
            status = ali_tree_broadcast(&group->leaders, group->node_of[root], slot->bytes, bytes);
    }
    ali_sync_node(group);
    ++group->exchanges;
    if (group->rank != root)
        memcpy(chunk, slot->bytes, bytes);
    return status;
}

/* Beyond some size MPI's pipelines win over slots. Counts of MPI are int: in chunks. */
static int broadcast_large(al_group_t *group, char *buf, size_t bytes, int root)
{
    const size_t most = (size_t)1 << 30;
    AL_TRY(ali_group_ensure_comm(group));
    for (size_t done = 0; done < bytes; done += most) {
        size_t part = ali_min_bytes(bytes - done, most);
        MPI_Request request;
        AL_TRY(AL_COLLECTIVE(
            MPI_Ibcast(buf + done, (int)part, MPI_BYTE, root, group->comm, &request), &request));
    }
    return ASHLAR_OK;
}

int al_broadcast(al_group_t *group, void *buf, size_t bytes, int root)
{
    ALI_COLLECTIVE(al_broadcast, group, buf, bytes, root);
    AL_TRY(check_group(group, __func__));
    if (!buf && bytes)
        return AL_FAIL(ASHLAR_EARG, "%s: the buffer is NULL", __func__);
    if (root < 0 || root >= group->size)
        return AL_FAIL(ASHLAR_ERANGE, "%s: root %d is outside 0..%d", __func__, root,
                       group->size - 1);
    if (bytes > AL_SLOTS_MOST)
        return broadcast_large(group, buf, bytes, root);
    for (size_t done = 0; done < bytes; done += AL_SLOT_BYTES) {
        size_t part = ali_min_bytes(bytes - done, AL_SLOT_BYTES);
        AL_TRY(broadcast_chunk(group, (char *)buf + done, part, root));
    }
    return ASHLAR_OK;
}

typedef struct reduction {
    ashlar_type type;
    ashlar_op op;
    size_t n;
} reduction_t;

static void combine_parts(void *into, const void *from, const void *context)
{
    const reduction_t *reduction = context;
    ali_kernels[reduction->type].reduce[reduction->op](reduction->n, into, from);
}

/* Combine the chunks of the ranks on my node: all get the same bits, since all ranks combine them
 * in the same order, or many ranks in turn (al_node_barrier.h). */
static void reduce_on_node(al_group_t *group, const reduction_t *reduction, char *chunk,
                           size_t bytes)
{
    const int n = group->local_size, in_tree = n > AL_CENTRAL_MOST;
    al_slot_t *slots = ali_slots(group);
    memcpy(slots[group->local_rank].bytes, chunk, bytes);
    if (in_tree)
        ali_combine_node(group, slots, combine_parts, reduction);
    else
        ali_sync_node(group);
    ++group->exchanges;
    memcpy(chunk, slots[0].bytes, bytes);
    for (int k = 1; k < n && !in_tree; ++k)
        combine_parts(chunk, slots[k].bytes, reduction);
}

static int reduce_chunk(al_group_t *group, ashlar_type type, ashlar_op op, char *chunk, size_t n)
{
    size_t bytes = n * ali_types[type].bytes;
    const reduction_t reduction = {type, op, n};
    reduce_on_node(group, &reduction, chunk, bytes);
    if (group->node_count == 1)
        return ASHLAR_OK;
    int status = ASHLAR_OK;
    al_slot_t *result = ali_next_slots(group);
    if (group->local_rank == 0) {
        _Alignas(16) char scratch[AL_SLOT_BYTES];
        memcpy(result->bytes, chunk, bytes);
        status = ali_tree_reduce(&group->leaders, result->bytes, scratch, bytes, combine_parts,
                                 &reduction);
    }
    ali_sync_node(group);
    memcpy(chunk, result->bytes, bytes);
    return status;
}

typedef void moduli_t(size_t bytes, void *elements);

/* To one rank and back: the same bits everywhere. Of the moduli, unless they are NULL. */
static int reduce_large(const char *call, al_group_t *group, ashlar_type type, ashlar_op op,
                        moduli_t *moduli, char *buf, size_t n)
{
    const size_t most = (size_t)1 << 20;
    size_t size = ali_types[type].bytes;
    char *sum = malloc(ali_min_bytes(n, most) * size);
    int have = sum != NULL;
    int status = al_allreduce(group, ASHLAR_INT, ASHLAR_MIN, &have, 1);
    if (status == ASHLAR_OK && !have)
        status = AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %zu elements", call, n);
    if (status == ASHLAR_OK)
        status = ali_group_ensure_comm(group);
    if (status == ASHLAR_OK && moduli)
        moduli(n * size, buf);
    for (size_t done = 0; done < n && status == ASHLAR_OK; done += most) {
        size_t part = ali_min_bytes(n - done, most);
        char *at = buf + done * size;
        MPI_Request request;
        status = AL_COLLECTIVE(MPI_Ireduce(at, sum, (int)part, ali_type_mpi(type), ali_op_mpi(op),
                                           0, group->comm, &request),
                               &request);
        if (group->rank == 0)
            memcpy(at, sum, part * size);
        if (status == ASHLAR_OK)
            status = broadcast_large(group, at, part * size, 0);
    }
    free(sum);
    return status;
}

int al_allreduce(al_group_t *group, ashlar_type type, ashlar_op op, void *buf, size_t n)
{
    ALI_COLLECTIVE(al_allreduce, group, type, op, buf, n);
    AL_TRY(check_group(group, __func__));
    if (!buf && n)
        return AL_FAIL(ASHLAR_EARG, "%s: the buffer is NULL", __func__);
    if (!ali_type_is_known(type))
        return AL_FAIL(ASHLAR_ETYPE, "%s: %d is not an element type", __func__, (int)type);
    if ((unsigned)op >= ASHLAR_OP_COUNT || op == ASHLAR_REPLACE)
        return AL_FAIL(ASHLAR_EARG, "%s: %d is not a reduction", __func__, (int)op);
    /* Moduli are real: the largest or smallest of the parts, of which the imaginary ones are 0. */
    moduli_t *moduli = op > ASHLAR_REPLACE ? ali_kernels[type].moduli : NULL;
    if (moduli) {
        n *= ali_types[type].bytes / ali_types[ali_part_type(type)].bytes;
        type = ali_part_type(type);
        op = op == ASHLAR_ABSMAX ? ASHLAR_MAX : ASHLAR_MIN;
    }
    if (!ali_kernels[type].reduce[op])
        return AL_FAIL(ASHLAR_ETYPE, "%s: %s is not defined for type %s", __func__,
                       ali_op_names[op], ali_types[type].name);
    size_t size = ali_types[type].bytes, most = AL_SLOT_BYTES / size;
    if (n * size > AL_SLOTS_MOST)
        return reduce_large(__func__, group, type, op, moduli, buf, n);
    if (moduli)
        moduli(n * size, buf);
    for (size_t done = 0; done < n; done += most)
        AL_TRY(reduce_chunk(group, type, op, (char *)buf + done * size,
                            ali_min_bytes(n - done, most)));
    return ASHLAR_OK;
}
