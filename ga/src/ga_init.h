#ifndef GA_INIT_H
#define GA_INIT_H

#include "armci-lite/src/al_private.h"

/* Run a function at ga_terminate, before the ranks part; most recent first. */
void gai_at_terminate(void (*function)(void));

/* Whether this rank says what of a group is alive at ga_terminate. */
int gai_reports_leaks(const al_group_t *group);

/* What a program holds by a pointer and may leave alive. At ga_terminate, after those functions,
 * `end` reports it, by the first rank of its group, and makes it one without a group: from then on
 * it can only be freed. */
typedef struct gai_live {
    struct gai_live *next, **link; /* link: what points to it */
    void (*end)(struct gai_live *live);
} gai_live_t;

void gai_live_add(gai_live_t *live, void (*end)(gai_live_t *live));
/* Also of one that is not listed any more. */
void gai_live_remove(gai_live_t *live);

#endif
