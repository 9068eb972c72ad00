/* Lists of elements, and where they are. */
#include <stdlib.h>

#include "bundle/src/bundle_private.h"

int bui_reserve(void *list, size_t *room, size_t count, size_t bytes)
{
    void *present;
    if (count <= *room)
        return ASHLAR_OK;
    memcpy(&present, list, sizeof present);
    void *larger = realloc(present, (count + count / 2 + 8) * bytes);
    if (!larger)
        return AL_FAIL(ASHLAR_ENOMEM, "bundle_exchange: no memory for %zu requests between nodes",
                       count);
    memcpy(list, &larger, sizeof larger);
    *room = count + count / 2 + 8;
    return ASHLAR_OK;
}

int bui_elements_reserve(const char *call, bui_elements_t *elements, size_t element, uint64_t count)
{
    const uint64_t most = BUI_NONE - 1;
    uint64_t room = elements->room ? elements->room : 32;
    if (count <= elements->room)
        return ASHLAR_OK;
    if (count > most)
        return AL_FAIL(ASHLAR_ELIMIT, "%s: more than %llu elements of one array", call,
                       (unsigned long long)most);
    while (room < count)
        room *= 2;
    room = room < most ? room : most;
    int all = 1;
#define GROW(list, bytes)                                                                          \
    do {                                                                                           \
        void *larger = realloc(list, room * (bytes));                                              \
        all &= larger != NULL;                                                                     \
        list = larger ? larger : list;                                                             \
    } while (0)
    GROW(elements->key, sizeof *elements->key);
    GROW(elements->values, element);
    GROW(elements->offset, sizeof *elements->offset);
    GROW(elements->owner, sizeof *elements->owner);
    GROW(elements->op, sizeof *elements->op);
#undef GROW
    if (!all)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %llu elements", call,
                       (unsigned long long)room);
    elements->room = (uint32_t)room;
    return ASHLAR_OK;
}

void bui_elements_free(bui_elements_t *elements)
{
    free(elements->key);
    free(elements->values);
    free(elements->offset);
    free(elements->owner);
    free(elements->op);
    *elements = (bui_elements_t){0};
}

/* For lists of indices, in any distribution. */
static void locate_listed(const gai_array_t *array, const int64_t *const *index, int64_t n,
                          uint64_t *offset, int *owner)
{
    int64_t rank[GAI_PLACES], at[GAI_PLACES];
    gai_places(&array->dist, index, 1, n, rank, at);
    for (int64_t k = 0; k < n; ++k) {
        owner[k] = (int)rank[k];
        offset[k] =
            ali_slice_begin(&array->segment->slices[rank[k]]) + (uint64_t)at[k] * array->element;
    }
}

/* For indices in one dimension. */
static void locate_in_line(const gai_array_t *array, const int64_t *key, int64_t n,
                           uint64_t *offset, int *owner)
{
    const gai_axis_t axis = array->dist.axis[0];
    const al_slice_t *slices = array->segment->slices;
    const int64_t element = (int64_t)array->element;
    for (int64_t k = 0; k < n; ++k) {
        int64_t at;
        owner[k] = gai_place_plain(&axis, 1, &key[k], element, &at);
        offset[k] = ali_slice_begin(&slices[owner[k]]) + (uint64_t)at;
    }
}

void bui_elements_locate(const bui_member_t *member, bui_elements_t *elements)
{
    const gai_array_t *array = member->array;
    const int is_line = member->ndim == 1 && gai_dist_is_plain(&array->dist, 1);
    int64_t index[ASHLAR_MAX_DIM][GAI_PLACES];
    const int64_t *indices[ASHLAR_MAX_DIM];
    for (int d = 0; d < member->ndim; ++d)
        indices[d] = index[d];
    while (elements->located < elements->count) {
        const uint32_t first = elements->located;
        const int64_t n = ali_min(elements->count - first, GAI_PLACES);
        const int64_t *key = elements->key + first;
        if (member->ndim == 1)
            indices[0] = key; /* is the index */
        for (int d = 0; d < member->ndim && member->ndim > 1; ++d)
            for (int64_t k = 0; k < n; ++k)
                index[d][k] = key[k] / member->stride[d] % array->dist.axis[d].extent;
        if (is_line)
            locate_in_line(array, key, n, elements->offset + first, elements->owner + first);
        else
            locate_listed(array, indices, n, elements->offset + first, elements->owner + first);
        elements->located += (uint32_t)n;
    }
}
