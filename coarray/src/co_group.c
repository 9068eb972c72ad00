/* Images: ranks of a group, found by its handle or made from a communicator. */
#include <stdlib.h>

#include "coarray/src/co_collective.h"
#include "ga/src/array/ga_check.h"
#include "ga/src/array/ga_group.h"

int coi_group(const char *call, ga_group_t handle, al_group_t **group)
{
    return gai_group(call, handle, group, NULL);
}

int co_this_image(ga_group_t group)
{
    const al_group_t *images = gai_find_group(group);
    return images ? images->rank : -1;
}

int co_num_images(ga_group_t group)
{
    const al_group_t *images = gai_find_group(group);
    return images ? images->size : -1;
}

/* The ranks in the library of the processes of comm. */
static int find_processes(const char *call, MPI_Comm comm, int n, int *ranks)
{
    MPI_Group all, wanted;
    int *number = malloc((size_t)n * sizeof *number);
    if (!number)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %d ranks", call, n);
    for (int k = 0; k < n; ++k)
        number[k] = k;
    int status = AL_MPI(MPI_Comm_group(comm, &wanted));
    if (status == ASHLAR_OK) {
        status = AL_MPI(MPI_Comm_group(ali_context.comm, &all));
        if (status == ASHLAR_OK) {
            status = AL_MPI(MPI_Group_translate_ranks(wanted, n, number, all, ranks));
            MPI_Group_free(&all);
        }
        MPI_Group_free(&wanted);
    }
    free(number);
    for (int k = 0; k < n && status == ASHLAR_OK; ++k)
        if (ranks[k] == MPI_UNDEFINED)
            status =
                AL_FAIL(ASHLAR_EGROUP, "%s: process %d of the communicator is not a rank", call, k);
    return status;
}

int co_group_from_comm(MPI_Comm comm, ga_group_t *group)
{
    int n = 0, is_inter = 0;
    AL_TRY(gai_check_started(__func__));
    if (!group)
        return gai_bad_argument(__func__, "the group pointer");
    if (comm == MPI_COMM_NULL)
        return AL_FAIL(ASHLAR_EARG, "%s: the communicator is MPI_COMM_NULL", __func__);
    AL_TRY(AL_MPI(MPI_Comm_test_inter(comm, &is_inter)));
    if (is_inter)
        return AL_FAIL(ASHLAR_EARG, "%s: an inter-communicator", __func__);
    AL_TRY(AL_MPI(MPI_Comm_size(comm, &n)));
    int *ranks = malloc((size_t)n * sizeof *ranks);
    if (!ranks)
        return AL_FAIL(ASHLAR_ENOMEM, "%s: no memory for %d ranks", __func__, n);
    int status = find_processes(__func__, comm, n, ranks);
    if (status == ASHLAR_OK)
        status = ga_group_create(n, ranks, group);
    free(ranks);
    return status;
}
