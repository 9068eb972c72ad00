/* Images: start, end, who they are, and waiting for each other.
 *
 * An image that has stopped or failed goes on serving the others, and takes part in the barriers of
 * all its teams, until all images have ended: stock MPI ends a job when a process leaves it. So a
 * barrier never waits for somebody who is gone. Before an ended image meets others for the first
 * time, all nodes of the team know since which phase it has ended; who leaves that phase sees it.
 * An image that met the others in a phase and then ended counts as present in it. */
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "caf.h"

struct caf_state caf;

/* ---- errors ---------------------------------------------------------------------------------- */

static void abort_images(int code) __attribute__((noreturn));
static void abort_images(int code)
{
    int is_up = 0, is_over = 0;
    fflush(stdout);
    fflush(stderr);
    MPI_Initialized(&is_up);
    MPI_Finalized(&is_over);
    if (is_up && !is_over && !al_forked()) { /* a child's parent goes on */
        /* A launcher may drop what was written just before the end. */
        nanosleep(&(struct timespec){0, 100000000}, NULL);
        MPI_Abort(MPI_COMM_WORLD, code);
    }
    _Exit(code);
}

static int my_number(void)
{
    return caf.initial ? caf.initial->me + 1 : 0;
}

static void write_error(const char *format, va_list args)
{
    fflush(stdout);
    fprintf(stderr, "Fortran runtime error on image %d: ", my_number());
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

void caf_stop(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    write_error(format, args);
    va_end(args);
    abort_images(1);
}

void caf_succeed(const caf_report_t *report)
{
    if (report->stat)
        *report->stat = 0;
}

void caf_fail(const caf_report_t *report, int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!report->stat) {
        write_error(format, args);
        abort_images(1);
    }
    *report->stat = code;
    if (report->errmsg && report->length > 0) {
        char text[512];
        vsnprintf(text, sizeof text, format, args);
        const size_t n = strlen(text) < report->length ? strlen(text) : report->length;
        memcpy(report->errmsg, text, n);
        memset(report->errmsg + n, ' ', report->length - n);
    }
    va_end(args);
}

void caf_finish(const caf_report_t *report, int status)
{
    if (__builtin_expect(status == ASHLAR_OK, 1))
        caf_succeed(report);
    else
        caf_fail(report, 1, "%s", ashlar_error_message());
}

void caf_check(int status)
{
    if (status != ASHLAR_OK)
        caf_stop("%s", ashlar_error_message());
}

/* ---- start ----------------------------------------------------------------------------------- */

static void start_mpi(void)
{
    int is_up, level;
    MPI_Initialized(&is_up);
    if (is_up)
        return;
    /* For the helper thread, which serves other nodes while an image computes. */
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level) != MPI_SUCCESS) {
        fprintf(stderr, "libcaf_ashlar: MPI does not start\n");
        exit(EXIT_FAILURE);
    }
    caf.owns_mpi = 1;
}

/* Called by the first that needs it: coarrays that are not allocatable are registered before main.
 */
void caf_start(void)
{
    if (caf.is_started)
        return;
    caf.is_started = 1;
    caf_new_period();
    start_mpi();
    caf_check(ga_initialize(MPI_COMM_WORLD));
    void *arena;
    caf_check(al_segment_address(al_memory(), al_rank(), &arena));
    caf.arena = arena;
    caf.arena_bytes = al_segment_bytes(al_memory(), al_rank());
    caf_team_start();
    const co_spec_t forming = {.type = ASHLAR_LLONG, .ndim = 1, .extents = {2}, .clear = 1};
    caf_check(co_create(&forming, &caf.forming));
    const co_spec_t notices = {
        .type = ASHLAR_LLONG, .ndim = 1, .extents = {caf.initial->size}, .clear = 1};
    if (al_node_count() > 1)
        caf_check(co_create(&notices, &caf.notices));
}

void _gfortran_caf_init(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    caf_start();
    caf_meet(caf.initial); /* now all coarrays that are not allocatable have their first values */
}

/* ---- who has ended --------------------------------------------------------------------------- */

