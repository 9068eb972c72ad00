/* The description of an array, from GA_Create_handle() until it is destroyed. */
#ifndef CLASSIC_PLAN_H
#define CLASSIC_PLAN_H

#include "classic.h"

struct classic_plan {
    ga_spec_t spec; /* dimensions reversed */
    char name[GA_NAME_MAX + 1];
    int64_t *cuts; /* of all dimensions, the spec's point into it */
    int *ranks;
    int no_corners; /* of ghost cells */
    size_t bytes;   /* of this rank, that count towards the limit */
    int is_native;  /* the array belongs to the native interface (ga-native.h) */
    ga_t below;     /* the array of GA_Getmem() whose memory this one has taken over, or 0 */
};

/* A handle for a new description; the program ends if there is none left. */
classic_array_t *classic_plan_create(const char *call, int *g);
/* An array that is described and not allocated yet. */
classic_array_t *classic_plan_find(const char *call, int g);
/* Leave the blocks of an irregular distribution out that have no elements; the ranks at their
 * places own nothing. */
void classic_plan_drop_empty(const char *call, classic_plan_t *plan);
/* The array that has been made for a handle. */
void classic_plan_attach(const char *call, classic_array_t *array, ga_t g);
/* A new array; a regular one in blocks that differ by one index at most, as programs expect. What
 * ga_create_spec() returns. Collective. */
int classic_create_even(const char *call, const ga_spec_t *spec, ga_t *g);
/* Give the memory of an array back; a handle that is described stays so. */
void classic_plan_free_memory(const char *call, classic_array_t *array);
/* Free the description, and with it the handle. */
void classic_plan_free(classic_array_t *array);

#endif
