/* A program that ends before al_finalize. */
#ifndef AL_EXIT_H
#define AL_EXIT_H

/* From now on, until the library is stopped, say when this process exits, and end the job when it
 * does so with a code for failure. */
void ali_exit_register(void);

/* From now on, MPI_Finalize stops the library when the program has not: ali_context.stop is called.
 */
int ali_stop_at_mpi_finalize(void);

#endif
