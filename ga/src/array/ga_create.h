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
    ga_group_t mirrored_on; /* a group of which the one above is the part on my node; 0: none */
    al_group_t *whole;      /* that group; else the one above */
    const gai_array_t *parent; /* in whose memory it is to lie; NULL: its own */
} gai_plan_t;

/* Carry out a plan that every rank has found valid. Collective over its group. */
int gai_create(const gai_plan_t *plan, ga_t *g);

/* Check a description, work out its distribution and create the array. Collective over its group.
 */
int gai_create_spec(const char *call, const ga_spec_t *spec, ga_t *g);

/* ASHLAR_ETYPE: not an element type. */
int gai_check_type(const char *call, ga_type type);

#endif
