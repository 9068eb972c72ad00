/* Teams: form, change, end. The images of a team are numbered from 1. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "caf.h"

void *caf_take_zeroed(size_t bytes)
{
    void *memory = calloc(1, bytes ? bytes : 1);
    if (!memory)
        caf_stop("no memory for a team");
    return memory;
}

/* Counters at the first image of each node. Others may add to them after a barrier. */
static void make_counters(caf_team_t *team)
{
    const size_t bytes = (size_t)(CAF_ENDED_IMAGES + team->size) * sizeof *team->ended_here;
    const int mine = al_node_of(al_rank());
    void *counters;
    int first = 0;
    while (al_node_of(al_group_world_rank(team->ranks_group, first)) != mine)
        ++first;
    caf_check(al_segment_create(team->ranks_group, first == team->me ? bytes : 0, &team->ended));
    caf_check(al_segment_address(team->ended, first, &counters));
    if (first == team->me)
        memset(counters, 0, bytes);
    team->ended_here = counters;
}

/* Collective over the group. */
static caf_team_t *make_team(ga_group_t group, al_group_t *ranks_group, int number,
                             caf_team_t *parent)
{
    caf_team_t *team = caf_take_zeroed(sizeof *team);
    team->group = group;
    team->ranks_group = ranks_group;
    team->number = number;
    team->parent = parent;
    team->me = co_this_image(group);
    team->size = co_num_images(group);
    make_counters(team);
    caf_check(co_barrier_create(group, &team->barrier)); /* passes a barrier */
    team->next = caf.teams;
    caf.teams = team;
    return team;
}

void caf_team_start(void)
{
    caf.initial = caf.current = make_team(GA_GROUP_WORLD, al_group_world(), -1, NULL);
}

int caf_rank_in(const caf_team_t *team, int image)
{
    if (image < 1 || image > caf.current->size)
        return -1;
    return al_group_rank_of(team->ranks_group, caf_world_rank(caf.current, image - 1));
}

/* ---- form team ------------------------------------------------------------------------------- */

typedef struct member {
    long long index, image; /* the index it wants in the team; its image now */
} member_t;

static int order_of_members(const void *a, const void *b)
{
    const member_t *x = a, *y = b;
    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    return x->image < y->image ? -1 : x->image > y->image;
}

/* The live images of the current team that want the same number as I do, those first that want an
 * index. */
static int find_members(const caf_team_t *from, int number, member_t *members)
{
    int n = 0;
    for (int image = 0; image < from->size; ++image) {
        long long wanted[2];
        const ashlar_interval_t all = {0, 1, 1};
        if (caf_ended(from, image))
            continue;
        caf_check(co_get(caf.team_requests, caf_world_rank(from, image), &all, wanted, NULL));
        if (wanted[0] == number)
            members[n++] = (member_t){wanted[1], image};
    }
    qsort(members, (size_t)n, sizeof *members, order_of_members);
    return n;
}

/* The group of those that want the same number, where some images have ended: they cannot take part
 * in a split, so each image reads what the others want. */
static ga_group_t group_of_live(caf_team_t *from, int number, int key)
{
    const long long wanted[2] = {number, key};
    const ashlar_interval_t all = {0, 1, 1};
    ga_group_t group;
    member_t *members = caf_take_zeroed((size_t)from->size * sizeof *members);
    caf_check(co_put(caf.team_requests, al_rank(), &all, wanted, NULL));
    caf_barrier(from);
    const int n = find_members(from, number, members);
    caf_barrier(from);
    int *ranks = caf_take_zeroed((size_t)n * sizeof *ranks);
    for (int k = 0; k < n; ++k)
        ranks[k] = caf_world_rank(from, (int)members[k].image);
    caf_check(ga_group_create(n, ranks, &group));
    free(ranks);
    free(members);
    return group;
}

/* The same ranks as a group of al.h. */
static al_group_t *group_of_ranks(ga_group_t group, int n)
{
    al_group_t *made;
    int *ranks = caf_take_zeroed((size_t)n * sizeof *ranks);
    for (int k = 0; k < n; ++k)
        caf_check(ga_group_world_rank(group, k, &ranks[k]));
    caf_check(al_group_create(n, ranks, &made));
    free(ranks);
    return made;
}

void _gfortran_caf_form_team(int number, caf_team_t **team, int index)
{
    caf_team_t *from = caf.current;
    const int key = index > 0 ? index : INT_MAX;
    ga_group_t group;
    if (number < 1)
        caf_stop("form team: team number %d is below 1", number);
    /* All images that leave this barrier see the same, and none ends before it has formed a team.
     */
    if (caf_barrier(from))
        group = group_of_live(from, number, key);
    else
        caf_check(ga_group_split(from->group, number, key, &group));
    const int n = co_num_images(group);
    if (index > 0 && index != co_this_image(group) + 1)
        caf_stop("form team: an image wants index %d in team %d, which has %d images, or another "
                 "wants it, too",
                 index, number, n);
    *team = make_team(group, group_of_ranks(group, n), number, from);
}

/* ---- change team ----------------------------------------------------------------------------- */

void _gfortran_caf_change_team(caf_team_t **team, int unused)
{
    (void)unused;
    if (!team || !*team)
        caf_stop("change team: the team has not been formed");
    caf.current = *team;
    if (caf_barrier(caf.current))
        caf_stop("change team: an image of team %d has ended", caf.current->number);
}

/* A barrier of the images of the team that is left. */
void _gfortran_caf_end_team(caf_team_t **team)
{
    (void)team;
    if (!caf.current->parent)
        caf_stop("end team: the initial team does not end");
    const int ended = caf_barrier(caf.current);
    const int number = caf.current->number;
    caf.current = caf.current->parent;
    if (ended)
        caf_stop("end team: an image of team %d has ended", number);
}

int _gfortran_caf_team_number(caf_team_t *team)
{
    return (team ? team : caf.current)->number;
}

/* The communicator of a team, for programs that call MPI, too. The first call is collective over
 * the team. */
int _gfortran_caf_get_communicator(caf_team_t **wanted)
{
    const caf_team_t *team = wanted && *wanted ? *wanted : caf.current;
    MPI_Comm comm;
    if (team == caf.initial)
        return MPI_Comm_c2f(MPI_COMM_WORLD);
    caf_check(ga_group_comm(team->group, &comm));
    return MPI_Comm_c2f(comm);
}
