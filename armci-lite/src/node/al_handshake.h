/* The first exchange between the ranks. */
#ifndef AL_HANDSHAKE_H
#define AL_HANDSHAKE_H

/* Make the tables of ali_nodes, and exchange hosts and builds. Collective over the world; status:
 * of what this rank has done before, which fails on all ranks if it has failed on one. */
int ali_handshake(int status);
/* Once the nodes are known: keep one host name per node. */
void ali_handshake_keep_nodes(void);

#endif
