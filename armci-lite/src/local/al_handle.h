/* Handles of nonblocking transfers: a growing pool with generations.
 *
 * A handle is generation * 2^20 + slot. An engine takes one with ali_handle_join for each part of a
 * transfer it leaves under way and calls ali_handle_part_done when that part is complete; with the
 * last part the slot is retired, and older copies of the handle are recognised as complete by their
 * generation. Nobody has to wait for a handle for its slot to be used again. */
#ifndef AL_HANDLE_H
#define AL_HANDLE_H

#include <ashlar/al.h>

/* Add a part to *handle, or to a new handle when *handle is 0 or retired. 0: there is no slot left;
 * the engine must complete the part itself. */
int ali_handle_join(al_handle_t *handle);
void ali_handle_part_done(al_handle_t handle);
int ali_handle_is_complete(al_handle_t handle);
void ali_handles_free(void);

#endif
