/* Image control: sync all, sync team, sync images, sync memory; and waiting. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "caf.h"

/* ---- waiting --------------------------------------------------------------------------------- */

void caf_rest(unsigned *steps)
{
    enum { SPINS = 100, YIELDS = 2000 };
    if (++*steps < SPINS) {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        __asm__ __volatile__("yield");
#endif
        return;
    }
    if (*steps < YIELDS)
        sched_yield();
    else
        nanosleep(&(struct timespec){0, 50000}, NULL);
}

void caf_wait_step(unsigned *steps)
{
    caf_check(ga_poll());
    caf_rest(steps);
}

int caf_wait_until(caf_deadline_t *deadline)
{
    enum { WHILE_NS = 50000000 };
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (deadline->steps == 0)
        deadline->start = now;
    caf_wait_step(&deadline->steps);
    return (now.tv_sec - deadline->start.tv_sec) * 1000000000LL + now.tv_nsec -
               deadline->start.tv_nsec <
           WHILE_NS;
}

/* ---- statements ------------------------------------------------------------------------------ */

int caf_barrier(caf_team_t *team)
{
    caf_begin_execution_segment();
    caf_check(co_barrier_notify(team->barrier));
    caf_check(co_barrier_wait(team->barrier));
    ++team->phase;
    return caf_ended_stat(caf_ended_in_phase(team));
}

/* For these statements gfortran passes the address of a pointer to the message. */
static caf_report_t report_by_pointer(int *stat, char *errmsg, size_t length)
{
    return (caf_report_t){stat, errmsg ? *(char **)(void *)errmsg : NULL, length};
}

static void report_ended(const caf_report_t *report, int code, const char *statement)
{
    if (code == 0)
        caf_succeed(report);
    else
        caf_fail(report, code, "%s: an image has %s", statement,
                 code == CAF_STAT_STOPPED_IMAGE ? "stopped" : "failed");
}

void _gfortran_caf_sync_all(int *stat, char *errmsg, size_t errmsg_length)
{
    const caf_report_t report = report_by_pointer(stat, errmsg, errmsg_length);
    const int ended = caf_barrier(caf.current);
    const int is_implicit = caf.allocation_failed && !stat;
    caf.allocation_failed = 0;
    report_ended(&report, is_implicit ? 0 : ended, "sync all");
}

void _gfortran_caf_sync_memory(int *stat, char *errmsg, size_t errmsg_length)
{
    const caf_report_t report = report_by_pointer(stat, errmsg, errmsg_length);
    caf_begin_execution_segment();
    caf_finish(&report, co_sync_memory());
}

void _gfortran_caf_sync_team(caf_team_t **team, int unused)
{
    (void)unused;
    report_ended(&(caf_report_t){0}, caf_barrier(*team), "sync team");
}

static bool is_near(int rank)
{
    return !caf.notices || al_node_of(rank) == al_node_of(al_rank());
}

/* Notices from images of other nodes are counted in memory of the one that gets them: a notice is
 * there before its image is known to have ended, where a message could come later. 2 bits for each
 * image are enough: an image posts again only when it has taken the other's notice, and not once it
 * knows that the other has ended, so never more than 2 have not been taken. */
enum { NOTICE_BITS = 2, NOTICE_MASK = 3, NOTICES_IN_WORD = 32 };

static size_t notice_word(int rank)
{
    return (size_t)rank / NOTICES_IN_WORD;
}

/* One notice, in its word. */
static int64_t one_notice(int rank)
{
    return (int64_t)(UINT64_C(1) << rank % NOTICES_IN_WORD * NOTICE_BITS);
}

void caf_notices_start(void)
{
    const size_t bytes = (notice_word(al_size() - 1) + 1) * sizeof *caf.notices_here;
    void *here;
    if (al_node_count() == 1)
        return;
    caf_check(al_segment_create(al_group_world(), bytes, &caf.notices));
    caf_check(al_segment_address(caf.notices, al_rank(), &here));
    memset(here, 0, bytes);
    caf.notices_here = here;
    caf_check(al_barrier(al_group_world()));
}

/* Notify an image; my accesses are complete, if it is of another node. */
static void post_notice(int rank)
{
    const size_t signal = notice_word(al_rank()) * sizeof *caf.notices_here;
    caf_check(is_near(rank)
                  ? al_notify(rank)
                  : al_put_signal(caf.notices, rank, 0, NULL, NULL, signal, one_notice(al_rank())));
}

