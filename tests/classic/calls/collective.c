/* Reductions, groups, linear algebra, conventions. */
#include <math.h>
#include <string.h>

#include "calls.h"
#include "ga-mpi.h"

/* Operators by their first letters, each type by its own call and by its code. */
TEST_CASE(reductions_operators, TEST_GA)
{
    int n = GA_Nnodes(), me = GA_Nodeid(), i[2], all = n * (n - 1) / 2;
    long l[2] = {me, -me};
    long long ll[2] = {me + 1, 1};
    double d[2] = {me - 2.0, 3};
    float f = (float)me;
    DoubleComplex z = {me, 1};

    i[0] = me;
    i[1] = 1;
    GA_Igop(i, 2, "+");
    CHECK(i[0] == all && i[1] == n);
    GA_Lgop(l, 2, "max");
    CHECK(l[0] == n - 1 && l[1] == 0);
    l[1] = -me;
    NGA_Lgop(l, 2, "min");
    CHECK(l[0] == n - 1 && l[1] == 1 - n);
    NGA_Llgop(ll, 2, "*");
    CHECK(ll[0] == (n == 1 ? 1 : n == 2 ? 2 : n == 3 ? 6 : n == 4 ? 24 : ll[0]) && ll[1] == 1);
    GA_Dgop(d, 2, "absmax");
    CHECK(d[0] == (n > 4 ? n - 3 : 2) && d[1] == 3);
    d[0] = me - 2.0;
    NGA_Gop(C_DBL, d, 1, "absmin");
    CHECK(d[0] == (n == 1 ? 2 : n == 2 ? 1 : 0));
    NGA_Fgop(&f, 1, "+");
    CHECK(f == (float)all);
    GA_Zgop(&z, 1, "+");
    CHECK(z.real == all && z.imag == n);
    i[0] = 1 << me % 8;
    GA_Pgroup_gop(GA_Pgroup_get_world(), C_INT, i, 1, "or");
    CHECK_INT(n >= 8 ? 255 : (1 << n) - 1, i[0]);
    i[0] = me;
    GA_Igop(i, 1, "maximum"); /* names are known by their first letters */
    CHECK_INT(n - 1, i[0]);
    int root = n - 1, word = me;
    GA_Brdcst(&word, sizeof word, root);
    CHECK_INT(root, word);
}

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

/* ---- linear algebra ---- */

enum { N = 6 };

static int matrix(const char *name, double (*at)(int i, int j))
{
    int dims[2] = {N, N}, lo[2] = {0, 0}, hi[2] = {N - 1, N - 1}, ld[1] = {N};
    double values[N * N];
    int g = NGA_Create(C_DBL, 2, dims, (char *)(uintptr_t)name, NULL);
    for (int k = 0; k < N * N; ++k)
        values[k] = at(k / N, k % N);
    if (GA_Nodeid() == 0)
        NGA_Put(g, lo, hi, values, ld);
    GA_Sync();
    return g;
}

static void read_matrix(int g, double *values)
{
    int lo[2] = {0, 0}, hi[2] = {N - 1, N - 1}, ld[1] = {N};
    GA_Sync();
    NGA_Get(g, lo, hi, values, ld);
    GA_Sync();
}

static double a_at(int i, int j)
{
    return i + 2 * j + (i == j) * 20 + (i * j) % 3;
}

static double b_at(int i, int j)
{
    return 3 * i - j + 1;
}

static double spd_at(int i, int j)
{
    return 1.0 / (1 + i + j) + (i == j) * 2;
}

/* Entry (i, j) of p times q, where at[0] says that p, and at[1] that q, is transposed. */
static double product(double (*p)(int, int), int pt, double (*q)(int, int), int qt, int i, int j)
{
    double sum = 0;
    for (int k = 0; k < N; ++k)
        sum += (pt ? p(k, i) : p(i, k)) * (qt ? q(j, k) : q(k, j));
    return sum;
}

static void check_product(int c, double (*p)(int, int), int pt, double (*q)(int, int), int qt)
{
    double found[N * N], worst = 0;
    read_matrix(c, found);
    for (int k = 0; k < N * N; ++k)
        worst = fmax(worst, fabs(found[k] - product(p, pt, q, qt, k / N, k % N)));
    CHECK(worst == 0);
}

/* Products are of row-major matrices; solvers take their rows for columns. */
TEST_CASE(products_and_solutions, TEST_GA)
{
    int a = matrix("a", a_at), b = matrix("b", b_at), c = matrix("c", b_at), lo[2] = {0, 0},
        hi[2] = {N - 1, N - 1}, x = matrix("x", b_at), s = matrix("s", spd_at);
    double one = 1, zero = 0, found[N * N], worst = 0, inverse[N * N];
    GA_Dgemm('n', 'n', N, N, N, one, a, b, zero, c);
    check_product(c, a_at, 0, b_at, 0);
    GA_Dgemm64('t', 'n', N, N, N, one, a, b, zero, c);
    check_product(c, a_at, 1, b_at, 0);
    NGA_Matmul_patch('n', 't', &one, &zero, a, lo, hi, b, lo, hi, c, lo, hi);
    check_product(c, a_at, 0, b_at, 1);
    NGA_Matmul_patch_alt('n', 'n', &one, &zero, a, lo, hi, b, lo, hi, c, lo, hi);
    check_product(c, a_at, 0, b_at, 0);
    /* alpha is that of rank 0 */
    NGA_Matmul_patch('n', 't', GA_Nodeid() == 0 ? &one : &zero, &zero, a, lo, hi, b, lo, hi, c, lo,
                     hi);
    check_product(c, a_at, 0, b_at, 1);
    /* these two are of the transposes: c' = a' b', which is c = b a */
    GA_Matmul_patch('n', 'n', &one, &zero, a, 0, N - 1, 0, N - 1, b, 0, N - 1, 0, N - 1, c, 0,
                    N - 1, 0, N - 1);
    check_product(c, b_at, 0, a_at, 0);
    GA_Dgemm_c('n', 'n', N, N, N, one, a, b, zero, c);
    check_product(c, b_at, 0, a_at, 0);

    /* x a = b, row by row; 't' is a of the program itself: x a' = b */
    for (int way = 0; way < 3; ++way) {
        GA_Copy(b, x);
        if (way == 0)
            CHECK_INT(0, GA_Solve(a, x));
        else
            GA_Lu_solve(way == 1 ? 'n' : 't', a, x);
        read_matrix(x, found);
        for (int k = 0; k < N * N; ++k) {
            double sum = -b_at(k / N, k % N);
            for (int l = 0; l < N; ++l)
                sum += found[k / N * N + l] * (way == 2 ? a_at(k % N, l) : a_at(l, k % N));
            worst = fmax(worst, fabs(sum));
        }
        CHECK(worst < 1e-11);
    }
    CHECK_INT(0, GA_Spd_invert(s));
    read_matrix(s, inverse);
    for (int k = 0; k < N * N; ++k) {
        double sum = -(k / N == k % N);
        for (int l = 0; l < N; ++l)
            sum += inverse[k / N * N + l] * spd_at(l, k % N);
        worst = fmax(worst, fabs(sum));
    }
    CHECK(worst < 1e-11);
    GA_Zero(a); /* singular, and not positive definite */
    CHECK(GA_Solve(a, x) != 0);
    CHECK(GA_Spd_invert(a) != 0);
    CHECK(GA_Llt_solve(a, x) != 0);
    GA_Destroy(a);
    GA_Destroy(b);
    GA_Destroy(c);
    GA_Destroy(s);
    GA_Destroy(x);
}

/* ---- the rest ---- */

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
