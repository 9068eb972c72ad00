/* Atomics, fences, barriers and the small collectives. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "al/cases.h"

/* Old values and sums of one counter in each slice, ranks taking turns; negative increments, sums
 * beyond 32 bits, and a result nobody asks for. */
void fetch_add_values(void)
{
    al_segment_t *segment;
    int64_t old, expected[3] = {0, 0, 0};
    const int64_t steps[] = {1, -5, 1000, 0, 77};
    void *mine;

    REQUIRE_OK(al_segment_create(al_group_world(), 64, &segment));
    REQUIRE_OK(al_segment_address(segment, al_rank(), &mine));
    memset(mine, 0, 64);
    CHECK_OK(al_barrier(al_group_world()));
    for (int turn = 0; turn < 5 * al_size(); turn++) {
        for (ashlar_type type = ASHLAR_INT; type <= ASHLAR_LLONG; type++) {
            int64_t inc = steps[turn % 5] * (type == ASHLAR_INT ? 1 : INT64_C(3000000000));
            for (int target = 0; target < al_size() && turn % al_size() == al_rank(); target++) {
                old = -1;
                CHECK_OK(al_fetch_add(segment, target, 16 * (size_t)type, type, inc, &old));
                CHECK_INT(expected[type], old);
                CHECK_OK(al_fetch_add(segment, target, 16 * (size_t)type, type, 1, NULL));
            }
            expected[type] += inc + 1;
        }
        CHECK_OK(al_barrier(al_group_world()));
    }
    CHECK_OK(al_segment_free(segment));
}

/* After a fence a message suffices: tokens go round a ring behind puts and accumulates. */
void fence_message(void)
{
    enum { N = 32, ROUNDS = 80 };
    int me = al_rank(), size = al_size(), next = (me + 1) % size, before = (me + size - 1) % size;
    int64_t out[N], in[N], wrong = 0, one = 1;
    al_segment_t *segment;

    REQUIRE_OK(al_segment_create(al_group_world(), sizeof out, &segment));
    for (int64_t round = 0; round < ROUNDS; round++) {
        for (int k = 0; k < N; k++) {
            out[k] = 100 * round + me + k;
        }
        CHECK_OK(al_put(segment, next, 0, out, sizeof out));
        CHECK_OK(al_acc(segment, next, 0, ASHLAR_LLONG, &one, out, sizeof out));
        CHECK_OK(round % 3 ? al_fence(next) : al_fence_all());
        int token = 0;
        test_exchange(me, next, &token, before);
        CHECK_OK(al_get(segment, me, 0, in, sizeof in));
        for (int k = 0; k < N; k++) {
            wrong += in[k] != 2 * (100 * round + before + k);
        }
        CHECK_OK(al_poll());
        test_barrier(); /* all have read before anybody writes the next round */
    }
    CHECK_INT(0, wrong);
    CHECK_OK(al_segment_free(segment));
}

/* Nobody leaves a barrier before everybody has come: each adds one before, and sees all after. */
void barrier_everybody(void)
{
    enum { ROUNDS = 150 };
    al_segment_t *segment;
    int64_t seen, wrong = 0, zero = 0;

    REQUIRE_OK(al_segment_create(al_group_world(), sizeof seen, &segment));
    CHECK_OK(al_put(segment, al_rank(), 0, &zero, sizeof zero));
    CHECK_OK(al_barrier(al_group_world()));
    for (int round = 1; round <= ROUNDS; round++) {
        int target = round % al_size();
        CHECK_OK(al_fetch_add(segment, target, 0, ASHLAR_LLONG, 1, NULL));
        CHECK_OK(al_barrier(al_group_world()));
        CHECK_OK(al_fetch_add(segment, target, 0, ASHLAR_LLONG, 0, &seen));
        wrong += seen != (int64_t)al_size() * ((round - target) / al_size() + (target > 0));
        CHECK_OK(al_barrier(al_group_world()));
    }
    CHECK_INT(0, wrong);
    CHECK_OK(al_segment_free(segment));
}

/* Nor when one comes late: it waits until all others are about to call, gives them the time to come
 * out again, and puts a number into every slice before it calls, too. */
void barrier_late(void)
{
    enum { LOOKS = 300, TAG = 3 };
    al_segment_t *segment;
    int64_t seen, wrong = 0;
    int token = 1;

    REQUIRE_OK(al_segment_create(al_group_world(), sizeof seen, &segment));
    for (int64_t late = 0; late < al_size(); late++) {
        seen = -1;
        CHECK_OK(al_put(segment, al_rank(), 0, &seen, sizeof seen));
        CHECK_OK(al_barrier(al_group_world()));
        if (al_rank() == late) {
            for (int rank = 0; rank < al_size() - 1; rank++) {
                MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            }
            for (int look = 0; look < LOOKS; look++) {
                CHECK_OK(al_poll());
                sched_yield();
            }
            for (int rank = 0; rank < al_size(); rank++) {
                CHECK_OK(al_put(segment, rank, 0, &late, sizeof late));
            }
        } else {
            MPI_Send(&token, 1, MPI_INT, (int)late, TAG, MPI_COMM_WORLD);
        }
        CHECK_OK(al_barrier(al_group_world()));
        CHECK_OK(al_get(segment, al_rank(), 0, &seen, sizeof seen));
        wrong += seen != late;
        CHECK_OK(al_barrier(al_group_world()));
    }
    CHECK_INT(0, wrong);
    CHECK_OK(al_segment_free(segment));
}

