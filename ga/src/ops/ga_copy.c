/* Copies between any two distributions, of one group or of a group and one that contains it. All
 * ranks of the group of a mirrored array have it: that it is of their nodes is of no account here.
 */
#include "ga/src/ops/ga_move.h"
#include "ga/src/ops/ga_operands.h"

/* The arrays of a copy, in the order of the arguments, and their patches. */
typedef struct copy {
    const char *call;
    gai_array_t *array[2];      /* NULL: I am outside the group of this one */
    const gai_array_t *largest; /* that of the larger group */
    int64_t lo[2][ASHLAR_MAX_DIM], hi[2][ASHLAR_MAX_DIM];
    int is_whole, is_empty;
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

static int is_one_group(const copy_t *copy)
{
    gai_array_t *const *array = copy->array;
    return array[0] && array[1] &&
           (array[0]->group == array[1]->group ||
            gai_whole_group(array[0]) == gai_whole_group(array[1]));
}

static int has_larger_group(const gai_array_t *a, const gai_array_t *b)
{
    return al_group_size(a->group) > al_group_size(b->group);
}

static int find_arrays(copy_t *copy, ga_t a, ga_t b)
{
    gai_array_t **array = copy->array;
    if (a || !b)
        AL_TRY(gai_get(copy->call, a, &array[0]));
    if (b || !a)
        AL_TRY(gai_get(copy->call, b, &array[1]));
    copy->largest = array[1] ? array[1] : array[0];
    if (is_one_group(copy) && has_larger_group(array[0], array[1]))
        copy->largest = array[0];
    if (!array[0] || !array[1] || is_one_group(copy) || contains(array[1]->group, array[0]->group))
        return ASHLAR_OK;
    copy->largest = array[0];
    return contains(array[0]->group, array[1]->group)
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
    if (copy->array[0] && copy->array[1]) {
        const al_group_t *group = copy->array[copy->largest == copy->array[0]]->group;
        unsigned long long first = (unsigned long long)al_group_world_rank(group, 0);
        sums[0] = 1;
        sums[1] = (unsigned long long)al_group_size(group);
        sums[2] = first;
        sums[3] = first * first;
    }
    AL_TRY(al_allreduce(copy->largest->group, ASHLAR_LLONG, ASHLAR_SUM, sums, 4));
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
    const gai_array_t *from = copy->array[0], *to = copy->array[1];
    if (!from || !to || copy->is_empty || (copy->is_whole && from == to))
        return ASHLAR_OK;
    int pushes = copy->largest == to && !is_one_group(copy);
    int home = pushes ? 0 : 1;
    gai_region_t region = {copy->array[home], copy->lo[home], copy->hi[home]};
    return pushes ? gai_move(AL_PUT, &region, to, copy->lo[1])
                  : gai_move(AL_GET, &region, from, copy->lo[0]);
}

/* Patches of one array that overlap, in steps along one dimension: a step reads what the next one
 * writes, and none reads what an earlier one wrote. A rank that fails goes on to meet the others.
 */
static int copy_in_steps(copy_t *copy)
{
    int d = copy->along, status = ASHLAR_OK;
    int64_t by = copy->lo[1][d] - copy->lo[0][d], step = by < 0 ? -by : by;
    const int64_t lo = copy->lo[1][d], hi = copy->hi[1][d];
    for (int64_t done = 0; done <= hi - lo; done += step) {
        int64_t end = done + step - 1;
        copy->lo[1][d] = by < 0 ? lo + done : ali_max(hi - end, lo);
        copy->hi[1][d] = by < 0 ? ali_min(lo + end, hi) : hi - done;
        copy->lo[0][d] = copy->lo[1][d] - by;
        int moved = copy_mine(copy), met = al_barrier(copy->largest->group);
        moved = moved == ASHLAR_OK ? met : moved;
        status = status == ASHLAR_OK ? moved : status;
    }
    return status;
}

static int check_same_arguments(const copy_t *copy)
{
    int64_t numbers[2 + 4 * ASHLAR_MAX_DIM];
    int n = 0;
    for (int k = 0; k < 2; ++k) {
        numbers[n++] = copy->array[k]->handle;
        for (int d = 0; d < copy->array[k]->dist.ndim; ++d) {
            numbers[n++] = copy->lo[k][d];
            numbers[n++] = copy->hi[k][d];
        }
    }
    return gai_check_same(copy->call, copy->largest->group, numbers, n);
}

/* All between the checks of the arguments and the end. status: of what only ranks with both arrays
 * could check. */
static int copy_all_ranks(copy_t *copy, int status)
{
    al_group_t *group = copy->largest->group;
    if (is_one_group(copy)) {
        AL_TRY(status);
        AL_TRY(check_same_arguments(copy));
    } else {
        int met = check_members(copy);
        status = status == ASHLAR_OK ? met : status;
        AL_TRY(gai_agree(copy->call, group, status));
    }
    AL_TRY(al_barrier(group));
    return gai_end(copy->call, copy->largest,
                   copy->overlaps ? copy_in_steps(copy) : copy_mine(copy));
}

static int check_types(const copy_t *copy)
{
    if (!copy->array[0] || !copy->array[1])
        return ASHLAR_OK;
    AL_TRY(gai_check_types(copy->call, copy->array[0], copy->array[1]));
    return gai_check_writable(copy->call, copy->array[1]);
}

int ga_copy(ga_t a, ga_t b)
{
    copy_t copy = {.call = __func__, .is_whole = 1};
    AL_TRY(find_arrays(&copy, a, b));
    int status = check_types(&copy);
    if (status == ASHLAR_OK && copy.array[0] && copy.array[1])
        status = gai_check_extents(copy.call, copy.array[0], copy.array[1]);
    for (int k = 0; k < 2; ++k)
        for (int d = 0; copy.array[k] && d < copy.array[k]->dist.ndim; ++d)
            copy.hi[k][d] = copy.array[k]->dist.axis[d].extent - 1;
    return copy_all_ranks(&copy, status);
}

/* ---- patches --------------------------------------------------------------------------------- */

static int set_patch(copy_t *copy, int k, const int64_t *lo, const int64_t *hi)
{
    const gai_array_t *array = copy->array[k];
    if (!array)
        return ASHLAR_OK;
    if (!lo || !hi)
        return gai_bad_argument(copy->call, "a bound");
    int ndim = array->dist.ndim, odd = gai_check_patch(copy->call, array, ndim, lo, hi);
    for (int d = 0; d < ndim; ++d) {
        copy->lo[k][d] = lo[d];
        copy->hi[k][d] = hi[d];
    }
    copy->is_empty |= odd > 0;
    return odd < 0 ? odd : ASHLAR_OK;
}

static int compare_patches(const copy_t *copy)
{
    const gai_array_t *a = copy->array[0], *b = copy->array[1];
    if (a->dist.ndim != b->dist.ndim)
        return gai_bad_ndim(copy->call, b, a->dist.ndim);
    for (int d = 0; d < a->dist.ndim; ++d) {
        long long from = copy->hi[0][d] - copy->lo[0][d] + 1;
        long long to = copy->hi[1][d] - copy->lo[1][d] + 1;
        if (from != to)
            return AL_FAIL(ASHLAR_ESHAPE,
                           "%s: extent of dimension %d is %lld in the patch of array '%s' and %lld "
                           "in that of array '%s'",
                           copy->call, d, from, a->name, to, b->name);
    }
    return ASHLAR_OK;
}

/* How two patches of one array lie to each other. */
static void compare_places(copy_t *copy)
{
    int same = 1;
    double furthest = 0;
    copy->overlaps = 1;
    for (int d = 0; d < copy->array[0]->dist.ndim; ++d) {
        int64_t by = copy->lo[1][d] - copy->lo[0][d], n = copy->hi[0][d] - copy->lo[0][d] + 1;
        int64_t apart = by < 0 ? -by : by;
        same &= by == 0;
        copy->overlaps &= apart < n;
        if ((double)apart > furthest * (double)n) {
            furthest = (double)apart / (double)n;
            copy->along = d;
        }
    }
    copy->is_empty |= same;
    copy->overlaps &= !copy->is_empty;
}

static int check_patches(copy_t *copy)
{
    if (!copy->array[0] || !copy->array[1])
        return ASHLAR_OK;
    AL_TRY(check_types(copy));
    AL_TRY(compare_patches(copy));
    if (copy->array[0] == copy->array[1])
        compare_places(copy);
    return ASHLAR_OK;
}

int ga_copy_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b, const int64_t *blo,
                  const int64_t *bhi)
{
    copy_t copy = {.call = __func__};
    AL_TRY(find_arrays(&copy, a, b));
    int status = set_patch(&copy, 0, alo, ahi);
    if (status == ASHLAR_OK)
        status = set_patch(&copy, 1, blo, bhi);
    if (status == ASHLAR_OK)
        status = check_patches(&copy);
    return copy_all_ranks(&copy, status);
}
