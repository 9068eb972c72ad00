/* Creating an array whose distribution is known. */
#ifndef GA_CREATE_H
#define GA_CREATE_H

#include "ga/src/array/ga_array.h"

/* An array to be. The layout and the tables of its distribution may go after the call. */
typedef struct gai_plan {
    const char *call, *name; /* name: may be NULL */
    ga_type type;
    gai_dist_t dist;
    al_group_t *group;
    ga_group_t group_handle;
    ga_group_t mirrored_on;    /* a group of which the one above is the part on my node; 0: none */
    al_group_t *whole;         /* that group; else the one above */
    const gai_array_t *parent; /* in whose memory it is to lie; NULL: its own */
    unsigned nonperiodic;      /* as of the array */
} gai_plan_t;

/* Carry out a plan that every rank has found valid. Collective over its group. */
int gai_create(const gai_plan_t *plan, ga_t *g);

/* Free an array that has no handle any more. Collective over all who created it. */
int gai_destroy(gai_array_t *array);
/* Let an array be written again, and free its replica if it has one. Collective over the same. */
int gai_drop_replica(gai_array_t *array);

/* Check a description, choose its distribution and create the array. Collective over its group. */
int gai_create_spec(const char *call, const ga_spec_t *spec, ga_t *g);

/* ASHLAR_ETYPE: not an element type. */
int gai_check_type(const char *call, ga_type type);

#endif
