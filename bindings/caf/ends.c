/* The end of images, and the news of it to the others.
 *
 * An image that has stopped or failed goes on serving the others, and takes part in the barriers of
 * all its teams, until all images have ended: stock MPI ends a job when a process leaves it. So a
 * barrier never waits for an image that is gone. Before an ended image is in its first
 * barrier, all nodes of the team know since which phase it has ended; images that leave that phase
 * see it. An image that took part in a phase and then ended counts as present in it. */
#include <stdio.h>
#include <stdlib.h>

#include "caf.h"

int caf_ended(const caf_team_t *team, int image)
{
    if (!caf_read_counter(&team->ended_here[CAF_ENDED_COUNT]))
        return 0;
    return CAF_END_HOW(caf_read_counter(&team->ended_here[CAF_ENDED_IMAGES + image]));
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
    if (!caf_read_counter(&team->ended_here[CAF_ENDED_COUNT]))
        return 0;
    for (int image = 0; image < team->size; ++image) {
        const long long ended = caf_read_counter(&team->ended_here[CAF_ENDED_IMAGES + image]);
        if (ended && CAF_END_PHASE(ended) <= team->phase && how != CAF_STOPPED)
            how = CAF_END_HOW(ended);
    }
    return how;
}

/* Tell the first image of each node of the team; complete once my accesses are. */
static void announce_end(const caf_team_t *team, int how)
{
    const size_t mine = (size_t)(CAF_ENDED_IMAGES + team->me) * sizeof *team->ended_here;
    const size_t count = CAF_ENDED_COUNT * sizeof *team->ended_here;
    const long long end = CAF_END(team->phase + 1, how);
    char *is_told = caf_take_zeroed((size_t)al_node_count());
    for (int image = 0; image < team->size; ++image) {
        const int node = al_node_of(caf_world_rank(team, image));
        if (is_told[node])
            continue;
        caf_check(al_put_signal(team->ended, image, 0, NULL, NULL, mine, end));
        caf_check(al_put_signal(team->ended, image, 0, NULL, NULL, count, 1));
        is_told[node] = 1;
    }
    free(is_told);
}

/* Images that end together should not see which was first, nor tell each other. So an image that
 * stops waits a while for the others to end, too. @return whether all have */
static int await_ends(void)
{
    caf_deadline_t deadline = {0};
    int all = 0;
    do
        caf_check(co_barrier_test(caf.ends, &all));
    while (!all && caf_wait_until(&deadline));
    return all;
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

/* Tell the others that I have ended, and take part in barriers until all have. */
static void serve_until_all_end(int how)
{
    unsigned steps = 0;
    int all = 0;
    for (const caf_team_t *team = caf.teams; team; team = team->next)
        announce_end(team, how);
    caf_check(co_sync_memory());
    while (caf_check(co_barrier_test(caf.ends, &all)), !all) {
        for (caf_team_t *team = caf.teams; team; team = team->next)
            serve_barrier_after_end(team);
        caf_wait_step(&steps);
    }
}

void caf_end(int how)
{
    fflush(stdout);
    if (al_forked()) /* it is no image */
        return;
    caf_check(co_barrier_notify(caf.ends)); /* notices are there before */
    if (how == CAF_FAILED || !await_ends())
        serve_until_all_end(how);
    caf_check(co_barrier_wait(caf.ends));
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
