/* Process groups: a table of the groups this rank belongs to. */
#include "ga/src/array/ga_group.h"

#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_context.h"

/* Handles are slot + generation * GAI_GROUPS; the world is slot 1, generation 0. */
typedef gai_group_entry_t entry_t;

static entry_t *find_entry(ga_group_t handle)
{
    if (handle == GA_GROUP_DEFAULT)
        handle = gai_context.default_group;
    if (handle <= 0)
        return NULL;
    entry_t *entry = &gai_context.groups[handle % GAI_GROUPS];
    return entry->handle == handle ? entry : NULL;
}

static ga_group_t install(al_group_t *group)
{
    for (int slot = 1; slot < GAI_GROUPS; ++slot)
        if (!gai_context.groups[slot].handle) {
            ga_group_t handle = slot + gai_context.group_generations[slot] * GAI_GROUPS;
            gai_context.groups[slot] = (entry_t){.handle = handle, .group = group};
            return handle;
        }
    return 0;
}

/* Free a slot; handles of its group are stale from now on. */
static void retire(int slot)
{
    gai_context.groups[slot] = (entry_t){0};
    gai_context.group_generations[slot] =
        (gai_context.group_generations[slot] + 1) % (INT32_MAX / GAI_GROUPS);
}

int gai_groups_start(void)
{
    gai_context.group_generations[GA_GROUP_WORLD] = 0;
    gai_context.default_group = install(al_group_world());
    return ASHLAR_OK;
}

int gai_groups_started(void)
{
    return gai_context.default_group != 0;
}

/* al_finalize frees the groups themselves. */
void gai_groups_stop(void)
{
    for (int slot = 2; slot < GAI_GROUPS; ++slot)
        if (gai_context.groups[slot].handle)
            retire(slot);
    gai_context.default_group = 0;
}

al_group_t *gai_find_group(ga_group_t handle)
{
    const entry_t *entry = find_entry(handle);
    return entry ? entry->group : NULL;
}

int gai_group(const char *call, ga_group_t handle, al_group_t **group, ga_group_t *resolved)
{
    const entry_t *entry = find_entry(handle);
    if (!entry)
        return gai_context.default_group
                   ? AL_FAIL(ASHLAR_EGROUP, "%s: %d is not a group of this rank", call, (int)handle)
                   : AL_FAIL(ASHLAR_ESTATE, "%s: %s", call,
                             ali_stop_reason("ga_initialize has not been called"));
    if (group)
        *group = entry->group;
    if (resolved)
        *resolved = entry->handle;
    return ASHLAR_OK;
}

void gai_group_ref(ga_group_t handle)
{
    entry_t *entry = find_entry(handle);
    if (entry)
        ++entry->arrays;
}

void gai_group_unref(ga_group_t handle)
{
    entry_t *entry = find_entry(handle);
    if (entry)
        --entry->arrays;
}

/* Free a group without arrays. */
static int free_entry(entry_t *entry)
{
    int slot = entry->handle % GAI_GROUPS;
    AL_TRY(al_group_free(entry->group));
    retire(slot);
    return ASHLAR_OK;
}

int ga_group_create(int n, const int *ranks, ga_group_t *group_out)
{
    AL_TRY(gai_check_started(__func__));
    if (!group_out)
        return gai_bad_argument(__func__, "the group pointer");
    al_group_t *group = NULL;
    int status = al_group_create(n, ranks, &group);
    if (status != ASHLAR_OK)
        return ali_fail_within(status, "%s", __func__);
    ga_group_t handle = install(group);
    status = handle ? ASHLAR_OK
                    : AL_FAIL(ASHLAR_ELIMIT, "%s: this rank is in %d groups already", __func__,
                              GAI_GROUPS - 1);
    status = gai_agree(__func__, group, status);
    if (status != ASHLAR_OK) {
        if (handle)
            retire(handle % GAI_GROUPS);
        al_group_free(group);
        return status;
    }
    *group_out = handle;
    return ASHLAR_OK;
}

