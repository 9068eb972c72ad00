/* The slices of a new segment: the first rank of each node allocates, the ranks commit, and all
 * agree or undo it. */
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/group/al_segment.h"
#include "armci-lite/src/group/al_fence_barrier.h"
#include "armci-lite/src/node/al_arena.h"
#include "armci-lite/src/wait/al_mpi.h"

/* The message of a rank to its node at creation. */
typedef struct request {
    uint64_t bytes;  /* of my slice */
    uint64_t cgroup; /* my memory cgroup */
} request_t;

/* The reply of the first rank of a node. */
typedef struct reply {
    int64_t status;
    int64_t granted; /* bytes the node is going to commit */
    uint64_t table;  /* offset of the table of slices in the arena */
    al_shortage_t shortage;
} reply_t;

/* The outcome as all ranks see it: reduced with MAX. */
typedef struct outcome {
    long long failure; /* -status */
    long long needed, tables, minus_available;
} outcome_t;

enum { SYSTEM_REFUSES = 1 }; /* as minus_available: there seemed to be enough */

/* With guards on both sides. */
static uint64_t slice_footprint(uint64_t bytes)
{
    return ali_round_up(bytes, AL_HEAP_GRAIN) + 2 * ali_guard_bytes();
}

/* The request of all ranks of a cgroup together. */
typedef struct needs {
    uint64_t bytes;
    int ranks;
} needs_t;

/* The request of the ranks of my cgroup, if I am its first rank here and it is not the cgroup of
 * the rank that allocates; else nothing. */
static needs_t my_cgroup_needs(const al_group_t *group, const al_slot_t *slots)
{
    needs_t needs = {0};
    for (int i = 0; i < group->local_size; ++i) {
        const request_t *request = (const request_t *)(const void *)slots[i].bytes;
        if (request->cgroup != ali_nodes.cgroup)
            continue;
        if (i < group->local_rank || i == 0)
            return (needs_t){0};
        needs.bytes += request->bytes + 2 * ali_guard_bytes();
        ++needs.ranks;
    }
    return needs;
}

/* First rank of a node: allocate the table and the node's slices, fill in the table's part. */
static int allocate_slices(al_segment_t *segment, const al_slot_t *slots, reply_t *reply)
{
    al_group_t *group = segment->group;
    al_arena_t *arena = &ali_arena;
    uint64_t total = 0, table_bytes = (uint64_t)group->size * sizeof(al_slice_t);
    for (int i = 0; i < group->local_size; ++i) {
        uint64_t bytes = ((const request_t *)(const void *)slots[i].bytes)->bytes;
        if (bytes > arena->bytes || total > arena->bytes) {
            reply->shortage = (al_shortage_t){
                .needed = (int64_t)(bytes >> 1 > INT64_MAX / 2 ? INT64_MAX : (int64_t)bytes),
                .available = (int64_t)arena->bytes};
            snprintf(reply->shortage.source, sizeof reply->shortage.source, "size of the arena");
            return ASHLAR_ENOMEM;
        }
        total += slice_footprint(bytes);
    }
    segment->table_block = ali_arena_alloc(arena, table_bytes, &reply->shortage);
    if (!segment->table_block)
        return ASHLAR_ENOMEM;
    reply->table = ali_arena_offset(arena, segment->table_block);
    AL_TRY(ali_arena_commit(arena, reply->table, table_bytes));
    segment->data_block = ali_arena_alloc(arena, total, &reply->shortage);
    if (!segment->data_block)
        return ASHLAR_ENOMEM;
    reply->granted = ali_arena_granted(arena, segment->data_block) +
                     ali_arena_granted(arena, segment->table_block);
    al_slice_t *table = (al_slice_t *)(void *)(arena->base + reply->table);
    uint64_t at = ali_arena_offset(arena, segment->data_block);
    for (int i = 0; i < group->local_size; ++i) {
        uint64_t bytes = ((const request_t *)(const void *)slots[i].bytes)->bytes;
        table[group->local_ranks[i]] =
            (al_slice_t){.offset = (int64_t)(at + ali_guard_bytes()), .bytes = bytes};
        at += slice_footprint(bytes);
    }
    return ASHLAR_OK;
}

static const al_report_t *report_of(const al_group_t *group, int node)
{
    const al_exchange_t *exchange = &group->exchange;
    return (const al_report_t *)(const void *)(exchange->buffer + exchange->at[node]);
}

/* Several nodes may be on one machine (ranks that cannot share memory, ASHLAR_FAKE_NODES). None of
 * them knows what the others are about to commit: check the sum. */
