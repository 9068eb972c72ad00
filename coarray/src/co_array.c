/* Coarrays: create, free, where the arrays of images lie. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coarray/src/co_collective.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_group.h"
#include "ga/src/array/ga_type.h"

al_group_t coi_dead_group;
al_segment_t coi_dead_segment;

int coi_bad_array(const char *call, const co_array_t *x)
{
    AL_TRY(ali_check_started(call));
    (void)x;
    return AL_FAIL(ASHLAR_EARG, "%s: the coarray is NULL", call);
}

int coi_bad_image(const char *call, const al_group_t *group, int image)
{
    if (group == &coi_dead_group)
        return gai_bad_stale(call, "the coarray");
    return AL_FAIL(ASHLAR_ERANGE, "%s: image %d is outside 0..%d", call, image, group->size - 1);
}

int coi_bad_index(const char *call, const co_array_t *x, int image, const int64_t *extents,
                  const int64_t *index)
{
    if (!index)
        return AL_FAIL(ASHLAR_EARG, "%s: the index is NULL", call);
    int d = 0;
    while ((uint64_t)index[d] < (uint64_t)extents[d])
        ++d;
    return AL_FAIL(ASHLAR_ERANGE,
                   "%s: index %" PRId64 " of dimension %d is outside 0..%" PRId64
                   " on image %d of coarray %d",
                   call, index[d], d, extents[d] - 1, image, x->number);
}

/* ---- life ------------------------------------------------------------------------------------ */

/* The size of my array, checked. */
static int measure_extents(const char *call, const co_spec_t *spec, size_t element, size_t *bytes)
{
    const size_t most = (size_t)INT64_MAX - COI_HEADER;
    size_t n = element;
    int is_empty = 0;
    if (spec->ndim < 1 || spec->ndim > ASHLAR_MAX_DIM)
        return AL_FAIL(ASHLAR_EARG, "%s: %d dimensions; there may be 1 to %d", call, spec->ndim,
                       ASHLAR_MAX_DIM);
    for (int d = 0; d < spec->ndim; ++d) {
        if (spec->extents[d] < 0)
            return AL_FAIL(ASHLAR_EARG, "%s: extent %" PRId64 " of dimension %d is below 0", call,
                           spec->extents[d], d);
        is_empty |= spec->extents[d] == 0;
    }
    for (int d = 0; d < spec->ndim && !is_empty; ++d) {
        if ((size_t)spec->extents[d] > most / n)
            return AL_FAIL(ASHLAR_EARG, "%s: an array of more than %zu bytes", call, most);
        n *= (size_t)spec->extents[d];
    }
    *bytes = is_empty ? 0 : n;
    return ASHLAR_OK;
}

/* A spec after its check. */
static int read_spec(const char *call, const co_spec_t *spec, co_array_t *x, size_t *bytes)
{
    if (!spec)
        return gai_bad_argument(call, "the spec");
    x->element = spec->record_bytes ? spec->record_bytes : gai_type_bytes(spec->type);
    if (x->element == 0)
        return AL_FAIL(ASHLAR_ETYPE, "%s: %d is not a type", call, (int)spec->type);
    x->type = spec->record_bytes || spec->type >= ASHLAR_TYPE_COUNT ? COI_RECORDS : (int)spec->type;
    AL_TRY(measure_extents(call, spec, x->element, bytes));
    x->ndim = spec->ndim;
    for (int d = 0; d < spec->ndim; ++d)
        x->extents[d] = spec->extents[d];
    return ASHLAR_OK;
}

/* Images compare these when they create the segment, by maximum: a number and its
 * complement say whether it is the same everywhere. */
enum { FAILED, KIND, KIND_TOO, SHAPE, SHAPE_TOO, BALLOT };

static void fill_create_ballot(const co_array_t *x, int clear, int status, long long *ballot)
{
    const int64_t kind[] = {x->type, (int64_t)x->element, x->ndim, clear};
    ballot[FAILED] = -status;
    ballot[KIND] = (long long)ali_check_hash(kind, sizeof kind);
    ballot[KIND_TOO] = ~ballot[KIND];
    ballot[SHAPE] = (long long)ali_check_hash(x->extents, sizeof x->extents);
    ballot[SHAPE_TOO] = ~ballot[SHAPE];
}

/* After the segment is there, on all images alike: what it needs before others use it. */
static int open_coarray(const char *call, co_array_t *x, const long long *ballot, int clear)
{
    int status = ASHLAR_OK;
    const int differ = ballot[SHAPE] != ~ballot[SHAPE_TOO];
    if (clear) {
        char *slice = x->segment->base + ali_slice_begin(&x->segment->slices[x->group->rank]);
        memset(slice, 0, al_segment_bytes(x->segment, x->group->rank));
    }
    if (differ) {
        status = ali_share_gather(call, x->group, x->extents, (size_t)x->ndim * sizeof *x->extents,
                                  &x->share);
        x->others = x->share.memory;
    }
    ali_segment_guard(x->segment, COI_HEADER,
                      al_segment_bytes(x->segment, x->group->rank) - COI_HEADER, "coarray %llu",
                      (unsigned long long)x->segment->number);
    if (status == ASHLAR_OK && clear)
        status = al_barrier(x->group);
    return status;
}

