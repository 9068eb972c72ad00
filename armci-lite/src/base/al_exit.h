/* A rank that exits before al_finalize. */
#ifndef AL_EXIT_H
#define AL_EXIT_H

/* From now on, until the library is stopped, say when this process exits, and end the job when it
 * does so with a code for failure. */
void ali_exit_watch(void);

#endif
