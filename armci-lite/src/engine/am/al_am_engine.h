/* The am engine, for the code that chooses an engine and for the one that is made of two. */
#ifndef AL_AM_ENGINE_H
#define AL_AM_ENGINE_H

#include "armci-lite/src/wait/al_engine.h"

extern const al_engine_t ali_engine_am;

/* Complete what blocking calls have written to a node: handles may stay incomplete. */
int ali_am_flush_node(int node);

/* Functions of al_engine_t. */
int ali_am_acc(al_place_t place, const al_update_t *update, const char *buf,
               const al_shape_t *shape, al_handle_t *handle);
int ali_am_rmw(al_place_t place, al_rmw_t what, ashlar_type type, int64_t value, int64_t expected,
               int64_t *old);
int ali_am_signal(al_place_t place, int64_t inc, bool is_fenced);
int ali_am_elements(al_direction_t direction, const al_elements_t *elements,
                    const al_update_t *update, al_handle_t *handle);
int ali_am_poll(void);
int ali_am_wait_mpi(MPI_Request request);
void ali_am_thread_stop(void);

#endif
