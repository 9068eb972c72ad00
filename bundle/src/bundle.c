/* Bundles: create, free, members. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bundle/src/bundle_collective.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_group.h"
#include "ga/src/array/ga_margins.h"
#include "ga/src/array/ga_type.h"

static void free_member(bui_member_t *member)
{
    if (!member)
        return;
    bui_hash_free(&member->read_index);
    bui_hash_free(&member->write_index);
    if (member->in_place)
        member->slots.values = NULL; /* the array's */
    bui_elements_free(&member->slots);
    bui_elements_free(&member->changes);
    free(member);
}

/* Memory shared by ranks is freed together, or went when the library stopped. */
static int free_bundle(bundle_t *bundle)
{
    gai_finalizer_remove(&bundle->live);
    bui_reads_free(bundle);
    int status = bui_messages_free(bundle);
    for (int k = 0; k < bundle->member_count; ++k)
        free_member(bundle->member[k]);
    free(bundle->member);
    free(bundle);
    return status;
}

static void end_bundle(gai_finalizer_t *live)
{
    bundle_t *bundle = (bundle_t *)live;
    if (gai_reports_leaks(bundle->group))
        fprintf(stderr, "ga_terminate: a bundle of %d array%s was not freed\n",
                bundle->member_count, bundle->member_count == 1 ? "" : "s");
    bundle->group = bundle->local_ranks = NULL;
    bundle->sendbuf = bundle->outgrown = bundle->messages = bundle->bodies = bundle->tally = NULL;
}

static int create(const char *call, ga_group_t group, bool once, bundle_t **bundle)
{
    al_group_t *ranks;
    ga_group_t handle;
    AL_TRY(gai_group(call, group, &ranks, &handle));
    bundle_t *made = calloc(1, sizeof *made);
    int status = made ? ASHLAR_OK : ASHLAR_ENOMEM;
    const uint64_t number = ++ranks->segments_made; /* in one sequence with its segments */
    if (made) {
        made->number = (int)number;
        made->handle = handle;
        made->group = ranks;
        made->once = once;
        status = bui_messages_create(made);
    }
    if (status != ASHLAR_OK)
        status = AL_FAIL(status, "%s: no memory for %d ranks", call, al_group_size(ranks));
    if (!bundle)
        status = gai_bad_argument(call, "the bundle pointer");
    status = gai_agree(call, ranks, status);
    if (status == ASHLAR_OK)
        status = gai_agree(call, ranks, bui_messages_open(made));
    if (status != ASHLAR_OK) {
        if (made)
            free_bundle(made);
        return status;
    }
    gai_group_ref(handle);
    gai_finalizer_add(&made->live, end_bundle);
    *bundle = made;
    return ASHLAR_OK;
}

int bundle_create(ga_group_t group, bundle_t **bundle)
{
    ALI_CHECKED(gai_check_collective(BUI_ROW(bundle_create), NULL, group, bundle));
    return create(__func__, group, false, bundle);
}

int bundle_create_once(ga_group_t group, bundle_t **bundle)
{
    ALI_CHECKED(gai_check_collective(BUI_ROW(bundle_create_once), NULL, group, bundle));
    return create(__func__, group, true, bundle);
}

int bundle_free(bundle_t *bundle)
{
    if (bundle && !bundle->group)
        return free_bundle(bundle);
    BUI_COLLECTIVE(bundle_free, bundle);
    if (!bundle)
        return gai_bad_argument(__func__, "the bundle");
    int status = bundle->under_way ? bui_reads_receive(bundle, 0) : ASHLAR_OK;
    gai_group_unref(bundle->handle);
    int freed = free_bundle(bundle);
    return status == ASHLAR_OK ? freed : status;
}

int bundle_inquire_counts(const bundle_t *bundle, bundle_counts_t *counts)
{
    AL_TRY(bui_check_alive(__func__, bundle));
    if (!counts)
        return gai_bad_argument(__func__, "the counts");
    *counts = bundle->counts;
    return ASHLAR_OK;
}

int bundle_set_mode(bundle_t *bundle, bundle_mode mode)
{
    AL_TRY(bui_check_alive(__func__, bundle));
    if ((unsigned)mode > BUNDLE_PAIRWISE)
        return AL_FAIL(ASHLAR_EARG, "%s: %d is not a mode", __func__, (int)mode);
    bundle->mode = mode;
    return ASHLAR_OK;
}

/* The operation of a rule that combines; ASHLAR_REPLACE: of one that does not. */
static ashlar_op operation_of(bundle_rule rule)
{
    return rule < BUNDLE_SUM ? ASHLAR_REPLACE : (ashlar_op)(ASHLAR_SUM + (rule - BUNDLE_SUM));
}

