/* Registering and freeing coarrays, and allocatable components. */
#include <stdlib.h>
#include <string.h>

#include "caf.h"

/* The allocatable coarray whose bounds have not been read: gfortran sets them after it has
 * registered it, and then calls sync all. */
static caf_token_t *unread;

static void read_bounds(caf_token_t *token)
{
    const caf_descriptor_t *array = token->array;
    if (!array || token->bounds || array->base != token->base)
        return;
    const size_t bytes = sizeof *array + (size_t)array->element.rank * sizeof(caf_dimension_t);
    token->bounds = malloc(bytes);
    if (!token->bounds)
        caf_stop("no memory for the bounds of a coarray");
    memcpy(token->bounds, array, bytes);
}

static void read_pending(void)
{
    if (unread)
        read_bounds(unread);
    unread = NULL;
}

const caf_descriptor_t *caf_bounds(caf_token_t *token)
{
    read_bounds(token);
    return token->bounds;
}

/* ---- register -------------------------------------------------------------------------------- */

/* Memory of the images of the current team. */
static int make_data(caf_token_t *token)
{
    void *base;
    int status = al_segment_create(token->team->ranks_group, token->bytes, &token->segment);
    if (status == ASHLAR_OK)
        status = al_segment_address(token->segment, token->team->me, &base);
    if (status == ASHLAR_OK)
        token->base = base;
    return status;
}

static int make_locks(caf_token_t *token, size_t n)
{
    return co_locks_create(token->team->group, (int)n, &token->locks);
}

static int make_events(caf_token_t *token, size_t n)
{
    void *base;
    const co_spec_t spec = {.type = ASHLAR_LLONG,
                            .ndim = 1,
                            .extents = {(int64_t)n},
                            .group = token->team->group,
                            .clear = 1};
    int status = co_create(&spec, &token->events);
    if (status == ASHLAR_OK)
        status = co_local(token->events, &base);
    if (status == ASHLAR_OK)
        token->base = base;
    return status;
}

static int make_coarray(caf_token_t *token, size_t size, caf_register type)
{
    token->bytes = size;
    token->team = caf.current;
    switch (type) {
    case CAF_COARRAY_STATIC:
    case CAF_COARRAY_ALLOCATABLE:
        token->what = CAF_DATA;
        return make_data(token);
    case CAF_LOCK_STATIC:
    case CAF_LOCK_ALLOCATABLE:
    case CAF_CRITICAL:
        token->what = CAF_LOCKS;
        token->is_critical = type == CAF_CRITICAL;
        return make_locks(token, size);
    case CAF_EVENT_STATIC:
    case CAF_EVENT_ALLOCATABLE:
        token->what = CAF_EVENTS;
        return make_events(token, size);
    default:
        return ASHLAR_OK; /* not of a component */
    }
}

/* ---- allocatable components ------------------------------------------------------------------ */

/* The token of a component lies before its memory, since gfortran's copies of derived types lose
 * tokens, and free memory by free(). */
enum { BEFORE = 128 };
_Static_assert(sizeof(caf_token_t) <= BEFORE, "the token does not fit before the memory");

/* Token of all components that have no memory. */
static caf_token_t unallocated = {.what = CAF_COMPONENT};

/* Memory of this image alone. */
static int make_component(size_t size, caf_token_t **token)
{
    void *memory;
    int status = al_alloc(BEFORE + size, &memory);
    if (status != ASHLAR_OK)
        return status;
    *token = memory;
    **token = (caf_token_t){.what = CAF_COMPONENT, .base = (char *)memory + BEFORE, .bytes = size};
    return ASHLAR_OK;
}

static bool is_ours(const void *address)
{
    return (uintptr_t)address - (uintptr_t)caf.arena < caf.arena_bytes;
}

/* A copy of a derived type registers its components as if they were coarrays; but their descriptors
 * lie in one, and nobody else is there. */
static bool is_component(caf_register type, const caf_descriptor_t *array)
{
    return type >= CAF_COMPONENT_REGISTER || (type == CAF_COARRAY_ALLOCATABLE && is_ours(array));
}

/* A copy of what the descriptor, copied already, is still at: gfortran 12 forgets to compute the
 * size. An assignment to what is not allocated does not forget, and has no original. */
static int copy_component(caf_descriptor_t *array, size_t size, caf_token_t **token)
{
    const void *original = array->base;
    if (!original)
        return make_component(size, token);
    size_t bytes = array->element.length;
    for (int d = 0; d < array->element.rank; ++d)
        bytes *= array->dim[d].upper < array->dim[d].lower
                     ? 0
                     : (size_t)(array->dim[d].upper - array->dim[d].lower + 1);
    const int status = make_component(bytes, token);
    if (status == ASHLAR_OK)
        memcpy((*token)->base, original, bytes);
    return status;
}

