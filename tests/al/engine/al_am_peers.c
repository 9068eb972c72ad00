/* The table of the ranks that a rank has met, by itself, and what happens when there is no memory
 * for one more. */
#include <stdlib.h>

#include <ashlar/al.h>

#include "armci-lite/src/engine/am/al_am.h"
#include "al/engine/hold.h"
#include "al/engine/lanes.h"
#include "harness/harness.h"

/* ---- the table by itself --------------------------------------------------------------------- */

/* Slots that the search for a rank looks at, beside the first. */
static int64_t detours(const am_peers_t *peers, int rank)
{
    const uint32_t last = (UINT32_C(1) << peers->bits) - 1;
    int64_t n = 0;

    for (uint32_t at = ali_rank_home(rank, peers->bits);
         peers->slot[at] && peers->slot[at]->rank != rank; at = (at + 1) & last)
        ++n;
    return n;
}

/* The servers of a rank are a node apart. */
TEST_CASE(peers_many, TEST_AL)
{
    enum { RANKS = 10000 };
    const int apart[] = {1, 3, 16, 36, 48, 72, 112, 128, 4096, 100000};
    am_peer_t **made = test_alloc(RANKS * sizeof *made);

    for (size_t a = 0; a < sizeof apart / sizeof *apart; ++a) {
        am_peers_t peers;
        int64_t found = 0, sum = 0;
        CHECK(ali_am_peers_start(&peers));
        CHECK(ali_am_peers_find(&peers, 5) == NULL);
        for (int k = 0; k < RANKS; ++k) {
            made[k] = ali_am_peers_make(&peers, 5 + k * apart[a], k % 2);
            CHECK(made[k] != NULL);
        }
        for (int k = 0; k < RANKS; ++k) {
            const int rank = 5 + k * apart[a];
            found += ali_am_peers_find(&peers, rank) == made[k] && made[k]->rank == rank &&
                     ali_am_peers_make(&peers, rank, false) == made[k];
            found -= ali_am_peers_find(&peers, INT32_MAX - k) != NULL;
            sum += detours(&peers, rank);
        }
        CHECK_INT(RANKS, found);
        CHECK_INT(RANKS, peers.count);
        CHECK(INT64_C(1) << peers.bits < 4 * RANKS);
        CHECK(sum <= RANKS);
        for (const am_peer_t *peer = peers.first; peer; peer = peer->next)
            --found;
        CHECK_INT(0, found);
        ali_am_peers_free(&peers);
    }
    free(made);
}

/* Spare records are for serving, and each finds a slot. */
TEST_CASE(peers_spare, TEST_AL)
{
    enum { SPARE = 100 };
    am_peers_t peers;

    hold_memory(true);
    CHECK(!ali_am_peers_start(&peers));
    hold_memory(false);
    CHECK(ali_am_peers_start(&peers));
    CHECK(ali_am_peers_reserve(&peers, SPARE));
    am_peer_t *first = ali_am_peers_make(&peers, 7, true);
    CHECK_INT(SPARE, peers.spare_count); /* there is memory */
    hold_memory(true);
    CHECK(!ali_am_peers_reserve(&peers, SPARE + 1));
    CHECK(ali_am_peers_make(&peers, 8, false) == NULL);
    for (int k = 0; k < SPARE; ++k)
        CHECK(ali_am_peers_make(&peers, 1000 + k, true) != NULL);
    CHECK(ali_am_peers_make(&peers, 8, true) == NULL);
    hold_memory(false);
    CHECK_INT(0, peers.spare_count);
    CHECK_INT(SPARE + 1, peers.count);
    for (int k = 0; k < SPARE; ++k)
        CHECK_INT(1000 + k, ali_am_peers_find(&peers, 1000 + k)->rank);
    CHECK(ali_am_peers_find(&peers, 7) == first);
    CHECK(ali_am_peers_make(&peers, 8, false) != NULL);
    ali_am_peers_free(&peers);
}

/* A table that cannot grow takes more, those in reserve too, while one slot is free. */
TEST_CASE(peers_full, TEST_AL)
{
    enum { SPARE = 10 };
    am_peers_t peers;
    int made = 0;

    CHECK(ali_am_peers_start(&peers));
    CHECK(ali_am_peers_reserve(&peers, SPARE));
    const int slots = 1 << peers.bits;
    hold_memory_beyond((size_t)slots * sizeof *peers.slot);
    while (made < 2 * slots && ali_am_peers_make(&peers, 128 * made, false))
        ++made;
    CHECK_INT(slots - 1 - SPARE, made);
    while (made < 2 * slots && ali_am_peers_make(&peers, 128 * made, true))
        ++made;
    hold_memory(false);
    CHECK_INT(slots - 1, made);
    CHECK_INT(slots, 1 << peers.bits);
    for (int k = 0; k < made; ++k)
        CHECK_INT(128 * k, ali_am_peers_find(&peers, 128 * k)->rank);
    CHECK(ali_am_peers_find(&peers, 5) == NULL);
    CHECK(ali_am_peers_make(&peers, 5, false) != NULL); /* there is memory again */
    CHECK_INT(slots, peers.count);
    ali_am_peers_free(&peers);
}

