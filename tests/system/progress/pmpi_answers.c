/* A rank answers inside MPI calls of its own: rank 0 tells the others to go there, and does not let
 * them out before its operations on their memory are complete. */
#include "pmpi.h"

enum { WORDS = 4, BULK = 40000, TAG = 9 }; /* BULK: more than a message takes along */

static int64_t bulk[BULK];

/* Put, read, add and count on the memory of a rank, as round says; then fence. */
static void work_on(al_segment_t *segment, int target, int64_t round)
{
    const int64_t one = 1;
    int64_t old, back;
    for (int k = 0; k < BULK; ++k)
        bulk[k] = round + k;
    CHECK_OK(al_put(segment, target, 0, &round, sizeof round));
    CHECK_OK(al_get(segment, target, 0, &back, sizeof back));
    CHECK_INT(round, back);
    CHECK_OK(al_acc(segment, target, 8, ASHLAR_LLONG, &one, &round, sizeof round));
    CHECK_OK(al_fetch_add(segment, target, 16, ASHLAR_LLONG, 1, &old));
    CHECK_INT(round, old);
    CHECK_OK(al_put(segment, target, 8 * WORDS, bulk, sizeof bulk));
    CHECK_OK(al_fence(target));
}

static void check_work(al_segment_t *segment, int64_t round)
{
    int64_t words[3], wrong = 0;
    if (al_rank() == 0)
        return;
    CHECK_OK(al_get(segment, al_rank(), 0, words, sizeof words));
    CHECK_INT(round, words[0]);
    CHECK_INT(round * (round + 1) / 2, words[1]);
    CHECK_INT(round + 1, words[2]);
    CHECK_OK(al_get(segment, al_rank(), 8 * WORDS, bulk, sizeof bulk));
    for (int k = 0; k < BULK; ++k)
        wrong += bulk[k] != round + k;
    CHECK_INT(0, wrong);
}

/* All others sit in a collective call that cannot end without rank 0. */
TEST_CASE(answers_in_collectives, TEST_AL)
{
    al_segment_t *segment = pmpi_make_segment(8 * (WORDS + BULK));
    REQUIRE_OK(segment ? ASHLAR_OK : ASHLAR_ENOMEM);
    for (int k = 0; k < pmpi_collective_count; ++k) {
        const collective_t *collective = &pmpi_collectives[k];
        call_t c;
        pmpi_prepare(&c, MPI_COMM_WORLD, 7, collective->waiting_root % al_size(), 0);
        pmpi_leave_library();
        for (int r = 1; al_rank() == 0 && r < al_size(); ++r)
            work_on(segment, r, k);
        CHECK_INT(MPI_SUCCESS, collective->call(0, &c));
        CHECK_OK(al_barrier(al_group_world()));
        check_work(segment, k);
        CHECK_OK(al_barrier(al_group_world()));
        pmpi_discard(&c);
    }
    CHECK_OK(al_segment_free(segment));
}

/* ---- messages -------------------------------------------------------------------------------- */

enum { HUGE = 1 << 20 }; /* ints of a message that no MPI sends before it is received */

static int big[HUGE];

static void in_recv(void)
{
    MPI_Recv(big, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void in_probe(void)
{
    MPI_Probe(0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    in_recv();
}

static void in_mprobe(void)
{
    MPI_Message message;
    MPI_Mprobe(0, TAG, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(big, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
}

static void in_wait(void)
{
    MPI_Request request;
    MPI_Irecv(big, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void in_waitall(void)
{
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[2];
    MPI_Irecv(big, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses);
}

static void in_waitany(void)
{
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int index;
    MPI_Irecv(big, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    CHECK_INT(1, index);
}

static void in_waitsome(void)
{
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[2];
    int count, indices[2];
    MPI_Irecv(big, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitsome(2, requests, &count, indices, statuses);
    CHECK_INT(1, count);
}

static void in_sendrecv(void)
{
    MPI_Sendrecv(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, big, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static void in_sendrecv_replace(void)
{
    MPI_Sendrecv_replace(big, 1, MPI_INT, MPI_PROC_NULL, 0, 0, TAG, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
}

static void in_ssend(void)
{
    MPI_Ssend(big, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD);
}

static void in_send(void)
{
    MPI_Send(big, HUGE, MPI_INT, 0, TAG, MPI_COMM_WORLD);
}

static const struct {
    void (*wait)(void);
    int sends;
} blocked[] = {{in_recv, 0},     {in_probe, 0},    {in_mprobe, 0},
               {in_wait, 0},     {in_waitall, 0},  {in_waitany, 0},
               {in_waitsome, 0}, {in_sendrecv, 0}, {in_sendrecv_replace, 0},
               {in_ssend, 1},    {in_send, 1}};

/* The message that says that the work is done comes after the work. */
static void release(int rank, int sends, int round)
{
    if (sends)
        MPI_Recv(big, HUGE, MPI_INT, rank, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(&round, 1, MPI_INT, rank, TAG, MPI_COMM_WORLD);
}

TEST_CASE(answers_in_messages, TEST_AL)
{
    al_segment_t *segment = pmpi_make_segment(8 * (WORDS + BULK));
    REQUIRE_OK(segment ? ASHLAR_OK : ASHLAR_ENOMEM);
    for (int k = 0; k < (int)(sizeof blocked / sizeof blocked[0]); ++k) {
        pmpi_leave_library();
        for (int r = 1; al_rank() == 0 && r < al_size(); ++r)
            work_on(segment, r, k);
        for (int r = 1; al_rank() == 0 && r < al_size(); ++r)
            release(r, blocked[k].sends, k);
        if (al_rank() != 0) {
            big[0] = -1;
            blocked[k].wait();
            CHECK_INT(blocked[k].sends ? -1 : k, big[0]);
        }
        check_work(segment, k); /* complete already: the message followed a fence */
        CHECK_OK(al_barrier(al_group_world()));
    }
    CHECK_OK(al_segment_free(segment));
}
