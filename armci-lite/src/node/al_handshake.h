/* The first exchange between the ranks. */
#ifndef AL_HANDSHAKE_H
#define AL_HANDSHAKE_H

/* Compare the builds. Collective over the world; status: of what this rank has done before, which
 * fails on all ranks if it has failed on one.
 * @return ASHLAR_EMISMATCH  on all */
int ali_handshake(int status);

#endif
