/* One tile for all destinations: between nodes along a tree or a line of them; on a node each rank
 * copies from where the tile has come to. */
#include "tiles/src/tiles_plan.h"

#include <string.h>

/* A spread on this rank. */
typedef struct spread {
    const tilesi_plan_t *plan;
    const char *data; /* on my node; of the tile itself */
    size_t bytes;
} spread_t;

/* Where a node keeps what comes: a tile of one of its participants, who receives it. */
typedef struct landing {
    int node;   /* number in the plan */
    int member; /* -1: it has no destination */
    tilesi_tile_t tile;
    size_t bytes; /* as many as the node needs */
} landing_t;

void tilesi_find_landing(const tilesi_plan_t *plan, const tilesi_section_t *section, int begin,
                         int end, int *member, tilesi_tile_t *tile)
{
    const bool is_to = section == &plan->to;
    tilesi_walk_t walk;
    *member = -1;
    for (int k = begin; k < end; ++k) {
        const int owner = is_to ? plan->member[k].to : plan->member[k].from;
        if (owner < 0)
            continue;
        tilesi_walk_begin(section, owner, &walk);
        do {
            if (*member >= 0 && walk.tile.elements <= tile->elements)
                continue;
            *member = k;
            *tile = walk.tile;
            if (tile->elements >= plan->count)
                return;
        } while (tilesi_walk_next(&walk));
    }
}

/* Fill my destinations. */
static int fill_mine(void *context, int64_t unused, int64_t as_well)
{
    const spread_t *spread = context;
    const tilesi_plan_t *plan = spread->plan;
    tilesi_walk_t walk;
    (void)unused;
    (void)as_well;
    tilesi_walk_begin(&plan->to, plan->my_to, &walk);
    do {
        const size_t room = (size_t)walk.tile.elements * plan->element;
        if (walk.tile.data != spread->data)
            memcpy(walk.tile.data, spread->data, ali_min_bytes(spread->bytes, room));
    } while (tilesi_walk_next(&walk));
    return ASHLAR_OK;
}

/* ---- between nodes --------------------------------------------------------------------------- */

/* The nodes in the order in which they get the tile: the root's, then those that need most of it,
 * so that each has what the ones behind it need. */
static int order_landings(const tilesi_plan_t *plan, int root_node, landing_t *landing)
{
    int count = 1;
    landing[0] = (landing_t){.node = root_node, .bytes = SIZE_MAX};
    for (int n = 0; n < plan->nodes; ++n) {
        landing_t one = {.node = n};
        if (n == root_node)
            continue;
        tilesi_find_landing(plan, &plan->to, plan->node_begin[n], plan->node_begin[n + 1],
                            &one.member, &one.tile);
        if (one.member < 0)
            continue;
        one.bytes = (size_t)ali_min(one.tile.elements, plan->count) * plan->element;
        int at = count++;
        for (; landing[at - 1].bytes < one.bytes; --at)
            landing[at] = landing[at - 1];
        landing[at] = one;
    }
    return count;
}

static size_t clip(size_t bytes, size_t begin, size_t piece)
{
    return begin >= bytes ? 0 : ali_min_bytes(bytes - begin, piece);
}

/* The steps of the rank that receives for its node, or of the root. data: where the tile is, or
 * comes to. */
static void pass_on(const tilesi_plan_t *plan, const landing_t *landing, int count, int root,
                    char *data, size_t bytes, int *first_message)
{
    al_steps_t *steps = plan->steps;
    tilesi_links_t links;
    int me = 0;
    while (landing[me].node != plan->node)
        ++me;
    tilesi_link(count, me, bytes, &links);
    *first_message = ali_steps_messages(steps);
    if (count == 1)
        return;
    const size_t mine = me ? ali_min_bytes(landing[me].bytes, bytes) : bytes;
    const size_t piece = links.piece ? links.piece : bytes;
    const int parent = links.parent <= 0 ? root : plan->member[landing[links.parent].member].rank;
    for (size_t at = 0; me && at < mine; at += piece)
        ali_steps_receive(steps, parent, data + at, clip(mine, at, piece));
    int received = *first_message;
    for (size_t at = 0; at < mine; at += piece) {
        if (me) {
            const int next = received + 1 + (int)((clip(mine, at, piece) - 1) >> 30);
            ali_steps_join(steps, received, next);
            received = next;
        }
        for (int k = 0; k < links.children; ++k) {
            const landing_t *child = &landing[links.child[k]];
            const size_t part = clip(ali_min_bytes(child->bytes, bytes), at, piece);
            if (part)
                ali_steps_send(steps, plan->member[child->member].rank, data + at, part);
        }
    }
    *first_message = received;
}

