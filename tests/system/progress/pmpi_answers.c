/* Programs that end only when a rank answers inside MPI calls of its own: rank 0 tells the others
 * to go there, and does not let them out before its operations on their memory are complete. At the
 * end, programs that end whoever answers. */
#include "pmpi.h"

#include <string.h>

#include <ashlar/al.h>

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

static al_segment_t *make_segment(void)
{
    al_segment_t *segment = NULL;
    void *slice;
    CHECK_OK(al_segment_create(al_group_world(), 8 * (WORDS + BULK), &segment));
    CHECK_OK(al_segment_address(segment, al_rank(), &slice));
    memset(slice, 0, 8 * (WORDS + BULK));
    CHECK_OK(al_barrier(al_group_world()));
    return segment;
}

/* Nobody is inside the library when rank 0 has heard from all. */
static void leave_library(void)
{
    if (al_rank() != 0)
        PMPI_Send(NULL, 0, MPI_INT, 0, TAG, MPI_COMM_WORLD);
    for (int r = 1; al_rank() == 0 && r < al_size(); ++r)
        PMPI_Recv(NULL, 0, MPI_INT, r, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* All others sit in a collective call that cannot end without rank 0. */
TEST_CASE(answers_in_collectives, TEST_AL)
{
    al_segment_t *segment = make_segment();
    REQUIRE_OK(segment ? ASHLAR_OK : ASHLAR_ENOMEM);
    for (int k = 0; k < pmpi_collective_count; ++k) {
        const collective_t *collective = &pmpi_collectives[k];
        call_t c;
        pmpi_prepare(&c, MPI_COMM_WORLD, 7, collective->waiting_root % al_size(), 0);
        leave_library();
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

/* ---- messages ---------------------------------------------------------------------------------
 */

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
    al_segment_t *segment = make_segment();
    REQUIRE_OK(segment ? ASHLAR_OK : ASHLAR_ENOMEM);
    for (int k = 0; k < (int)(sizeof blocked / sizeof blocked[0]); ++k) {
        leave_library();
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

/* ---- MPI_Barrier -------------------------------------------------------------------------------
 */

enum { ROUNDS = 40, PART = 20000, SUMS = 2 }; /* words of each origin in each slice, and sums */

static void share_of(int64_t *part, int origin, int64_t round)
{
    for (int k = 0; k < PART; ++k)
        part[k] = 1000 * round + origin + k;
}

/* Put to, add to and count on the memory of all others, and leave it under way. */
static void spread(al_segment_t *segment, const int64_t *part)
{
    const int64_t one = 1;
    const size_t sums = 8 * (size_t)PART * (size_t)al_size();
    al_shape_t all = {.levels = 0, .count = {8 * PART}};
    int64_t old;
    for (int r = 0; r < al_size(); ++r) {
        al_handle_t handle = 0;
        CHECK_OK(al_fetch_add(segment, r, sums + 8, ASHLAR_LLONG, 1, &old));
        CHECK_OK(al_put_nb(segment, r, 8 * (size_t)PART * (size_t)al_rank(), part, &all, &handle));
        CHECK_OK(al_acc(segment, r, sums, ASHLAR_LLONG, &one, &one, sizeof one));
    }
}

/* Some work in this round, the others come to the barrier at once. */
static int works_in(int rank, int round)
{
    return (rank + round) % 2 == 0;
}

static int64_t works_until(int round)
{
    int64_t works = 0;
    for (int k = 0; k <= round; ++k)
        for (int r = 0; r < al_size(); ++r)
            works += works_in(r, k);
    return works;
}

/* MPI_Barrier after al_barrier, which ga_sync is, needs nobody to answer: what was issued before is
 * complete, and seen without a call of the library. */
TEST_CASE(barrier_after_sync, TEST_AL)
{
    static int64_t part[PART], expected[PART];
    const size_t words = (size_t)PART * (size_t)al_size();
    al_segment_t *segment = NULL;
    void *slice = NULL;
    REQUIRE_OK(al_segment_create(al_group_world(), 8 * (words + SUMS), &segment));
    CHECK_OK(al_segment_address(segment, al_rank(), &slice));
    memset(slice, 0, 8 * (words + SUMS));
    const int64_t *mine = slice;
    CHECK_OK(al_barrier(al_group_world()));
    for (int round = 0; round < ROUNDS; ++round) {
        share_of(part, al_rank(), round);
        if (works_in(al_rank(), round))
            spread(segment, part);
        CHECK_OK(al_barrier(al_group_world()));
        MPI_Barrier(MPI_COMM_WORLD);
        for (int r = 0; r < al_size(); ++r) {
            share_of(expected, r, round);
            if (works_in(r, round))
                CHECK_INT(0, memcmp(expected, mine + (size_t)PART * (size_t)r, sizeof expected));
        }
        for (int k = 0; k < SUMS; ++k)
            CHECK_INT(works_until(round), mine[words + (size_t)k]);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    CHECK_OK(al_segment_free(segment));
}

/* Whoever may answer has had many occasions to. */
static int is_answered(al_handle_t *handle)
{
    int done = 0;
    for (int k = 0; k < 1000 && !done; ++k)
        CHECK_OK(al_test(handle, &done));
    return done;
}

/* Rank 0 asks ranks that sit in MPI_Barrier until it comes. Under polling they answer when they
 * have left it and call the library; else at once, as on a node. */
TEST_CASE(asked_in_barrier, TEST_AL)
{
    const int at_once =
        al_node_count() == 1 || !al_engine_polls() || pmpi_stands_before("MPI_Barrier");
    const int64_t one = 1;
    al_shape_t word = {.levels = 0, .count = {8}};
    al_segment_t *segment = make_segment();
    REQUIRE_OK(segment ? ASHLAR_OK : ASHLAR_ENOMEM);
    for (int64_t round = 0; round < ROUNDS; ++round) {
        int64_t found = -1, last = al_size() - 1;
        al_handle_t handle = 0;
        leave_library();
        if (al_rank() == 0) {
            CHECK_OK(al_acc(segment, (int)last, 0, ASHLAR_LLONG, &one, &one, sizeof one));
            CHECK_OK(al_get_nb(segment, (int)last, 0, &found, &word, &handle));
            if (at_once)
                CHECK_OK(al_wait(&handle));
            else
                CHECK_INT(0, is_answered(&handle));
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (al_rank() == 0) {
            CHECK_OK(al_wait(&handle));
            CHECK_INT(round + 1, found);
        }
        CHECK_OK(al_barrier(al_group_world()));
        if (al_rank() == last) {
            CHECK_OK(al_get(segment, (int)last, 0, &found, sizeof found));
            CHECK_INT(round + 1, found);
        }
    }
    CHECK_OK(al_segment_free(segment));
}
