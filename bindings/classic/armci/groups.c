/* Groups of ranks, and where ranks are. */
#include "state.h"

typedef struct entry {
    al_group_t *group; /* NULL: I am not in it */
    int *ranks;        /* [n] of the world; NULL: nothing has this number */
    int n;
} entry_t;

static struct {
    entry_t *entries; /* [count] number 0, the world, is not used */
    int count;
    ARMCI_Group chosen; /* the default group */
    al_group_t *node;   /* of my node, once it is needed */
} groups;

void armi_forget_groups(void)
{
    for (int k = 0; k < groups.count; ++k)
        free(groups.entries[k].ranks);
    free(groups.entries);
    groups.entries = NULL;
    groups.node = NULL;
    groups.count = groups.chosen = 0;
}

/* ---- finding --------------------------------------------------------------------------------- */

/* The entry of a group; NULL: the world. */
static entry_t *entry_of(const char *call, const ARMCI_Group *group)
{
    armi_check_proc(call, 0);
    if (!group)
        armi_stop(call, "the group is NULL");
    if (*group == 0)
        return NULL;
    if (*group < 0 || *group >= groups.count || !groups.entries[*group].ranks)
        armi_stop(call, "%d is not a group", *group);
    return &groups.entries[*group];
}

al_group_t *armi_group(const char *call, const ARMCI_Group *group)
{
    const entry_t *entry = entry_of(call, group);
    if (entry && !entry->group)
        armi_stop(call, "I am not in group %d", *group);
    return entry ? entry->group : al_group_world();
}

al_group_t *armi_default_group(const char *call)
{
    return armi_group(call, &groups.chosen);
}

/* The rank of the world that a group's rank is. */
static int rank_in_world(const char *call, const ARMCI_Group *group, int rank)
{
    const entry_t *entry = entry_of(call, group);
    int n = entry ? entry->n : armi_state.size;
    if (rank < 0 || rank >= n)
        armi_stop(call, "rank %d is outside 0..%d", rank, n - 1);
    return entry ? entry->ranks[rank] : rank;
}

/* ---- making ---------------------------------------------------------------------------------- */

static int *room_for(const char *call, int n)
{
    int *ranks = n >= 0 ? malloc((size_t)n * sizeof *ranks + 1) : NULL;
    if (!ranks)
        armi_stop(call, "a group of %d ranks", n);
    return ranks;
}

/* A free number. */
static ARMCI_Group take_number(const char *call)
{
    for (int k = 1; k < groups.count; ++k)
        if (!groups.entries[k].ranks)
            return k;
    int count = groups.count ? 2 * groups.count : 16;
    entry_t *entries = realloc(groups.entries, (size_t)count * sizeof *entries);
    if (!entries)
        armi_stop(call, "no memory for %d groups", count);
    for (int k = groups.count; k < count; ++k)
        entries[k] = (entry_t){0};
    ARMCI_Group number = groups.count ? groups.count : 1;
    groups.entries = entries;
    groups.count = count;
    return number;
}

static void create_group(const char *call, int n, const int *list, ARMCI_Group *out,
                         const ARMCI_Group *parent)
{
    int *ranks = room_for(call, n), listed = 0;
    entry_t made = {.ranks = ranks, .n = n};
    if (!out || (n > 0 && !list))
        armi_stop(call, "a NULL argument");
    for (int k = 0; k < n; ++k) {
        ranks[k] = rank_in_world(call, parent, list[k]);
        listed |= ranks[k] == armi_state.me;
    }
    if (listed)
        armi_must(call, al_group_create(n, ranks, &made.group));
    *out = take_number(call);
    groups.entries[*out] = made;
}

void ARMCI_Group_create(int n, int *pid_list, ARMCI_Group *group_out)
{
    create_group(__func__, n, pid_list, group_out, &groups.chosen);
}

