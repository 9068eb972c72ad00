/* updates [LOG2]: what the memory allows for random updates (apps/gups): each rank has a table of
 * its own, in huge pages, of its share of 2^LOG2 elements (unset: 23), and updates it alone. */
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <mpi.h>

#include "apps/gups/gups.h"

enum { REPETITIONS = 5, HUGE_PAGE = 2 << 20 };

static void update(uint64_t *table, uint64_t n, uint64_t number)
{
    for (uint64_t k = 0; k < 4 * n; ++k) {
        number = gups_next(number);
        table[number & (n - 1)] ^= number;
    }
}

static double seconds_of(uint64_t *table, uint64_t n, uint64_t number)
{
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime();
    update(table, n, number);
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Wtime() - begin;
}

int main(int argc, char **argv)
{
    int rank, size, bits = argc > 1 ? atoi(argv[1]) : 23;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    uint64_t n = bits >= 1 && bits <= 40 ? UINT64_C(1) << bits : 1;
    while (n > 1 && n * (uint64_t)size > UINT64_C(1) << bits)
        n /= 2;
    const size_t bytes = (n * sizeof n + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    uint64_t *table = aligned_alloc(HUGE_PAGE, bytes);
    if (!table) {
        fprintf(stderr, "updates: no memory for a table of %zu bytes\n", bytes);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
        abort();
    }
    madvise(table, bytes, MADV_HUGEPAGE);
    for (uint64_t k = 0; k < n; ++k)
        table[k] = k;
    const uint64_t number = UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)(rank + 1);
    double least = seconds_of(table, n, number);
    for (int k = 1; k < 2 * REPETITIONS; ++k) {
        double seconds = seconds_of(table, n, number);
        least = seconds < least ? seconds : least;
    }
    /* Each was done an even number of times. */
    int64_t errors = 0;
    for (uint64_t k = 0; k < n; ++k)
        errors += table[k] != k;
    MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("limit: %" PRIu64 " updates, %d ranks: %.6f GUPS, %" PRId64 " errors\n",
               4 * n * (uint64_t)size, size, 4e-9 * (double)n * size / least, errors);
    free(table);
    MPI_Finalize();
    return errors != 0;
}
