/* Copies between any two distributions, of one group or of a group and one that contains it. All
 * ranks of the group of a mirrored array have it: that it is of their nodes is of no account here.
 */
#include "ga/src/array/ga_collective.h"
#include "ga/src/rearrange/ga_redistribute.h"
#include "ga/src/rearrange/ga_reshape.h"

/* The arrays of a copy, in the order of the arguments, and their patches. */
typedef struct copy {
    const char *call;
    gai_argument_t argument[2];
    gai_operand_t operand[2];
    int home;                      /* the operand of which each rank moves what it owns */
    const gai_array_t *sync_array; /* the array whose group syncs */
    int is_noop;                   /* empty, or onto itself */
    int is_reshaped;               /* between patches of different shapes */
    int overlaps, along; /* patches of one array; the dimension along which they are furthest apart,
                          * for their extent */
} copy_t;

/* ---- groups ---------------------------------------------------------------------------------- */

static int contains(const al_group_t *large, const al_group_t *small)
{
    for (int r = 0; r < al_group_size(small) && large->world; ++r)
        if (al_group_rank_of(large, al_group_world_rank(small, r)) < 0)
            return 0;
    return 1;
}

/* Between groups the ranks of the smaller one move what they own of its array. In one group each
 * rank fetches what it owns of the target; all ranks of a mirrored array's group take part. */
static int find_arrays(copy_t *copy)
{
    gai_array_t *array[2];
    for (int k = 0; k < 2; ++k) {
        AL_TRY(gai_get(copy->call, copy->argument[k].g, &array[k]));
        copy->operand[k].array = array[k];
    }
    const al_group_t *a = array[0]->group, *b = array[1]->group;
    const int larger = al_group_size(a) > al_group_size(b) ? 0 : 1;
    const int is_between = a != b && gai_whole_group(array[0]) != gai_whole_group(array[1]);
    copy->home = is_between ? 1 - larger : 1;
    copy->sync_array = array[is_between ? 1 - larger : larger];
    return !is_between || contains(array[larger]->group, array[1 - larger]->group)
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_EGROUP,
                         "%s: neither of the groups of arrays '%s' and '%s' contains the other",
                         copy->call, array[0]->name, array[1]->name);
}

/* A rank outside the smaller group has one array only: it has nothing to do. */
static int check_outside(const char *call, const gai_argument_t *named)
{
    gai_array_t *array;
    gai_operand_t operand;
    AL_TRY(gai_get(call, named->g, &array));
    if (al_group_size(gai_whole_group(array)) == 1) /* nobody else could be inside */
        return gai_bad_handle(call, 0);
    return gai_set_operand(call, named, array, &operand);
}

/* ---- moving ---------------------------------------------------------------------------------- */

static int copy_mine(const copy_t *copy)
{
    const gai_operand_t *from = &copy->operand[0], *to = &copy->operand[1];
    if (copy->is_noop)
        return ASHLAR_OK;
    if (copy->is_reshaped && copy->overlaps)
        return gai_reshape_within(copy->call, from, to);
    if (copy->is_reshaped)
        return copy->home == 0 ? gai_reshape_put(copy->call, from, to)
                               : gai_reshape_get(copy->call, from, to);
    return copy->home == 0 ? gai_redistribute(AL_PUT, from, to->array, to->lo)
                           : gai_redistribute(AL_GET, to, from->array, from->lo);
}

/* Patches of one array that overlap, in steps along one dimension: a step reads what the next one
 * writes, and none reads what an earlier one wrote. A rank that fails goes on to the barriers of
 * the others. */
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
        int copy_status = copy_mine(copy), sync_status = al_barrier(copy->sync_array->group);
        copy_status = copy_status == ASHLAR_OK ? sync_status : copy_status;
        status = status == ASHLAR_OK ? copy_status : status;
    }
    return status;
}

/* ---- checking -------------------------------------------------------------------------------- */

/* Arrays have the same extents, patches as many elements. */
static int compare_shapes(copy_t *copy)
{
    const gai_operand_t *a = &copy->operand[0], *b = &copy->operand[1];
    copy->is_reshaped = !gai_is_conforming(a, b);
    if (a->is_all && b->is_all)
        return gai_check_extents(copy->call, a->array, b->array);
    return a->n == b->n ? ASHLAR_OK
                        : AL_FAIL(ASHLAR_ESHAPE,
                                  "%s: the patch of array '%s' has %lld elements, that of array "
                                  "'%s' has %lld",
                                  copy->call, a->array->name, (long long)a->n, b->array->name,
                                  (long long)b->n);
}

/* How two patches of one array lie to each other. */
static void compare_positions(copy_t *copy)
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
    copy->is_noop |= same;
    copy->overlaps &= !copy->is_noop;
}

static int check_operands(copy_t *copy)
{
    gai_operand_t *from = &copy->operand[0], *to = &copy->operand[1];
    for (int k = 0; k < 2; ++k)
        AL_TRY(gai_set_operand(copy->call, &copy->argument[k], copy->operand[k].array,
                               &copy->operand[k]));
    AL_TRY(gai_check_types(copy->call, from->array, to->array));
    AL_TRY(gai_check_writable(copy->call, to->array));
    AL_TRY(compare_shapes(copy));
    copy->is_noop = from->n == 0 || to->n == 0;
    if (copy->is_reshaped)
        copy->overlaps = gai_is_overlapping(from, to);
    else if (from->array == to->array)
        compare_positions(copy);
    return ASHLAR_OK;
}

/* ---- the calls ------------------------------------------------------------------------------- */

/* Leave: what was put into blocks of others has come, too. */
static int end_copy(const copy_t *copy, int status)
{
    const gai_array_t *sync_array = copy->sync_array;
    if (copy->home == 0) {
        AL_TRY(gai_agree(copy->call, sync_array->group, status));
        return al_barrier(sync_array->group);
    }
    const int is_local = copy->operand[0].array->group->node_count == 1 &&
                         sync_array->group->node_count == 1 && !copy->is_reshaped;
    return is_local
               ? gai_end_local(sync_array, status) /* copies, which cannot fail on some rank only */
               : gai_end(copy->call, sync_array, status);
}

static int copy_patches(const char *call, gai_argument_t a, gai_argument_t b)
{
    copy_t copy = {.call = call, .argument = {a, b}};
    if (!a.g != !b.g)
        return check_outside(call, a.g ? &a : &b);
    AL_TRY(find_arrays(&copy));
    AL_TRY(check_operands(&copy));
    AL_TRY(gai_begin(copy.sync_array));
    return end_copy(&copy,
                    copy.overlaps && !copy.is_reshaped ? copy_in_steps(&copy) : copy_mine(&copy));
}

int ga_copy(ga_t a, ga_t b)
{
    GAI_COLLECTIVE(ga_copy, a, b);
    return copy_patches(__func__, GAI_ALL(a), GAI_ALL(b));
}

int ga_copy_patch(ga_t a, const int64_t *alo, const int64_t *ahi, ga_t b, const int64_t *blo,
                  const int64_t *bhi)
{
    GAI_COLLECTIVE(ga_copy_patch, a, alo, ahi, b, blo, bhi);
    return copy_patches(__func__, (gai_argument_t){a, alo, ahi}, (gai_argument_t){b, blo, bhi});
}
