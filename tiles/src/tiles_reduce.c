/* Reductions: one rank of each node combines the sources that are there, the nodes hand on what
 * they have towards the first destination, and from there it is spread to the others. */
#include "tiles/src/tiles_plan.h"

#include <string.h>

typedef struct reduction {
    const tilesi_plan_t *plan;
    char *into;           /* the first destination, or a buffer */
    size_t filled, piece; /* of the present piece; at a time */
    char *from_child[TILESI_CHILDREN];
    size_t child_bytes[TILESI_CHILDREN];
} reduction_t;

/* ---- work ------------------------------------------------------------------------------------ */

static size_t length_of_piece(const reduction_t *reduction, size_t bytes, size_t begin)
{
    return begin >= bytes ? 0 : ali_min_bytes(bytes - begin, reduction->piece);
}

/* Combine some bytes into the present piece, from `skip` on in it; those beyond what it has so far
 * are its first. */
static void combine_bytes(reduction_t *reduction, size_t begin, size_t skip, const char *from,
                          size_t bytes)
{
    const tilesi_plan_t *plan = reduction->plan;
    char *into = reduction->into + begin + skip;
    const size_t both =
        reduction->filled > skip ? ali_min_bytes(bytes, reduction->filled - skip) : 0;
    if (both)
        plan->combine(both / plan->unit, into, from);
    if (bytes > both) {
        memcpy(into + both, from + both, bytes - both);
        reduction->filled = skip + bytes;
    }
}

/* Combine a piece of a source: its moduli, where the operation is one of these. */
static void combine_source(reduction_t *reduction, size_t begin, const char *from, size_t bytes)
{
    const tilesi_plan_t *plan = reduction->plan;
    _Alignas(64) char moduli[4096];
    if (!plan->moduli) {
        combine_bytes(reduction, begin, 0, from, bytes);
        return;
    }
    for (size_t at = 0; at < bytes; at += sizeof moduli) {
        const size_t part = ali_min_bytes(bytes - at, sizeof moduli);
        memcpy(moduli, from + at, part);
        plan->moduli(part, moduli);
        combine_bytes(reduction, begin, at, moduli, part);
    }
}

/* All sources of my node, for the piece at `begin`. */
static int combine_sources(void *context, int64_t begin, int64_t unused)
{
    reduction_t *reduction = context;
    const tilesi_plan_t *plan = reduction->plan;
    const size_t at = (size_t)begin, most = (size_t)plan->count * plan->element;
    tilesi_walk_t walk;
    (void)unused;
    reduction->filled = 0;
    for (int m = tilesi_here_begin(plan); m < tilesi_here_end(plan); ++m) {
        if (plan->member[m].from < 0)
            continue;
        tilesi_walk_begin(&plan->from, plan->member[m].from, &walk);
        do {
            const size_t bytes = ali_min_bytes((size_t)walk.tile.elements * plan->element, most);
            const size_t part = length_of_piece(reduction, bytes, at);
            if (part)
                combine_source(reduction, at, walk.tile.data + at, part);
        } while (tilesi_walk_next(&walk));
    }
    return ASHLAR_OK;
}

static int combine_child(void *context, int64_t begin, int64_t child)
{
    reduction_t *reduction = context;
    const size_t at = (size_t)begin;
    combine_bytes(reduction, at, 0, reduction->from_child[child] + at,
                  length_of_piece(reduction, reduction->child_bytes[child], at));
    return ASHLAR_OK;
}

/* ---- between nodes --------------------------------------------------------------------------- */

/* A node in the reduction. */
typedef struct stop {
    int node, member; /* in the plan; who combines */
    size_t bytes;     /* of its longest source, and of those behind it */
} stop_t;

/* The nodes in their order: that of the first destination, then others that have sources. */
static int order_stops(const tilesi_plan_t *plan, int root, int root_node, stop_t *stop)
{
    int count = 1;
    for (int n = 0; n < plan->nodes; ++n) {
        tilesi_tile_t tile;
        int member;
        tilesi_find_landing(plan, &plan->from, plan->node_begin[n], plan->node_begin[n + 1],
                            &member, &tile);
        const size_t bytes =
            member < 0 ? 0 : (size_t)ali_min(tile.elements, plan->count) * plan->element;
        if (n == root_node)
            stop[0] = (stop_t){n, root, bytes};
        else if (member >= 0)
            stop[count++] = (stop_t){n, member, bytes};
    }
    return count;
}

/* A node may have less than comes from behind it. */
static void add_lengths_behind(stop_t *stop, int count, size_t bytes)
{
    for (int n = count - 1; n > 0; --n) {
        tilesi_links_t links;
        tilesi_link(count, n, bytes, &links);
        if (stop[links.parent].bytes < stop[n].bytes)
            stop[links.parent].bytes = stop[n].bytes;
    }
}

