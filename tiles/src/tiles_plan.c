/* The participants of a collective call, and barriers among them. */
#include "tiles/src/tiles_plan.h"

#include <string.h>

#include "armci-lite/src/al_private.h"

/* ---- participants ---------------------------------------------------------------------------- */

/* Add the owners of a section. found: for each rank of the world, its number among those added if
 * it is one; else anything. */
static void add_owners(tilesi_plan_t *plan, const tilesi_section_t *section, bool is_from,
                       int *found)
{
    for (int owner = 0; owner < section->owners; ++owner) {
        const int rank = tilesi_owner_rank(section, owner);
        int k = found ? found[rank] : 0;
        if (!found)
            while (k < plan->members && plan->member[k].rank != rank)
                ++k;
        if (k < 0 || k >= plan->members || plan->member[k].rank != rank) {
            k = plan->members++;
            if (found)
                found[rank] = k;
            plan->member[k] = (tilesi_member_t){rank, al_node_of(rank), -1, -1};
        }
        *(is_from ? &plan->member[k].from : &plan->member[k].to) = owner;
    }
}

/* Put those of a node side by side. */
static bool group_by_node(tilesi_plan_t *plan)
{
    const int members = plan->members;
    al_steps_t *steps = plan->steps;
    plan->node_begin = ali_steps_memory(steps, (size_t)(members + 1) * sizeof(int));
    if (!plan->node_begin)
        return false;
    plan->nodes = 1;
    plan->node_begin[0] = 0;
    plan->node_begin[1] = members;
    if (al_node_count() == 1)
        return true;
    tilesi_member_t *sorted = ali_steps_memory(steps, (size_t)members * sizeof *sorted);
    int *number = ali_steps_memory(steps, (size_t)al_node_count() * sizeof *number);
    int *which = ali_steps_memory(steps, (size_t)members * sizeof *which);
    if (!sorted || !number || !which)
        return false;
    memset(number, -1, (size_t)al_node_count() * sizeof *number);
    plan->nodes = 0;
    for (int k = 0; k < members; ++k) {
        int *its = &number[plan->member[k].node];
        if (*its < 0) {
            *its = plan->nodes++;
            plan->node_begin[plan->nodes] = 0;
        }
        which[k] = *its;
        ++plan->node_begin[*its + 1];
    }
    for (int n = 0; n < plan->nodes; ++n)
        plan->node_begin[n + 1] += plan->node_begin[n];
    for (int k = members - 1; k >= 0; --k) /* the end of a node moves to its beginning */
        sorted[--plan->node_begin[which[k] + 1]] = plan->member[k];
    memmove(plan->node_begin, plan->node_begin + 1, (size_t)plan->nodes * sizeof(int));
    plan->node_begin[plan->nodes] = members;
    plan->member = sorted;
    return true;
}

bool tilesi_list_members(tilesi_plan_t *plan)
{
    enum { FEW = 16 }; /* these are sought one after the other */
    const int most = plan->from.owners + plan->to.owners;
    int *found = NULL;
    plan->members = 0;
    plan->member = ali_steps_memory(plan->steps, (size_t)most * sizeof *plan->member);
    if (most > FEW)
        found = ali_steps_memory(plan->steps, (size_t)ali_context.size * sizeof *found);
    if (!plan->member || (most > FEW && !found))
        return false;
    if (found)
        memset(found, -1, (size_t)ali_context.size * sizeof *found);
    add_owners(plan, &plan->from, true, found);
    add_owners(plan, &plan->to, false, found);
    if (!group_by_node(plan))
        return false;
    for (plan->me = 0; plan->member[plan->me].rank != ali_context.rank;)
        ++plan->me;
    for (plan->node = 0; plan->node_begin[plan->node + 1] <= plan->me;)
        ++plan->node;
    return true;
}

/* ---- barriers -------------------------------------------------------------------------------- */

/* Dissemination (Hensgen, Finkel and Manber 1988), on a node, and between the first participants of
 * the nodes. */
static void add_node_barrier(tilesi_plan_t *plan)
{
    const int count = plan->members;
    for (int distance = 1; distance < count; distance *= 2) {
        const int to = plan->me + distance, from = plan->me - distance;
        ali_steps_signal(plan->steps, plan->member[to < count ? to : to - count].rank);
        ali_steps_await(plan->steps, plan->member[from < 0 ? from + count : from].rank);
    }
}

static void add_leaders_barrier(tilesi_plan_t *plan)
{
    al_steps_t *steps = plan->steps;
    for (int distance = 1; distance < plan->nodes; distance *= 2) {
        const int to = (plan->node + distance) % plan->nodes;
        const int from = (plan->node - distance + plan->nodes) % plan->nodes;
        const int first = ali_steps_messages(steps);
        ali_steps_receive(steps, plan->member[plan->node_begin[from]].rank, NULL, 0);
        ali_steps_send(steps, plan->member[plan->node_begin[to]].rank, NULL, 0);
        ali_steps_join(steps, first, first + 2);
    }
}

void tilesi_add_barrier(tilesi_plan_t *plan)
{
    if (plan->nodes == 1) {
        add_node_barrier(plan);
        return;
    }
    const int begin = tilesi_here_begin(plan), end = tilesi_here_end(plan);
    if (plan->me != begin) {
        ali_steps_signal(plan->steps, plan->member[begin].rank);
        ali_steps_await(plan->steps, plan->member[begin].rank);
        return;
    }
    for (int k = begin + 1; k < end; ++k)
        ali_steps_await(plan->steps, plan->member[k].rank);
    add_leaders_barrier(plan);
    for (int k = begin + 1; k < end; ++k)
        ali_steps_signal(plan->steps, plan->member[k].rank);
}
