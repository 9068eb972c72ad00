/* killed FILE [MICROSECONDS]: checks that a file is of one write, if it is there, and then writes
 * it over and over until the last rank dies, so many microseconds later. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#include <ashlar/io.h>

enum { N = 300, M = 200 };

static void need(int status)
{
    if (status != ASHLAR_OK) {
        fprintf(stderr, "%s\n", ashlar_error_message());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* Whether all elements of the array are the same; returns them. */
static int generation_of(ga_t g)
{
    int *all = malloc(N * M * sizeof *all);
    need(all ? ga_get(g, 0, N - 1, 0, M - 1, all, N) : ASHLAR_ENOMEM);
    const int generation = all[0];
    for (int k = 0; k < N * M; ++k)
        if (all[k] != generation) {
            fprintf(stderr, "element %d is of write %d, the first of %d\n", k, all[k], generation);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    free(all);
    return generation;
}

int main(int argc, char **argv)
{
    ga_t g;
    int generation = 0;
    const io_options_t options = {.mode = IO_REPLACE};
    MPI_Init(&argc, &argv);
    need(ga_initialize(MPI_COMM_WORLD));
    need(ga_create(ASHLAR_INT, N, M, "g", 0, 0, &g));
    if (access(argv[1], F_OK) == 0) {
        need(io_read(g, argv[1], "/g", NULL));
        generation = generation_of(g);
    }
    ga_sync();
    if (argc > 2) {
        ++generation;
        need(ga_fill(g, &generation));
        need(io_write(g, argv[1], "/g", &options));
    }
    if (argc > 2 && ga_rank() == ga_size() - 1) {
        const struct itimerval end = {.it_value.tv_usec = strtol(argv[2], NULL, 10)};
        signal(SIGALRM, SIG_DFL);
        setitimer(ITIMER_REAL, &end, NULL);
    }
    while (argc > 2) {
        ++generation;
        need(ga_fill(g, &generation));
        need(io_write(g, argv[1], "/g", &options));
    }
    if (ga_rank() == 0)
        printf("write %d is whole\n", generation);
    ga_destroy(g);
    ga_terminate();
    MPI_Finalize();
    return 0;
}
