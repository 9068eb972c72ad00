/* INTERPOSE(call): MPI_call is defined in this file, and stands before PMPI_call, too.
 * REAL_MPI(call): what MPI has behind it.
 *
 * Calls of Fortran go to the names PMPI_, with Open MPI all of them, with MPICH many of the module
 * mpi_f08. MPI's own are therefore looked up in its library. */
#ifndef ALI_OWN_H
#define ALI_OWN_H

#include <stdatomic.h>

#include <mpi.h>

typedef void ali_mpi_call(void);

/* Look for the call of this name; *known keeps it. */
__attribute__((visibility("hidden"))) ali_mpi_call *ali_mpi_find(_Atomic(ali_mpi_call *) *known,
                                                                 const char *name);

#define INTERPOSE(call)                                                                            \
    __typeof__(PMPI_##call) PMPI_##call __attribute__((alias("MPI_" #call)));                      \
    static __typeof__(PMPI_##call) *own_##call(void)                                               \
    {                                                                                              \
        static _Atomic(ali_mpi_call *) known;                                                      \
        ali_mpi_call *own = atomic_load_explicit(&known, memory_order_relaxed);                    \
        return (__typeof__(PMPI_##call) *)(own ? own : ali_mpi_find(&known, "PMPI_" #call));       \
    }
#define REAL_MPI(call) own_##call()

#endif