void ARMCI_Group_create_child(int n, int *pid_list, ARMCI_Group *group_out,
                              ARMCI_Group *group_parent)
{
    create_group(__func__, n, pid_list, group_out, group_parent);
}

void ARMCI_Group_free(ARMCI_Group *group)
{
    entry_t *entry = entry_of(__func__, group);
    if (!entry)
        armi_stop(__func__, "the world cannot be freed");
    if (entry->group)
        armi_must(__func__, al_group_free(entry->group));
    free(entry->ranks);
    *entry = (entry_t){0};
    if (groups.chosen == *group)
        groups.chosen = 0;
}

/* The ranks of my node, in order. */
al_group_t *armi_node_group(const char *call)
{
    armi_check_proc(call, 0);
    if (!groups.node) {
        int n = 0, *ranks = room_for(call, armi_state.size);
        for (int proc = 0; proc < armi_state.size; ++proc)
            if (armi_is_near(proc))
                ranks[n++] = proc;
        armi_must(call, al_group_create(n, ranks, &groups.node));
        free(ranks);
    }
    return groups.node;
}

/* ---- asking ---------------------------------------------------------------------------------- */

int ARMCI_Group_rank(ARMCI_Group *group, int *rank)
{
    const entry_t *entry = entry_of(__func__, group);
    *rank = !entry ? armi_state.me : entry->group ? al_group_rank(entry->group) : -1;
    return 0;
}

void ARMCI_Group_size(ARMCI_Group *group, int *size)
{
    const entry_t *entry = entry_of(__func__, group);
    *size = entry ? entry->n : armi_state.size;
}

void ARMCI_Group_set_default(ARMCI_Group *group)
{
    armi_group(__func__, group);
    groups.chosen = *group;
}

void ARMCI_Group_get_default(ARMCI_Group *group_out)
{
    *group_out = groups.chosen;
}

void ARMCI_Group_get_world(ARMCI_Group *group_out)
{
    *group_out = 0;
}

int ARMCI_Absolute_id(ARMCI_Group *group, int group_rank)
{
    return rank_in_world(__func__, group, group_rank);
}

MPI_Comm armci_group_comm(ARMCI_Group *group)
{
    MPI_Comm comm = al_group_comm(armi_group(__func__, group));
    if (comm == MPI_COMM_NULL)
        armi_stop_failed(__func__);
    return comm;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static int node_of(const char *call, int proc)
{
    armi_check_proc(call, proc);
    return al_node_of(proc);
}

int armci_domain_nprocs(armci_domain_t domain, int id)
{
    (void)domain;
    int count = al_node_size(id < 0 ? node_of(__func__, armi_state.me) : id);
    if (count < 0)
        armi_stop(__func__, "there is no node %d", id);
    return count;
}

int armci_domain_id(armci_domain_t domain, int glob_proc_id)
{
    (void)domain;
    return node_of(__func__, glob_proc_id);
}

int armci_domain_glob_proc_id(armci_domain_t domain, int id, int loc_proc_id)
{
    (void)domain;
    int left = loc_proc_id;
    for (int proc = 0; proc < armi_state.size; ++proc)
        if (al_node_of(proc) == id && left-- == 0)
            return proc;
    armi_stop(__func__, "node %d has no process %d", id, loc_proc_id);
}

int armci_domain_my_id(armci_domain_t domain)
{
    (void)domain;
    return node_of(__func__, armi_state.me);
}

int armci_domain_count(armci_domain_t domain)
{
    (void)domain;
    return al_node_count();
}

int armci_domain_same_id(armci_domain_t domain, int proc)
{
    (void)domain;
    return ARMCI_Same_node(proc);
}

int ARMCI_Same_node(int proc)
{
    armi_check_proc(__func__, 0);
    return proc >= 0 && proc < armi_state.size && armi_is_near(proc);
}

int armci_sameclusnode(int proc)
{
    return ARMCI_Same_node(proc);
}
