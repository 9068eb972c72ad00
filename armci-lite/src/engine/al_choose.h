/* Which engine connects the nodes, and why. */
#ifndef AL_CHOOSE_H
#define AL_CHOOSE_H

typedef enum al_where { AL_ANYWHERE, AL_ONE_MACHINE } al_where_t;

/* A row of al_known_good.def. */
typedef struct al_known_good {
    const char *version; /* NULL ends a list */
    al_where_t where;
    const char *measured;
} al_known_good_t;

/* The first row that fits this MPI; NULL: none. one_machine: all ranks are on one. */
const al_known_good_t *ali_known_good(const al_known_good_t *list, const char *version,
                                      int one_machine);

/* The row of the library's own list that fits; NULL: none, and `auto` is am. */
const al_known_good_t *ali_known_good_here(int one_machine);

/* Start the engine that ASHLAR_TRANSPORT asks for and write the reason to ali_engine_reason.
 * Collective over the world; the nodes must be known. */
int ali_choose_engine(void);

#endif
