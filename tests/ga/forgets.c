/* A program that forgets ga_terminate: MPI_Finalize ends well, stops the library and leaves
 * nothing. With the argument `some`, every other rank does not forget. */
#include <stdio.h>
#include <string.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

/* Is memory of the library mapped here? */
static int is_mapped(void)
{
    char line[4096];
    int found = 0;
    FILE *maps = fopen("/proc/self/maps", "r");

    if (!maps)
        return -1;
    while (fgets(line, sizeof line, maps))
        found |= strstr(line, "memfd:ashlar") != NULL;
    fclose(maps);
    return found;
}

int main(int argc, char **argv)
{
    enum { N = 50 };
    int level, failed = 0;
    double values[N];
    ga_t g;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    failed |= ga_initialize(MPI_COMM_WORLD) != ASHLAR_OK;
    int me = ga_rank(), size = ga_size(), next = (me + 1) % size, before = (me + size - 1) % size;
    failed |= ga_create(ASHLAR_DOUBLE, N, size, "forgotten", N, 1, &g) != ASHLAR_OK;
    for (int k = 0; k < N; ++k)
        values[k] = me + k;
    failed |= ga_put(g, 0, N - 1, next, next, values, N) != ASHLAR_OK;
    failed |= ga_sync() != ASHLAR_OK;
    failed |= ga_get(g, 0, N - 1, me, me, values, N) != ASHLAR_OK;
    for (int k = 0; k < N; ++k)
        failed |= values[k] != before + k;
    failed |= is_mapped() != 1;
    if (failed)
        fprintf(stderr, "rank %d: %s\n", me, ashlar_error_message());
    if (argc > 1 && strcmp(argv[1], "some") == 0 && me % 2)
        failed |= ga_terminate() != ASHLAR_OK;
    MPI_Finalize();
    if (is_mapped() != 0 || ga_initialized() || al_initialized()) {
        fprintf(stderr, "rank %d: the library still has memory\n", me);
        failed = 1;
    }
    return failed;
}
