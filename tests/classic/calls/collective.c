/* Groups have communicators and arrays, logical reductions their operators; conventions hold. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "ga-mpi.h"

/* The communicators of groups, the world among them. */
TEST_CASE(groups_comm, TEST_GA)
{
    int size, rank, sum, me = GA_Nodeid(), n = GA_Nnodes(), odd = me % 2;
    int half = GA_Pgroup_split_irreg(GA_Pgroup_get_world(), odd);
    MPI_Comm_size(GA_MPI_Comm(), &size);
    CHECK_INT(n, size);
    MPI_Comm comm = GA_MPI_Comm_pgroup(half);
    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &rank);
    CHECK_INT(GA_Pgroup_nnodes(half), size);
    CHECK_INT(GA_Pgroup_nodeid(half), rank);
    MPI_Allreduce(&odd, &sum, 1, MPI_INT, MPI_SUM, comm);
    CHECK_INT(odd * size, sum);
    sum = odd;
    GA_Pgroup_gop(half, C_INT, &sum, 1, "+");
    CHECK_INT(odd * size, sum);
    GA_Pgroup_set_default(half);
    CHECK(GA_MPI_Comm_pgroup_default() == comm);
    CHECK_INT(size, GA_Nnodes());
    GA_Pgroup_set_default(GA_Pgroup_get_world());
    GA_Pgroup_destroy(half);
}

/* An array of half of the ranks, whose numbers are theirs in it; and one that every node has. */
TEST_CASE(groups_arrays, TEST_GA)
{
    int dims[2] = {6, 4}, lo[2] = {0, 0}, hi[2] = {5, 3}, ld[1] = {4}, first[2], last[2], n = 0;
    int half = GA_Pgroup_split_irreg(GA_Pgroup_get_world(), GA_Nodeid() % 2);
    double one = 1 + GA_Nodeid() % 2, all[24];
    int g = NGA_Create_config(C_DBL, 2, dims, "half", NULL, half);
    CHECK_INT(half, GA_Get_pgroup(g));
    GA_Fill(g, &one); /* of this half only */
    for (int rank = 0; rank < GA_Pgroup_nnodes(half); ++rank) {
        NGA_Distribution(g, rank, first, last);
        n += (last[0] - first[0] + 1) * (last[1] - first[1] + 1);
    }
    CHECK_INT(24, n);
    CHECK(GA_Ddot(g, g) == 24 * one * one);
    GA_Pgroup_sync(half);
    GA_Destroy(g);
    GA_Pgroup_destroy(half);

    g = NGA_Create_config(C_DBL, 2, dims, "mirror", NULL, GA_Pgroup_get_mirror());
    CHECK_INT(1, GA_Is_mirrored(g));
    one = 3;
    GA_Fill(g, &one);
    GA_Merge_mirrored(g);
    NGA_Get(g, lo, hi, all, ld);
    for (int k = 0; k < 24; ++k)
        CHECK(all[k] == 3 * GA_Cluster_nnodes());
    GA_Sync();
    GA_Destroy(g);
}

TEST_CASE(conventions, TEST_GA)
{
    int major = 0, minor = 0, patch = -1, dims[1] = {8}, lo[1], hi[1], zero = 0;
    double first = GA_Rand(7), sum = 0;
    GA_Version(&major, &minor, &patch);
    CHECK(major == GA_VERSION_MAJOR && minor == GA_VERSION_MINOR && patch == GA_VERSION_PATCH);
    CHECK(first >= 0 && first < 1 && GA_Rand(7) != first);
    for (int k = 0; k < 1000; ++k)
        sum += GA_Rand(0);
    CHECK(sum > 430 && sum < 570);
    CHECK_INT(1, GA_Create_mutexes(3));
    int g = NGA_Create(C_INT, 1, dims, "counter", NULL), at[1] = {5};
    GA_Zero(g);
    for (int k = 0; k < 20; ++k) { /* not atomic but for the mutex */
        int value;
        GA_Lock(2);
        NGA_Get(g, at, at, &value, &zero);
        ++value;
        NGA_Put(g, at, at, &value, &zero);
        GA_Unlock(2);
    }
    GA_Sync();
    int value;
    NGA_Get(g, at, at, &value, NULL);
    CHECK_INT(20 * GA_Nnodes(), value);
    GA_Sync();
    CHECK_INT(1, GA_Destroy_mutexes());
    GA_Fill(g, &dims[0]);
    NGA_Get(g, at, at, &value, NULL);
    CHECK_INT(8, value);
    GA_Sync();
    /* a part of my block; leaving out the release, or more of them, is no error */
    NGA_Distribution(g, GA_Nodeid(), lo, hi);
    if (hi[0] >= lo[0]) {
        int *mine;
        NGA_Access(g, hi, hi, &mine, NULL);
        *mine = 77;
        NGA_Release_update(g, hi, hi);
        NGA_Release(g, hi, hi);
    }
    GA_Sync();
    at[0] = 7;
    NGA_Get(g, at, at, &value, NULL);
    CHECK_INT(77, value);
    GA_Sync();
    GA_Set_property(g, "read_only");
    NGA_Get(g, at, at, &value, NULL);
    CHECK_INT(77, value);
    GA_Unset_property(g);
    GA_Set_property(g, "read_cache");
    NGA_Get(g, at, at, &value, NULL);
    CHECK_INT(77, value);
    GA_Unset_property(g);
    GA_Destroy(g);
}

