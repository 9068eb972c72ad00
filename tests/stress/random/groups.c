/* Groups that are created, split off others and destroyed. */
#include "stress.h"

void install_group(group_t *group)
{
    int rank, size, world_rank;

    group->me = -1;
    for (int k = 0; k < group->n; ++k)
        if (group->ranks[k] == ga_rank())
            group->me = k;
    if (!is_member(group))
        return;
    stress_ok(ga_group_rank(group->g, &rank));
    stress_ok(ga_group_size(group->g, &size));
    if (rank != group->me || size != group->n) {
        stress_fail("rank %d of %d of group %d, expected %d of %d", rank, size, (int)group->g,
                    group->me, group->n);
    }
    for (int k = 0; k < group->n; ++k) {
        stress_ok(ga_group_world_rank(group->g, k, &world_rank));
        if (world_rank != group->ranks[k]) {
            stress_fail("rank %d of group %d is %d, expected %d", k, (int)group->g, world_rank,
                        group->ranks[k]);
        }
    }
}

void start_world(void)
{
    group_t *world = &stress.groups[0];

    if (ga_size() > MOST_RANKS)
        stress_fail("more than %d ranks", MOST_RANKS);
    *world = (group_t){.g = GA_GROUP_WORLD, .n = ga_size()};
    for (int k = 0; k < world->n; ++k)
        world->ranks[k] = k;
    install_group(world);
}

group_t *draw_group(void)
{
    group_t *group = &stress.groups[draw(0, 1) * draw(0, GROUPS - 1)];

    return group->n ? group : &stress.groups[0];
}

/* Some ranks of the world in some order. */
static void create_group(group_t *group)
{
    int all[MOST_RANKS];

    for (int k = 0; k < ga_size(); ++k)
        all[k] = k;
    group->n = (int)draw(1, ga_size());
    for (int k = 0; k < group->n; ++k) {
        int64_t from = draw(k, ga_size() - 1);
        group->ranks[k] = all[from];
        all[from] = all[k];
    }
    for (int k = 0; k < group->n; ++k)
        if (group->ranks[k] == ga_rank())
            stress_ok(ga_group_create(group->n, group->ranks, &group->g));
    install_group(group);
}

/* List the parent's ranks of a color by key, then rank. */
static void sort_by_key(const group_t *parent, const int *color, const int *key, int which,
                        group_t *group)
{
    int keys[MOST_RANKS], at;

    for (int k = 0; k < parent->n; ++k) {
        if (color[k] == which) {
            for (at = group->n++; at > 0 && keys[at - 1] > key[k]; --at) {
                keys[at] = keys[at - 1];
                group->ranks[at] = group->ranks[at - 1];
            }
            keys[at] = key[k];
            group->ranks[at] = parent->ranks[k];
        }
    }
}

/* Split some group: into one where there is one slot only, and those who join none. */
static void split_group(group_t *const *groups, int slots)
{
    const group_t *parent = draw_group();
    int color[MOST_RANKS], key[MOST_RANKS];
    ga_group_t g = 0;

    for (int k = 0; k < parent->n; ++k) {
        color[k] = (int)draw(-1, slots - 1);
        key[k] = (int)draw(-2, 2);
    }
    if (is_member(parent)) {
        stress_ok(ga_group_split(parent->g, color[parent->me], key[parent->me], &g));
        if ((g == 0) != (color[parent->me] < 0))
            stress_fail("color %d gave group %d", color[parent->me], (int)g);
    }
    for (int which = 0; which < slots; ++which) {
        sort_by_key(parent, color, key, which, groups[which]);
        groups[which]->g = g; /* of one of them; the others have no use for it */
        if (groups[which]->n)
            install_group(groups[which]);
    }
}

static bool group_is_used(const group_t *group)
{
    bool used = false;

    for (int k = 0; k < ARRAYS; ++k)
        used = used || stress.arrays[k].whole == group;
    for (int k = 0; k < SETS; ++k)
        used = used || stress.sets[k].group == group;
    return used;
}

static void destroy_group(group_t *group)
{
    bool used = group_is_used(group);
    int size;

    if (is_member(group)) {
        stress_status(used ? ASHLAR_ESTATE : ASHLAR_OK, ga_group_destroy(group->g));
        stress_status(used ? ASHLAR_OK : ASHLAR_EGROUP, ga_group_size(group->g, &size));
    }
    if (!used) {
        *group = (group_t){0};
        stress.parts[group - stress.groups] = (group_t){0};
    }
}

void change_group(void)
{
    group_t *group = &stress.groups[draw(1, GROUPS - 1)], *other = &stress.groups[GROUPS - 1];

    if (group->n)
        destroy_group(group);
    else if (draw(0, 1))
        create_group(group);
    else
        split_group((group_t *const[]){group, other}, other->n || other == group ? 1 : 2);
}