static int check_addition(const char *call, const bundle_t *bundle, const gai_array_t *array,
                          int rule)
{
    const bundle_rule plain = (bundle_rule)(rule & ~BUNDLE_IN_PLACE);
    if (array->group != bundle->group)
        return AL_FAIL(ASHLAR_EGROUP, "%s: array '%s' is of another group than the bundle", call,
                       array->name);
    if ((unsigned)plain >= BUNDLE_RULE_COUNT)
        return AL_FAIL(ASHLAR_EARG, "%s: %d is not a rule", call, rule);
    ashlar_op op = operation_of(plain);
    if (op != ASHLAR_REPLACE && (!gai_is_arithmetic(array) || !ali_kernels[array->type].reduce[op]))
        return AL_FAIL(ASHLAR_ETYPE, "%s: %s is not defined for array '%s' of %s", call,
                       ali_op_names[op], array->name, gai_type_name(array->type));
    for (int k = 0; k < bundle->member_count; ++k)
        if (bundle->member[k]->g == array->handle)
            return AL_FAIL(ASHLAR_EARG, "%s: array '%s' is member %d of the bundle already", call,
                           array->name, k);
    if (bundle->member_count == BUI_MEMBERS)
        return AL_FAIL(ASHLAR_ELIMIT, "%s: a bundle has at most %d arrays", call, BUI_MEMBERS);
    return ASHLAR_OK;
}

/* Set what an array that is read in place needs; all of its room at once. */
static int set_in_place(const char *call, const gai_array_t *array, bui_member_t *member)
{
    const gai_layout_t *layout = array->dist.layout;
    const int64_t width = array->dist.ndim == 1 && layout && gai_layout_has_ghosts(layout)
                              ? gai_layout_ghosts(layout, 0)
                              : 0;
    gai_block_t block;
    int some = 0;
    if (width == 0)
        return AL_FAIL(ASHLAR_ESHAPE, "%s: array '%s' is not of one dimension with ghost cells",
                       call, array->name);
    AL_TRY(gai_only_block(call, array, array->rank, &block, &some));
    member->in_place = 1;
    if (some) {
        member->own_lo = block.lo[0];
        member->own_n = block.hi[0] - block.lo[0] + 1;
        if (member->own_n > BUI_NONE - 1)
            return AL_FAIL(ASHLAR_ELIMIT,
                           "%s: array '%s' has %lld elements on a rank; slots end at %u", call,
                           array->name, (long long)member->own_n, BUI_NONE - 1);
        member->own = gai_block_address(array, &block);
        if (!member->own)
            return ASHLAR_EMPI;
        member->slots.values = member->own + (size_t)member->own_n * array->element;
        member->slots.room = (uint32_t)ali_min(width, BUI_NONE - 1 - member->own_n);
    }
    bui_elements_t *slots = &member->slots;
    slots->key = malloc(slots->room * sizeof *slots->key);
    slots->offset = malloc(slots->room * sizeof *slots->offset);
    slots->owner = malloc(slots->room * sizeof *slots->owner);
    return slots->room == 0 || (slots->key && slots->offset && slots->owner)
               ? ASHLAR_OK
               : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %u elements", call, slots->room);
}

int bundle_add(bundle_t *bundle, ga_t g, int rule, int *number)
{
    ALI_CHECKED(gai_check_collective(BUI_ROW(bundle_add), bui_group(bundle), bui_number(bundle), g,
                                     rule, number));
    gai_array_t *array = NULL;
    AL_TRY(bui_check_idle(__func__, bundle));
    int status = gai_get(__func__, g, &array);
    if (status == ASHLAR_OK)
        status = number ? check_addition(__func__, bundle, array, rule)
                        : gai_bad_argument(__func__, "the member pointer");
    bui_member_t *member = NULL;
    if (status == ASHLAR_OK) {
        member = calloc(1, sizeof *member);
        void *all =
            realloc(bundle->member, (size_t)(bundle->member_count + 1) * sizeof(bui_member_t *));
        bundle->member = all ? all : bundle->member;
        if (!member || !all)
            status = AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for another array", __func__);
    }
    if (status == ASHLAR_OK && (rule & BUNDLE_IN_PLACE))
        status = set_in_place(__func__, array, member);
    status = gai_agree(__func__, bundle->group, status);
    if (status != ASHLAR_OK) {
        free_member(member);
        return status;
    }
    member->g = g;
    member->array = array;
    member->element = array->element;
    member->ndim = array->dist.ndim;
    member->rule = (bundle_rule)(rule & ~BUNDLE_IN_PLACE);
    if (rule & BUNDLE_IN_PLACE)
        gai_margins_unguard(array); /* ghost cells hold what the bundle puts there */
    int64_t stride = 1;
    for (int d = 0; d < member->ndim; ++d) {
        member->stride[d] = stride;
        stride *= array->dist.axis[d].extent;
    }
    member->keys = (uint64_t)stride;
    bui_hash_clear(&member->read_index);
    bui_hash_clear(&member->write_index);
    *number = bundle->member_count;
    bundle->member[bundle->member_count++] = member;
    return ASHLAR_OK;
}
