/* Locks of images: a set of mutexes in which image k has numbers k, k + images, ... */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "coarray/src/co_collective.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_group.h"

struct co_locks {
    gai_finalizer_t live;
    al_mutexes_t *mutexes;
    al_group_t *group; /* NULL: the library has stopped since */
    ga_group_t handle;
    int n; /* of an image */
};

static void end_locks(gai_finalizer_t *live)
{
    co_locks_t *locks = (co_locks_t *)live;
    if (gai_reports_leaks(locks->group))
        fprintf(stderr, "ga_terminate: a set of locks, %d on each of %d images, was not freed\n",
                locks->n, locks->group->size);
    ali_mutexes_forget(locks->mutexes);
    locks->group = NULL;
}

int co_locks_create(ga_group_t group, int n, co_locks_t **locks)
{
    ALI_CHECKED(gai_check_collective(COI_ROW(co_locks_create), NULL, group, n, locks));
    al_group_t *ranks;
    ga_group_t handle;
    AL_TRY(gai_group(__func__, group, &ranks, &handle));
    co_locks_t *made = malloc(sizeof *made);
    int status = !made    ? AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for a set of locks", __func__)
                 : n < 1  ? AL_FAIL(ASHLAR_EARG, "%s: %d locks of an image", __func__, n)
                 : !locks ? gai_bad_argument(__func__, "the pointer for the locks")
                          : ASHLAR_OK;
    status = gai_agree(__func__, ranks, status);
    if (status == ASHLAR_OK)
        status = al_mutexes_create(ranks, (int64_t)n * ranks->size, &made->mutexes);
    if (status != ASHLAR_OK) {
        free(made);
        return status;
    }
    *made = (co_locks_t){.mutexes = made->mutexes, .group = ranks, .handle = handle, .n = n};
    gai_group_ref(handle);
    gai_finalizer_add(&made->live, end_locks);
    *locks = made;
    return ASHLAR_OK;
}

static al_group_t *group_of_locks(const co_locks_t *locks)
{
    return locks ? locks->group : NULL;
}

static uint64_t number_of_locks(const co_locks_t *locks)
{
    return locks && locks->group ? ali_mutexes_segment(locks->mutexes)->number : 0;
}

int co_locks_free(co_locks_t *locks)
{
    if (locks && !locks->group) {
        free(locks);
        return ASHLAR_OK;
    }
    ALI_CHECKED(gai_check_collective(COI_ROW(co_locks_free), group_of_locks(locks),
                                     (int)number_of_locks(locks)));
    AL_TRY(gai_check_started(__func__));
    if (!locks)
        return gai_bad_argument(__func__, "the set of locks");
    int status = al_mutexes_free(locks->mutexes);
    if (status == ASHLAR_ESTATE)
        return ali_fail_within(status, "%s", __func__);
    gai_group_unref(locks->handle);
    gai_finalizer_remove(&locks->live);
    free(locks);
    return status;
}

static int find_lock(const char *call, const co_locks_t *locks, int image, int index,
                     int64_t *mutex)
{
    AL_TRY(gai_check_started(call));
    if (!locks)
        return gai_bad_argument(call, "the set of locks");
    if (!locks->group)
        return gai_bad_stale(call, "the set of locks");
    if ((unsigned)image >= (unsigned)locks->group->size)
        return coi_bad_image(call, locks->group, image);
    if (index < 0 || index >= locks->n)
        return AL_FAIL(ASHLAR_ERANGE, "%s: lock %d is outside 0..%d", call, index, locks->n - 1);
    *mutex = image + (int64_t)index * locks->group->size;
    return ASHLAR_OK;
}

int co_lock(co_locks_t *locks, int image, int index)
{
    int64_t mutex = 0;
    AL_TRY(find_lock(__func__, locks, image, index, &mutex));
    int status = al_mutex_lock(locks->mutexes, mutex);
    return status == ASHLAR_OK ? status : ali_fail_within(status, "%s", __func__);
}

int co_try_lock(co_locks_t *locks, int image, int index, int *taken)
{
    int64_t mutex = 0;
    AL_TRY(find_lock(__func__, locks, image, index, &mutex));
    if (!taken)
        return gai_bad_argument(__func__, "the pointer `taken`");
    int status = al_mutex_try_lock(locks->mutexes, mutex, taken);
    return status == ASHLAR_OK ? status : ali_fail_within(status, "%s", __func__);
}

int co_unlock(co_locks_t *locks, int image, int index)
{
    int64_t mutex = 0;
    AL_TRY(find_lock(__func__, locks, image, index, &mutex));
    int status = al_mutex_unlock(locks->mutexes, mutex);
    return status == ASHLAR_OK ? status : ali_fail_within(status, "%s", __func__);
}
