/* A program that forgets ga_terminate: MPI_Finalize ends well, stops the library and leaves
 * nothing, and calls after it say so. With the argument `some`, every other rank does not forget;
 * with `early` and ASHLAR_CHECK=1, the others are told that rank 0 is in MPI_Finalize.
 */
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

/* Refused, in these words, which begin with the name of the call. */
static int is_refused(int status, const char *call, const char *words)
{
    const char *message = ashlar_error_message();
    const size_t n = strlen(call);
    if (status == ASHLAR_ESTATE && strncmp(message, call, n) == 0 &&
        strcmp(message + n, words) == 0)
        return 1;
    fprintf(stderr, "%s after MPI_Finalize: %d, %s\n", call, status, message);
    return 0;
}

static int are_refused(ga_t g)
{
    const char *words = ": MPI_Finalize has been called";
    double value = 5;
    int all = is_refused(ga_put(g, 0, 0, 0, 0, &value, 1), "ga_put", words);
    all &= is_refused(ga_get(g, 0, 0, 0, 0, &value, 1), "ga_get", words);
    all &= is_refused(ga_sync(), "ga_sync", words);
    all &= is_refused(ga_fence(), "ga_fence", words);
    all &= is_refused(ga_broadcast(GA_GROUP_WORLD, &value, 8, 0), "ga_broadcast", words);
    all &= is_refused(ga_create(ASHLAR_DOUBLE, 2, 2, "late", 0, 0, &g), "ga_create", words);
    all &= is_refused(ga_destroy(g), "ga_destroy", words);
    all &= is_refused(al_fence_all(), "al_fence_all", words);
    all &= is_refused(ga_terminate(), "ga_terminate", words);
    all &= is_refused(al_finalize(), "al_finalize", words);
    all &=
        is_refused(ga_initialize(MPI_COMM_WORLD), "ga_initialize", ": al_init: MPI is finalised");
    return all && value == 5;
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
    if (argc > 1 && strcmp(argv[1], "early") == 0 && me > 0) {
        const int status = ga_sync();
        failed |=
            status != ASHLAR_EMISMATCH ||
            strcmp(ashlar_error_message(), "rank 0 is in MPI_Finalize, rank 1 in ga_sync") != 0;
        if (failed)
            fprintf(stderr, "rank %d: ga_sync: %d, %s\n", me, status, ashlar_error_message());
    }
    MPI_Finalize();
    if (is_mapped() != 0 || ga_initialized() || al_initialized()) {
        fprintf(stderr, "rank %d: the library still has memory\n", me);
        failed = 1;
    }
    return failed || !are_refused(g);
}
