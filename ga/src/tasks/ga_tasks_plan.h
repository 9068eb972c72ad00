/* In which order tasks are handed out, and how many at once. No MPI. Rank 0 plans for all where
 * costs say how; without, all plan alike. */
#ifndef GA_TASKS_PLAN_H
#define GA_TASKS_PLAN_H

#include <stdint.h>

#include <ashlar/ga.h>

/* One task of the order. */
typedef struct gai_task {
    union {
        uint64_t key; /* while they are sorted, by rising keys */
        double left;  /* then, with costs: that of this task and all later ones */
    };
    int64_t number;
} gai_task_t;

/* The arguments of ga_tasks_create. */
typedef struct gai_tasks_plan {
    int64_t n, chunk;   /* chunk 0: by shares of what is left */
    const double *cost; /* [n] or NULL */
    ga_tasks_order order;
    uint64_t seed;
    int ranks;
    gai_task_t *task; /* [n], made by gai_tasks_sort; NULL: as given, all alike */
} gai_tasks_plan_t;

/* Check the costs and put the tasks in order. What the plan then holds is freed with free(task).
 * @return ASHLAR_EARG, ASHLAR_ENOMEM */
int gai_tasks_sort(const char *call, gai_tasks_plan_t *plan);

/* The number of chunks; cut[c] is where chunk c begins and chunk c-1 ends. cut may be NULL, to
 * count, or has room for one more than there are. For plans with chunk 0 and costs. */
int64_t gai_tasks_cut(const gai_tasks_plan_t *plan, int64_t *cut);

/* Chunks of one size: from number `chunk` on, which begins at `place`, up to the next of a list. */
typedef struct gai_tasks_run {
    int64_t chunk, place, size;
} gai_tasks_run_t;
enum { GAI_TASKS_RUNS = 64 };

/* The chunks of a plan of one size, or without costs: *count runs, and how many chunks. */
int64_t gai_tasks_list_runs(const gai_tasks_plan_t *plan, gai_tasks_run_t runs[GAI_TASKS_RUNS],
                            int *count);
/* The run that has a chunk. */
const gai_tasks_run_t *gai_tasks_find_run(const gai_tasks_run_t *runs, int count, int64_t chunk);

#endif
