/* Synchronisation: all images, lists of images, memory. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarray/src/co_collective.h"
#include "ga/src/array/ga_check.h"

int co_sync_all(ga_group_t group)
{
    ALI_CHECKED(gai_check_collective(COI_ROW(co_sync_all), NULL, group));
    al_group_t *images;
    AL_TRY(coi_group(__func__, group, &images));
    return al_barrier(images);
}

int co_sync_memory(void)
{
    AL_TRY(gai_check_started(__func__));
    AL_TRY(al_fence_all());
    return ali_order_after_notice();
}

/* ---- lists of images ------------------------------------------------------------------------- */

/* Set a bit for each image of a list, or of all (n < 0), but not for mine. */
static int mark_images(const char *call, const al_group_t *group, int n, const int *images,
                       unsigned char *marks)
{
    for (int k = 0; k < n; ++k) {
        if (images[k] < 0 || images[k] >= group->size)
            return coi_bad_image(call, group, images[k]);
        marks[images[k] / 8] |= (unsigned char)(1u << images[k] % 8);
    }
    if (n < 0)
        for (int image = 0; image < group->size; ++image)
            marks[image / 8] |= (unsigned char)(1u << image % 8);
    marks[group->rank / 8] &= (unsigned char)~(1u << group->rank % 8);
    return ASHLAR_OK;
}

/* Call ali_notify or ali_notify_wait for each that is marked. */
static int each_marked(const al_group_t *group, const unsigned char *marks, int (*call)(int))
{
    for (int image = 0; image < group->size; ++image)
        if (image % 8 == 0 && !marks[image / 8])
            image += 7;
        else if (marks[image / 8] >> image % 8 & 1)
            AL_TRY(call(ali_world_rank(group, image)));
    return ASHLAR_OK;
}

/* Notices are counted for each pair of images: each is taken once, in order, so a fast image may be
 * one call ahead. All notices are sent before the first is waited for, so overlapping lists cannot
 * deadlock. */
static int sync_marked(const char *call, const al_group_t *group, int n, const int *images,
                       unsigned char *marks)
{
    AL_TRY(mark_images(call, group, n, images, marks));
    AL_TRY(ali_fence_engine());
    AL_TRY(each_marked(group, marks, ali_notify));
    return each_marked(group, marks, ali_notify_wait);
}

/* The most frequent list: one image. */
static int sync_one(const char *call, const al_group_t *group, int image)
{
    if (image < 0 || image >= group->size)
        return coi_bad_image(call, group, image);
    const int rank = ali_world_rank(group, image);
    AL_TRY(ali_fence_engine());
    if (image == group->rank)
        return ASHLAR_OK;
    AL_TRY(ali_notify(rank));
    return ali_notify_wait(rank);
}

int co_sync_images(ga_group_t group, int n, const int *images)
{
    enum { FEW = 4096 };
    unsigned char few[FEW / 8];
    al_group_t *all;
    AL_TRY(coi_group(__func__, group, &all));
    if (n < -1)
        return AL_FAIL(ASHLAR_EARG, "%s: a list of %d images", __func__, n);
    if (n > 0 && !images)
        return gai_bad_argument(__func__, "the list of images");
    if (n == 1)
        return sync_one(__func__, all, *images);
    const size_t bytes = (size_t)(all->size + 7) / 8;
    if (all->size <= FEW) {
        memset(few, 0, bytes);
        return sync_marked(__func__, all, n, images, few);
    }
    unsigned char *marks = calloc(bytes, 1);
    if (!marks)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory to mark %d images", __func__, all->size);
    int status = sync_marked(__func__, all, n, images, marks);
    free(marks);
    return status;
}

/* ---- waiting for a value --------------------------------------------------------------------- */

static int compares(int64_t a, co_compare compare, int64_t b)
{
    switch (compare) {
    case CO_EQ:
        return a == b;
    case CO_NE:
        return a != b;
    case CO_GT:
        return a > b;
    case CO_GE:
        return a >= b;
    case CO_LT:
        return a < b;
    default:
        return a <= b;
    }
}

int coi_await(const char *call, al_segment_t *segment, int rank, size_t offset, ashlar_type type,
              co_compare compare, int64_t value)
{
    int64_t now;
    ali_report_wait(call, AL_ANYBODY);
    for (al_wait_t wait = {0};; ali_wait_step(&wait, 1)) {
        AL_TRY(coi_read(segment, rank, offset, type, &now));
        if (compares(now, compare, value))
            return ASHLAR_OK;
        if (ali_engine && (segment->group->node_count > 1 || wait.round >= AL_SPINS) &&
            ali_engine->poll() == ASHLAR_EMPI)
            return ASHLAR_EMPI;
    }
}

int co_wait_until(co_array_t *x, const int64_t *index, co_compare compare, int64_t value)
{
    size_t offset = 0;
    const int me = x ? x->group->rank : 0;
    AL_TRY(coi_find(__func__, x, me, index, &offset));
    AL_TRY(coi_check_integer(__func__, x));
    if ((unsigned)compare >= CO_COMPARE_COUNT)
        return AL_FAIL(ASHLAR_EARG, "%s: %d is not a comparison", __func__, (int)compare);
    AL_TRY(coi_await(__func__, x->segment, me, offset, (ashlar_type)x->type, compare, value));
    return ali_order_after_notice();
}