static int create_node_group(const char *call, al_group_t *group, ga_group_t *here)
{
    int *ranks = malloc((size_t)group->local_size * sizeof *ranks);
    int status =
        ranks ? ASHLAR_OK
              : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %d ranks", call, group->local_size);
    status = gai_agree(call, group, status);
    for (int k = 0; status == ASHLAR_OK && k < group->local_size; ++k)
        ranks[k] = ali_world_rank(group, group->local_ranks[k]);
    if (status == ASHLAR_OK) {
        int created = ga_group_create(group->local_size, ranks, here);
        status = gai_agree(call, group, created);
        if (status != ASHLAR_OK && created == ASHLAR_OK)
            free_entry(find_entry(*here));
    }
    free(ranks);
    return status;
}

int gai_group_here(const char *call, ga_group_t handle, al_group_t **here, ga_group_t *here_handle)
{
    entry_t *entry = find_entry(handle);
    if (entry->group->node_count == 1) {
        *here = entry->group;
        *here_handle = entry->handle;
        return ASHLAR_OK;
    }
    if (!entry->here) {
        ga_group_t created;
        AL_TRY(create_node_group(call, entry->group, &created));
        entry->here = created;
        find_entry(created)->is_part = 1;
    }
    *here = find_entry(entry->here)->group;
    *here_handle = entry->here;
    return ASHLAR_OK;
}

/* A rank of a group that is split. */
typedef struct member {
    int color, key, rank;
} member_t;

