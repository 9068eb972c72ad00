/* test_shared threads|processes [rounds of the whole]: see shared.h. */
#define _DEFAULT_SOURCE
#include "shared.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "armci-lite/src/wait/al_wait.h"

enum { PATIENCE = 100 }; /* seconds */

static const shared_case_t *const cases[] = {&lock_counts,    &barrier_slots, &marks_agree,
                                             &barrier_leader, &barrier_sizes, &notice_ring,
                                             &notice_lists,   &heap_blocks,   &handle_pool};

/* Each worker's generator of delays. */
static _Thread_local rng_t delays;

void test_delay(void)
{
    uint64_t number = rng_next(&delays) % 512;

    if (number == 0)
        nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
    else if (number < 32)
        sched_yield();
}

/* Stands for the library's, which also serves an engine. */
void ali_wait_back_off(al_wait_t *wait, int poll)
{
    (void)wait;
    (void)poll;
    sched_yield();
}

typedef struct worker {
    const shared_case_t *test;
    void *memory;
    int number;
    uint64_t seed;
} worker_t;

static void *run_worker(void *argument)
{
    const worker_t *worker = argument;

    alarm(PATIENCE); /* a lost wake-up must not hang; a child does not inherit it */
#ifdef TESTS_ORDER_H
    test_order_worker(worker->number);
#endif
    delays = rng_seed(worker->seed * WORKERS + (uint64_t)worker->number);
    worker->test->work(worker->memory, worker->number);
    return NULL;
}

static void run_threads(worker_t *workers)
{
    pthread_t threads[WORKERS];

    for (int k = 0; k < WORKERS; ++k)
        HOLDS(pthread_create(&threads[k], NULL, run_worker, &workers[k]) == 0);
    for (int k = 0; k < WORKERS; ++k)
        pthread_join(threads[k], NULL);
}

static void run_processes(worker_t *workers)
{
    for (int k = 0; k < WORKERS; ++k) {
        pid_t child = fork();
        HOLDS(child >= 0);
        if (child == 0) {
            run_worker(&workers[k]);
            _Exit(0);
        }
    }
    for (int k = 0; k < WORKERS; ++k) {
        int status;
        HOLDS(wait(&status) > 0);
        HOLDS(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
}

static void run_case(const shared_case_t *test, int as_threads, uint64_t seed)
{
    worker_t workers[WORKERS];
    void *memory =
        mmap(NULL, test->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    HOLDS(memory != MAP_FAILED);
#ifdef TESTS_ORDER_H
    test_order_begin();
#endif
    for (int k = 0; k < WORKERS; ++k)
        workers[k] = (worker_t){test, memory, k, seed};
    if (as_threads)
        run_threads(workers);
    else
        run_processes(workers);
    test->check(memory);
    munmap(memory, test->bytes);
}

int main(int argc, char **argv)
{
    int as_threads = argc > 1 && strcmp(argv[1], "threads") == 0;
    int rounds = argc > 2 ? atoi(argv[2]) : 1;

    alarm(PATIENCE);
    for (int round = 0; round < rounds; ++round) {
        for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
            if (as_threads || !cases[k]->threads_only) {
                run_case(cases[k], as_threads, (uint64_t)(100 * round) + k);
                printf("ok   %s\n", cases[k]->name);
                fflush(stdout);
            }
        }
    }
    printf("PASSED: %d workers as %s\n", WORKERS, as_threads ? "threads" : "processes");
    return 0;
}