static bool make_buffers(tilesi_plan_t *plan, reduction_t *reduction, const tilesi_links_t *links,
                         const stop_t *stop)
{
    for (int k = 0; k < links->children; ++k) {
        reduction->child_bytes[k] = stop[links->child[k]].bytes;
        reduction->from_child[k] = ali_steps_memory(plan->steps, reduction->child_bytes[k]);
        if (!reduction->from_child[k])
            return false;
    }
    return true;
}

/* Piece after piece: my node's, those behind it, and on to the next. */
static bool add_combination(tilesi_plan_t *plan, reduction_t *reduction, const stop_t *stop, int me,
                            const tilesi_links_t *links)
{
    al_steps_t *steps = plan->steps;
    const int first = ali_steps_messages(steps);
    const size_t bytes = stop[me].bytes;
    if (!make_buffers(plan, reduction, links, stop))
        return false;
    for (size_t at = 0; at < bytes; at += reduction->piece)
        for (int k = 0; k < links->children; ++k) {
            const size_t part = length_of_piece(reduction, reduction->child_bytes[k], at);
            if (part)
                ali_steps_receive(steps, plan->member[stop[links->child[k]].member].rank,
                                  reduction->from_child[k] + at, part);
        }
    int received = first;
    for (size_t at = 0; at < bytes; at += reduction->piece) {
        ali_steps_work(steps, combine_sources, reduction, (int64_t)at, 0);
        for (int k = 0; k < links->children; ++k) {
            const size_t part = length_of_piece(reduction, reduction->child_bytes[k], at);
            if (part == 0)
                continue;
            const int next = received + 1 + (int)((part - 1) >> 30);
            ali_steps_join(steps, received, next);
            received = next;
            ali_steps_work(steps, combine_child, reduction, (int64_t)at, k);
        }
        if (links->parent >= 0)
            ali_steps_send(steps, plan->member[stop[links->parent].member].rank,
                           reduction->into + at, length_of_piece(reduction, bytes, at));
    }
    ali_steps_join(steps, received, ali_steps_messages(steps));
    return true;
}

/* ---- the steps ------------------------------------------------------------------------------- */

/* I combine what my node has. */
static bool add_my_stop(tilesi_plan_t *plan, const stop_t *stop, int count, int me, char *into)
{
    const size_t most = (size_t)plan->count * plan->element;
    reduction_t *reduction = ali_steps_memory(plan->steps, sizeof *reduction);
    tilesi_links_t links;
    if (!reduction)
        return false;
    tilesi_link(count, me, most, &links);
    /* The first destination may have no room for what sources have beyond it; count has been cut.
     */
    if (!into)
        into = ali_steps_memory(plan->steps, stop[me].bytes);
    if (!into)
        return false;
    *reduction = (reduction_t){.plan = plan, .into = into};
    reduction->piece =
        links.piece ? links.piece / plan->element * plan->element : (most ? most : 1);
    for (int m = tilesi_here_begin(plan); m < tilesi_here_end(plan); ++m)
        if (plan->flags & GA_IN_MINE && m != plan->me && plan->member[m].from >= 0)
            ali_steps_await(plan->steps, plan->member[m].rank);
    if (!add_combination(plan, reduction, stop, me, &links))
        return false;
    for (int m = tilesi_here_begin(plan); m < tilesi_here_end(plan); ++m)
        if (plan->flags & GA_OUT_MINE && m != plan->me && plan->member[m].from >= 0)
            ali_steps_signal(plan->steps, plan->member[m].rank);
    return true;
}

bool tilesi_add_reduce(tilesi_plan_t *plan)
{
    al_steps_t *steps = plan->steps;
    stop_t *stop = ali_steps_memory(steps, (size_t)(plan->nodes + 1) * sizeof *stop);
    tilesi_tile_t target;
    int root, root_node = 0, mine = 0;
    if (!stop)
        return false;
    tilesi_find_landing(plan, &plan->to, 0, plan->members, &root, &target);
    while (plan->node_begin[root_node + 1] <= root)
        ++root_node;
    plan->count = ali_min(plan->count, target.elements); /* none has room for more */
    const int count = order_stops(plan, root, root_node, stop);
    add_lengths_behind(stop, count, (size_t)plan->count * plan->element);
    while (mine < count && stop[mine].node != plan->node)
        ++mine;
    if (mine < count && stop[mine].member == plan->me) {
        if (!add_my_stop(plan, stop, count, mine, plan->me == root ? target.data : NULL))
            return false;
    } else if (mine < count && plan->my_from >= 0) {
        const int rank = plan->member[stop[mine].member].rank;
        if (plan->flags & GA_IN_MINE)
            ali_steps_signal(steps, rank);
        if (plan->flags & GA_OUT_MINE)
            ali_steps_await(steps, rank);
    }
    return tilesi_add_spread(plan, root, target.data, stop[0].bytes, true);
}
