/* fork(): a child has its parent's rank, memory of arrays and connections, which it must not use,
 * and lacks its helper thread. Nothing works in it: its calls find a library that is not started,
 * and the pointers that it holds are refused as the remains of one. Children that make no call are
 * right. */
#ifndef AL_FORK_H
#define AL_FORK_H

/* From now on, have abandon() called in each child that is forked while the library is started; it
 * says of whom this is a child, and has the modules forget what they have, without a trace
 * elsewhere. ENOMEM: on this rank. */
int ali_fork_register(void (*abandon)(void));

/* In a child: why it is refused. */
extern char ali_fork_message[96];
void ali_fork_set_message(int parent);

#endif
