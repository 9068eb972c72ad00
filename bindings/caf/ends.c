/* The end of images, and the news of it to the others.
 *
 * An image that has stopped or failed goes on serving the others, and takes part in the barriers of
 * all its teams, until all images have ended: stock MPI ends a job when a process leaves it. So a
 * barrier never waits for an image that is gone. Before an ended image is in its first
 * barrier, all nodes of the team know since which phase it has ended; images that leave that phase
 * see it. An image that took part in a phase and then ended counts as present in it. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "caf.h"

static long long read_counter(const long long *counter)
{
    return atomic_load_explicit((const _Atomic long long *)counter, memory_order_acquire);
}

int caf_ended(const caf_team_t *team, int image)
{
    if (!read_counter(&team->ended_here[CAF_ENDED_COUNT]))
        return 0;
    return CAF_END_HOW(read_counter(&team->ended_here[CAF_ENDED_IMAGES + image]));
}

int caf_ended_stat(int how)
{
    return how == CAF_STOPPED  ? CAF_STAT_STOPPED_IMAGE
           : how == CAF_FAILED ? CAF_STAT_FAILED_IMAGE
                               : 0;
}

int caf_ended_in_phase(const caf_team_t *team)
{
    int how = 0;
    if (!read_counter(&team->ended_here[CAF_ENDED_COUNT]))
        return 0;
    for (int image = 0; image < team->size; ++image) {
        const long long ended = read_counter(&team->ended_here[CAF_ENDED_IMAGES + image]);
        if (ended && CAF_END_PHASE(ended) <= team->phase && how != CAF_STOPPED)
            how = CAF_END_HOW(ended);
    }
    return how;
}

static void announce_end(caf_team_t *team, int how)
{
    const int64_t mine = CAF_ENDED_IMAGES + team->me, count = CAF_ENDED_COUNT;
    for (int node = 0; node < team->nodes; ++node) {
        caf_check(
            co_atomic_set(team->ended, team->leaders[node], &mine, CAF_END(team->phase + 1, how)));
        caf_check(co_atomic_update(team->ended, team->leaders[node], &count, ASHLAR_SUM, 1, NULL));
    }
}

/* Images that end together should not see which was first. So an image that stops waits a while for
 * the others to end, too, before they can see it. */
static void await_ends(void)
{
    const int64_t at_end = CAF_ENDED_IMAGES + caf.initial->size;
    caf_deadline_t deadline = {0};
    for (int node = 0; node < caf.initial->nodes; ++node)
        caf_check(co_atomic_update(caf.initial->ended, caf.initial->leaders[node], &at_end,
                                   ASHLAR_SUM, 1, NULL));
    caf_check(co_sync_memory());
    while (read_counter(&caf.initial->ended_here[at_end]) < caf.initial->size &&
           caf_wait_until(&deadline))
        ;
}

/* Take part in the barriers of a team without waiting. */
static void serve_barrier_after_end(caf_team_t *team)
{
    int is_complete = 1;
    if (team->is_notified)
        caf_check(co_barrier_test(team->barrier, &is_complete));
    if (!is_complete)
        return;
    if (team->is_notified) {
        caf_check(co_barrier_wait(team->barrier));
        ++team->phase;
    }
    caf_check(co_barrier_notify(team->barrier));
    team->is_notified = 1;
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
        announce_end(team, how);
    caf_check(co_sync_memory());
    while (read_counter(&caf.initial->ended_here[CAF_ENDED_COUNT]) < caf.initial->size) {
        for (caf_team_t *team = caf.teams; team; team = team->next)
            serve_barrier_after_end(team);
        caf_wait_step(&steps);
    }
    caf.is_started = 0;
    caf.arena_bytes = 0;
    ga_set_leak_report(0); /* a program may leave everything alive */
    caf_check(ga_terminate());
    if (caf.owns_mpi)
        MPI_Finalize();
}

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
    caf_abort(code);
}

void _gfortran_caf_error_stop_str(const char *text, size_t length, bool quiet)
{
    if (!quiet)
        fprintf(stderr, "ERROR STOP %.*s\n", (int)length, text);
    caf_abort(1);
}

/* The image fails for the others, but goes on serving them. */
void _gfortran_caf_fail_image(void)
{
    fprintf(stderr, "IMAGE %d FAILED!\n", caf_my_number());
    caf_end(CAF_FAILED);
    exit(0);
}
