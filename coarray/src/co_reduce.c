/* Collectives over images: sum, minimum, maximum, broadcast, and reduction by a function. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarray/src/co_collective.h"
#include "ga/src/array/ga_check.h"

/* image -1 stands for all. */
static int check_result(const char *call, ga_group_t handle, const void *data, int64_t n, int image,
                        al_group_t **group)
{
    AL_TRY(coi_group(call, handle, group));
    if (image < -1 || image >= (*group)->size)
        return coi_bad_image(call, *group, image);
    if (n < 0)
        return AL_FAIL(ASHLAR_EARG, "%s: %" PRId64 " elements", call, n);
    return data || n == 0 ? ASHLAR_OK : gai_bad_argument(call, "the data");
}

/* Those who get no result pass copies, piece by piece. */
static int combine_pieces(al_group_t *group, ga_type type, ashlar_op op, char *data, int64_t n,
                          int image)
{
    _Alignas(16) char copy[4096];
    const size_t element = ali_types[type].bytes;
    const int64_t most = (int64_t)(sizeof copy / element);
    for (int64_t at = 0; at < n; at += most) {
        const int64_t some = ali_min(most, n - at);
        char *piece = data + (size_t)at * element;
        char *mine = group->rank == image ? piece : copy;
        if (mine == copy)
            memcpy(copy, piece, (size_t)some * element);
        AL_TRY(al_allreduce(group, type, op, mine, (size_t)some));
    }
    return ASHLAR_OK;
}

static int combine_data(const char *call, ga_group_t handle, ga_type type, ashlar_op op, void *data,
                        int64_t n, int image)
{
    al_group_t *group;
    AL_TRY(check_result(call, handle, data, n, image, &group));
    if (!ali_type_is_known(type) || !ali_kernels[type].reduce[op])
        return AL_FAIL(ASHLAR_ETYPE, "%s: not defined for type %d", call, (int)type);
    if (image < 0)
        return n ? al_allreduce(group, type, op, data, (size_t)n) : ASHLAR_OK;
    return combine_pieces(group, type, op, data, n, image);
}

int co_sum(ga_group_t group, ga_type type, void *data, int64_t n, int image)
{
    COI_COLLECTIVE_COMBINE(co_sum, group, type, data, n, image);
    return combine_data(__func__, group, type, ASHLAR_SUM, data, n, image);
}

int co_min(ga_group_t group, ga_type type, void *data, int64_t n, int image)
{
    COI_COLLECTIVE_COMBINE(co_min, group, type, data, n, image);
    return combine_data(__func__, group, type, ASHLAR_MIN, data, n, image);
}

int co_max(ga_group_t group, ga_type type, void *data, int64_t n, int image)
{
    COI_COLLECTIVE_COMBINE(co_max, group, type, data, n, image);
    return combine_data(__func__, group, type, ASHLAR_MAX, data, n, image);
}

int co_broadcast(ga_group_t group, void *data, size_t bytes, int image)
{
    ALI_CHECKED(gai_check_collective(COI_ROW(co_broadcast), NULL, group, data, bytes, image));
    al_group_t *images;
    AL_TRY(coi_group(__func__, group, &images));
    if ((unsigned)image >= (unsigned)images->size)
        return coi_bad_image(__func__, images, image);
    if (!data && bytes)
        return gai_bad_argument(__func__, "the data");
    return bytes ? al_broadcast(images, data, bytes, image) : ASHLAR_OK;
}

/* A function of the caller's, for images in their order: in step k an image whose number is a
 * multiple of 2^(k+1) takes in what the image 2^k further has combined. Data comes into a segment
 * made for the call, of one partner after the other, each after a notice that there is room. */
typedef struct reduction {
    al_group_t *group;
    al_segment_t *segment;                 /* of each image: room for the data, then two counters */
    char *data, *other;                    /* mine, and room for as much */
    int64_t n, taken;                      /* elements; partners whose data has come */
    size_t element, bytes, arrived, ready; /* the last: offsets of the counters */
    co_combine combine;
    void *context;
} reduction_t;