static int check_machine(const al_group_t *group, reply_t *reply)
{
    int64_t sum = 0, tables = 0, reserved = 0;
    int nodes = 0;
    for (int n = 0; n < group->node_count; ++n) {
        const al_report_t *report = report_of(group, n);
        if (report->machine == ali_nodes.machine) {
            sum += report->granted;
            tables += report->tables;
            reserved += report->reserved;
            ++nodes;
        }
    }
    if (nodes == 1 || sum == 0)
        return ASHLAR_OK;
    al_shortage_t *shortage = &reply->shortage;
    shortage->available =
        ali_arena_available(&ali_arena, reserved, shortage->source, sizeof shortage->source);
    shortage->needed = sum;
    shortage->tables = tables;
    return sum + tables <= shortage->available ? ASHLAR_OK : ASHLAR_ENOMEM;
}

/* Exchange with the other nodes whether the allocation succeeded and where the slices are. */
static int exchange_reports(al_group_t *group, int status, const reply_t *reply)
{
    al_exchange_t *exchange = &group->exchange;
    char *mine = exchange->buffer + exchange->at[group->node];
    const al_report_t report = {.failed = status != ASHLAR_OK,
                                .granted = reply->granted,
                                .tables = ali_arena_page_tables(&ali_arena, ali_nodes.size),
                                .reserved = ali_arena_reserved(&ali_arena),
                                .machine = ali_nodes.machine};
    const al_slice_t *table = (const al_slice_t *)(void *)(ali_arena.base + reply->table);
    memcpy(mine, &report, sizeof report);
    mine += sizeof report;
    for (int i = 0; i < group->local_size && status == ASHLAR_OK; ++i)
        memcpy(mine + (size_t)i * sizeof *table, &table[group->local_ranks[i]], sizeof *table);
    return ali_tree_gather(&group->leaders, exchange->buffer, exchange->at);
}

/* First ranks of the nodes: fill in the slices of the other nodes. Collective over the leaders,
 * also when some of them failed to allocate. */
static int exchange_tables(al_group_t *group, int status, reply_t *reply)
{
    AL_TRY(exchange_reports(group, status, reply));
    for (int n = 0; n < group->node_count; ++n)
        if (report_of(group, n)->failed)
            return status;
    al_slice_t *table = (al_slice_t *)(void *)(ali_arena.base + reply->table);
    for (int n = 0; n < group->node_count; ++n) /* from here on: the next slice of each node */
        group->exchange.bytes[n] = (int)sizeof(al_report_t);
    for (int r = 0; r < group->size; ++r) {
        int node = group->node_of[r];
        if (node != group->node) {
            memcpy(&table[r],
                   group->exchange.buffer + group->exchange.at[node] + group->exchange.bytes[node],
                   sizeof *table);
            table[r].offset = ~table[r].offset;
        }
        group->exchange.bytes[node] += (int)sizeof *table;
    }
    return check_machine(group, reply);
}

/* May the ranks of my cgroup have what they ask for? */
static int check_cgroup(needs_t needs, outcome_t *outcome)
{
    char source[160];
    int64_t reserved = ali_arena_reserved(&ali_arena) * needs.ranks / ali_nodes.size;
    int64_t available = ali_arena_available(&ali_arena, reserved, source, sizeof source);
    int64_t tables = ali_arena_page_tables(&ali_arena, needs.ranks);
    if ((int64_t)needs.bytes + tables <= available)
        return ASHLAR_OK;
    outcome->needed = (long long)needs.bytes;
    outcome->tables = tables;
    outcome->minus_available = -available;
    return ASHLAR_ENOMEM;
}

/* Commit my slice once the node has a table. */
static int commit_mine(al_segment_t *segment, const reply_t *reply, needs_t cgroup_needs,
                       outcome_t *outcome)
{
    al_arena_t *arena = &ali_arena;
    const al_group_t *group = segment->group;
    const uint64_t guards = 2 * ali_guard_bytes();
    segment->slices = (const al_slice_t *)(const void *)(arena->base + reply->table);
    if (cgroup_needs.bytes)
        AL_TRY(check_cgroup(cgroup_needs, outcome));
    const al_slice_t *mine = &segment->slices[group->rank];
    const al_slice_t *first = &segment->slices[group->local_ranks[0]];
    const al_slice_t *last = &segment->slices[group->local_ranks[group->local_size - 1]];
    for (int i = 0; i < group->local_size; ++i)
        outcome->needed += (long long)(segment->slices[group->local_ranks[i]].bytes + guards);
    outcome->minus_available = SYSTEM_REFUSES;
    return ali_arena_commit_within(arena, (uint64_t)mine->offset - guards / 2, mine->bytes + guards,
                                   (uint64_t)first->offset - guards / 2,
                                   (uint64_t)last->offset + last->bytes + guards / 2);
}

