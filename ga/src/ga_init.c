/* Starting and stopping. */
#include <stdio.h>
#include <stdlib.h>

#include "armci-lite/src/al_private.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_collective.h"
#include "ga/src/array/ga_context.h"
#include "ga/src/array/ga_event.h"
#include "ga/src/array/ga_group.h"
#include "ga/src/array/ga_handle.h"
#include "ga/src/array/ga_processor_grid.h"
#include "ga/src/array/ga_stats.h"
#include "ga/src/array/ga_type.h"
#include "ga/src/ga_init.h"
#include "ga/src/onesided/ga_mutex.h"
#include "ga/src/operands/ga_walk.h"
#include "ga/src/tasks/ga_tasks.h"

void gai_at_terminate(void (*function)(void))
{
    for (int h = 0; h < gai_context.hook_count; ++h)
        if (gai_context.hooks[h] == function)
            return;
    if (gai_context.hook_count < GAI_HOOKS)
        gai_context.hooks[gai_context.hook_count++] = function;
}

void ga_set_leak_report(int is_wanted)
{
    gai_context.is_silent = !is_wanted;
}

int gai_reports_leaks(const al_group_t *group)
{
    return !gai_context.is_silent && group->rank == 0;
}

void gai_finalizer_add(gai_finalizer_t *finalizer, void (*end)(gai_finalizer_t *finalizer))
{
    *finalizer = (gai_finalizer_t){
        .next = gai_context.finalizers, .link = &gai_context.finalizers, .end = end};
    if (finalizer->next)
        finalizer->next->link = &finalizer->next;
    gai_context.finalizers = finalizer;
}

void gai_finalizer_remove(gai_finalizer_t *finalizer)
{
    if (!finalizer->link)
        return;
    *finalizer->link = finalizer->next;
    if (finalizer->next)
        finalizer->next->link = finalizer->link;
    finalizer->link = NULL;
}

static void run_finalizers(void)
{
    while (gai_context.finalizers) {
        gai_finalizer_t *finalizer = gai_context.finalizers;
        gai_finalizer_remove(finalizer);
        finalizer->end(finalizer);
    }
}

/* In a forked child. */
static void abandon_arrays(void)
{
    gai_context.is_silent = 1;
    run_finalizers();
    gai_groups_stop();
    gai_context_reset();
}

int ga_initialize(MPI_Comm comm)
{
    int status = al_init(comm);
    if (status != ASHLAR_OK)
        return ali_fail_within(status, "%s", __func__);
    AL_TRY(gai_groups_start());
    ali_context.stop = ga_terminate;
    ali_context.abandon = abandon_arrays;
    if (ali_context.env.info && ali_context.rank == 0)
        fprintf(stderr, "ashlar: threads of a rank in data-parallel operations: %d\n",
                gai_threads_most());
    ali_object_layers[AL_ARRAY] = &gai_array_layer;
    return gai_stats_start();
}

/* Free the arrays that the program left alive, and say so: once each, by the first rank of their
 * group. */
static void stop_arrays(void)
{
    for (int slot = 0; slot < GAI_SLOTS; ++slot) {
        gai_array_t *array = gai_context.slots[slot];
        if (!array)
            continue;
        if (gai_reports_leaks(gai_whole_group(array))) {
            fprintf(stderr, "ga_terminate: array '%s' (%s, ", array->name,
                    gai_type_name(array->type));
            for (int d = 0; d < array->dist.ndim; ++d)
                fprintf(stderr, "%s%lld", d ? " x " : "", (long long)array->dist.axis[d].extent);
            fprintf(stderr, ") was not destroyed\n");
        }
        if (array->replica != array)
            free(array->replica);
        free(array);
    }
}

int ga_terminate(void)
{
    ALI_CHECKED(gai_check_collective(GAI_ROW(ga_terminate), NULL));
    AL_TRY(gai_check_started(__func__));
    int status = al_barrier(al_group_world());
    ali_steps_abandon(); /* their arrays go */
    while (gai_context.hook_count > 0)
        gai_context.hooks[--gai_context.hook_count]();
    run_finalizers();
    if (ali_context.env.info == AL_INFO_STATS) {
        ga_stats_print(stderr);
        ga_report(stderr);
    }
    if (ali_context.env.info == AL_INFO_TRAFFIC)
        ga_traffic_print(stderr);
    gai_mutexes_stop();
    gai_tasks_stop();
    gai_grids_stop();
    stop_arrays();
    gai_groups_stop();
    gai_context_reset();
    int stop_status = al_finalize();
    return status != ASHLAR_OK ? status : stop_status;
}

int ga_initialized(void)
{
    return gai_groups_started();
}

int ga_rank(void)
{
    return al_rank();
}

int ga_size(void)
{
    return al_size();
}
