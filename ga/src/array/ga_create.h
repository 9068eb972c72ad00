/* Creating an array whose distribution is known. */
#ifndef GA_CREATE_H
#define GA_CREATE_H

#include "ga/src/array/ga_array.h"

/* What is common to all ways to create an array. */
typedef struct gai_plan {
    const char *call, *name; /* name: may be NULL */
    ga_type type;
    gai_dist_t dist; /* its cuts may go after the call, its layout must stay */
    al_group_t *group;
    ga_group_t group_handle;
} gai_plan_t;

/* Carry out a plan that every rank has found valid. Collective over its group. */
int gai_create(const gai_plan_t *plan, ga_t *g);

#endif