static void end_coarray(gai_finalizer_t *live)
{
    co_array_t *x = (co_array_t *)live;
    if (gai_reports_leaks(x->group)) {
        fprintf(stderr, "ga_terminate: coarray %d (", x->number);
        if (x->type == COI_RECORDS)
            fprintf(stderr, "records of %zu bytes, ", x->element);
        else
            fprintf(stderr, "%s, ", gai_type_name((ga_type)x->type));
        for (int d = 0; d < x->ndim; ++d)
            fprintf(stderr, "%s%" PRId64, d ? " x " : "", x->extents[d]);
        fprintf(stderr, ") was not freed\n");
    }
    x->segment = &coi_dead_segment;
    x->group = &coi_dead_group;
    x->handle = 0;
    x->others = NULL;
}

static int create_coarray(const char *call, const co_spec_t *spec, co_array_t **made)
{
    ga_group_t handle;
    al_group_t *group;
    AL_TRY(gai_group(call, spec ? spec->group : 0, &group, &handle));
    co_array_t draft = {.group = group, .handle = handle};
    long long ballot[BALLOT];
    size_t bytes = 0;
    co_array_t *x = malloc(sizeof *x);
    int status = read_spec(call, spec, &draft, &bytes);
    if (status == ASHLAR_OK && !made)
        status = gai_bad_argument(call, "the coarray pointer");
    if (status == ASHLAR_OK && !x)
        status = AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a coarray", call);
    fill_create_ballot(&draft, spec && spec->clear, status, ballot);
    int created = ali_segment_create(group, COI_HEADER + bytes, ballot, BALLOT, &draft.segment);
    if (created == ASHLAR_OK) {
        if (ballot[FAILED])
            created = ali_agreed_status(call, status, (int)-ballot[FAILED]);
        else if (ballot[KIND] != ~ballot[KIND_TOO])
            created =
                AL_FAIL(ASHLAR_ESHAPE,
                        "%s: images differ in the type, the number of dimensions or `clear`", call);
        else
            created = open_coarray(call, &draft, ballot, spec->clear);
        if (created != ASHLAR_OK) {
            al_segment_free(draft.segment);
            ali_share_free(group, &draft.share);
        }
    } else if (created != ASHLAR_EMPI && ballot[FAILED]) {
        created = ali_agreed_status(call, status, (int)-ballot[FAILED]);
    } else {
        ali_fail_within(created, "%s", call);
    }
    if (created != ASHLAR_OK) {
        free(x);
        return created;
    }
    ali_object_layers[AL_COARRAY] = &coi_layer;
    draft.number = (int)draft.segment->number;
    gai_group_ref(handle);
    *x = draft;
    gai_finalizer_add(&x->live, end_coarray);
    *made = x;
    return ASHLAR_OK;
}

int co_create(const co_spec_t *spec, co_array_t **x)
{
    ALI_CHECKED(
        gai_check_collective(COI_ROW(co_create), gai_find_group(spec ? spec->group : 0), spec, x));
    return create_coarray(__func__, spec, x);
}

int co_free(co_array_t *x)
{
    if (x && x->group == &coi_dead_group) {
        free(x);
        return ASHLAR_OK;
    }
    ALI_CHECKED(gai_check_collective(COI_ROW(co_free), x ? x->group : NULL, x ? x->number : 0));
    if (!x)
        return coi_bad_array(__func__, x);
    AL_TRY(ali_check_started(__func__));
    gai_group_unref(x->handle);
    gai_finalizer_remove(&x->live);
    int status = al_segment_free(x->segment);
    ali_share_free(x->group, &x->share);
    free(x);
    return status;
}

/* ---- where things are ------------------------------------------------------------------------ */

static int find_address(const char *call, const co_array_t *x, int image, void **address)
{
    AL_TRY(coi_check_image(call, x, image));
    if (!address)
        return gai_bad_argument(call, "the address pointer");
    void *slice;
    if (!ali_slice_is_here(x->segment, image))
        return AL_FAIL(ASHLAR_EREMOTE, "%s: image %d is on another node", call, image);
    AL_TRY(al_segment_address(x->segment, image, &slice));
    *address = (char *)slice + COI_HEADER;
    return ASHLAR_OK;
}

int co_local(const co_array_t *x, void **address)
{
    return find_address(__func__, x, x ? x->group->rank : 0, address);
}

int co_address(const co_array_t *x, int image, void **address)
{
    return find_address(__func__, x, image, address);
}

int co_extents(co_array_t *x, int image, int64_t *extents)
{
    AL_TRY(coi_check_image(__func__, x, image));
    if (!extents)
        return gai_bad_argument(__func__, "extents");
    memcpy(extents, coi_extents(x, image), (size_t)x->ndim * sizeof *extents);
    return ASHLAR_OK;
}

ga_group_t co_group(const co_array_t *x)
{
    return x ? x->handle : 0;
}
