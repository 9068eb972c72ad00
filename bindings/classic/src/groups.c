/* Process groups, and where the ranks are. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>

#include "sparse.h"

/* Groups that share a handle: GA_Pgroup_duplicate() makes a new one of the same ranks. */

/* All ranks may call GA_Pgroup_create(), also those that are not listed: they get a handle too, of
 * a group that they know the ranks of and nothing else. */
enum { FOREIGN_FIRST = 1 << 24 }; /* their handles, from here on */
typedef struct foreign_group {
    int count;
    int *ranks; /* of the world; NULL: the entry is free */
} foreign_group_t;
static foreign_group_t *foreign_groups;
static int foreign_count;

static foreign_group_t *find_foreign_group(int group)
{
    int k = group - FOREIGN_FIRST;
    return k >= 0 && k < foreign_count && foreign_groups[k].ranks ? &foreign_groups[k] : NULL;
}

/* Takes the ranks over. */
static int add_foreign_group(const char *call, int count, int *ranks)
{
    int k = 0;
    while (k < foreign_count && foreign_groups[k].ranks)
        ++k;
    if (k == foreign_count) {
        foreign_group_t *more = realloc(foreign_groups, (size_t)(k + 1) * sizeof *more);
        if (!more)
            classic_stop(call, "no memory for a group");
        foreign_groups = more;
        ++foreign_count;
    }
    foreign_groups[k] = (foreign_group_t){count, ranks};
    return FOREIGN_FIRST + k;
}

static int group_rank(const char *call, int group)
{
    int rank = -1;
    if (!find_foreign_group(group))
        CLASSIC_TRY(call, ga_group_rank(classic_group(group), &rank));
    return rank;
}

static int group_size(const char *call, int group)
{
    int size;
    const foreign_group_t *foreign = find_foreign_group(group);
    if (foreign)
        return foreign->count;
    CLASSIC_TRY(call, ga_group_size(classic_group(group), &size));
    return size;
}

int NGA_Nodeid(void)
{
    return group_rank("GA_Nodeid", GA_GROUP_DEFAULT);
}

int NGA_Nnodes(void)
{
    return group_size("GA_Nnodes", GA_GROUP_DEFAULT);
}

/* The ranks of my node in the group of mirrored arrays are found here, and nowhere else. */
int NGA_Pgroup_nodeid(int grp_id)
{
    int rank = 0;
    if (grp_id != CLASSIC_MIRROR_GROUP)
        return group_rank("GA_Pgroup_nodeid", grp_id);
    while (GA_Cluster_procid(GA_Cluster_nodeid(), rank) != ga_rank())
        ++rank;
    return rank;
}

int NGA_Pgroup_nnodes(int grp_id)
{
    return grp_id == CLASSIC_MIRROR_GROUP ? GA_Cluster_nprocs(-1)
                                          : group_size("GA_Pgroup_nnodes", grp_id);
}

int NGA_Get_pgroup_size(int grp_id)
{
    return group_size("GA_Get_pgroup_size", grp_id == CLASSIC_MIRROR_GROUP ? -1 : grp_id);
}

int NGA_Pgroup_absolute_id(int pgroup, int pid)
{
    int rank;
    const foreign_group_t *foreign = find_foreign_group(pgroup);
    if (foreign && pid >= 0 && pid < foreign->count)
        return foreign->ranks[pid];
    CLASSIC_TRY("GA_Pgroup_absolute_id", ga_group_world_rank(classic_group(pgroup), pid, &rank));
    return rank;
}

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* The list is in ranks of the default group, whose order those of the new one have too. It may be
 * empty: then nobody is in the group. */
int NGA_Pgroup_create(int *list, int count)
{
    const char *call = "GA_Pgroup_create";
    if (count < 0 || (count > 0 && !list))
        classic_stop(call, "a list of %d ranks", count);
    int *ranks = malloc((size_t)count * sizeof *ranks + 1);
    if (!ranks)
        classic_stop(call, "no memory for %d ranks", count);
    int is_mine = 0;
    classic_mask = 0;
    if (count > 0)
        memcpy(ranks, list, (size_t)count * sizeof *ranks);
    qsort(ranks, (size_t)count, sizeof *ranks, compare);
    for (int k = 0; k < count; ++k) {
        CLASSIC_TRY(call, ga_group_world_rank(GA_GROUP_DEFAULT, ranks[k], &ranks[k]));
        is_mine |= ranks[k] == ga_rank();
    }
    if (!is_mine)
        return add_foreign_group(call, count, ranks);
    ga_group_t group;
    CLASSIC_TRY(call, ga_group_create(count, ranks, &group));
    free(ranks);
    return classic_group_code(group);
}