/* By color, key and rank. */
static int compare_members(const void *a, const void *b)
{
    const member_t *x = a, *y = b;
    if (x->color != y->color)
        return x->color < y->color ? -1 : 1;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* All members, once a node, which its first rank sorts, and their ranks in the world. */
typedef struct members {
    al_share_t members, ranks;
} members_t;

static void free_members(al_group_t *group, members_t *all)
{
    ali_share_free(group, &all->members);
    ali_share_free(group, &all->ranks);
}

static int sort_members(const char *call, al_group_t *group, const member_t *mine, members_t *all)
{
    *all = (members_t){{NULL, 0}, {NULL, 0}};
    AL_TRY(ali_share_gather(call, group, mine, sizeof *mine, &all->members));
    const int status =
        ali_share_make(call, group, (uint64_t)group->size * sizeof(int), &all->ranks);
    if (status != ASHLAR_OK) {
        free_members(group, all);
        return status;
    }
    if (group->local_rank == 0) {
        member_t *members = all->members.memory;
        int *ranks = all->ranks.memory;
        qsort(members, (size_t)group->size, sizeof *members, compare_members);
        for (int k = 0; k < group->size; ++k)
            ranks[k] = ali_world_rank(group, members[k].rank);
    }
    ali_sync_node(group);
    return ASHLAR_OK;
}

/* Where the members of a color, or of higher ones, begin. */
static int first_member(const member_t *members, int size, int64_t color)
{
    int low = 0, high = size;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (members[middle].color < color)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int ga_group_split(ga_group_t parent, int color, int key, ga_group_t *group_out)
{
    GAI_COLLECTIVE(ga_group_split, parent, color, key, group_out);
    al_group_t *group = NULL;
    members_t all;
    AL_TRY(gai_group(__func__, parent, &group, NULL));
    if (!group_out)
        return gai_bad_argument(__func__, "the group pointer");
    const member_t mine = {color, key, group->rank};
    *group_out = 0;
    AL_TRY(sort_members(__func__, group, &mine, &all));
    int status = ASHLAR_OK;
    if (color >= 0) {
        const int first = first_member(all.members.memory, group->size, color),
                  end = first_member(all.members.memory, group->size, (int64_t)color + 1);
        status = ga_group_create(end - first, (const int *)all.ranks.memory + first, group_out);
    }
    free_members(group, &all);
    return status;
}

/* here: its part on my node, or NULL. */
static int check_unused(const char *call, const entry_t *entry, const entry_t *here)
{
    int arrays = entry->arrays + (here ? here->arrays : 0);
    if (arrays)
        return AL_FAIL(ASHLAR_ESTATE, "%s: group %d has %d live arrays or factors", call,
                       (int)entry->handle, arrays);
    if (gai_context.default_group == entry->handle ||
        (here && gai_context.default_group == here->handle))
        return AL_FAIL(ASHLAR_ESTATE, "%s: group %d is the default group", call,
                       (int)gai_context.default_group);
    return ASHLAR_OK;
}

int ga_group_destroy(ga_group_t handle)
{
    GAI_COLLECTIVE(ga_group_destroy, handle);
    AL_TRY(gai_check_started(__func__));
    entry_t *entry = find_entry(handle);
    if (!entry || handle == GA_GROUP_DEFAULT || handle == GA_GROUP_WORLD)
        return AL_FAIL(ASHLAR_EGROUP, "%s: %d is %s", __func__, (int)handle,
                       entry ? "the world or the default" : "not a group of this rank");
    if (entry->is_part)
        return AL_FAIL(ASHLAR_EGROUP,
                       "%s: group %d is the part of another group on this node, and goes with it",
                       __func__, (int)handle);
    entry_t *here = entry->here ? find_entry(entry->here) : NULL;
    int status = check_unused(__func__, entry, here);
    if (here) /* another node may use its part */
        status = gai_agree(__func__, entry->group, status);
    AL_TRY(status);
    if (here)
        AL_TRY(free_entry(here));
    return free_entry(entry);
}

int ga_group_set_default(ga_group_t group, ga_group_t *previous)
{
    ga_group_t resolved = 0;
    AL_TRY(gai_group(__func__, group, NULL, &resolved));
    if (previous)
        *previous = gai_context.default_group;
    gai_context.default_group = resolved;
    return ASHLAR_OK;
}

int ga_group_get_default(ga_group_t *group)
{
    if (!group)
        return gai_bad_argument(__func__, "the group pointer");
    return gai_group(__func__, GA_GROUP_DEFAULT, NULL, group);
}

int ga_group_rank(ga_group_t handle, int *rank)
{
    al_group_t *group = NULL;
    AL_TRY(gai_group(__func__, handle, &group, NULL));
    if (!rank)
        return gai_bad_argument(__func__, "the rank pointer");
    *rank = al_group_rank(group);
    return ASHLAR_OK;
}

int ga_group_size(ga_group_t handle, int *size)
{
    al_group_t *group = NULL;
    AL_TRY(gai_group(__func__, handle, &group, NULL));
    if (!size)
        return gai_bad_argument(__func__, "the size pointer");
    *size = al_group_size(group);
    return ASHLAR_OK;
}

int ga_group_world_rank(ga_group_t handle, int rank, int *world_rank)
{
    al_group_t *group = NULL;
    AL_TRY(gai_group(__func__, handle, &group, NULL));
    if (!world_rank)
        return gai_bad_argument(__func__, "the rank pointer");
    if (rank < 0 || rank >= al_group_size(group))
        return AL_FAIL(ASHLAR_ERANGE, "%s: rank %d outside 0..%d of group %d", __func__, rank,
                       al_group_size(group) - 1, (int)handle);
    *world_rank = al_group_world_rank(group, rank);
    return ASHLAR_OK;
}

int ga_group_comm(ga_group_t handle, MPI_Comm *comm)
{
    al_group_t *group = NULL;
    AL_TRY(gai_group(__func__, handle, &group, NULL));
    if (!comm)
        return gai_bad_argument(__func__, "the communicator pointer");
    int status = ali_group_comm(group, comm);
    return status == ASHLAR_OK ? status : ali_fail_within(status, "%s", __func__);
}
