/* When to answer, and how to wait. */
#include "armci-lite/pmpi/serve.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

#include <ashlar/al.h>

#include "armci-lite/src/wait/al_wait.h"

/* The library is the program's business: none, shared or static. Without one these are NULL. */
#pragma weak al_engine_polls
#pragma weak al_group_comm
#pragma weak al_group_world
#pragma weak al_poll

static _Thread_local int serving; /* this thread is inside al_poll() */

/* The state of a communicator is an attribute of it: 2 * start + (1 when its ranks are all of the
 * library). On the library's own communicator: the number of the start. */
static struct {
    pthread_mutex_t lock;
    int keyval;
    intptr_t starts;
} known = {.lock = PTHREAD_MUTEX_INITIALIZER, .keyval = MPI_KEYVAL_INVALID};

int ali_should_serve(void)
{
    return al_engine_polls && !serving && al_engine_polls();
}

static intptr_t get_known(MPI_Comm comm)
{
    intptr_t *value;
    int found = 0;
    if (known.keyval != MPI_KEYVAL_INVALID)
        PMPI_Comm_get_attr(comm, known.keyval, &value, &found);
    return found ? (intptr_t)value : 0;
}

static void set_known(MPI_Comm comm, intptr_t value)
{
    if (known.keyval == MPI_KEYVAL_INVALID)
        PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &known.keyval,
                                NULL);
    PMPI_Comm_set_attr(comm, known.keyval, (void *)value);
}

static bool is_within(MPI_Group group, MPI_Group whole)
{
    MPI_Group common;
    int size, common_size;
    PMPI_Group_intersection(group, whole, &common);
    PMPI_Group_size(group, &size);
    PMPI_Group_size(common, &common_size);
    PMPI_Group_free(&common);
    return size == common_size;
}

static int all_belong(MPI_Comm comm, MPI_Comm library)
{
    MPI_Group whole, group;
    int inter, belong;
    PMPI_Comm_group(library, &whole);
    PMPI_Comm_group(comm, &group);
    belong = is_within(group, whole);
    PMPI_Group_free(&group);
    PMPI_Comm_test_inter(comm, &inter);
    if (belong && inter) {
        PMPI_Comm_remote_group(comm, &group);
        belong = is_within(group, whole);
        PMPI_Group_free(&group);
    }
    PMPI_Group_free(&whole);
    return belong;
}

int ali_should_serve_collective(MPI_Comm comm)
{
    if (!ali_should_serve() || comm == MPI_COMM_NULL)
        return 0;
    MPI_Comm library = al_group_comm(al_group_world());
    pthread_mutex_lock(&known.lock);
    intptr_t start = get_known(library);
    if (start == 0) {
        start = ++known.starts;
        set_known(library, start);
    }
    intptr_t value = get_known(comm);
    if (comm == library) {
        value = 2 * start + 1;
    } else if (value >> 1 != start) {
        value = 2 * start + all_belong(comm, library);
        set_known(comm, value);
    }
    pthread_mutex_unlock(&known.lock);
    return (int)(value & 1);
}

/* Answer at once, so that a program of many short waits does, then spin, then answer and yield. */
void ali_serve_step(unsigned *round)
{
    if ((*round)++ > 0 && *round < AL_SPINS) {
        ali_cpu_relax();
        return;
    }
    serving = 1;
    al_poll(); /* what fails in it is reported by the next call of the library */
    serving = 0;
    if (*round >= AL_SPINS)
        sched_yield();
}

int ali_serve_until(int started, MPI_Request *request, MPI_Status *status)
{
    int done = 0, result = started;
    for (unsigned round = 0; result == MPI_SUCCESS;) {
        result = PMPI_Test(request, &done, status);
        if (done)
            break;
        ali_serve_step(&round);
    }
    return result;
}