/* Logical and bitwise operators, and reductions of nothing. */
TEST_CASE(reductions_logical, TEST_GA)
{
    int n = GA_Nnodes(), me = GA_Nodeid(), i[2] = {me + 2, me == 0 ? 0 : 4}, *none = NULL;
    long l[2] = {me == n - 1 ? 8 : 0, 0};
    long long ll = 6 + (me == 0);
    GA_Igop(i, 2, "&&");
    CHECK(i[0] == 1 && i[1] == 0);
    GA_Lgop(l, 2, "||");
    CHECK(l[0] == 1 && l[1] == 0);
    NGA_Llgop(&ll, 1, "&");
    CHECK(ll == (n == 1 ? 7 : 6));
    for (int k = 0; k < 3; ++k) {
        i[0] = 1 << me;
        GA_Gop(C_INT, i, 1, (char *[]){"|", "bor", "or"}[k]);
        CHECK_INT((1 << n) - 1, i[0]);
    }
    for (int k = 0; k < 2; ++k) {
        i[0] = 5;
        GA_Pgroup_igop(-1, i, 1, (char *[]){"land", "lor"}[k]);
        CHECK_INT(1, i[0]);
    }
    GA_Pgroup_igop(-1, i, 1, "band");
    CHECK_INT(1, i[0]);
    GA_Igop(none, 0, "+");
    GA_Brdcst(none, 0, 0);
}

/* Is all of this rank's block of a vector what the rank before has put there? */
static int holds(int g, double value)
{
    int lo, hi, ld, wrong = 0;
    double *mine;
    NGA_Distribution(g, GA_Nodeid(), &lo, &hi);
    NGA_Access(g, &lo, &hi, &mine, &ld);
    for (int k = 0; k <= hi - lo; ++k)
        wrong += mine[k] != value;
    NGA_Release(g, &lo, &hi);
    return wrong == 0;
}

/* A reduction or a broadcast completes what all ranks have put before: blocks are looked at in
 * place, without a sync. */
TEST_CASE(collective_completes, TEST_GA)
{
    enum { PART = 20000, ROUNDS = 12, CALLS = 3 };
    int n = GA_Nnodes(), next = (GA_Nodeid() + 1) % n, lo, hi;
    int g = NGA_Create(C_DBL, 1, (int[]){PART * n}, "g", NULL);
    double *values = malloc(PART * sizeof *values), word = 0;
    NGA_Distribution(g, next, &lo, &hi);
    for (int round = 0; round < ROUNDS * CALLS; ++round) {
        for (int k = 0; k < PART; ++k)
            values[k] = round;
        GA_Sync();
        NGA_Put(g, &lo, &hi, values, &(int){PART});
        if (round % CALLS == 0)
            GA_Dgop(&word, 1, "+");
        else if (round % CALLS == 1)
            GA_Brdcst(&word, sizeof word, round % n);
        else
            GA_Pgroup_brdcst(GA_Pgroup_get_world(), &word, sizeof word, round % n);
        CHECK(holds(g, round));
    }
    free(values);
    GA_Sync();
    GA_Destroy(g);
}
