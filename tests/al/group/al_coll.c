/* The small collectives. */
#include <stdlib.h>
#include <string.h>

#include "al/cases.h"

void broadcast_sizes(void)
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

/* What rank contributes to element k. */
static scalar_t contribution(ashlar_type type, size_t k, int rank)
{
    return scalar_as(type, (double)(k % 3) + 1 + rank, (double)(k % 2) - rank);
}

static void reduce_values(ashlar_type type, ashlar_op op, size_t n)
{
    _Alignas(16) static char data[16 * 20001];
    size_t elem = type_bytes(type);
    int64_t wrong = 0;

    for (size_t k = 0; k <= n; ++k)
        scalar_store(type, data + k * elem, contribution(type, k, al_rank()));
    CHECK_OK(al_allreduce(al_group_world(), type, op, data, n));
    for (size_t k = 0; k <= n; ++k) {
        scalar_t expected = contribution(type, k, k < n ? 0 : al_rank());
        for (int rank = 1; rank < al_size() && k < n; ++rank)
            expected = scalar_combine(op, expected, contribution(type, k, rank));
        wrong += !scalar_equal(expected, scalar_load(type, data + k * elem));
    }
    CHECK_INT(0, wrong);
}

/* All types, operations and lengths on either side of any internal buffer. */
void allreduce_values(void)
{
    static const size_t lengths[] = {0, 1, 3, 513, 20000};

    for (ashlar_type type = 0; type < ASHLAR_TYPE_COUNT; ++type) {
        for (ashlar_op op = 0; op < ASHLAR_REPLACE; ++op)
            for (size_t l = 0; l < 5 && op_is_defined(op, type); ++l)
                reduce_values(type, op, lengths[l]);
    }
}

/* Sums that round: all ranks get the same bits, and the same ones every time. */
void allreduce_same_bits(void)
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

/* More elements than one call of MPI is given: every part has its own sums. */
void allreduce_large(void)
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
}
