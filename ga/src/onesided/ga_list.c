/* Lists of elements: gather, scatter, scatter-accumulate. Owners are found here; armci-lite sorts
 * the elements by node (al_gather_scatter.c). */
#include <string.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"

/* n elements, by two lists of indices (2-D) or one list of ndim-tuples. */
typedef struct list {
    al_direction_t direction; /* a gather is a get */
    int64_t n;
    const int64_t *i, *j; /* 2-D */
    const int64_t *tuples;
    char *values;
    const void *alpha;
} list_t;

AL_INLINE void index_of(const list_t *list, int ndim, int64_t k, int64_t *index)
{
    if (list->tuples) {
        for (int d = 0; d < ndim; ++d)
            index[d] = list->tuples[k * ndim + d];
    } else {
        index[0] = list->i[k];
        index[1] = list->j[k];
    }
}

/* The axes of an array, in a copy that no store can change: the loops keep it in registers. */
typedef struct axes {
    int one_each; /* one block per rank, of equal widths: gai_dist_is_plain() */
    gai_axis_t axis[ASHLAR_MAX_DIM];
} axes_t;

AL_INLINE axes_t axes_of(const gai_array_t *array, int ndim)
{
    axes_t axes;
    axes.one_each = gai_dist_is_plain(&array->dist, ndim);
    memcpy(axes.axis, array->dist.axis, (size_t)ndim * sizeof *axes.axis);
    return axes;
}

/* Element k is in this rank's slice: its offset in the arena of its node, and that node, unless all
 * are of mine (nodes is NULL). */
AL_INLINE void set_place(const gai_array_t *array, int64_t rank, uint64_t offset, int64_t k,
                         uint64_t *offsets, int *nodes)
{
    const int *world = array->segment->group->world;
    offsets[k] = ali_slice_begin(&array->segment->slices[rank]) + offset;
    if (nodes)
        nodes[k] = ali_nodes.of[world ? world[rank] : rank];
}

/* Elements first..first+n-1 of a list, where there is one block per rank. */
AL_INLINE void find_one_each(const gai_array_t *array, const axes_t *axes, const list_t *list,
                             int ndim, int64_t first, int64_t n, uint64_t *offsets, int *nodes)
{
    const int64_t element = (int64_t)array->element;
    for (int64_t k = 0; k < n; ++k) {
        int64_t index[ASHLAR_MAX_DIM], offset;
        index_of(list, ndim, first + k, index);
        int rank = gai_place_plain(axes->axis, ndim, index, element, &offset);
        set_place(array, rank, (uint64_t)offset, k, offsets, nodes);
    }
}

/* In all other distributions; out of line, and with a list of its own, so that the common loop and
 * its list stay in registers. */
static __attribute__((noinline, noclone)) void find_other(const gai_array_t *array, list_t list,
                                                          int ndim, int64_t first, int64_t n,
                                                          uint64_t *offsets, int *nodes)
{
    const int64_t *index[ASHLAR_MAX_DIM];
    int64_t ranks[GAI_PLACES], elements[GAI_PLACES];
    for (int64_t from = 0; from < n; from += GAI_PLACES) {
        int64_t part = ali_min(n - from, GAI_PLACES), begin = first + from;
        for (int d = 0; d < ndim; ++d)
            index[d] = list.tuples ? &list.tuples[begin * ndim + d] : &(d ? list.j : list.i)[begin];
        gai_places(&array->dist, index, list.tuples ? ndim : 1, part, ranks, elements);
        for (int64_t k = 0; k < part; ++k)
            set_place(array, ranks[k], (uint64_t)elements[k] * array->element, from + k, offsets,
                      nodes);
    }
}

AL_INLINE void find_places(const gai_array_t *array, const axes_t *axes, const list_t *list,
                           int ndim, int64_t first, int64_t n, uint64_t *offsets, int *nodes)
{
    if (axes->one_each)
        find_one_each(array, axes, list, ndim, first, n, offsets, nodes);
    else
        find_other(array, *list, ndim, first, n, offsets, nodes);
}

AL_INLINE void copy_places(al_direction_t direction, size_t element, int64_t n, char *base,
                           const uint64_t *places, char *values)
{
    for (int64_t k = 0; k < n; ++k, values += element)
        if (direction == AL_GET)
            memcpy(values, base + places[k], element);
        else
            memcpy(base + places[k], values, element);
}

/* Elements of my node. */
AL_INLINE void transfer_places(const gai_array_t *array, const list_t *list, int64_t n,
                               const uint64_t *places, char *values)
{
    char *base = array->segment->base;
    if (list->direction == AL_ACC)
        ali_acc_elements(array->type, list->alpha, (size_t)n, places, values);
    else if (array->element == 8)
        copy_places(list->direction, 8, n, base, places, values);
    else
        copy_places(list->direction, array->element, n, base, places, values);
}

