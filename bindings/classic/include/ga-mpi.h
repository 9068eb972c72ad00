/* The communicators of Global Arrays' process groups. They live as long as their groups; a group
 * gets one when it is first asked for, by all of its members. */
#ifndef GA_MPI_H
#define GA_MPI_H

#include <mpi.h>

#include "ga.h"

#ifdef __cplusplus
extern "C" {
#endif

GA_CLASSIC_API MPI_Comm GA_MPI_Comm(void);
GA_CLASSIC_API MPI_Comm GA_MPI_Comm_pgroup(int pgroup);
GA_CLASSIC_API MPI_Comm GA_MPI_Comm_pgroup_default(void);

#ifdef __cplusplus
}
#endif
#endif
