/* Copies between any two distributions, of one group or of a group and one that contains it. All
 * ranks of the group of a mirrored array have it: that it is of their nodes is of no account here.
 */
#include "ga/src/array/ga_collective.h"
#include "ga/src/ops/ga_move.h"

/* The arrays of a copy, in the order of the arguments, and their patches. */
typedef struct copy {
    const char *call;
    gai_argument_t argument[2];
    gai_operand_t operand[2]; /* without an array: I am outside its group */
    int largest;              /* the operand of the larger group */
    int is_nothing;           /* empty, or onto itself */
    int overlaps, along; /* patches of one array; the dimension along which they are furthest apart,
                          * for their extent */
} copy_t;

/* ---- groups ---------------------------------------------------------------------------------- */

static int contains(const al_group_t *large, const al_group_t *small)
{
    if (al_group_size(small) > al_group_size(large))
        return 0;
    for (int r = 0; r < al_group_size(small); ++r)
        if (al_group_rank_of(large, al_group_world_rank(small, r)) < 0)
            return 0;
    return 1;
}

static int is_here(const copy_t *copy)
{
    return copy->operand[0].array && copy->operand[1].array;
}

static const gai_array_t *larger_one(const copy_t *copy)
{
    return copy->operand[copy->largest].array;
}

static int is_one_group(const copy_t *copy)
{
    const gai_array_t *a = copy->operand[0].array, *b = copy->operand[1].array;
    return is_here(copy) && (a->group == b->group || gai_whole_group(a) == gai_whole_group(b));
}

static int find_arrays(copy_t *copy)
{
    gai_array_t *array[2] = {NULL, NULL};
    for (int k = 0; k < 2; ++k) {
        const gai_argument_t *argument = copy->argument;
        if (argument[k].g || !argument[1 - k].g)
            AL_TRY(gai_get(copy->call, argument[k].g, &array[k]));
        copy->operand[k].array = array[k];
    }
    copy->largest = array[1] ? 1 : 0;
    if (!is_here(copy))
        return ASHLAR_OK;
    copy->largest = al_group_size(array[0]->group) > al_group_size(array[1]->group) ? 0 : 1;
    return is_one_group(copy) ||
                   contains(array[copy->largest]->group, array[1 - copy->largest]->group)
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_EGROUP,
                         "%s: neither of the groups of arrays '%s' and '%s' contains the other",
                         copy->call, array[0]->name, array[1]->name);
}

/* All ranks of the smaller group name its array, and it is one array: handles of disjoint groups
 * may be the same number. */
static int check_members(const copy_t *copy)
{
    /* Of the ranks that have both: their number, and sums of what they know of the smaller group,
     * its size, its first rank and the square of that. They are compared modulo 2^64. */
    unsigned long long sums[4] = {0};
    if (is_here(copy)) {
        const al_group_t *group = copy->operand[1 - copy->largest].array->group;
        unsigned long long first = (unsigned long long)al_group_world_rank(group, 0);
        sums[0] = 1;
        sums[1] = (unsigned long long)al_group_size(group);
        sums[2] = first;
        sums[3] = first * first;
    }
    AL_TRY(al_allreduce(larger_one(copy)->group, ASHLAR_LLONG, ASHLAR_SUM, sums, 4));
    if (!sums[0])
        return gai_bad_handle(copy->call, 0);
    return sums[1] == sums[0] * sums[0] && sums[2] * sums[2] == sums[0] * sums[3]
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_EGROUP,
                         "%s: the ranks of the smaller group name its array, and only they; others "
                         "pass 0",
                         copy->call);
}

/* ---- moving ---------------------------------------------------------------------------------- */

/* Ranks of the smaller group reach both arrays; in one group, each fetches what it owns. */
static int copy_mine(const copy_t *copy)
{
    const gai_operand_t *from = &copy->operand[0], *to = &copy->operand[1];
    if (!is_here(copy) || copy->is_nothing)
        return ASHLAR_OK;
    return copy->largest == 1 && !is_one_group(copy) ? gai_move(AL_PUT, from, to->array, to->lo)
                                                     : gai_move(AL_GET, to, from->array, from->lo);
}

/* Patches of one array that overlap, in steps along one dimension: a step reads what the next one
 * writes, and none reads what an earlier one wrote. A rank that fails goes on to meet the others.
 */
