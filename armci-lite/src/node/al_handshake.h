/* The first exchange between the ranks. */
#ifndef AL_HANDSHAKE_H
#define AL_HANDSHAKE_H

/* Exchange host names and builds. Collective over ali_context.comm. */
int ali_handshake(void);
/* Once the nodes are known: keep one host name per node. */
void ali_handshake_keep_nodes(void);

#endif
