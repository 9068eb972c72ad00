/* A part of the ranks makes its group the default and works there, between its arrays and those of
 * all ranks; the others do something else until all sync. */
#include <math.h>
#include <string.h>

#include "calls.h"

enum { N = 9 };
static int all_lo[2] = {0, 0}, all_hi[2] = {N - 1, N - 1}, row[1] = {N};

typedef struct apart {
    int group, inside; /* the last two ranks */
} apart_t;

static apart_t begin(void)
{
    const int n = GA_Nnodes(), count = n > 1 ? 2 : 1;
    int list[2] = {n - count, n - 1};
    return (apart_t){GA_Pgroup_create(list, count), GA_Nodeid() >= n - count};
}

static void end(const apart_t *apart)
{
    GA_Sync();
    GA_Pgroup_destroy(apart->group);
}

/* Numbers small enough for all sums and products to be exact. */
static double value_at(int k, int i, int j)
{
    return k + i * (k + 2) - j * (3 - k) + (i * j + k) % 5;
}

typedef struct matrix {
    int g;
    double at[N][N];
} matrix_t;

static matrix_t create(int k, int group, int ndim)
{
    int dims[2] = {N, N};
    matrix_t m = {.g = NGA_Create_config(C_DBL, ndim, dims, "matrix", NULL, group)};
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            m.at[i][j] = value_at(k, i, j);
    if (GA_Pgroup_nodeid(group) == 0)
        NGA_Put(m.g, all_lo, all_hi, m.at, row);
    GA_Pgroup_sync(group);
    return m;
}

static bool is_equal(int g, int ndim, const double *at)
{
    double found[N * N];
    NGA_Get(g, all_lo, all_hi, found, row);
    for (int k = 0; k < (ndim == 2 ? N * N : N); ++k)
        if (found[k] != at[k])
            return false;
    return true;
}

static void check_matrix(const matrix_t *m)
{
    CHECK(is_equal(m->g, 2, &m->at[0][0]));
}

/* ---- copies ---------------------------------------------------------------------------------- */

static void copy_rows(const matrix_t *from, matrix_t *to, int first, int last)
{
    int lo[2] = {first, 0}, hi[2] = {last, N - 1};
    NGA_Copy_patch('n', from->g, lo, hi, to->g, lo, hi);
    memcpy(to->at[first], from->at[first], (size_t)(last - first + 1) * sizeof from->at[0]);
}

static void copy_turned(const matrix_t *from, matrix_t *to)
{
    NGA_Copy_patch('t', from->g, all_lo, all_hi, to->g, all_lo, all_hi);
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            to->at[i][j] = from->at[j][i];
}

/* 2 x 6 elements as 6 x 2, in their order or, turned, in that of columns. */
static void copy_reshaped(const matrix_t *from, matrix_t *to, char turned)
{
    int lo[2] = {1, 2}, hi[2] = {2, 7}, into[2] = {3, 0}, end[2] = {6, 2};
    NGA_Copy_patch(turned, from->g, lo, hi, to->g, into, end);
    for (int k = 0; k < 12; ++k)
        to->at[3 + k / 3][k % 3] =
            turned == 'n' ? from->at[1 + k / 6][2 + k % 6] : from->at[1 + k % 2][2 + k / 2];
}

static void transpose(const matrix_t *from, matrix_t *to)
{
    GA_Transpose(from->g, to->g);
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            to->at[i][j] = from->at[j][i];
}

/* Each between two arrays, of which one is the group's; members see it at once. */
static void copy_both_ways(matrix_t *a, matrix_t *b)
{
    GA_Copy(a->g, b->g);
    memcpy(b->at, a->at, sizeof a->at);
    check_matrix(b);
    copy_turned(a, b);
    check_matrix(b);
    GA_Sync(); /* of the group: the other has been read */
    copy_rows(b, a, 2, 5);
    check_matrix(a);
    GA_Sync();
    copy_reshaped(a, b, 'n');
    check_matrix(b);
    GA_Sync();
    copy_reshaped(b, a, 't');
    check_matrix(a);
    GA_Sync();
    transpose(a, b);
    check_matrix(b);
    GA_Sync();
}

