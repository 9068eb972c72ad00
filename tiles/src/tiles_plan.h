/* A collective call on this rank while its steps are made: its arguments, and who takes part. */
#ifndef TILES_PLAN_H
#define TILES_PLAN_H

#include "tiles/src/tiles_section.h"

typedef enum tilesi_kind {
    TILESI_BROADCAST,
    TILESI_SCATTER,
    TILESI_GATHER,
    TILESI_EXCHANGE,
    TILESI_EXCHANGE_CUT,
    TILESI_REDUCE
} tilesi_kind_t;

/* The arguments of a call. */
typedef struct tilesi_call {
    const char *name;
    tilesi_kind_t kind;
    const ga_tiles_t *to, *from;
    int64_t count;
    int flags;
    int to_dim, from_dim; /* of an exchange that cuts */
    ashlar_op op;         /* of a reduction */
    int blocks;           /* it has no handle */
    ga_handle_t *handle;
} tilesi_call_t;

/* A participant. */
typedef struct tilesi_member {
    int rank, node; /* of the world */
    int from, to;   /* its numbers among the owners of sources and destinations, -1: none */
} tilesi_member_t;

typedef struct tilesi_plan {
    al_steps_t *steps; /* this is in its memory */
    tilesi_kind_t kind;
    const char *name;
    tilesi_section_t to, from;
    int64_t count;
    size_t element;
    int flags;
    int to_dim, from_dim;
    const int64_t *to_begin, *from_begin; /* of an exchange that cuts: where parts begin */
    /* A reduction has its arithmetic, on units of so many bytes; one of moduli, a function that
     * makes these. */
    void (*combine)(size_t n, void *into, const void *from);
    void (*moduli)(size_t bytes, void *data);
    size_t unit;
    int my_from, my_to;
    /* Participants, those of a node side by side; the nodes in the order in which they first come,
     * sources before destinations. */
    int members, nodes, me, node; /* I am number me, on node number `node` */
    tilesi_member_t *member;
    int *node_begin; /* [nodes + 1] */
} tilesi_plan_t;

/* The participants on my node are those from here on, before the other. */
static inline int tilesi_here_begin(const tilesi_plan_t *plan)
{
    return plan->node_begin[plan->node];
}

static inline int tilesi_here_end(const tilesi_plan_t *plan)
{
    return plan->node_begin[plan->node + 1];
}

/* List the participants, of whom I am one. false: no memory. */
bool tilesi_list_members(tilesi_plan_t *plan);
/* Wait for all participants. */
void tilesi_add_barrier(tilesi_plan_t *plan);

/* The steps of each kind between the barriers. false: no memory. */
bool tilesi_add_broadcast(tilesi_plan_t *plan);
bool tilesi_add_reduce(tilesi_plan_t *plan);
bool tilesi_add_move(tilesi_plan_t *plan);

/* Between nodes: data goes from the first on, by a binomial tree, or along a line, piece after
 * piece. */
typedef enum tilesi_way { TILESI_BINOMIAL, TILESI_PIPELINED } tilesi_way_t;
enum { TILESI_CHILDREN = 32 };
typedef struct tilesi_links {
    int parent; /* -1: the first */
    int child[TILESI_CHILDREN], children;
    size_t piece; /* bytes at a time; 0: all */
} tilesi_links_t;
void tilesi_link(int count, int me, size_t bytes, tilesi_links_t *links);
/* Do exchanges go from one node to the next, rather than with all at once? */
bool tilesi_goes_round(int nodes, size_t bytes);

/* Give a tile of participant number `root`, which is at `data` on its node, to all destinations.
 * is_made: only now it has been made, whoever has called. bytes: of it. */
bool tilesi_add_spread(tilesi_plan_t *plan, int root, const char *data, size_t bytes, bool is_made);
/* The first destination with as many elements as any, or the count, on these ranks. */
void tilesi_find_landing(const tilesi_plan_t *plan, const tilesi_section_t *section, int begin,
                         int end, int *member, tilesi_tile_t *tile);

/* ASHLAR_CHECK=1: compare with those with whom data is exchanged. false: no memory. */
bool tilesi_add_check(tilesi_plan_t *plan, const tilesi_call_t *call);

#endif
