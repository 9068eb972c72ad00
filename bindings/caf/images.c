/* Images: start, number, and the lists of those that have ended. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "caf.h"

struct caf_state caf;

static void start_mpi(void)
{
    int is_up, level;
    MPI_Initialized(&is_up);
    if (is_up)
        return;
    /* For the helper thread, which serves other nodes while an image computes. */
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level) != MPI_SUCCESS) {
        fprintf(stderr, "libcaf_ashlar: MPI does not start\n");
        exit(EXIT_FAILURE);
    }
    caf.owns_mpi = 1;
}

/* The first coarray or statement calls this: coarrays that are not allocatable are registered
 * before main. */
void caf_start(void)
{
    if (caf.is_started)
        return;
    caf.is_started = 1;
    caf_begin_execution_segment();
    start_mpi();
    caf_check(ga_initialize(MPI_COMM_WORLD));
    void *arena;
    caf_check(al_segment_address(al_memory(), al_rank(), &arena));
    caf.arena = arena;
    caf.arena_bytes = al_segment_bytes(al_memory(), al_rank());
    caf_team_start();
    const co_spec_t team_requests = {.type = ASHLAR_LLONG, .ndim = 1, .extents = {2}, .clear = 1};
    caf_check(co_create(&team_requests, &caf.team_requests));
    caf_check(co_barrier_create(GA_GROUP_WORLD, &caf.ends));
    caf_notices_start();
}

void _gfortran_caf_init(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    caf_start();
    /* Now all coarrays that are not allocatable have their first values. */
    caf_barrier(caf.initial);
}

int _gfortran_caf_this_image(int distance)
{
    (void)distance;
    caf_start();
    return caf.current->me + 1;
}

static int count_failed(const caf_team_t *team)
{
    int failed = 0;
    for (int image = 0; image < team->size; ++image)
        failed += caf_ended(team, image) == CAF_FAILED;
    return failed;
}

/* failed: -1 all, 0 those that have not failed, 1 those that have. */
int _gfortran_caf_num_images(int distance, int failed)
{
    (void)distance;
    caf_start();
    return failed < 0 ? caf.current->size
           : failed   ? count_failed(caf.current)
                      : caf.current->size - count_failed(caf.current);
}

/* gfortran has no team= of the following yet. */
int _gfortran_caf_image_status(int image, int no_team)
{
    const caf_team_t *team = caf.current;
    (void)no_team;
    if (image < 1 || image > team->size)
        caf_stop("image_status: image %d is outside 1..%d", image, team->size);
    caf_check(ga_poll()); /* a program may ask until an image has ended */
    return caf_ended_stat(caf_ended(team, image - 1));
}

static void list_ended(caf_descriptor_t *list, const int *kind, int how)
{
    const caf_team_t *team = caf.current;
    const size_t length = kind ? (size_t)*kind : sizeof(int);
    char *numbers = malloc((size_t)team->size * length + 1);
    ptrdiff_t n = 0;
    if (!numbers)
        caf_stop("no memory for a list of %d images", team->size);
    caf_check(ga_poll());
    for (int image = 0; image < team->size; ++image)
        if (caf_ended(team, image) == how) {
            const int64_t number = image + 1; /* little endian, or length is 8 */
            memcpy(numbers + (size_t)n++ * length, &number, length);
        }
    if (n == 0) { /* then gfortran wants no memory */
        free(numbers);
        numbers = NULL;
    }
    list->base = numbers; /* from 0 on: gfortran takes the upper bound for granted */
    list->offset = 0;
    list->element.length = length;
    list->element.rank = 1;
    list->element.type = CAF_INTEGER;
    list->span = (ptrdiff_t)length;
    list->dim[0] = (caf_dimension_t){1, 0, n - 1};
}

void _gfortran_caf_failed_images(caf_descriptor_t *list, void *no_team, int *kind)
{
    (void)no_team;
    list_ended(list, kind, CAF_FAILED);
}

void _gfortran_caf_stopped_images(caf_descriptor_t *list, void *no_team, int *kind)
{
    (void)no_team;
    list_ended(list, kind, CAF_STOPPED);
}