/* The array of all as the members left it, told to the others, who were in MPI meanwhile. */
static void share(const apart_t *apart, matrix_t *m)
{
    const int last = GA_Nnodes() - 1, me = GA_Nodeid();
    if (me == last)
        for (int rank = 0; rank < last - 1; ++rank)
            MPI_Send(m->at, N * N, MPI_DOUBLE, rank, 7, MPI_COMM_WORLD);
    else if (!apart->inside)
        MPI_Recv(m->at, N * N, MPI_DOUBLE, last, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

TEST_CASE(apart_copies, TEST_GA)
{
    const int world = GA_Pgroup_get_world();
    apart_t apart = begin();
    matrix_t large = create(0, world, 2);
    if (apart.inside) {
        GA_Pgroup_set_default(apart.group);
        matrix_t small = create(1, apart.group, 2);
        copy_both_ways(&large, &small);
        copy_both_ways(&small, &large);
        GA_Destroy(small.g);
        GA_Pgroup_set_default(world);
    }
    share(&apart, &large);
    GA_Sync();
    check_matrix(&large);
    GA_Destroy(large.g);
    end(&apart);
}

/* Ints, and records. */
static void copy_elements(const apart_t *apart, int type, int bytes)
{
    enum { ROOM = N * 24 };
    int dims[1] = {N}, first[1] = {0}, last[1] = {N - 1}, lo[1] = {2}, hi[1] = {6};
    char written[ROOM], found[ROOM];
    int large = NGA_Create(type, 1, dims, "large", NULL), small = 0;
    for (int k = 0; k < N * bytes; ++k)
        written[k] = (char)(k + bytes);
    if (GA_Nodeid() == 0)
        NGA_Put(large, first, last, written, NULL);
    GA_Sync();
    if (apart->inside) {
        small = NGA_Create_config(type, 1, dims, "small", NULL, apart->group);
        GA_Copy(large, small);
        NGA_Get(small, first, last, found, NULL);
        CHECK(memcmp(written, found, (size_t)(N * bytes)) == 0);
        GA_Pgroup_sync(apart->group);
        memset(found, 1, sizeof found);
        if (GA_Pgroup_nodeid(apart->group) == 0)
            NGA_Put(small, first, last, found, NULL);
        NGA_Copy_patch('n', small, lo, hi, large, lo, hi);
    } else { /* with nobody to wait for */
        GA_Copy(large, 0);
        NGA_Copy_patch('n', 0, NULL, NULL, large, lo, hi);
    }
    memset(written + 2 * bytes, 1, (size_t)(5 * bytes));
    GA_Sync();
    NGA_Get(large, first, last, found, NULL);
    CHECK(memcmp(written, found, (size_t)(N * bytes)) == 0);
    GA_Sync();
    if (apart->inside)
        GA_Destroy(small);
    GA_Destroy(large);
}

TEST_CASE(apart_types, TEST_GA)
{
    apart_t apart = begin();
    int record = NGA_Register_type(24);
    copy_elements(&apart, C_INT, sizeof(int));
    copy_elements(&apart, record, 24);
    NGA_Deregister_type(record);
    end(&apart);
}

/* ---- other calls, of which the result is the group's ----------------------------------------- */

static void check_products(const matrix_t *a, const matrix_t *b, matrix_t *c)
{
    double one = 1, zero = 0, ab[N][N] = {{0}}, ba[N][N] = {{0}};
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            for (int k = 0; k < N; ++k) {
                ab[i][j] += a->at[i][k] * b->at[k][j];
                ba[i][j] += b->at[i][k] * a->at[k][j];
            }
    NGA_Matmul_patch('n', 'n', &one, &zero, a->g, all_lo, all_hi, b->g, all_lo, all_hi, c->g,
                     all_lo, all_hi);
    CHECK(is_equal(c->g, 2, &ab[0][0]));
    GA_Sync();
    GA_Matmul_patch('n', 'n', &one, &zero, a->g, 0, N - 1, 0, N - 1, b->g, 0, N - 1, 0, N - 1, c->g,
                    0, N - 1, 0, N - 1); /* as Fortran sees them */
    CHECK(is_equal(c->g, 2, &ba[0][0]));
    GA_Sync();
}

static void check_elementwise(const matrix_t *a, const matrix_t *b, matrix_t *c)
{
    double one = 1, two = 2;
    GA_Elem_multiply(a->g, b->g, c->g);
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            c->at[i][j] = a->at[i][j] * b->at[i][j];
    check_matrix(c);
    GA_Sync();
    int lo[2] = {1, 2}, hi[2] = {4, 8};
    NGA_Add_patch(&one, a->g, lo, hi, &two, b->g, lo, hi, c->g, lo, hi);
    for (int i = lo[0]; i <= hi[0]; ++i)
        for (int j = lo[1]; j <= hi[1]; ++j)
            c->at[i][j] = a->at[i][j] + 2 * b->at[i][j];
    check_matrix(c);
    GA_Sync();
    GA_Elem_maximum_patch(a->g, lo, hi, b->g, lo, hi, c->g, lo, hi);
    for (int i = lo[0]; i <= hi[0]; ++i)
        for (int j = lo[1]; j <= hi[1]; ++j)
            c->at[i][j] = fmax(a->at[i][j], b->at[i][j]);
    check_matrix(c);
    GA_Sync();
}

static void check_lines(matrix_t *m, const matrix_t *vector)
{
    double scaled[N][N], diagonal[N];
    GA_Scale_rows(m->g, vector->g);
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            scaled[i][j] = m->at[i][j] * vector->at[0][i];
    CHECK(is_equal(m->g, 2, &scaled[0][0]));
    GA_Sync();
    GA_Set_diagonal(m->g, vector->g);
    for (int i = 0; i < N; ++i)
        scaled[i][i] = vector->at[0][i];
    CHECK(is_equal(m->g, 2, &scaled[0][0]));
    GA_Sync();
    GA_Add_diagonal(m->g, vector->g);
    for (int i = 0; i < N; ++i)
        diagonal[i] = 2 * vector->at[0][i];
    GA_Get_diag(m->g, vector->g); /* which is of all ranks */
    CHECK(is_equal(vector->g, 1, diagonal));
    GA_Sync();
}

TEST_CASE(apart_results, TEST_GA)
{
    const int world = GA_Pgroup_get_world();
    apart_t apart = begin();
    matrix_t a = create(0, world, 2), b = create(1, world, 2), vector = create(2, world, 1);
    if (apart.inside) {
        GA_Pgroup_set_default(apart.group);
        matrix_t mine = create(2, apart.group, 2), c = create(3, apart.group, 2);
        check_elementwise(&a, &b, &c);
        check_elementwise(&mine, &b, &c);
        check_elementwise(&a, &mine, &c);
        check_products(&a, &b, &c);
        check_products(&a, &mine, &c);
        check_lines(&mine, &vector);
        GA_Destroy(c.g);
        GA_Destroy(mine.g);
        GA_Pgroup_set_default(world);
    }
    GA_Sync();
    check_matrix(&a);
    check_matrix(&b);
    GA_Destroy(vector.g);
    GA_Destroy(b.g);
    GA_Destroy(a.g);
    end(&apart);
}
