/* Lanes of a server that is silent until it is told to serve, and transfers to them. */
#include "al/engine/lanes.h"

#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include "al/engine/hold.h"
#include "harness/harness.h"
#include "harness/rng.h"

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

/* ---- transfers ------------------------------------------------------------------------------- */

static void model_row(kind_t kind, int64_t at, const int64_t *from, int64_t n)
{
    const int64_t alpha[KINDS] = {
        [ACC_NB] = 3, [ACC_ROWS] = -2, [ACC_SMALL] = 5, [ACC_ELEMENTS] = 7};

    for (int64_t k = 0; k < n; ++k)
        ask.model[at + k] = alpha[kind] ? ask.model[at + k] + alpha[kind] * from[k] : from[k];
}

const al_shape_t lane_rows = {.levels = 2,
                              .count = {8 * ROW, LARGE / ROW / 3, 3},
                              .seg_stride = {8 * ROW, 8 * LARGE / 3},
                              .buf_stride = {8 * ROW + 8, (8 * ROW + 8) * (LARGE / ROW / 3)}};

static int transfer_large(kind_t kind, const int64_t *out)
{
    const al_shape_t run = {.count = {8 * LARGE}};
    const int64_t three = 3, minus_two = -2;

    switch (kind) {
    case PUT_NB:
        return al_put_nb(ask.segment, ask.server, ask.at, out, &run, &ask.handle);
    case ACC_NB:
        return al_acc_nb(ask.segment, ask.server, ask.at, ASHLAR_LLONG, &three, out, &run,
                         &ask.handle);
    case PUT_ROWS:
        return al_put_strided(ask.segment, ask.server, ask.at, out, &lane_rows);
    default:
        return al_acc_strided(ask.segment, ask.server, ask.at, ASHLAR_LLONG, &minus_two, out,
                              &lane_rows);
    }
}

void ask_large(kind_t kind)
{
    int64_t *out = ask.out[ask.next++ % 4];
    int gap = kind == PUT_ROWS || kind == ACC_ROWS;
    rng_t rng = rng_seed((uint64_t)(ask.next + al_rank()));

    for (int k = 0; k < LARGE + LARGE / ROW; ++k)
        out[k] = rng_range(&rng, -99, 99);
    CHECK_OK(transfer_large(kind, out));
    for (int k = 0; k < LARGE; k += ROW)
        model_row(kind, k, out + k + (gap ? k / ROW : 0), ROW);
}

void ask_small(kind_t kind)
{
    enum { FEW = 20 };
    const int64_t five = 5, seven = 7;

    for (int64_t at = 50; at < LANE; at += 24000) {
        int64_t out[FEW];
        size_t offset = ask.at + 8 * (size_t)at, offsets[FEW];
        const void *values[FEW];
        for (int k = 0; k < FEW; ++k) {
            out[k] = 1000 * (ask.next + 1) + at + k;
            offsets[k] = offset + 8 * (size_t)k;
            values[k] = &out[k];
        }
        CHECK_OK(kind == PUT_SMALL ? al_put(ask.segment, ask.server, offset, out, sizeof out)
                 : kind == ACC_SMALL
                     ? al_acc(ask.segment, ask.server, offset, ASHLAR_LLONG, &five, out, sizeof out)
                 : kind == PUT_ELEMENTS
                     ? al_put_vector(ask.segment, ask.server, FEW, offsets, values, 8)
                     : al_acc_vector(ask.segment, ask.server, FEW, offsets, ASHLAR_LLONG, &seven,
                                     values, 8));
        model_row(kind, at, out, FEW);
    }
    ++ask.next;
}

void ask_any(kind_t kind)
{
    if (kind <= ACC_ROWS)
        ask_large(kind);
    else
        ask_small(kind);
}