static long long read_counter(const long long *counter)
{
    return atomic_load_explicit((const _Atomic long long *)counter, memory_order_acquire);
}

int caf_ended(const caf_team_t *team, int image)
{
    if (!read_counter(&team->ended_here[0]))
        return 0;
    return (int)(read_counter(&team->ended_here[1 + image]) % 4);
}

int caf_ended_stat(int how)
{
    return how == CAF_STOPPED  ? CAF_STAT_STOPPED_IMAGE
           : how == CAF_FAILED ? CAF_STAT_FAILED_IMAGE
                               : 0;
}

/* How those have ended who were not present in the phase that all have just met in: failed only if
 * nobody has stopped. */
static int ended_in_phase(const caf_team_t *team)
{
    int how = 0;
    if (!read_counter(&team->ended_here[0]))
        return 0;
    for (int image = 0; image < team->size; ++image) {
        const long long since = read_counter(&team->ended_here[1 + image]);
        if (since && since / 4 <= team->phase && how != CAF_STOPPED)
            how = (int)(since % 4);
    }
    return how;
}

static void tell_ended(caf_team_t *team, int how)
{
    const int64_t mine = 1 + team->me, count = 0;
    for (int node = 0; node < team->nodes; ++node) {
        caf_check(
            co_atomic_set(team->ended, team->leaders[node], &mine, (team->phase + 1) * 4 + how));
        caf_check(co_atomic_update(team->ended, team->leaders[node], &count, ASHLAR_SUM, 1, NULL));
    }
}

/* Images that end together should not see who was first. So one that stops gives the others a while
 * to come to their end too, before they can know of it. */
static void await_ends(void)
{
    const int64_t at_end = 1 + caf.initial->size;
    caf_while_t a_while = {0};
    for (int node = 0; node < caf.initial->nodes; ++node)
        caf_check(co_atomic_update(caf.initial->ended, caf.initial->leaders[node], &at_end,
                                   ASHLAR_SUM, 1, NULL));
    caf_check(co_sync_memory());
    while (read_counter(&caf.initial->ended_here[at_end]) < caf.initial->size &&
           caf_wait_a_while(&a_while))
        ;
}

/* Take part in the barriers of a team without waiting. */
static void haunt(caf_team_t *team)
{
    int is_complete = 1;
    if (team->is_met)
        caf_check(co_barrier_test(team->barrier, &is_complete));
    if (!is_complete)
        return;
    if (team->is_met) {
        caf_check(co_barrier_wait(team->barrier));
        ++team->phase;
    }
    caf_check(co_barrier_notify(team->barrier));
    team->is_met = 1;
}

void caf_end(int how)
{
    unsigned steps = 0;
    fflush(stdout);
    if (al_forked()) /* it is no image */
        return;
    caf_check(co_sync_memory()); /* notices are there before */
    if (how == CAF_STOPPED)
        await_ends();
    for (caf_team_t *team = caf.teams; team; team = team->next)
        tell_ended(team, how);
    caf_check(co_sync_memory());
    while (read_counter(&caf.initial->ended_here[0]) < caf.initial->size) {
        for (caf_team_t *team = caf.teams; team; team = team->next)
            haunt(team);
        caf_wait_step(&steps);
    }
    caf.is_started = 0;
    caf.arena_bytes = 0;
    ga_set_leak_report(0); /* a program may leave everything alive */
    caf_check(ga_terminate());
    if (caf.owns_mpi)
        MPI_Finalize();
}

/* Between two looks, when the look has served others. */
static void rest(unsigned *steps)
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
    rest(steps);
}

int caf_wait_a_while(caf_while_t *a_while)
{
    enum { WHILE_NS = 50000000 };
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (a_while->steps == 0)
        a_while->start = now;
    caf_wait_step(&a_while->steps);
    return (now.tv_sec - a_while->start.tv_sec) * 1000000000LL + now.tv_nsec -
               a_while->start.tv_nsec <
           WHILE_NS;
}

/* ---- end ------------------------------------------------------------------------------------- */

void _gfortran_caf_finalize(void)
{
    if (caf.is_started)
        caf_end(CAF_STOPPED);
}