/* Barriers of overlapping groups: neighbours by twos, each rank in two groups. */
void barrier_groups(void)
{
    enum { ROUNDS = 40 };
    int me = al_rank(), size = al_size(), n = 0;
    al_group_t *pairs[2];

    for (int k = 0; k < 2; k++) {
        int first = (me + k) % 2 ? me - 1 : me, members[2];
        n = 0;
        for (int r = first; r <= first + 1; r++) {
            if (r >= 0 && r < size) {
                members[n++] = r;
            }
        }
        REQUIRE_OK(al_group_create(n, members, &pairs[k]));
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int k = 0; k < 2; k++) {
            int64_t count = 1;
            CHECK_OK(al_barrier(pairs[k]));
            CHECK_OK(al_allreduce(pairs[k], ASHLAR_LLONG, ASHLAR_SUM, &count, 1));
            CHECK_INT(al_group_size(pairs[k]), count);
        }
    }
    CHECK_OK(al_group_free(pairs[1]));
    CHECK_OK(al_group_free(pairs[0]));
}

void broadcast_sizes(void)
{
    static const size_t sizes[] = {0, 1, 7, 64, 1000, 4096, 4097, 300001};
    static unsigned char buf[300001 + 1];

    for (int root = 0; root < al_size(); root++) {
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            int64_t wrong = 0;
            for (size_t b = 0; b < sizeof buf; b++) {
                buf[b] = (unsigned char)(al_rank() == root ? b * 7 + (size_t)root : 0xee);
            }
            CHECK_OK(al_broadcast(al_group_world(), buf, sizes[k], root));
            for (size_t b = 0; b < sizes[k]; b++) {
                wrong += buf[b] != (unsigned char)(b * 7 + (size_t)root);
            }
            CHECK_INT(0, wrong);
            CHECK(al_rank() == root || buf[sizes[k]] == 0xee);
        }
    }
}

/** What rank contributes to element k. */
static scalar_t contribution(ashlar_type type, size_t k, int rank)
{
    return scalar_as(type, (double)(k % 3) + 1 + rank, (double)(k % 2) - rank);
}

static void reduce_values(ashlar_type type, ashlar_op op, size_t n)
{
    _Alignas(16) static char data[16 * 20001];
    size_t elem = type_bytes(type);
    int64_t wrong = 0;

    for (size_t k = 0; k <= n; k++) {
        scalar_store(type, data + k * elem, contribution(type, k, al_rank()));
    }
    CHECK_OK(al_allreduce(al_group_world(), type, op, data, n));
    for (size_t k = 0; k <= n; k++) {
        scalar_t expected = contribution(type, k, k < n ? 0 : al_rank());
        for (int rank = 1; rank < al_size() && k < n; rank++) {
            expected = scalar_combine(op, expected, contribution(type, k, rank));
        }
        wrong += !scalar_equal(expected, scalar_load(type, data + k * elem));
    }
    CHECK_INT(0, wrong);
}

/* All types, operations and lengths on either side of any internal buffer. */
void allreduce_values(void)
{
    static const size_t lengths[] = {0, 1, 3, 513, 20000};

    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; type++) {
        for (ashlar_op op = 0; op < ASHLAR_REPLACE; op++) {
            for (size_t l = 0; l < 5 && op_is_defined(op, type); l++) {
                reduce_values(type, op, lengths[l]);
            }
        }
    }
}

/* Sums that round: all ranks get the same bits, and the same ones every time. */
void allreduce_same_bits(void)
{
    enum { N = 5000 };
    static const int lengths[] = {1, 1000, N}; /* through slots in one part and several, and MPI */
    static double mine[N], sum[N], first[N], lowest[N];
    rng_t rng = rng_seed(200 + (uint64_t)al_rank());

    for (int k = 0; k < N; k++) {
        mine[k] = 1.0 / (double)rng_range(&rng, 3, 1000000);
    }
    for (int l = 0; l < 3; l++) {
        size_t n = (size_t)lengths[l], bytes = n * sizeof *sum;
        for (int round = 0; round < 10; round++) {
            memcpy(sum, mine, bytes);
            CHECK_OK(al_allreduce(al_group_world(), ASHLAR_DOUBLE, ASHLAR_SUM, sum, n));
            if (round == 0) {
                memcpy(first, sum, bytes);
            }
            CHECK_INT(0, memcmp(first, sum, bytes));
            MPI_Allreduce(sum, lowest, lengths[l], MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
            CHECK_INT(0, memcmp(lowest, sum, bytes));
        }
    }
}

/* More elements than MPI is given at once: every part has its own sums. */
void allreduce_large(void)
{
    enum { N = (2 << 20) + 3 };
    int *data = test_alloc((N + 1) * sizeof *data);
    int64_t wrong = 0, size = al_size();

    for (int k = 0; k <= N; k++) {
        data[k] = k + al_rank();
    }
    CHECK_OK(al_allreduce(al_group_world(), ASHLAR_INT, ASHLAR_SUM, data, N));
    for (int64_t k = 0; k < N; k++) {
        wrong += data[k] != size * k + size * (size - 1) / 2;
    }
    CHECK_INT(0, wrong);
    CHECK_INT(N + al_rank(), data[N]);
    free(data);
}