TEST_CASE(peers_sets, TEST_AL)
{
    enum { N = 5 };
    am_peers_t peers;
    am_peer_t *peer[N];

    CHECK(ali_am_peers_start(&peers));
    for (int k = 0; k < N; ++k) {
        peer[k] = ali_am_peers_make(&peers, k, false);
        ali_am_peers_link(&peers, AM_QUEUED, peer[k]);
        if (k % 2)
            ali_am_peers_link(&peers, AM_BLOCKED, peer[k]);
    }
    CHECK_INT(N, peers.members[AM_QUEUED].count);
    for (int k = 0; k < 3 * N; ++k) { /* each goes to the end again */
        CHECK(ali_am_peers_take(&peers, AM_QUEUED) == peer[k % N]);
        CHECK(!peer[k % N]->is_in[AM_QUEUED]);
        ali_am_peers_link(&peers, AM_QUEUED, peer[k % N]);
    }
    CHECK_INT(2, peers.members[AM_BLOCKED].count);
    CHECK(ali_am_peers_take(&peers, AM_BLOCKED) == peer[1]);
    CHECK(ali_am_peers_take(&peers, AM_BLOCKED) == peer[3]);
    CHECK(peers.members[AM_BLOCKED].first == NULL && peers.members[AM_BLOCKED].count == 0);
    CHECK(peer[1]->is_in[AM_QUEUED]);
    ali_am_peers_link(&peers, AM_BLOCKED, peer[0]);
    CHECK(ali_am_peers_take(&peers, AM_BLOCKED) == peer[0]);
    ali_am_peers_free(&peers);
}

/* ---- ranks that have not met ----------------------------------------------------------------- */

/* Without memory for a record about the server, a call fails when waiting gives none. */
static void ask_stranger(void)
{
    const int64_t one = 1;

    ask.model[3] = 1;
    hold_memory(true);
    CHECK_STATUS(ASHLAR_ENOMEM, al_acc(ask.segment, 0, ask.at + 24, ASHLAR_LLONG, &one, &one, 8));
    hold_memory(false);
    CHECK(ali_am_peer(0) == NULL);
    CHECK_OK(al_fence(0)); /* of nothing */
    CHECK_OK(al_acc(ask.segment, 0, ask.at + 24, ASHLAR_LLONG, &one, &one, 8));
    CHECK_OK(al_poll()); /* it goes out */
    MPI_Send(NULL, 0, MPI_INT, 0, TAG_GO, MPI_COMM_WORLD);
    CHECK_OK(al_fence(0));
}

static void forget_spare(void)
{
    while (ali_am.peers.spare) {
        am_peer_t *peer = ali_am.peers.spare;
        ali_am.peers.spare = peer->next;
        --ali_am.peers.spare_count;
        free(peer);
    }
}

/* Without memory for a record about the origin, its first batch stays where it is; it is served
 * when there is memory, though nothing else happens. */
static void serve_stranger(int origin, bool has_spare)
{
    enum { POLLS = 1000 };
    MPI_Status status;

    forget_spare();
    CHECK(ali_am_peers_reserve(&ali_am.peers, has_spare));
    hold_memory(true);
    MPI_Send(NULL, 0, MPI_INT, origin, TAG_BEGIN, MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_INT, origin, TAG_GO, MPI_COMM_WORLD, &status);
    while (has_spare ? !ali_am_peer(origin) : !ali_am.server.is_oldest_stalled)
        CHECK_OK(al_poll());
    for (int k = 0; k < POLLS; ++k)
        CHECK_OK(al_poll());
    CHECK((ali_am_peer(origin) != NULL) == has_spare);
    CHECK_INT(!has_spare, ali_am.server.is_oldest_stalled);
    hold_memory(false);
    CHECK_OK(al_poll());
    CHECK_INT(0, ali_am.server.is_oldest_stalled);
    CHECK(ali_am_peer(origin) != NULL);
}

TEST_CASE(peers_strangers, TEST_AL)
{
    int met = ali_am.peers.count > 0;

    MPI_Allreduce(MPI_IN_PLACE, &met, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
    if (met || al_size() < 3) {
        test_skip("needs 3 ranks that have not met");
        return;
    }
    open_lanes();
    if (al_rank() == 0) {
        serve_stranger(1, false);
        serve_stranger(2, true);
        serve_end(2, true);
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 0, TAG_BEGIN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        ask_stranger();
        MPI_Send(ask.model, LANE, MPI_INT64_T, 0, TAG_END, MPI_COMM_WORLD);
    }
    close_lanes();
}
