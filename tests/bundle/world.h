/* Arrays in bundles, and a model of them that each rank keeps for all ranks. */
#ifndef TESTS_BUNDLE_WORLD_H
#define TESTS_BUNDLE_WORLD_H

#include <ashlar/bundle.h>

#include "harness/harness.h"
#include "harness/rng.h"

enum {
    WORLD_RANKS = 20,
    WORLD_ELEMENTS = 150, /* of an array, at most */
    WORLD_ARRAYS = 5,
    WORLD_BUNDLES = 2,
    WORLD_BYTES = 100 /* of an element, at most */
};

/* The change that a rank has pending for an element: none, a write, or an operation (0 and more).
 */
enum { NOTHING = -2, WRITTEN = -1 };

typedef struct model_array {
    ga_t g;
    ga_type made; /* of records */
    int type;     /* ASHLAR_TYPE_COUNT: records */
    size_t element;
    int ndim;
    int64_t dims[3], n;
    bundle_rule rule;
    int64_t ghosts;        /* on one side of a block; 0: it has none */
    int64_t own_lo, own_n; /* with ghost cells: my block */
    int64_t value[WORLD_ELEMENTS];
} model_array_t;

/* An array in a bundle. */
typedef struct model_member {
    model_array_t *array;
    int number, in_place;
    signed char state[WORLD_RANKS][WORLD_ELEMENTS];
    int64_t change[WORLD_RANKS][WORLD_ELEMENTS];
    /* Mine: requests, their slots, and what I see, if I see it. */
    char requested[WORLD_ELEMENTS], known[WORLD_ELEMENTS];
    bundle_slot_t slot[WORLD_ELEMENTS];
    int64_t seen[WORLD_ELEMENTS];
    int64_t others; /* in place: requested ones of other ranks */
} model_member_t;

typedef struct model_bundle {
    bundle_t *bundle;
    int frozen; /* here */
    bool once, is_spent; /* requests hold for one exchange, which they have had */
    int count;
    model_member_t member[WORLD_ARRAYS];
} model_bundle_t;

typedef struct world {
    ga_group_t group;
    int rank, size; /* in it */
    int arrays, bundles;
    int is_shared; /* some array is in two bundles */
    model_array_t array[WORLD_ARRAYS];
    model_bundle_t bundle[WORLD_BUNDLES];
} world_t;

/* Arrays of every type, size of records, distribution and rule, drawn from common numbers. */
void world_make_array(const world_t *world, model_array_t *a, rng_t *common);
void world_index(const model_array_t *a, int64_t e, int64_t *index);
void world_store(const model_array_t *a, void *to, int64_t value);
/* Is it this value, in all bytes? */
bool world_holds(const model_array_t *a, const void *at, int64_t value);
int64_t world_combine(ashlar_op op, int64_t x, int64_t y);
bool world_is_defined(const model_array_t *a, ashlar_op op);
/* Get and put all elements of the array. */
void world_get(const model_array_t *a, char *all);
void world_put(const model_array_t *a, const char *all);
/* Nothing is pending, on any rank. */
void world_forget(model_member_t *m);

#endif
