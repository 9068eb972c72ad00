/* The small collectives. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>
#include "al/slices.h"
#include "harness/harness.h"

TEST_CASE(broadcast_sizes, TEST_AL)
{
    static const size_t sizes[] = {0, 1, 7, 64, 1000, 4096, 4097, 300001};
    static unsigned char buf[300001 + 1];

    for (int root = 0; root < al_size(); ++root) {
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; ++k) {
            int64_t wrong = 0;
            for (size_t b = 0; b < sizeof buf; ++b)
                buf[b] = (unsigned char)(al_rank() == root ? b * 7 + (size_t)root : 0xee);
            CHECK_OK(al_broadcast(al_group_world(), buf, sizes[k], root));
            for (size_t b = 0; b < sizes[k]; ++b)
                wrong += buf[b] != (unsigned char)(b * 7 + (size_t)root);
            CHECK_INT(0, wrong);
            CHECK(al_rank() == root || buf[sizes[k]] == 0xee);
        }
    }
}

/* rank's contribution to element k. */
static scalar_t contribution(ashlar_type type, size_t k, int rank)
{
    return scalar_as(type, (double)(k % 3) + 1 + rank, (double)(k % 2) - rank);
}

static void reduce_values(al_group_t *group, const int *ranks, ashlar_type type, ashlar_op op,
                          size_t n)
{
    _Alignas(16) static char data[16 * 20001];
    size_t elem = type_bytes(type);
    int64_t wrong = 0;

    for (size_t k = 0; k <= n; ++k)
        scalar_store(type, data + k * elem, contribution(type, k, al_rank()));
    CHECK_OK(al_allreduce(group, type, op, data, n));
    for (size_t k = 0; k <= n; ++k) {
        scalar_t expected = contribution(type, k, k < n ? ranks[0] : al_rank());
        if (op > ASHLAR_REPLACE && k < n)
            expected = scalar_combine(op, expected, expected);
        for (int r = 1; r < al_group_size(group) && k < n; ++r)
            expected = scalar_combine(op, expected, contribution(type, k, ranks[r]));
        wrong += !scalar_equal(scalar_kept(type, expected), scalar_load(type, data + k * elem));
    }
    CHECK_INT(0, wrong);
}

/* All types, operations and lengths on either side of any internal buffer; over all ranks, and over
 * every other one in two groups at a time. */
TEST_CASE(allreduce_values, TEST_AL)
{
    static const size_t lengths[] = {0, 1, 3, 513, 20000};
    int *all = test_alloc((size_t)al_size() * sizeof *all), n = 0;
    int *half = test_alloc((size_t)al_size() * sizeof *half);
    al_group_t *group;

    for (int rank = 0; rank < al_size(); ++rank) {
        all[rank] = rank;
        if (rank % 2 == al_rank() % 2)
            half[n++] = rank;
    }
    REQUIRE_OK(al_group_create(n, half, &group));
    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        for (ashlar_op op = 0; op < ASHLAR_OP_COUNT; ++op)
            for (size_t l = 0; l < 5 && op_is_defined(op, type) && op != ASHLAR_REPLACE; ++l) {
                reduce_values(al_group_world(), all, type, op, lengths[l]);
                reduce_values(group, half, type, op, lengths[l]);
            }
    }
    CHECK_OK(al_group_free(group));
    free(half);
    free(all);
}

