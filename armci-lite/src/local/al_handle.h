/* Handles of nonblocking transfers: a growing pool with generations.
 *
 * A handle is generation * 2^20 + slot. An engine calls ali_handle_add_part for each part of a
 * transfer that it leaves pending and ali_handle_part_done when that part is complete. The last
 * part retires the slot: its generation tells that older copies of the handle are complete. A slot
 * is used again even if nobody waits for its handle. Any thread may call; a handle belongs to the
 * thread that started it. */
#ifndef AL_HANDLE_H
#define AL_HANDLE_H

#include <stdbool.h>

#include <ashlar/al.h>

/* Add a part to *handle, or to a new handle when *handle is 0 or retired. 0: no slot is left, and
 * the engine must complete the part itself. */
int ali_handle_add_part(al_handle_t *handle);
void ali_handle_part_done(al_handle_t handle);
bool ali_handle_is_complete(al_handle_t handle);
void ali_handles_free(void);

#endif
