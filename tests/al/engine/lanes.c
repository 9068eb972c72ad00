#include "al/engine/lanes.h"

#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include "al/engine/hold.h"
#include "harness/harness.h"

struct ask ask;

void barrier_of_both(void)
{
    CHECK_OK(al_barrier(al_group_world()));
    MPI_Barrier(MPI_COMM_WORLD);
}

void open_lanes(void)
{
    size_t bytes = 8 * LANE * (size_t)al_size();
    void *slice;

    memset(&ask, 0, sizeof ask);
    ask.model = test_alloc(8 * LANE);
    ask.found = test_alloc(8 * LANE);
    memset(ask.model, 0, 8 * LANE);
    for (int k = 0; k < 4; ++k)
        ask.out[k] = test_alloc(8 * (LARGE + LARGE / ROW));
    ask.at = 8 * LANE * (size_t)al_rank();
    if (CHECK_OK(al_segment_create(al_group_world(), bytes, &ask.segment))) {
        CHECK_OK(al_segment_address(ask.segment, al_rank(), &slice));
        memset(slice, 0, bytes);
    }
    barrier_of_both();
}

void close_lanes(void)
{
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_OK(al_segment_free(ask.segment));
    for (int k = 0; k < 4; ++k)
        free(ask.out[k]);
    free(ask.model);
    free(ask.found);
}

void begin(void)
{
    ask.begun = 1;
    MPI_Send(&(int){1}, 1, MPI_INT, ask.server, TAG_BEGIN, MPI_COMM_WORLD);
}

void end(void)
{
    hold_when_idle(NULL);
    if (!ask.begun)
        MPI_Send(&(int){0}, 1, MPI_INT, ask.server, TAG_BEGIN, MPI_COMM_WORLD);
    MPI_Send(ask.model, LANE, MPI_INT64_T, ask.server, TAG_END, MPI_COMM_WORLD);
    ask.begun = 0;
}

bool serve_begin(int askers)
{
    int any = 0;

    for (int k = 0; k < askers; ++k) {
        int serve;
        MPI_Recv(&serve, 1, MPI_INT, MPI_ANY_SOURCE, TAG_BEGIN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        any |= serve;
    }
    return any;
}

void serve_end(int askers, bool serve)
{
    void *slice;

    CHECK_OK(al_segment_address(ask.segment, al_rank(), &slice));
    for (int ended = 0; ended < askers;) {
        MPI_Status status;
        int flag, wrong = 0;
        MPI_Iprobe(MPI_ANY_SOURCE, TAG_END, MPI_COMM_WORLD, &flag, &status);
        if (!flag) {
            if (serve)
                CHECK_OK(al_poll());
            continue;
        }
        MPI_Recv(ask.found, LANE, MPI_INT64_T, status.MPI_SOURCE, TAG_END, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        const int64_t *lane = (const int64_t *)slice + (size_t)LANE * (size_t)status.MPI_SOURCE;
        for (int k = 0; k < LANE; ++k)
            wrong += lane[k] != ask.found[k];
        CHECK_INT(0, wrong);
        ++ended;
    }
}

void serve(int askers)
{
    serve_end(askers, serve_begin(askers));
}

void check_found(void)
{
    int wrong = 0;

    for (int k = 0; k < LANE; ++k)
        wrong += ask.found[k] != ask.model[k];
    CHECK_INT(0, wrong);
}
