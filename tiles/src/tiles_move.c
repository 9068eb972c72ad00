/* Scatter, gather and exchange: each source has a slot for each destination. On a node the owner of
 * a destination copies from the sources. Between two nodes one participant of the one packs what
 * goes to the other into a message, and one of the other unpacks it: these work for the owners.
 *
 * Who reads or writes the tiles of another rank of its node *touches* it. With GA_IN_MINE a rank
 * tells those that touch it that it has called, with GA_OUT_MINE they tell it that they are done.
 */
#include "tiles/src/tiles_plan.h"

#include <string.h>

#include "tiles/src/tiles_piece.h"

/* The participants of a node that own sources, and destinations. */
typedef struct owners {
    int from, to; /* how many */
} owners_t;

/* The work of this call on my node. */
typedef struct move {
    tilesi_plan_t *plan;
    owners_t *owners;       /* [nodes] */
    unsigned char *packs;   /* [participants here] bit 0: it packs, bit 1: it unpacks messages */
    unsigned char *awaited; /* [participants here] it is told by now that I may touch it */
    struct message *message;
    int messages;
} move_t;

/* A message between my node and another one. */
typedef struct message {
    const tilesi_plan_t *plan;
    int other; /* node */
    bool is_out;
    size_t bytes;
    char *buffer; /* packed; NULL: the one piece, as it lies */
    tilesi_piece_t only;
} message_t;

enum { PACKS = 1, UNPACKS = 2 };

/* ---- who works for whom ---------------------------------------------------------------------- */

/* The k-th participant of a node, modulo their number, that owns sources (destinations). */
static int choose_worker(const move_t *move, int node, bool is_from, int k)
{
    const tilesi_plan_t *plan = move->plan;
    k %= is_from ? move->owners[node].from : move->owners[node].to;
    for (int m = plan->node_begin[node];; ++m)
        if ((is_from ? plan->member[m].from : plan->member[m].to) >= 0 && k-- == 0)
            return m;
}

static bool goes_between(const move_t *move, int from, int to)
{
    return from != to && move->owners[from].from > 0 && move->owners[to].to > 0;
}

static int packer(const move_t *move, int from, int to)
{
    return choose_worker(move, from, true, to);
}

static int unpacker(const move_t *move, int from, int to)
{
    return choose_worker(move, to, false, from);
}

static bool find_workers(move_t *move)
{
    const tilesi_plan_t *plan = move->plan;
    const int begin = tilesi_here_begin(plan), here = tilesi_here_end(plan) - begin;
    move->packs = ali_steps_memory(plan->steps, 2 * (size_t)here);
    if (!move->packs)
        return false;
    move->awaited = move->packs + here;
    memset(move->packs, 0, 2 * (size_t)here);
    if (plan->nodes == 1)
        return true;
    move->owners = ali_steps_memory(plan->steps, (size_t)plan->nodes * sizeof *move->owners);
    move->message = ali_steps_memory(plan->steps, 2 * (size_t)plan->nodes * sizeof(message_t));
    if (!move->owners || !move->message)
        return false;
    for (int n = 0; n < plan->nodes; ++n) {
        move->owners[n] = (owners_t){0, 0};
        for (int m = plan->node_begin[n]; m < plan->node_begin[n + 1]; ++m) {
            move->owners[n].from += plan->member[m].from >= 0;
            move->owners[n].to += plan->member[m].to >= 0;
        }
    }
    for (int n = 0; n < plan->nodes; ++n) {
        if (goes_between(move, plan->node, n))
            move->packs[packer(move, plan->node, n) - begin] |= PACKS;
        if (goes_between(move, n, plan->node))
            move->packs[unpacker(move, n, plan->node) - begin] |= UNPACKS;
    }
    return true;
}

/* Both are of my node. */
static bool touches(const move_t *move, int toucher, int touched)
{
    const tilesi_plan_t *plan = move->plan;
    const tilesi_member_t *one = &plan->member[toucher], *other = &plan->member[touched];
    const int packs = move->packs[toucher - tilesi_here_begin(plan)];
    return toucher != touched && ((other->from >= 0 && (one->to >= 0 || packs & PACKS)) ||
                                  (other->to >= 0 && packs & UNPACKS));
}

static void await_once(move_t *move, int member)
{
    const tilesi_plan_t *plan = move->plan;
    unsigned char *awaited = &move->awaited[member - tilesi_here_begin(plan)];
    if (*awaited || member == plan->me || !(plan->flags & GA_IN_MINE))
        return;
    *awaited = 1;
    ali_steps_await(plan->steps, plan->member[member].rank);
}

/* ---- on a node ------------------------------------------------------------------------------- */

