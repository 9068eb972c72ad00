/* Calls on arrays of different groups. The library copies between a group and one that contains it,
 * and no more; programs may do some other things between them, which the ranks of the smaller group
 * call. There an array of the larger group is replaced by a copy on the smaller: copied in before
 * the call, and out after it. */
#include "classic.h"

classic_patch_t classic_whole(const char *call, int g)
{
    classic_patch_t p = {.g = classic_find(call, g)->g};
    CLASSIC_TRY(call, ga_inquire_nd(p.g, NULL, &p.ndim, p.hi));
    for (int d = 0; d < p.ndim; ++d)
        --p.hi[d];
    return p;
}

static ga_group_t group_of(const char *call, ga_t g)
{
    ga_group_t group;
    CLASSIC_TRY(call, ga_inquire_group(g, &group));
    return group;
}

static const char *title_of(const char *call, ga_t g)
{
    const char *name;
    CLASSIC_TRY(call, ga_inquire_name(g, &name));
    return name;
}

static bool is_mirrored(const char *call, ga_t g)
{
    ga_spec_t spec;
    CLASSIC_TRY(call, ga_inquire_spec(g, &spec));
    return spec.mirrored;
}

static bool is_member(const char *call, ga_group_t group, int world_rank)
{
    int size, rank;
    CLASSIC_TRY(call, ga_group_size(group, &size));
    for (int r = 0; r < size; ++r) {
        CLASSIC_TRY(call, ga_group_world_rank(group, r, &rank));
        if (rank == world_rank)
            return true;
    }
    return false;
}

/* Does the group of one array contain that of another, and is neither mirrored? */
static bool is_within(const char *call, ga_t small, ga_t large)
{
    const ga_group_t group = group_of(call, small);
    int size, rank, all = !is_mirrored(call, small) && !is_mirrored(call, large);
    CLASSIC_TRY(call, ga_group_size(group, &size));
    for (int r = 0; all && r < size && group_of(call, large) != GA_GROUP_WORLD; ++r) {
        CLASSIC_TRY(call, ga_group_world_rank(group, r, &rank));
        all = is_member(call, group_of(call, large), rank);
    }
    return all;
}

void classic_need_one_group(const char *call, ga_t a, ga_t b)
{
    if (group_of(call, a) != group_of(call, b))
        classic_stop(call, "arrays '%s' and '%s' are on different groups", title_of(call, a),
                     title_of(call, b));
}

/* An array on the group of another, as large as a patch, which it takes the place of. */
static ga_t replace(const char *call, classic_patch_t *p, ga_t other)
{
    ga_spec_t spec = {.ndim = p->ndim, .name = "copied in", .group = group_of(call, other)};
    ga_t g;
    CLASSIC_TRY(call, ga_inquire_nd(p->g, &spec.type, NULL, NULL));
    for (int d = 0; d < p->ndim; ++d) {
        spec.dims[d] = p->hi[d] - p->lo[d] + 1;
        p->lo[d] = 0;
        p->hi[d] = spec.dims[d] - 1;
    }
    CLASSIC_TRY(call, ga_create_spec(&spec, &g));
    return p->g = g;
}

classic_copy_in_t classic_copy_in(const char *call, classic_patch_t *p, ga_t home)
{
    if (CLASSIC_LIKELY(group_of(call, p->g) == group_of(call, home)))
        return (classic_copy_in_t){0};
    if (!is_within(call, home, p->g))
        classic_stop(
            call,
            "arrays '%s' and '%s' are on different groups, and that of the first, which is "
            "read, does not contain that of the second",
            title_of(call, p->g), title_of(call, home));
    const classic_patch_t from = *p;
    const classic_copy_in_t copy = {.g = replace(call, p, home)};
    CLASSIC_TRY(call, ga_copy_patch(from.g, from.lo, from.hi, p->g, p->lo, p->hi));
    return copy;
}

classic_copy_in_t classic_copy_in_either(const char *call, classic_patch_t *p, classic_patch_t *q)
{
    if (group_of(call, p->g) == group_of(call, q->g) || !is_within(call, p->g, q->g))
        return classic_copy_in(call, p, q->g);
    classic_copy_in_t copy = {.place = *q};
    copy.g = replace(call, q, p->g);
    return copy;
}

void classic_copy_out(const char *call, const classic_copy_in_t *copy)
{
    int64_t lo[GA_MAX_DIM] = {0}, hi[GA_MAX_DIM];
    const classic_patch_t *to = &copy->place;
    if (!copy->g)
        return;
    for (int d = 0; d < to->ndim; ++d)
        hi[d] = to->hi[d] - to->lo[d];
    if (to->g)
        CLASSIC_TRY(call, ga_copy_patch(copy->g, lo, hi, to->g, to->lo, to->hi));
    CLASSIC_TRY(call, ga_destroy(copy->g));
}
