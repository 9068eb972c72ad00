/* Broadcasts and reductions over a tree of ranks, while other nodes are answered. */
#include "armci-lite/src/wait/al_tree.h"

#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include <ashlar/al.h>

#include "armci-lite/src/base/al_context.h"
#include "armci-lite/src/wait/al_mpi.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/base/al_traffic.h"
#include "armci-lite/src/base/al_util.h"
#include "armci-lite/src/base/al_wait_report.h"

static int world_rank(const al_tree_t *tree, int number)
{
    return tree->ranks ? tree->ranks[number] : number;
}

static int start_send(const al_tree_t *tree, int to, const void *data, size_t bytes,
                      MPI_Request *request)
{
    const int rank = world_rank(tree, to);
    if (al_node_of(rank) != al_node_of(ali_context.rank))
        ali_count_sent(1, (int64_t)bytes);
    return AL_MPI(
        MPI_Isend(data, (int)bytes, MPI_BYTE, rank, tree->tag, ali_context.comm, request));
}

static int start_receive(const al_tree_t *tree, int from, void *data, size_t bytes,
                         MPI_Request *request)
{
    const int rank = from == AL_TREE_ANY ? MPI_ANY_SOURCE : world_rank(tree, from);
    return AL_MPI(
        MPI_Irecv(data, (int)bytes, MPI_BYTE, rank, tree->tag, ali_context.comm, request));
}

/* Most messages are gone at once. */
static int finish_send(MPI_Request *request)
{
    int sent;
    AL_TRY(AL_MPI(MPI_Test(request, &sent, MPI_STATUS_IGNORE)));
    return sent ? ASHLAR_OK : ali_wait_request(request);
}

int ali_tree_send(const al_tree_t *tree, int to, const void *data, size_t bytes)
{
    MPI_Request request;
    AL_TRY(start_send(tree, to, data, bytes, &request));
    return finish_send(&request);
}

int ali_tree_receive(const al_tree_t *tree, int from, void *data, size_t bytes)
{
    MPI_Request request;
    AL_TRY(start_receive(tree, from, data, bytes, &request));
    return ali_wait_request(&request);
}

int ali_tree_exchange(const al_tree_t *tree, int to, const void *out, size_t out_bytes, int from,
                      void *in, size_t in_bytes)
{
    MPI_Request sending, receiving;
    AL_TRY(start_send(tree, to, out, out_bytes, &sending));
    AL_TRY(start_receive(tree, from, in, in_bytes, &receiving));
    AL_TRY(ali_wait_request(&receiving));
    return finish_send(&sending);
}

static int start_step(const char *what)
{
    ali_report_wait(what, AL_OTHER_NODES);
    return ali_context.collective_failed ? ali_fail_later_collective() : ASHLAR_OK;
}

static int finish_step(int status)
{
    ali_context.collective_failed |= status != ASHLAR_OK;
    return status;
}

/* Dissemination (Hensgen, Finkel and Manber 1988): in round k each hears of 2^k more. It goes on
 * after a failure, for the sake of the others. */
int ali_tree_barrier(const al_tree_t *tree)
{
    int count = tree->count, first_failure = ASHLAR_OK;
    AL_TRY(start_step("a barrier"));
    for (int distance = 1; distance < count; distance *= 2) {
        int to = (tree->me + distance) % count, from = (tree->me - distance + count) % count;
        int result = ali_tree_exchange(tree, to, NULL, 0, from, NULL, 0);
        if (first_failure == ASHLAR_OK)
            first_failure = result;
    }
    return finish_step(first_failure);
}

/* Binomial, counted from the root. */
static int broadcast(const al_tree_t *tree, int root, void *data, size_t bytes)
{
    int count = tree->count, me = (tree->me - root + count) % count, bit = ali_tree_bit(count, me);
    if (me)
        AL_TRY(ali_tree_receive(tree, (me - bit + root) % count, data, bytes));
    for (bit /= 2; bit > 0; bit /= 2)
        if (me + bit < count)
            AL_TRY(ali_tree_send(tree, (me + bit + root) % count, data, bytes));
    return ASHLAR_OK;
}