static void register_component(caf_token_t **token, size_t size, caf_register type,
                               caf_descriptor_t *array, const caf_report_t *report)
{
    int status = ASHLAR_OK;
    *token = &unallocated;
    if (type != CAF_COMPONENT_REGISTER) {
        status = type == CAF_COMPONENT_ALLOCATE ? make_component(size, token)
                                                : copy_component(array, size, token);
        if (status == ASHLAR_OK)
            array->base = (*token)->base;
    }
    caf_finish(report, status);
}

static int free_component(caf_token_t *token)
{
    return token == &unallocated ? ASHLAR_OK : al_free(token);
}

/* Replacement of free() in programs compiled by ashlar-caf. */
CAF_API void __wrap_free(void *memory);
void __wrap_free(void *memory)
{
    if (memory && is_ours(memory))
        caf_check(al_free((char *)memory - BEFORE));
    else
        free(memory);
}

/* ---- all others ------------------------------------------------------------------------------ */

void _gfortran_caf_register(size_t size, caf_register type, caf_token_t **token,
                            caf_descriptor_t *array, int *stat, char *errmsg, size_t errmsg_length)
{
    const caf_report_t report = {stat, errmsg, errmsg_length};
    caf_start();
    if (is_component(type, array)) {
        register_component(token, size, type, array, &report);
        return;
    }
    read_pending();
    /* An image that has ended takes part in barriers only. */
    const int ended = caf_barrier(caf.current);
    if (ended) {
        caf.allocation_failed = stat != NULL;
        caf_fail(&report, ended, "allocate: an image of the team has %s",
                 ended == CAF_STAT_STOPPED_IMAGE ? "stopped" : "failed");
        return;
    }
    caf_token_t *made = calloc(1, sizeof *made);
    if (!made)
        caf_stop("no memory for a coarray");
    int status = make_coarray(made, size, type);
    if (status != ASHLAR_OK) {
        free(made);
        caf_finish(&report, status);
        return;
    }
    if (type == CAF_COARRAY_STATIC)
        memset(made->base, 0, size);
    if (type == CAF_COARRAY_ALLOCATABLE)
        made->array = array;
    if (!made->base)
        made->base = (char *)made; /* of a lock: not NULL, for gfortran it is allocated */
    unread = made->array ? made : NULL;
    array->base = made->base;
    *token = made;
    caf_succeed(&report);
}

/* ---- deregister ------------------------------------------------------------------------------ */

static int free_memory(caf_token_t *token)
{
    switch (token->what) {
    case CAF_DATA:
        return al_segment_free(token->segment);
    case CAF_LOCKS:
        return co_locks_free(token->locks);
    default:
        return co_free(token->events);
    }
}

static void deregister(caf_token_t **token, const caf_report_t *report)
{
    caf_token_t *gone = *token;
    const int ended = caf_barrier(gone->team);
    if (ended) {
        caf_fail(report, ended, "deallocate: an image of the team has %s",
                 ended == CAF_STAT_STOPPED_IMAGE ? "stopped" : "failed");
        return;
    }
    const int status = free_memory(gone);
    if (status == ASHLAR_OK) {
        if (unread == gone)
            unread = NULL;
        free(gone->bounds);
        free(gone);
        *token = NULL;
    }
    caf_finish(report, status);
}

void _gfortran_caf_deregister(caf_token_t **token, int type, int *stat, char *errmsg,
                              size_t errmsg_length)
{
    const caf_report_t report = {stat, errmsg, errmsg_length};
    if (!*token || !caf.is_started) {
        caf_succeed(&report);
    } else if ((*token)->what == CAF_COMPONENT) {
        caf_finish(&report, free_component(*token));
        *token = type == CAF_DEALLOCATE_ONLY ? &unallocated : NULL;
    } else {
        deregister(token, &report);
    }
}

/* ---- inquiries ------------------------------------------------------------------------------- */

int caf_find_rank(const caf_token_t *token, int image, const caf_report_t *report)
{
    const int rank = caf_rank(token, image);
    if (__builtin_expect(rank < 0, 0))
        caf_fail(report, 1, "image %d is outside 1..%d, or not in the team that has the coarray",
                 image, caf.current->size);
    else if (report->stat) {
        *report->stat = caf_ended(token->team, rank) == CAF_FAILED ? CAF_STAT_FAILED_IMAGE : 0;
        return *report->stat ? -1 : rank;
    }
    return rank;
}