/* Copy all pieces from the sources of one owner to the destinations of another. */
static int copy_owned(void *context, int64_t from, int64_t to)
{
    const tilesi_plan_t *plan = context;
    tilesi_pieces_t pieces;
    for (bool more = tilesi_pieces_begin(plan, (int)from, (int)to, &pieces); more;
         more = tilesi_pieces_next(&pieces))
        tilesi_copy(&pieces.piece);
    return ASHLAR_OK;
}

/* From my own on, so that the ranks of a node do not read the same source at once. */
static void add_local_copies(move_t *move)
{
    tilesi_plan_t *plan = move->plan;
    const int begin = tilesi_here_begin(plan), here = tilesi_here_end(plan) - begin;
    if (plan->my_to < 0)
        return;
    for (int k = 0, m = plan->me; k < here; ++k, m = m + 1 < begin + here ? m + 1 : begin) {
        if (plan->member[m].from < 0)
            continue;
        await_once(move, m);
        ali_steps_work(plan->steps, copy_owned, plan, plan->member[m].from, plan->my_to);
    }
}

/* ---- between nodes --------------------------------------------------------------------------- */

/* Call a function for all pieces that go from one node to another. */
static void each_piece(const tilesi_plan_t *plan, int from, int to,
                       void (*visit)(void *context, const tilesi_piece_t *piece), void *context)
{
    tilesi_pieces_t pieces;
    for (int f = plan->node_begin[from]; f < plan->node_begin[from + 1]; ++f)
        for (int t = plan->node_begin[to]; t < plan->node_begin[to + 1]; ++t) {
            if (plan->member[f].from < 0 || plan->member[t].to < 0)
                continue;
            for (bool more =
                     tilesi_pieces_begin(plan, plan->member[f].from, plan->member[t].to, &pieces);
                 more; more = tilesi_pieces_next(&pieces))
                visit(context, &pieces.piece);
        }
}

/* bytes and the piece, if it is the only one. */
typedef struct measure {
    size_t bytes;
    int64_t pieces;
    tilesi_piece_t last;
} measure_t;

static void add_piece(void *context, const tilesi_piece_t *piece)
{
    measure_t *measure = context;
    measure->bytes += piece->bytes;
    ++measure->pieces;
    measure->last = *piece;
}

static void pack_piece(void *context, const tilesi_piece_t *piece)
{
    char **at = context;
    tilesi_pack(piece, *at);
    *at += piece->bytes;
}

static void unpack_piece(void *context, const tilesi_piece_t *piece)
{
    char **at = context;
    tilesi_unpack(piece, *at);
    *at += piece->bytes;
}

static int pack_message(void *context, int64_t unused, int64_t as_well)
{
    const message_t *message = context;
    char *at = message->buffer;
    (void)unused;
    (void)as_well;
    each_piece(message->plan, message->plan->node, message->other, pack_piece, &at);
    return ASHLAR_OK;
}

static int unpack_message(void *context, int64_t unused, int64_t as_well)
{
    const message_t *message = context;
    char *at = message->buffer;
    (void)unused;
    (void)as_well;
    each_piece(message->plan, message->other, message->plan->node, unpack_piece, &at);
    return ASHLAR_OK;
}

/* A message of mine. It needs no buffer if it is one piece that lies in one run; what is received
 * may come at once into a tile of mine, not into one of others, who may not have called. */
static bool make_message(move_t *move, int other, bool is_out, message_t **made)
{
    const tilesi_plan_t *plan = move->plan;
    measure_t measure = {0};
    message_t *message = *made = &move->message[move->messages++];
    each_piece(plan, is_out ? plan->node : other, is_out ? other : plan->node, add_piece, &measure);
    *message = (message_t){.plan = plan,
                           .other = other,
                           .is_out = is_out,
                           .bytes = measure.bytes,
                           .only = measure.last};
    const bool is_direct = measure.pieces == 1 && tilesi_is_run(&measure.last, is_out) &&
                           (is_out || measure.last.to_owner == plan->my_to);
    if (!is_direct && measure.bytes)
        message->buffer = ali_steps_memory(plan->steps, measure.bytes);
    return is_direct || message->buffer || !measure.bytes;
}

static bool add_receive(move_t *move, int node, message_t **message)
{
    const tilesi_plan_t *plan = move->plan;
    *message = NULL;
    if (!goes_between(move, node, plan->node) || unpacker(move, node, plan->node) != plan->me)
        return true;
    if (!make_message(move, node, false, message))
        return false;
    if ((*message)->bytes == 0)
        *message = NULL;
    else
        ali_steps_receive(plan->steps, plan->member[packer(move, node, plan->node)].rank,
                          (*message)->buffer ? (*message)->buffer : (*message)->only.to,
                          (*message)->bytes);
    return true;
}