void _gfortran_caf_stop_numeric(int code, bool quiet)
{
    if (!quiet)
        fprintf(stderr, "STOP %d\n", code);
    _gfortran_caf_finalize();
    exit(code);
}

void _gfortran_caf_stop_str(const char *text, size_t length, bool quiet)
{
    if (!quiet && text)
        fprintf(stderr, "STOP %.*s\n", (int)length, text);
    _gfortran_caf_finalize();
    exit(0);
}

void _gfortran_caf_error_stop(int code, bool quiet)
{
    if (!quiet)
        fprintf(stderr, "ERROR STOP %d\n", code);
    abort_images(code);
}

void _gfortran_caf_error_stop_str(const char *text, size_t length, bool quiet)
{
    if (!quiet)
        fprintf(stderr, "ERROR STOP %.*s\n", (int)length, text);
    abort_images(1);
}

/* The image fails for the others, but goes on serving them. */
void _gfortran_caf_fail_image(void)
{
    fprintf(stderr, "IMAGE %d FAILED!\n", my_number());
    caf_end(CAF_FAILED);
    exit(0);
}

/* ---- which images ---------------------------------------------------------------------------- */

int _gfortran_caf_this_image(int distance)
{
    (void)distance;
    caf_start();
    return caf.current->me + 1;
}

static int count_failed(const caf_team_t *team)
{
    int failed = 0;
    for (int image = 0; image < team->size; ++image)
        failed += caf_ended(team, image) == CAF_FAILED;
    return failed;
}

/* failed: -1 all, 0 those that have not failed, 1 those that have. */
int _gfortran_caf_num_images(int distance, int failed)
{
    (void)distance;
    caf_start();
    return failed < 0 ? caf.current->size
           : failed   ? count_failed(caf.current)
                      : caf.current->size - count_failed(caf.current);
}

/* gfortran has no team= of the following yet. */
int _gfortran_caf_image_status(int image, int no_team)
{
    const caf_team_t *team = caf.current;
    (void)no_team;
    if (image < 1 || image > team->size)
        caf_stop("image_status: image %d is outside 1..%d", image, team->size);
    return caf_ended_stat(caf_ended(team, image - 1));
}

static void list_ended(caf_descriptor_t *list, const int *kind, int how)
{
    const caf_team_t *team = caf.current;
    const size_t length = kind ? (size_t)*kind : sizeof(int);
    char *numbers = malloc((size_t)team->size * length + 1);
    ptrdiff_t n = 0;
    if (!numbers)
        caf_stop("no memory for a list of %d images", team->size);
    for (int image = 0; image < team->size; ++image)
        if (caf_ended(team, image) == how) {
            const int64_t number = image + 1; /* the low bytes come first, or there are all 8 */
            memcpy(numbers + (size_t)n++ * length, &number, length);
        }
    if (n == 0) { /* then gfortran wants no memory */
        free(numbers);
        numbers = NULL;
    }
    list->base = numbers; /* from 0 on: gfortran takes the upper bound for granted */
    list->offset = 0;
    list->element.length = length;
    list->element.rank = 1;
    list->element.type = CAF_INTEGER;
    list->span = (ptrdiff_t)length;
    list->dim[0] = (caf_dimension_t){1, 0, n - 1};
}

void _gfortran_caf_failed_images(caf_descriptor_t *list, void *no_team, int *kind)
{
    (void)no_team;
    list_ended(list, kind, CAF_FAILED);
}

void _gfortran_caf_stopped_images(caf_descriptor_t *list, void *no_team, int *kind)
{
    (void)no_team;
    list_ended(list, kind, CAF_STOPPED);
}

/* ---- synchronisation ------------------------------------------------------------------------- */

int caf_meet(caf_team_t *team)
{
    caf_new_period();
    caf_check(co_barrier_notify(team->barrier));
    caf_check(co_barrier_wait(team->barrier));
    ++team->phase;
    return caf_ended_stat(ended_in_phase(team));
}