static int report_failure(const outcome_t *outcome, const reply_t *reply)
{
    int status = (int)-outcome->failure;
    if (status != ASHLAR_ENOMEM)
        return AL_FAIL(status, "al_segment_create: failed on some rank (%s)",
                       ashlar_status_text(status));
    if (outcome->minus_available == SYSTEM_REFUSES)
        return AL_FAIL(status,
                       "al_segment_create: %lld bytes are needed on a node and the system "
                       "refuses to commit them",
                       outcome->needed);
    const char *source = *reply->shortage.source ? reply->shortage.source : "limit of another node";
    if (outcome->tables && outcome->needed <= -outcome->minus_available)
        return AL_FAIL(status,
                       "al_segment_create: %lld bytes are needed on a node, with %lld for page "
                       "tables of its ranks, and %lld are available (%s)",
                       outcome->needed, outcome->tables, -outcome->minus_available, source);
    return AL_FAIL(status,
                   "al_segment_create: %lld bytes are needed on a node and %lld are "
                   "available (%s)",
                   outcome->needed, -outcome->minus_available, source);
}

/* Agree on the outcome; on failure the first ranks of the nodes free what they allocated. */
static int agree_or_undo(al_segment_t *segment, int status, const reply_t *reply,
                         outcome_t *outcome, long long *ballot, int n)
{
    enum { OUTCOME = sizeof *outcome / sizeof(long long), MOST = 8 };
    long long all[OUTCOME + MOST];
    if (status == ASHLAR_ENOMEM && !outcome->needed) {
        outcome->needed = reply->shortage.needed;
        outcome->tables = reply->shortage.tables;
        outcome->minus_available = -reply->shortage.available;
    }
    outcome->failure = -status;
    if (status == ASHLAR_OK)
        *outcome = (outcome_t){.minus_available = -INT64_MAX};
    memcpy(all, outcome, sizeof *outcome);
    memcpy(all + OUTCOME, ballot, (size_t)n * sizeof *ballot);
    AL_TRY(al_allreduce(segment->group, ASHLAR_LLONG, ASHLAR_MAX, all, (size_t)(OUTCOME + n)));
    memcpy(outcome, all, sizeof *outcome);
    memcpy(ballot, all + OUTCOME, (size_t)n * sizeof *ballot);
    if (outcome->failure == 0) {
        if (segment->table_block) {
            ali_arena_grant_done(&ali_arena, segment->table_block);
            ali_arena_grant_done(&ali_arena, segment->data_block);
        }
        return ASHLAR_OK;
    }
    ali_segment_release_blocks(segment);
    return report_failure(outcome, reply);
}

int ali_segment_fill_draft(al_segment_t *segment, size_t bytes, int have, long long *ballot, int n)
{
    al_group_t *group = segment->group;
    al_slot_t *slots = ali_next_slots(group);
    *(request_t *)(void *)slots[group->local_rank].bytes =
        (request_t){.bytes = bytes, .cgroup = ali_nodes.cgroup};
    ali_sync_node(group);
    needs_t cgroup_needs = my_cgroup_needs(group, slots);

    al_slot_t *result = ali_next_slots(group);
    reply_t reply = {0};
    if (group->local_rank == 0) {
        int status = allocate_slices(segment, slots, &reply);
        if (group->node_count > 1)
            status = exchange_tables(group, status, &reply);
        reply.status = status;
        memcpy(result->bytes, &reply, sizeof reply);
    }
    ali_sync_node(group);
    memcpy(&reply, result->bytes, sizeof reply);

    if (reply.status == ASHLAR_EMPI) { /* nothing can be agreed on with the other nodes */
        ali_segment_release_blocks(segment);
        return group->local_rank == 0
                   ? ali_fail_within(ASHLAR_EMPI, "al_segment_create")
                   : AL_FAIL(ASHLAR_EMPI, "al_segment_create: a call of MPI failed on "
                                          "the first rank of this node");
    }
    outcome_t outcome = {0};
    int status = have ? (int)reply.status : ASHLAR_ENOMEM;
    if (status == ASHLAR_OK)
        status = commit_mine(segment, &reply, cgroup_needs, &outcome);
    return agree_or_undo(segment, status, &reply, &outcome, ballot, n);
}