static int copy_in_steps(copy_t *copy)
{
    gai_operand_t *from = &copy->operand[0], *to = &copy->operand[1];
    int d = copy->along, status = ASHLAR_OK;
    int64_t by = to->lo[d] - from->lo[d], step = by < 0 ? -by : by;
    const int64_t lo = to->lo[d], hi = to->hi[d];
    for (int64_t done = 0; done <= hi - lo; done += step) {
        int64_t end = done + step - 1;
        to->lo[d] = by < 0 ? lo + done : ali_max(hi - end, lo);
        to->hi[d] = by < 0 ? ali_min(lo + end, hi) : hi - done;
        from->lo[d] = to->lo[d] - by;
        int moved = copy_mine(copy), met = al_barrier(larger_one(copy)->group);
        moved = moved == ASHLAR_OK ? met : moved;
        status = status == ASHLAR_OK ? moved : status;
    }
    return status;
}

/* Enter: meet the others, who pass the same. status: of what only ranks with both arrays could
 * check. */
static int enter(const copy_t *copy, int status)
{
    if (is_one_group(copy)) {
        AL_TRY(status);
        return gai_begin(larger_one(copy));
    }
    int met = check_members(copy);
    AL_TRY(gai_agree(copy->call, larger_one(copy)->group, status == ASHLAR_OK ? met : status));
    return al_barrier(larger_one(copy)->group);
}

/* ---- checking -------------------------------------------------------------------------------- */

static int compare_shapes(const copy_t *copy)
{
    const gai_operand_t *a = &copy->operand[0], *b = &copy->operand[1];
    if (gai_is_whole(a) && gai_is_whole(b))
        return gai_check_extents(copy->call, a->array, b->array);
    if (a->array->dist.ndim != b->array->dist.ndim)
        return gai_bad_ndim(copy->call, b->array, a->array->dist.ndim);
    for (int d = 0; d < a->array->dist.ndim; ++d) {
        long long from = a->hi[d] - a->lo[d] + 1, to = b->hi[d] - b->lo[d] + 1;
        if (from != to)
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: extent of dimension %d is %lld in the patch of array '%s' and %lld "
                           "in that of array '%s'",
                           copy->call, d, from, a->array->name, to, b->array->name);
    }
    return ASHLAR_OK;
}

/* How two patches of one array lie to each other. */
static void compare_places(copy_t *copy)
{
    const gai_operand_t *from = &copy->operand[0], *to = &copy->operand[1];
    int same = 1;
    double furthest = 0;
    copy->overlaps = 1;
    for (int d = 0; d < from->array->dist.ndim; ++d) {
        int64_t by = to->lo[d] - from->lo[d], n = from->hi[d] - from->lo[d] + 1;
        int64_t apart = by < 0 ? -by : by;
        same &= by == 0;
        copy->overlaps &= apart < n;
        if ((double)apart > furthest * (double)n) {
            furthest = (double)apart / (double)n;
            copy->along = d;
        }
    }
    copy->is_nothing |= same;
    copy->overlaps &= !copy->is_nothing;
}

static int check_operands(copy_t *copy)
{
    gai_operand_t *from = &copy->operand[0], *to = &copy->operand[1];
    for (int k = 0; k < 2; ++k)
        if (copy->operand[k].array)
            AL_TRY(gai_set_operand(copy->call, &copy->argument[k], copy->operand[k].array,
                                   &copy->operand[k]));
    if (!is_here(copy))
        return ASHLAR_OK;
    AL_TRY(gai_check_types(copy->call, from->array, to->array));
    AL_TRY(gai_check_writable(copy->call, to->array));
    AL_TRY(compare_shapes(copy));
    copy->is_nothing = from->n == 0 || to->n == 0;
    if (from->array == to->array)
        compare_places(copy);
    return ASHLAR_OK;
}

/* ---- the calls ------------------------------------------------------------------------------- */

static int copy_all_ranks(const char *call, gai_argument_t a, gai_argument_t b)
{
    copy_t copy = {.call = call, .argument = {a, b}};
    AL_TRY(find_arrays(&copy));
    AL_TRY(enter(&copy, check_operands(&copy)));
    const gai_array_t *home = larger_one(&copy);
    int status = copy.overlaps ? copy_in_steps(&copy) : copy_mine(&copy);
    if (!is_one_group(&copy)) { /* blocks of other ranks are written */
        AL_TRY(gai_agree(call, home->group, status));
        return al_barrier(home->group);
    }
    return home->group->node_count == 1 /* copies, which cannot fail on some rank only */
               ? gai_end_alone(home, status)
               : gai_end(call, home, status);
}

int ga_copy(ga_t a, ga_t b)
{
    GAI_COLLECTIVE(ga_copy, a, b);
    return copy_all_ranks(__func__, GAI_ALL(a), GAI_ALL(b));
}

int ga_copy_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b, const int64_t *blo,
                  const int64_t *bhi)
{
    GAI_COLLECTIVE(ga_copy_patch, a, alo, ahi, b, blo, bhi);
    return copy_all_ranks(__func__, (gai_argument_t){a, alo, ahi}, (gai_argument_t){b, blo, bhi});
}