/* ---- the steps ------------------------------------------------------------------------------- */

/* Does a participant of my node read what another one has? */
static bool reads_from(const tilesi_plan_t *plan, int member, int source)
{
    return member != source && plan->member[member].to >= 0;
}

static void tell_readers(tilesi_plan_t *plan)
{
    for (int k = tilesi_here_begin(plan); k < tilesi_here_end(plan); ++k)
        if (reads_from(plan, k, plan->me))
            ali_steps_signal(plan->steps, plan->member[k].rank);
}

static void await_readers(tilesi_plan_t *plan)
{
    for (int k = tilesi_here_begin(plan); plan->flags & GA_OUT_MINE && k < tilesi_here_end(plan);
         ++k)
        if (reads_from(plan, k, plan->me))
            ali_steps_await(plan->steps, plan->member[k].rank);
}

static void read_from(tilesi_plan_t *plan, int source, spread_t *spread, bool waits)
{
    const int rank = plan->member[source].rank;
    if (plan->my_to < 0)
        return;
    if (waits)
        ali_steps_await(plan->steps, rank);
    ali_steps_work(plan->steps, fill_mine, spread, 0, 0);
    if (plan->flags & GA_OUT_MINE)
        ali_steps_signal(plan->steps, rank);
}

bool tilesi_add_spread(tilesi_plan_t *plan, int root, const char *data, size_t bytes, bool is_made)
{
    al_steps_t *steps = plan->steps;
    spread_t *spread = ali_steps_memory(steps, sizeof *spread);
    if (!spread)
        return false;
    *spread = (spread_t){.plan = plan, .data = data, .bytes = bytes};
    int root_node = 0, begun = 0, source = root, count = 1;
    landing_t *landing = NULL;
    bool tells = is_made || plan->flags & GA_IN_MINE;
    if (plan->nodes > 1) {
        while (plan->node_begin[root_node + 1] <= root)
            ++root_node;
        landing = ali_steps_memory(steps, (size_t)(plan->nodes + 1) * sizeof *landing);
        if (!landing)
            return false;
        count = order_landings(plan, root_node, landing);
    }
    if (plan->nodes > 1 && plan->node != root_node) {
        const landing_t *mine = landing;
        while (mine < landing + count && mine->node != plan->node)
            ++mine;
        if (mine == landing + count)
            return true; /* nothing comes here */
        source = mine->member;
        spread->data = mine->tile.data;
        spread->bytes = ali_min_bytes(bytes, mine->bytes);
        tells = true;
    }
    if (plan->me != source) {
        read_from(plan, source, spread, tells);
        return true;
    }
    const bool comes = plan->nodes > 1 && plan->node != root_node;
    if (tells && !comes)
        tell_readers(plan);
    if (plan->nodes > 1)
        pass_on(plan, landing, count, plan->member[root].rank, ali_unconst(spread->data), bytes,
                &begun);
    if (comes)
        tell_readers(plan);
    if (plan->my_to >= 0)
        ali_steps_work(steps, fill_mine, spread, 0, 0);
    ali_steps_join(steps, begun, ali_steps_messages(steps));
    await_readers(plan);
    return true;
}

bool tilesi_add_broadcast(tilesi_plan_t *plan)
{
    tilesi_tile_t tile;
    int root = 0;
    while (plan->member[root].from < 0)
        ++root;
    tilesi_tile_of(&plan->from, 0, &tile);
    const size_t bytes = (size_t)ali_min(tile.elements, plan->count) * plan->element;
    return tilesi_add_spread(plan, root, tile.data, bytes, false);
}