/* Take a notice out of its word if there is one, and see what came before it. */
static int test_far_notice(int rank)
{
    const size_t at = notice_word(rank) * sizeof *caf.notices_here;
    caf_check(ga_poll());
    const long long word = caf_read_counter(&caf.notices_here[notice_word(rank)]);
    if (!(word >> rank % NOTICES_IN_WORD * NOTICE_BITS & NOTICE_MASK))
        return 0;
    caf_check(al_fetch_add(caf.notices, al_rank(), at, ASHLAR_LLONG, -one_notice(rank), NULL));
    caf_check(al_signal_wait(caf.notices, at, INT64_MIN, NULL));
    return 1;
}

static int test_notice(int rank)
{
    int come = 0;
    if (!is_near(rank))
        return test_far_notice(rank);
    caf_check(al_notify_test(rank, &come));
    return come;
}

/* Wait for the notice of an image of the team, which may have posted it before it ended. */
static int take_notice(const caf_team_t *team, int image)
{
    const int rank = caf_world_rank(team, image);
    int how = 0;
    for (unsigned steps = 0;; caf_rest(&steps)) {
        if (test_notice(rank))
            return 0;
        if (how)
            return how;
        if (steps % 16 == 0)
            how = caf_ended(team, image);
    }
}

static bool check_image(const caf_report_t *report, const caf_team_t *team, int image)
{
    if (image >= 1 && image <= team->size)
        return true;
    caf_fail(report, 1, "sync images: image %d is outside 1..%d", image, team->size);
    return false;
}

typedef struct image_list {
    int n;
    const int *images; /* from 1 on; NULL: all */
} image_list_t;

static inline int listed_image(const image_list_t *list, int k)
{
    return list->images ? list->images[k] - 1 : k;
}

/* SYNC IMAGES completes all accesses; a notice alone completes those to the node that it goes to.
 *
 * All images are notified before the first is waited for, so overlapping lists cannot deadlock.
 * Notices are counted: each is taken once, and an image may be one call ahead of the other. */
static int sync_listed(const caf_team_t *team, const image_list_t *list)
{
    int code = 0, has_notified = 0;
    if (caf.notices)
        caf_check(co_sync_memory());
    for (int k = 0; k < list->n; ++k) {
        const int image = listed_image(list, k);
        if (image != team->me && !caf_ended(team, image)) {
            post_notice(caf_world_rank(team, image));
            has_notified = 1;
        }
    }
    if (!has_notified)
        caf_check(co_sync_memory());
    for (int k = 0; k < list->n; ++k) {
        const int image = listed_image(list, k);
        const int how = image == team->me ? 0 : take_notice(team, image);
        if (how && code != CAF_STAT_STOPPED_IMAGE)
            code = caf_ended_stat(how);
    }
    return code;
}

/* The same with one image, which may be me: the most frequent list. */
static int sync_with(const caf_team_t *team, int image)
{
    const bool is_other = image != team->me, is_notified = is_other && !caf_ended(team, image);
    if (caf.notices || !is_notified)
        caf_check(co_sync_memory());
    if (is_notified)
        post_notice(caf_world_rank(team, image));
    return is_other ? caf_ended_stat(take_notice(team, image)) : 0;
}

static int order_of_images(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* An image that is listed twice; 0 */
static int image_listed_twice(int n, const int *images)
{
    int few[64], *sorted = few, k = 1;
    while (k < n && images[k - 1] < images[k])
        ++k;
    if (k >= n) /* in order, mostly */
        return 0;
    if (n > (int)(sizeof few / sizeof *few))
        sorted = caf_take_zeroed((size_t)n * sizeof *sorted);
    memcpy(sorted, images, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, order_of_images);
    for (k = 1; k < n && sorted[k - 1] != sorted[k]; ++k)
        ;
    const int twice = k < n ? sorted[k] : 0;
    if (sorted != few)
        free(sorted);
    return twice;
}

/* n < 0: all */
static void sync_list(const caf_report_t *report, const caf_team_t *team, int n, const int *images)
{
    const image_list_t list = {n < 0 ? team->size : n, n < 0 ? NULL : images};
    for (int k = 0; k < n; ++k)
        if (!check_image(report, team, images[k]))
            return;
    const int twice = n < 0 ? 0 : image_listed_twice(n, images);
    if (twice)
        caf_fail(report, CAF_STAT_DUP_SYNC_IMAGES, "sync images: image %d is listed twice", twice);
    else
        report_ended(report, sync_listed(team, &list), "sync images");
}

void _gfortran_caf_sync_images(int n, int *images, int *stat, char *errmsg, size_t errmsg_length)
{
    const caf_report_t report = report_by_pointer(stat, errmsg, errmsg_length);
    const caf_team_t *team = caf.current;
    caf_begin_execution_segment();
    if (n != 1)
        sync_list(&report, team, n, images);
    else if (check_image(&report, team, *images))
        report_ended(&report, sync_with(team, *images - 1), "sync images");
}
