/* Ways for the ranks of a node to share one file. */
#ifndef AL_ATTACH_H
#define AL_ATTACH_H

#include <stdint.h>

#include "armci-lite/src/wait/al_tree.h"

/* Create a file of the given size on the first rank of a list and open it on all. Collective.
 * way: one of enum al_attach; AUTO tries proc, socket, shm in this order. On success every rank has
 * a descriptor of its own in *fd, *way_used names the way, and the file has no name left.
 * @return ASHLAR_ETRANSPORT  no way works for all ranks; nothing stays open
 * @return ASHLAR_ESYS, ASHLAR_EMPI */
int ali_attach(const al_tree_t *node, int64_t way, uint64_t bytes, int *fd, const char **way_used);

/* A private, unnamed file of the given size. */
int ali_attach_private(uint64_t bytes, int *fd);

#endif
