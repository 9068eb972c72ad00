#ifndef GA_INIT_H
#define GA_INIT_H

#include "armci-lite/src/al_private.h"

/* Run a function at ga_terminate, before the ranks part; most recent first. */
void gai_at_terminate(void (*function)(void));

/* Whether this rank says what of a group is alive at ga_terminate. */
int gai_reports_leaks(const al_group_t *group);

/* An object that a program holds by a pointer and may leave alive. At ga_terminate, after those
 * functions, `end` reports it, by the first rank of its group, and makes it one without a group:
 * from then on it can only be freed. */
typedef struct gai_finalizer {
    struct gai_finalizer *next, **link; /* link: what points to it */
    void (*end)(struct gai_finalizer *finalizer);
} gai_finalizer_t;

void gai_finalizer_add(gai_finalizer_t *finalizer, void (*end)(gai_finalizer_t *finalizer));
/* Also of one that is not listed any more. */
void gai_finalizer_remove(gai_finalizer_t *finalizer);

#endif
