/* Every call of Fortran: the program starts MPI, as the names of its own Fortran calls are another
 * matter. */
#include <stdio.h>

#include <ga.h>

#include "fortran/names.h"

void FORTRAN(fortran_calls, FORTRAN_CALLS)(Integer *made, Integer *failed);

int main(int argc, char **argv)
{
    Integer made = 0, failed = 0;
    MPI_Init(&argc, &argv);
    FORTRAN(fortran_calls, FORTRAN_CALLS)(&made, &failed);
    int mine[] = {failed != 0, made == 0}, any[2], rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(mine, any, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%ld checks, %ld failed\n", (long)made, (long)failed);
    MPI_Finalize();
    return any[0] || any[1];
}