/* A list over several nodes. Parts are under way while the places of the next are found. */
AL_INLINE int transfer_to_nodes(const gai_array_t *array, const list_t *list, int ndim)
{
    enum { UNDER_WAY = 4 };
    const al_update_t update = {array->type, ASHLAR_SUM, list->alpha};
    const axes_t axes = axes_of(array, ndim);
    al_list_t places;
    al_list_sent_t parts[UNDER_WAY];
    int status = ASHLAR_OK;
    for (int k = 0; k < UNDER_WAY; ++k)
        parts[k].handle = 0;
    places.bytes = array->element;
    for (int64_t first = 0; first < list->n && status == ASHLAR_OK; first += AL_LIST) {
        al_list_sent_t *slot = &parts[first / AL_LIST % UNDER_WAY];
        places.n = (size_t)ali_min(list->n - first, AL_LIST);
        places.values = list->values + (size_t)first * array->element;
        find_places(array, &axes, list, ndim, first, (int64_t)places.n, places.offsets,
                    places.nodes);
        status = ali_list_finish(slot);
        if (status == ASHLAR_OK)
            status = ali_list_start(array->segment, list->direction, &places, &update, slot);
    }
    for (int k = 0; k < UNDER_WAY; ++k) {
        int wait_status = ali_list_finish(&parts[k]);
        if (status == ASHLAR_OK)
            status = wait_status;
    }
    return status;
}

AL_INLINE int transfer_here(const gai_array_t *array, const list_t *list, int ndim)
{
    uint64_t places[AL_ELEMENTS];
    const axes_t axes = axes_of(array, ndim);
    for (int64_t first = 0; first < list->n; first += AL_ELEMENTS) {
        int64_t n = ali_min(list->n - first, AL_ELEMENTS);
        find_places(array, &axes, list, ndim, first, n, places, NULL);
        AL_TRY(ali_before_local(array->segment, (size_t)n * array->element));
        transfer_places(array, list, n, places, list->values + (size_t)first * array->element);
    }
    return ASHLAR_OK;
}

/* Are all indices inside? No branch per element: the bad index is searched for only on failure. */
AL_INLINE int check_indices(const char *call, const gai_array_t *array, const list_t *list,
                            int ndim)
{
    const axes_t axes = axes_of(array, ndim);
    uint64_t outside = 0; /* the top bit */
    for (int64_t k = 0; k < list->n; ++k) {
        int64_t index[ASHLAR_MAX_DIM];
        index_of(list, ndim, k, index);
        for (int d = 0; d < ndim; ++d)
            outside |=
                (uint64_t)index[d] | ((uint64_t)axes.axis[d].extent - 1 - (uint64_t)index[d]);
    }
    for (int64_t k = 0; outside >> 63 && k < list->n; ++k) {
        int64_t index[ASHLAR_MAX_DIM];
        index_of(list, ndim, k, index);
        AL_TRY(gai_check_index(call, array, ndim, index));
    }
    return ASHLAR_OK;
}

AL_INLINE int check_and_transfer(const char *call, const gai_array_t *array, const list_t *list,
                                 int ndim)
{
    if (list->n < 0)
        return AL_FAIL(ASHLAR_EARG, "%s: %lld elements", call, (long long)list->n);
    if (list->n == 0)
        return ASHLAR_OK;
    if (!list->tuples && (!list->i || !list->j))
        return gai_bad_argument(call, "an index list");
    if (!list->values)
        return gai_bad_argument(call, "values");
    if (list->direction == AL_ACC && !list->alpha)
        return gai_bad_argument(call, "alpha");
    if (list->direction == AL_ACC && !gai_is_arithmetic(array))
        return gai_bad_type(call, array);
    AL_TRY(check_indices(call, array, list, ndim));
    return array->segment->group->node_count > 1 ? transfer_to_nodes(array, list, ndim)
                                                 : transfer_here(array, list, ndim);
}

static int call_2d(const char *call, ga_t g, list_t list)
{
    gai_array_t *array;
    AL_TRY(gai_get_for(call, g, list.direction, &array));
    if (array->dist.ndim != 2)
        return gai_bad_ndim(call, array, 2);
    return check_and_transfer(call, array, &list, 2);
}

static int call_nd(const char *call, ga_t g, list_t list)
{
    gai_array_t *array;
    AL_TRY(gai_get_for(call, g, list.direction, &array));
    if (!list.tuples && list.n > 0)
        return gai_bad_argument(call, "index");
    return check_and_transfer(call, array, &list, array->dist.ndim);
}

int ga_gather(ga_t g, int64_t n, const int64_t *i, const int64_t *j, void *values)
{
    return call_2d(__func__, g, (list_t){AL_GET, n, i, j, NULL, values, NULL});
}

int ga_scatter(ga_t g, int64_t n, const int64_t *i, const int64_t *j, const void *values)
{
    return call_2d(__func__, g, (list_t){AL_PUT, n, i, j, NULL, ali_unconst(values), NULL});
}

int ga_scatter_acc(ga_t g, int64_t n, const int64_t *i, const int64_t *j, const void *values,
                   const void *alpha)
{
    return call_2d(__func__, g, (list_t){AL_ACC, n, i, j, NULL, ali_unconst(values), alpha});
}

int ga_gather_nd(ga_t g, int64_t n, const int64_t *index, void *values)
{
    return call_nd(__func__, g, (list_t){AL_GET, n, NULL, NULL, index, values, NULL});
}

int ga_scatter_nd(ga_t g, int64_t n, const int64_t *index, const void *values)
{
    return call_nd(__func__, g, (list_t){AL_PUT, n, NULL, NULL, index, ali_unconst(values), NULL});
}

int ga_scatter_acc_nd(ga_t g, int64_t n, const int64_t *index, const void *values,
                      const void *alpha)
{
    return call_nd(__func__, g, (list_t){AL_ACC, n, NULL, NULL, index, ali_unconst(values), alpha});
}