/* Of these statements gfortran passes the address of a pointer to the message. */
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
    const int ended = caf_meet(caf.current);
    const int is_known = caf.has_refused && !stat;
    caf.has_refused = 0;
    report_ended(&report, is_known ? 0 : ended, "sync all");
}

void _gfortran_caf_sync_memory(int *stat, char *errmsg, size_t errmsg_length)
{
    const caf_report_t report = report_by_pointer(stat, errmsg, errmsg_length);
    caf_new_period();
    caf_finish(&report, co_sync_memory());
}

void _gfortran_caf_sync_team(caf_team_t **team, int unused)
{
    (void)unused;
    report_ended(&(caf_report_t){0}, caf_meet(*team), "sync team");
}

static int is_near(int rank)
{
    return !caf.notices || al_node_of(rank) == al_node_of(al_rank());
}

/* Tell an image. One of another node by an event, which is there before this image is known to have
 * ended; a notice would be a message, and could come later. */
static void post_notice(int rank)
{
    const int64_t mine = al_rank();
    caf_check(is_near(rank) ? al_notify(rank) : co_event_post(caf.notices, rank, &mine));
}

static int test_notice(int rank)
{
    const int64_t from = rank;
    int64_t posted = 0;
    int come = 0;
    if (is_near(rank)) {
        caf_check(al_notify_test(rank, &come));
        return come;
    }
    caf_check(ga_poll());
    caf_check(co_event_query(caf.notices, &from, &posted));
    if (posted > 0)
        caf_check(co_event_wait(caf.notices, &from, 1));
    return posted > 0;
}

/* Wait for the notice of an image of the team. An image that has ended may have posted it before.
 */
static int take_notice(const caf_team_t *team, int image)
{
    int how = 0;
    for (unsigned steps = 0;; rest(&steps)) {
        if (test_notice(team->ranks[image]))
            return 0;
        if (how)
            return how;
        if (steps % 16 == 0)
            how = caf_ended(team, image);
    }
}

/* A notice completes accesses to all of the node that it goes to, sync images completes all there
 * are.
 *
 * All are told before the first is waited for: lists that overlap cannot wait in a circle. A pair
 * counts: a notice is taken once, and an image may be one meeting ahead. */
static int meet_images(const caf_team_t *team, const char *is_listed)
{
    int code = 0, told = 0;
    if (caf.initial->nodes > 1)
        caf_check(co_sync_memory());
    for (int image = 0; image < team->size; ++image)
        if (is_listed[image] && !caf_ended(team, image)) {
            post_notice(team->ranks[image]);
            told = 1;
        }
    if (!told)
        caf_check(co_sync_memory());
    for (int image = 0; image < team->size; ++image)
        if (is_listed[image]) {
            const int how = take_notice(team, image);
            if (how && code != CAF_STAT_STOPPED_IMAGE)
                code = caf_ended_stat(how);
        }
    return code;
}

void _gfortran_caf_sync_images(int n, int *images, int *stat, char *errmsg, size_t errmsg_length)
{
    const caf_report_t report = report_by_pointer(stat, errmsg, errmsg_length);
    const caf_team_t *team = caf.current;
    char few[64] = {0}, *is_listed = few;
    caf_new_period();
    if (team->size > (int)sizeof few && !(is_listed = calloc((size_t)team->size, 1)))
        caf_stop("sync images: no memory for a list of %d images", team->size);
    for (int k = 0; k < n; ++k) {
        if (images[k] < 1 || images[k] > team->size) {
            caf_fail(&report, 1, "sync images: image %d is outside 1..%d", images[k], team->size);
            goto end;
        }
        if (is_listed[images[k] - 1]) {
            caf_fail(&report, CAF_STAT_DUP_SYNC_IMAGES, "sync images: image %d is listed twice",
                     images[k]);
            goto end;
        }
        is_listed[images[k] - 1] = 1;
    }
    if (n < 0)
        memset(is_listed, 1, (size_t)team->size);
    is_listed[team->me] = 0;
    report_ended(&report, meet_images(team, is_listed), "sync images");
end:
    if (is_listed != few)
        free(is_listed);
}
