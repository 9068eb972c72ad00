/* All that ga remembers between calls, and how it is cleared when the library stops. */
#ifndef GA_CONTEXT_H
#define GA_CONTEXT_H

#include <stddef.h>
#include <stdint.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

enum {
    GAI_SLOTS = 1 << 16,
    GAI_GROUPS = 1 << 12,
    GAI_RECORDS = 256, /* record types */
    GAI_MUTEX_SETS = 64,
    GAI_POOLS = 1 << 10,
    GAI_GRIDS = 1 << 10,
    GAI_HOOKS = 8
};

/* A group that this rank belongs to (ga_group.c). */
typedef struct gai_group_entry {
    ga_group_t handle; /* 0: free */
    al_group_t *group;
    int arrays;
    ga_group_t here; /* its ranks on my node, 0 until wanted */
    int is_part;     /* is it the `here` of another? */
} gai_group_entry_t;

/* A record type lives until it has been destroyed and its last array is gone (ga_type.c). */
typedef struct gai_record {
    size_t bytes;
    unsigned number; /* beyond the built-in types */
    int users;       /* arrays, and the program until it destroys the type; 0: the entry is free */
    int is_destroyed;
} gai_record_t;

/* One kind of call, as integers so that they can be added atomically (ga_stats.c). */
typedef struct gai_counters {
    _Atomic int64_t calls, own, node, remote, nanoseconds, waited, messages, message_bytes;
    _Atomic int64_t sizes[GA_STATS_BINS], times[GA_STATS_BINS];
} gai_counters_t;

typedef struct gai_context {
    /* ---- of one run: zero again when the library stops ---- */
    struct gai_array *slots[GAI_SLOTS]; /* ga_array.h */
    int arrays;                         /* slots in use */
    gai_group_entry_t groups[GAI_GROUPS];
    ga_group_t default_group; /* 0: the library is not started */
    gai_record_t records[GAI_RECORDS];
    unsigned records_made;
    gai_counters_t counters[GA_STATS_COUNT];
    al_mutexes_t *mutexes[GAI_MUTEX_SETS + 1];
    struct gai_pool *pools[GAI_POOLS]; /* of tasks */
    struct gai_processor_grid *grids[GAI_GRIDS];
    int skips_sync_before, skips_sync_after; /* in operations on whole arrays (ga_classic.h) */
    void (*hooks[GAI_HOOKS])(void);          /* to be called at ga_terminate (ga_init.h) */
    int hook_count;
    struct gai_finalizer *finalizers; /* what programs hold by pointers (ga_init.h) */

    /* ---- of the process: handles of an earlier run stay stale ---- */
    int64_t arrays_made; /* grows for ever; handles are serial numbers modulo INT32_MAX */
    ga_group_t group_generations[GAI_GROUPS];
    ga_tasks_t pool_generations[GAI_POOLS];
    ga_grid_t grid_generations[GAI_GRIDS];
    int is_silent; /* reports no leaks */
} gai_context_t;

extern gai_context_t gai_context;

/* Clear what belongs to one run. */
void gai_context_reset(void);

#endif
