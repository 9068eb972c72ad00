/* Several threads of a rank at once: a random number of them on each rank, each with operations of
 * its own and delays between them. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <sched.h>
#include <time.h>

#include "stress.h"

enum { MOST_THREADS = 4, MOST_CALLS = 5 };

/* An operation of a thread. */
typedef struct job {
    buffer_t buffer;
    element_t alpha; /* of an accumulate */
} job_t;

typedef struct worker {
    pthread_t thread;
    array_t *array;
    bool reads;
    rng_t rng; /* its own: ways and delays */
    int count;
    job_t jobs[MOST_CALLS];
} worker_t;

static void delay(worker_t *w)
{
    const struct timespec nap = {.tv_nsec = (long)rng_range(&w->rng, 0, 200000)};

    switch (rng_range(&w->rng, 0, 5)) {
    case 0:
        nanosleep(&nap, NULL);
        break;
    case 1:
        sched_yield();
        break;
    default:
        break;
    }
}

static int start_job(const worker_t *w, const job_t *job, ga_handle_t *handle)
{
    const buffer_t *b = &job->buffer;
    ga_t g = w->array->g;

    return w->reads
               ? ga_get_nb_nd(g, b->patch.lo, b->patch.hi, b->data, b->ld, handle)
               : ga_acc_nb_nd(g, b->patch.lo, b->patch.hi, b->data, b->ld, &job->alpha, handle);
}

static int do_job(const worker_t *w, const job_t *job)
{
    const buffer_t *b = &job->buffer;
    ga_t g = w->array->g;

    return w->reads ? ga_get_nd(g, b->patch.lo, b->patch.hi, b->data, b->ld)
                    : ga_acc_nd(g, b->patch.lo, b->patch.hi, b->data, b->ld, &job->alpha);
}

static bool mpi_takes_all_threads(void)
{
    int level;

    MPI_Query_thread(&level);
    return level == MPI_THREAD_MULTIPLE;
}

/* Complete what a handle names; others complete theirs. A fence calls MPI for whatever the rank
 * has issued, to this array or not. */
static void finish(worker_t *w, ga_handle_t *handle)
{
    int done = 0, index;

    switch (rng_range(&w->rng, 0, mpi_takes_all_threads() ? 5 : 3)) {
    case 0:
        while (!done)
            stress_ok(ga_test(handle, &done));
        break;
    case 1:
        stress_ok(ga_wait_any(1, handle, &index));
        break;
    case 4:
        stress_ok(ga_fence());
        break;
    case 5:
        stress_ok(ga_fence_array_nb(w->array->g, handle));
        break;
    default:
        break;
    }
    stress_ok(ga_wait(handle));
}

static void *run_jobs(void *argument)
{
    worker_t *w = argument;
    ga_handle_t handle = 0;

    for (int k = 0; k < w->count; ++k) {
        delay(w);
        if (rng_range(&w->rng, 0, 1))
            stress_ok(start_job(w, &w->jobs[k], &handle));
        else
            stress_ok(do_job(w, &w->jobs[k]));
        if (rng_range(&w->rng, 0, 2) == 0)
            finish(w, &handle);
    }
    finish(w, &handle);
    return NULL;
}

/* Threads may call at once where MPI takes calls from all, or none are made. */
static bool threads_may_run(const array_t *array)
{
    return mpi_takes_all_threads() || !spans_nodes(array);
}

static void run_workers(worker_t *workers, int count)
{
    if (!threads_may_run(workers->array)) {
        for (int k = 0; k < count; ++k)
            run_jobs(&workers[k]);
        return;
    }
    for (int k = 1; k < count; ++k)
        if (pthread_create(&workers[k].thread, NULL, run_jobs, &workers[k]) != 0)
            stress_fail("no thread can be made");
    run_jobs(&workers[0]);
    for (int k = 1; k < count; ++k)
        pthread_join(workers[k].thread, NULL);
}

/* Draw what a worker does; everybody applies accumulates to the model. */
static void draw_jobs(worker_t *w, array_t *array, bool reads)
{
    *w = (worker_t){.array = array, .reads = reads, .count = (int)draw(1, MOST_CALLS)};
    w->rng = rng_seed((uint64_t)draw(1, INT32_MAX));
    for (int k = 0; k < w->count; ++k) {
        job_t *job = &w->jobs[k];
        patch_t p = draw_patch(array);
        job->buffer = draw_buffer(array, &p);
        if (reads)
            continue;
        scalar_t alpha = draw_alpha(array->model.type);
        job->alpha = element_of(array->model.type, alpha);
        model_acc(&array->model, &job->buffer, alpha);
    }
}

void do_threads(array_t *array)
{
    bool reads = draw(0, 1);
    worker_t workers[MOST_THREADS];

    if (!reads)
        grow(array, 1, 4 * VALUES * array->group->n * MOST_THREADS * MOST_CALLS);
    enter(array, reads ? PHASE_READS : PHASE_SUMS, 0);
    for (int k = 0; k < array->group->n; ++k) {
        int count = (int)draw(1, MOST_THREADS);
        bool mine = array->group->ranks[k] == ga_rank();
        for (int t = 0; t < count; ++t)
            draw_jobs(&workers[t], array, reads);
        if (mine)
            run_workers(workers, count);
        for (int t = 0; t < count; ++t)
            for (int j = 0; j < workers[t].count; ++j) {
                if (mine && reads)
                    check_buffer(array, &workers[t].jobs[j].buffer, NULL);
                buffer_free(&workers[t].jobs[j].buffer);
            }
    }
}