/* The moduli at the edges: no overflow, no sign, and the smallest integer as it is. */
TEST_CASE(allreduce_moduli, TEST_AL)
{
    const double inf = (double)INFINITY;
    const int mine = al_rank() == 0 ? INT_MIN : -3, last = al_rank() == al_size() - 1;
    double big[8] = {3e200, -4e200, last ? -inf : 0, last ? (double)NAN : 1, -0.0, 0, -1e-200, 0};
    int least = mine, most = mine;
    double zero = -0.0;

    CHECK_OK(al_allreduce(al_group_world(), ASHLAR_INT, ASHLAR_ABSMIN, &least, 1));
    CHECK_OK(al_allreduce(al_group_world(), ASHLAR_INT, ASHLAR_ABSMAX, &most, 1));
    CHECK_INT(INT_MIN, least);
    CHECK_INT(al_size() == 1 ? INT_MIN : 3, most);
    CHECK_OK(al_allreduce(al_group_world(), ASHLAR_CDOUBLE, ASHLAR_ABSMAX, big, 4));
    CHECK(fabs(big[0] / 5e200 - 1) < 1e-15 && big[2] == inf && big[4] == 0 && big[6] == 1e-200);
    CHECK(big[1] == 0 && big[3] == 0 && big[5] == 0 && big[7] == 0 && !signbit(big[4]));
    CHECK_OK(al_allreduce(al_group_world(), ASHLAR_DOUBLE, ASHLAR_ABSMAX, &zero, 1));
    CHECK(zero == 0 && !signbit(zero));
}

/* Sums that round: all ranks get the same bits, and the same ones every time. */
TEST_CASE(allreduce_same_bits, TEST_AL)
{
    enum { N = 5000 };
    static const int lengths[] = {1, 1000, N}; /* through slots in one part and several, and MPI */
    static double mine[N], sum[N], first[N], lowest[N];
    rng_t rng = rng_seed(200 + (uint64_t)al_rank());

    for (int k = 0; k < N; ++k)
        mine[k] = 1.0 / (double)rng_range(&rng, 3, 1000000);
    for (int l = 0; l < 3; ++l) {
        size_t n = (size_t)lengths[l], bytes = n * sizeof *sum;
        for (int round = 0; round < 10; ++round) {
            memcpy(sum, mine, bytes);
            CHECK_OK(al_allreduce(al_group_world(), ASHLAR_DOUBLE, ASHLAR_SUM, sum, n));
            if (round == 0)
                memcpy(first, sum, bytes);
            CHECK_INT(0, memcmp(first, sum, bytes));
            MPI_Allreduce(sum, lowest, lengths[l], MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
            CHECK_INT(0, memcmp(lowest, sum, bytes));
        }
    }
}

/* The same of complex moduli, which are two numbers each. */
static void reduce_large_moduli(void)
{
    enum { N = (1 << 20) + 3 };
    float *data = test_alloc((2 * N + 2) * sizeof *data);
    int64_t wrong = 0;

    for (int k = 0; k < 2 * N + 2; ++k)
        data[k] = (float)(k / 2 % 1000 + al_rank()) * (k % 2 ? -4 : 3);
    CHECK_OK(al_allreduce(al_group_world(), ASHLAR_CFLOAT, ASHLAR_ABSMAX, data, N));
    for (int64_t k = 0; k < N; ++k) {
        wrong += data[2 * k] != 5 * (float)(k % 1000 + al_size() - 1);
        wrong += data[2 * k + 1] != 0;
    }
    CHECK_INT(0, wrong);
    CHECK(data[2 * N] == 3 * (float)(N % 1000 + al_rank()));
    free(data);
}

/* More elements than one call of MPI is given: every part has its own sums. */
TEST_CASE(allreduce_large, TEST_AL)
{
    enum { N = (2 << 20) + 3 };
    int *data = test_alloc((N + 1) * sizeof *data);
    int64_t wrong = 0, size = al_size();

    for (int k = 0; k <= N; ++k)
        data[k] = k + al_rank();
    CHECK_OK(al_allreduce(al_group_world(), ASHLAR_INT, ASHLAR_SUM, data, N));
    for (int64_t k = 0; k < N; ++k)
        wrong += data[k] != size * k + size * (size - 1) / 2;
    CHECK_INT(0, wrong);
    CHECK_INT(N + al_rank(), data[N]);
    free(data);
    reduce_large_moduli();
}