int ali_tree_broadcast(const al_tree_t *tree, int root, void *data, size_t bytes)
{
    AL_TRY(start_step("a collective call"));
    return finish_step(broadcast(tree, root, data, bytes));
}

/* The values of a neighbour, before or after mine. */
static void combine_neighbour(void *data, void *scratch, size_t bytes, int is_before,
                              al_combine_t *combine, const void *context)
{
    if (is_before) {
        combine(scratch, data, context);
        memcpy(data, scratch, bytes);
    } else {
        combine(data, scratch, context);
    }
}

/* Recursive doubling among the first 2^k pairs or singles (Thakur, Rabenseifner and Gropp 2005): of
 * the first 2 * extra numbers the odd ones hand what they have to the even ones before, and get the
 * result back. */
static int combine_all(const al_tree_t *tree, void *data, void *scratch, size_t bytes,
                       al_combine_t *combine, const void *context)
{
    int count = tree->count, me = tree->me, power = 1;
    while (2 * power <= count)
        power *= 2;
    int extra = count - power, is_paired = me < 2 * extra;
    if (is_paired && me % 2) {
        AL_TRY(ali_tree_send(tree, me - 1, data, bytes));
        return ali_tree_receive(tree, me - 1, data, bytes);
    }
    if (is_paired) {
        AL_TRY(ali_tree_receive(tree, me + 1, scratch, bytes));
        combine(data, scratch, context);
    }
    int position = is_paired ? me / 2 : me - extra; /* among those that double */
    for (int bit = 1; bit < power; bit *= 2) {
        int other = position ^ bit, number = other < extra ? 2 * other : other + extra;
        AL_TRY(ali_tree_exchange(tree, number, data, bytes, number, scratch, bytes));
        combine_neighbour(data, scratch, bytes, other < position, combine, context);
    }
    return is_paired ? ali_tree_send(tree, me + 1, data, bytes) : ASHLAR_OK;
}

int ali_tree_reduce(const al_tree_t *tree, void *data, void *scratch, size_t bytes,
                    al_combine_t *combine, const void *context)
{
    AL_TRY(start_step("a collective call"));
    return finish_step(combine_all(tree, data, scratch, bytes, combine, context));
}

/* After the round of a distance, `before` is of so many, and with mine of one more (Hillis and
 * Steele 1986). */
static int combine_before(const al_tree_t *tree, const void *mine, void *before, void *scratch,
                          size_t bytes, al_combine_t *combine, const void *context)
{
    for (int distance = 1; distance < tree->count; distance *= 2) {
        if (tree->me + distance < tree->count) {
            memcpy(scratch, before, bytes);
            combine(scratch, mine, context);
            AL_TRY(ali_tree_send(tree, tree->me + distance, scratch, bytes));
        }
        if (tree->me >= distance) {
            AL_TRY(ali_tree_receive(tree, tree->me - distance, scratch, bytes));
            combine(scratch, before, context);
            memcpy(before, scratch, bytes);
        }
    }
    return ASHLAR_OK;
}

int ali_tree_scan(const al_tree_t *tree, const void *mine, void *before, void *scratch,
                  size_t bytes, al_combine_t *combine, const void *context)
{
    AL_TRY(start_step("a collective call"));
    return finish_step(combine_before(tree, mine, before, scratch, bytes, combine, context));
}

/* Up the binomial tree, whose branches are ranges of numbers, and down again. */
static int gather(const al_tree_t *tree, char *buffer, const int *at)
{
    int count = tree->count, me = tree->me;
    for (int bit = 1; bit < count; bit *= 2) {
        int end = me + bit < count ? me + bit : count; /* I have numbers me to end */
        if (me & bit) {
            AL_TRY(ali_tree_send(tree, me - bit, buffer + at[me], (size_t)(at[end] - at[me])));
            break;
        }
        int last = end + bit < count ? end + bit : count;
        if (end < last)
            AL_TRY(ali_tree_receive(tree, end, buffer + at[end], (size_t)(at[last] - at[end])));
    }
    return broadcast(tree, 0, buffer, (size_t)at[count]);
}

int ali_tree_gather(const al_tree_t *tree, char *buffer, const int *at)
{
    AL_TRY(start_step("a collective call"));
    return finish_step(gather(tree, buffer, at));
}