static bool add_send(move_t *move, int node)
{
    const tilesi_plan_t *plan = move->plan;
    message_t *message;
    if (!goes_between(move, plan->node, node) || packer(move, plan->node, node) != plan->me)
        return true;
    if (!make_message(move, node, true, &message))
        return false;
    if (message->bytes == 0)
        return true;
    for (int m = tilesi_here_begin(plan); m < tilesi_here_end(plan); ++m)
        if (plan->member[m].from >= 0)
            await_once(move, m);
    if (message->buffer)
        ali_steps_work(plan->steps, pack_message, message, 0, 0);
    ali_steps_send(plan->steps, plan->member[unpacker(move, plan->node, node)].rank,
                   message->buffer ? message->buffer : message->only.from, message->bytes);
    return true;
}

static void add_unpack(move_t *move, message_t *message, int first)
{
    const tilesi_plan_t *plan = move->plan;
    const int parts = (int)((message->bytes - 1) >> 30) + 1;
    ali_steps_join(plan->steps, first, first + parts);
    if (!message->buffer)
        return;
    for (int m = tilesi_here_begin(plan); m < tilesi_here_end(plan); ++m)
        if (plan->member[m].to >= 0)
            await_once(move, m);
    ali_steps_work(plan->steps, unpack_message, message, 0, 0);
}

/* With one node after the other: in each round a rank sends to one node and receives from one. */
static bool add_rounds(move_t *move)
{
    const tilesi_plan_t *plan = move->plan;
    for (int round = 1; round < plan->nodes; ++round) {
        const int first = ali_steps_messages(plan->steps);
        message_t *message;
        if (!add_receive(move, (plan->node - round + plan->nodes) % plan->nodes, &message) ||
            !add_send(move, (plan->node + round) % plan->nodes))
            return false;
        if (message)
            add_unpack(move, message, first);
        ali_steps_join(plan->steps, first, ali_steps_messages(plan->steps));
    }
    add_local_copies(move);
    return true;
}

static bool add_all_at_once(move_t *move)
{
    const tilesi_plan_t *plan = move->plan;
    const int first = ali_steps_messages(plan->steps);
    message_t **received = ali_steps_memory(plan->steps, (size_t)plan->nodes * sizeof(message_t *));
    int *number = ali_steps_memory(plan->steps, (size_t)plan->nodes * sizeof *number);
    if (!received || !number)
        return false;
    for (int round = 1; round < plan->nodes; ++round) {
        number[round] = ali_steps_messages(plan->steps);
        if (!add_receive(move, (plan->node - round + plan->nodes) % plan->nodes, &received[round]))
            return false;
    }
    for (int round = 1; round < plan->nodes; ++round)
        if (!add_send(move, (plan->node + round) % plan->nodes))
            return false;
    add_local_copies(move);
    for (int round = 1; round < plan->nodes; ++round)
        if (received[round])
            add_unpack(move, received[round], number[round]);
    ali_steps_join(plan->steps, first, ali_steps_messages(plan->steps));
    return true;
}

/* ---- the steps ------------------------------------------------------------------------------- */

bool tilesi_add_move(tilesi_plan_t *plan)
{
    const int begin = tilesi_here_begin(plan), end = tilesi_here_end(plan);
    al_steps_t *steps = plan->steps;
    move_t *move = ali_steps_memory(steps, sizeof *move);
    if (!move)
        return false;
    *move = (move_t){.plan = plan};
    if (!find_workers(move))
        return false;
    for (int m = begin; plan->flags & GA_IN_MINE && m < end; ++m)
        if (touches(move, m, plan->me))
            ali_steps_signal(steps, plan->member[m].rank);
    if (plan->nodes == 1) /* between nodes there may be no memory for messages */
        ali_steps_go(steps);
    const size_t bytes = (size_t)tilesi_whole(&plan->from) * plan->element;
    if (plan->nodes == 1)
        add_local_copies(move);
    else if (!(tilesi_goes_round(plan->nodes, bytes) ? add_rounds(move) : add_all_at_once(move)))
        return false;
    for (int m = begin; plan->flags & GA_IN_MINE && m < end; ++m)
        if (touches(move, plan->me, m))
            await_once(move, m); /* its signal is to be taken, whatever there was to do */
    for (int m = begin; plan->flags & GA_OUT_MINE && m < end; ++m)
        if (touches(move, plan->me, m))
            ali_steps_signal(steps, plan->member[m].rank);
    for (int m = begin; plan->flags & GA_OUT_MINE && m < end; ++m)
        if (touches(move, m, plan->me))
            ali_steps_await(steps, plan->member[m].rank);
    return true;
}