static int send_combined(const reduction_t *r, int to)
{
    const al_shape_t shape = {.count = {r->bytes}};
    return al_put_signal(r->segment, to, 0, r->data, &shape, r->arrived, 1);
}

static int receive_combined(reduction_t *r, char *data)
{
    AL_TRY(al_signal_wait(r->segment, r->arrived, ++r->taken, NULL));
    return al_get(r->segment, r->group->rank, 0, data, r->bytes);
}

static int take_in(reduction_t *r, int partner)
{
    AL_TRY(al_put_signal(r->segment, partner, 0, NULL, NULL, r->ready, 1));
    AL_TRY(receive_combined(r, r->other));
    for (int64_t k = 0; k < r->n; ++k)
        r->combine(r->data + (size_t)k * r->element, r->other + (size_t)k * r->element, r->context);
    return ASHLAR_OK;
}

/* Image 0 has it all in the end. */
static int reduce_tree(reduction_t *r)
{
    const int me = r->group->rank, size = r->group->size;
    for (int64_t step = 1; step < size; step *= 2) {
        if (me % (2 * step)) {
            AL_TRY(al_signal_wait(r->segment, r->ready, 1, NULL));
            return send_combined(r, (int)(me - step));
        }
        if (me + step < size)
            AL_TRY(take_in(r, (int)(me + step)));
    }
    return ASHLAR_OK;
}

/* From image 0 to those who get it. */
static int hand_out(reduction_t *r, int image)
{
    if (image < 0)
        return al_broadcast(r->group, r->data, r->bytes, 0);
    if (image == 0 || (r->group->rank != 0 && r->group->rank != image))
        return ASHLAR_OK;
    return r->group->rank == 0 ? send_combined(r, image) : receive_combined(r, r->data);
}

static int open_reduction(reduction_t *r, const void *data)
{
    static const int64_t zeros[2];
    r->arrived = ali_round_up(r->bytes, 64);
    r->ready = r->arrived + sizeof(int64_t);
    r->data = malloc(r->bytes);
    r->other = malloc(r->bytes);
    int status = r->data && r->other
                     ? ASHLAR_OK
                     : AL_FAIL(ASHLAR_ENOMEM, "co_reduce: no memory for %zu bytes", 2 * r->bytes);
    AL_TRY(gai_agree("co_reduce", r->group, status));
    memcpy(r->data, data, r->bytes);
    AL_TRY(al_segment_create(r->group, r->arrived + sizeof zeros, &r->segment));
    status = al_put(r->segment, r->group->rank, r->arrived, zeros, sizeof zeros);
    int barrier_status = al_barrier(r->group);
    return status != ASHLAR_OK ? status : barrier_status;
}

static int close_reduction(reduction_t *r)
{
    int status = r->segment ? al_segment_free(r->segment) : ASHLAR_OK;
    free(r->data);
    free(r->other);
    return status;
}

int co_reduce(ga_group_t group, void *data, int64_t n, size_t element_bytes, co_combine combine,
              void *context, int image)
{
    ALI_CHECKED(gai_check_collective(COI_ROW(co_reduce), NULL, group, data, n, element_bytes,
                                     combine, context, image));
    reduction_t r = {.n = n, .element = element_bytes, .combine = combine, .context = context};
    AL_TRY(check_result(__func__, group, data, n, image, &r.group));
    if (!combine)
        return gai_bad_argument(__func__, "the function");
    if (__builtin_mul_overflow((size_t)n, element_bytes, &r.bytes) || r.bytes > INT64_MAX / 4)
        return AL_FAIL(ASHLAR_EARG, "%s: %" PRId64 " elements of %zu bytes", __func__, n,
                       element_bytes);
    if (r.bytes == 0)
        return ASHLAR_OK;
    int status = open_reduction(&r, data);
    if (status == ASHLAR_OK)
        status = reduce_tree(&r);
    if (status == ASHLAR_OK)
        status = hand_out(&r, image);
    if (status == ASHLAR_OK && (image < 0 || image == r.group->rank))
        memcpy(data, r.data, r.bytes);
    int closed = close_reduction(&r);
    return status != ASHLAR_OK ? status : closed;
}