/* A branch of the binomial tree: numbers me to me + count - 1, and `each` bytes of each of them. */
typedef struct branch {
    int bit, count;
    size_t each;
    char *bytes;
} branch_t;

static int start_branch(const al_tree_t *tree, size_t each, void *all, branch_t *branch)
{
    *branch = (branch_t){.bit = ali_tree_bit(tree->count, tree->me), .each = each, .bytes = all};
    branch->count = branch->bit < tree->count - tree->me ? branch->bit : tree->count - tree->me;
    if (tree->me)
        branch->bytes = malloc(each * (size_t)branch->count);
    return ali_tree_agree(
        "a collective call", tree,
        branch->bytes ? ASHLAR_OK
                      : AL_FAIL(ASHLAR_ENOMEM, "no memory for what %d ranks send", branch->count));
}

/* The part of a branch that number me + bit has. */
static char *sub_branch(const branch_t *branch, int bit, size_t *bytes)
{
    const int count = bit < branch->count - bit ? bit : branch->count - bit;
    *bytes = branch->each * (size_t)count;
    return branch->bytes + branch->each * (size_t)bit;
}

static int collect(const al_tree_t *tree, const branch_t *branch, const void *mine)
{
    memcpy(branch->bytes, mine, branch->each);
    for (int bit = 1; bit < branch->count; bit *= 2) {
        size_t bytes;
        char *at = sub_branch(branch, bit, &bytes);
        AL_TRY(ali_tree_receive(tree, tree->me + bit, at, bytes));
    }
    return tree->me ? ali_tree_send(tree, tree->me - branch->bit, branch->bytes,
                                    branch->each * (size_t)branch->count)
                    : ASHLAR_OK;
}

static int deal(const al_tree_t *tree, const branch_t *branch, void *mine)
{
    if (tree->me)
        AL_TRY(ali_tree_receive(tree, tree->me - branch->bit, branch->bytes,
                                branch->each * (size_t)branch->count));
    for (int bit = branch->bit / 2; bit > 0; bit /= 2) {
        size_t bytes;
        if (bit >= branch->count)
            continue;
        const char *at = sub_branch(branch, bit, &bytes);
        AL_TRY(ali_tree_send(tree, tree->me + bit, at, bytes));
    }
    memcpy(mine, branch->bytes, branch->each);
    return ASHLAR_OK;
}

int ali_tree_collect(const al_tree_t *tree, const void *mine, size_t each, void *all)
{
    branch_t branch;
    AL_TRY(start_step("a collective call"));
    int status = start_branch(tree, each, all, &branch);
    if (status == ASHLAR_OK)
        status = finish_step(collect(tree, &branch, mine));
    if (tree->me)
        free(branch.bytes);
    return status;
}

int ali_tree_deal(const al_tree_t *tree, const void *all, size_t each, void *mine)
{
    branch_t branch;
    AL_TRY(start_step("a collective call"));
    int status = start_branch(tree, each, ali_unconst(all), &branch);
    if (status == ASHLAR_OK)
        status = finish_step(deal(tree, &branch, mine));
    if (tree->me)
        free(branch.bytes);
    return status;
}

static void take_minimum(void *into, const void *from, const void *context)
{
    int *least = into;
    const int *other = from;
    (void)context;
    if (*other < *least)
        *least = *other;
}

int ali_tree_minimum(const al_tree_t *tree, int *value)
{
    int other;
    return ali_tree_reduce(tree, value, &other, sizeof other, take_minimum, NULL);
}

int ali_tree_agree(const char *call, const al_tree_t *tree, int status)
{
    int worst = status;
    ali_context.collective_failed |= status == ASHLAR_EMPI; /* others may be in another call */
    if (ali_context.collective_failed)
        return status != ASHLAR_OK ? status : ali_fail_later_collective();
    AL_TRY(ali_tree_minimum(tree, &worst));
    return ali_agreed_status(call, status, worst);
}

al_tree_t ali_tree_world(void)
{
    return (al_tree_t){NULL, ali_context.size, ali_context.rank, AL_TREE_TAG};
}

int ali_agree(const char *call, int status)
{
    const al_tree_t world = ali_tree_world();
    return ali_tree_agree(call, &world, status);
}
