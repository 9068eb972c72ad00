/* State that every module may need: whether the library is started, who this rank is, and what the
 * environment asked for. Everything else belongs to one module. */
#ifndef AL_CONTEXT_H
#define AL_CONTEXT_H

#include <mpi.h>

#include "armci-lite/src/base/al_env.h"

typedef struct al_context {
    int started;
    MPI_Comm comm; /* only the library uses it; errors return */
    int rank, size;
    al_env_t env;
    int checks_next_call;  /* ASHLAR_CHECK=1 or ASHLAR_GUARD=1, and not inside a checked call: the
                    next one is  (al_check.h) */
    int oversubscribed;    /* more ranks on this machine than cores, or not known yet */
    int (*stop)(void);     /* al_finalize, or what a layer above calls before it */
    void (*abandon)(void); /* NULL, or what a layer above does in a forked child (al_fork.h) */
    int collective_failed; /* a collective call of MPI has failed here: see AL_COLLECTIVE (al_mpi.h)
                            */
} al_context_t;

extern al_context_t ali_context;

/* ASHLAR_ESTATE with the name of the call, unless the library is started. */
int ali_check_started(const char *call);

/* Why it is not: this is a forked child, MPI_Finalize has been called, or as given. */
extern int ali_mpi_is_ending, ali_mpi_is_over; /* in MPI_Finalize, and after it */
const char *ali_stop_reason(const char *otherwise);

/* Reset to the state before al_init. */
void ali_context_reset(void);

#endif