/* 0 if there is no such group. */
int NGA_Pgroup_destroy(int grp)
{
    foreign_group_t *foreign = find_foreign_group(grp);
    int size;
    classic_mask = 0;
    if (foreign) {
        free(foreign->ranks);
        foreign->ranks = NULL;
        return 1;
    }
    if (ga_group_size(classic_group(grp), &size) == ASHLAR_EGROUP)
        return 0;
    CLASSIC_TRY("GA_Pgroup_destroy", ga_group_destroy(classic_group(grp)));
    return 1;
}

static int split_group(const char *call, int parent, int color)
{
    ga_group_t group;
    CLASSIC_COLLECTIVE(
        call, ga_group_split(classic_group(parent), color, group_rank(call, parent), &group));
    return classic_group_code(group);
}

int NGA_Pgroup_duplicate(int grp)
{
    const foreign_group_t *foreign = find_foreign_group(grp);
    if (foreign) {
        int *ranks = malloc((size_t)foreign->count * sizeof *ranks + 1);
        if (!ranks)
            classic_stop("GA_Pgroup_duplicate", "no memory for %d ranks", foreign->count);
        memcpy(ranks, foreign->ranks, (size_t)foreign->count * sizeof *ranks);
        return add_foreign_group("GA_Pgroup_duplicate", foreign->count, ranks);
    }
    return split_group("GA_Pgroup_duplicate", grp, 0);
}

int NGA_Pgroup_self(void)
{
    int me = ga_rank();
    ga_group_t group;
    CLASSIC_TRY("GA_Pgroup_self", ga_group_create(1, &me, &group));
    return classic_group_code(group);
}

/* Neighbours stay together. As many as num_group groups of one size, rounded up, leave a smaller
 * last group, or fewer groups; none is the group itself. */
int NGA_Pgroup_split(int grp_id, int num_group)
{
    const char *call = "GA_Pgroup_split";
    int size = group_size(call, grp_id), rank = group_rank(call, grp_id);
    if (num_group < 0)
        classic_stop(call, "%d groups of %d ranks", num_group, size);
    if (num_group == 0)
        return grp_id;
    int each = size / num_group + (size % num_group > 0);
    return split_group(call, grp_id, rank / each);
}

int NGA_Pgroup_split_irreg(int grp_id, int color)
{
    if (color < 0)
        classic_stop("GA_Pgroup_split_irreg", "the colour is %d", color);
    return split_group("GA_Pgroup_split_irreg", grp_id, color);
}

int NGA_Pgroup_get_default(void)
{
    ga_group_t group;
    CLASSIC_TRY("GA_Pgroup_get_default", ga_group_get_default(&group));
    return classic_group_code(group);
}

void NGA_Pgroup_set_default(int p_handle)
{
    const int group = p_handle == CLASSIC_MIRROR_GROUP ? -1 : p_handle;
    CLASSIC_TRY("GA_Pgroup_set_default", ga_group_set_default(classic_group(group), NULL));
}

int NGA_Pgroup_get_world(void)
{
    return -1;
}

int NGA_Pgroup_get_mirror(void)
{
    return CLASSIC_MIRROR_GROUP;
}

void NGA_Pgroup_sync(int grp_id)
{
    const int group = grp_id == CLASSIC_MIRROR_GROUP ? -1 : grp_id;
    classic_sparse_write_back(0);
    CLASSIC_COLLECTIVE("GA_Pgroup_sync", ga_group_sync(classic_group(group)));
}

/* ---- communicators ---- */

static MPI_Comm comm_of(const char *call, int group)
{
    MPI_Comm comm;
    CLASSIC_TRY(call, ga_group_comm(classic_group(group), &comm));
    return comm;
}

MPI_Comm GA_MPI_Comm(void)
{
    return comm_of("GA_MPI_Comm", -1);
}

MPI_Comm GA_MPI_Comm_pgroup(int pgroup)
{
    return comm_of("GA_MPI_Comm_pgroup", pgroup);
}

MPI_Comm GA_MPI_Comm_pgroup_default(void)
{
    return comm_of("GA_MPI_Comm_pgroup_default", GA_GROUP_DEFAULT);
}

/* ---- nodes ---- */

void NGA_List_nodeid(int *list, int nprocs)
{
    for (int k = 0; k < nprocs; ++k)
        list[k] = k;
}
