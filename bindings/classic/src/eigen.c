/* Eigenvalues and eigenvectors. */
#include <stdlib.h>

#include "classic.h"

/* The matrix, or a copy of it where the eigenvectors take its place. */
static ga_t matrix_beside(const char *call, int g, int v, ga_t *copy)
{
    const ga_t matrix = classic_find(call, g)->g;
    ga_type type;
    *copy = 0;
    if (g != v)
        return matrix;
    CLASSIC_TRY(call, ga_inquire(matrix, &type, NULL, NULL));
    CLASSIC_TRY(call, ga_create_like(matrix, type, "matrix", copy));
    CLASSIC_TRY(call, ga_copy(matrix, *copy));
    return *copy;
}

static void forget_copy(const char *call, ga_t copy)
{
    if (copy)
        CLASSIC_TRY(call, ga_destroy(copy));
}

int64_t classic_lowest(const char *call, int g, int v, void *eval, int64_t many)
{
    const ga_t vectors = classic_find(call, v)->g;
    ga_t copy, a = matrix_beside(call, g, v, &copy);
    int64_t n = 0, found = 0;
    CLASSIC_TRY(call, ga_inquire(a, NULL, &n, NULL));
    const la_range_t lowest = {.by = LA_BY_PLACE, .last = many - 1};
    if (many > 0 && many < n)
        CLASSIC_COLLECTIVE(call, la_eigen_range(a, lowest, eval, vectors, &found));
    else
        CLASSIC_COLLECTIVE(call, la_eigen(a, eval, vectors));
    forget_copy(call, copy);
    return many > 0 && many < n ? many : n;
}

/* ---- as LAPACK finds them ---- */

/* Up to this order GA_Diag*() call on one rank what they call in Global Arrays. Then the vectors of
 * equal eigenvalues are the same ones, and a program that goes on from them comes to the same
 * result. Larger matrices are la_eigen's, which is faster and takes all ranks. */
enum { LAPACK_MOST = 256 };

#if ASHLAR_BLAS_INT64
typedef int64_t lapack_int_t;
#else
typedef int lapack_int_t;
#endif
void dsyev_(const char *, const char *, const lapack_int_t *, double *, const lapack_int_t *,
            double *, double *, const lapack_int_t *, lapack_int_t *, size_t, size_t);
void dsygv_(const lapack_int_t *, const char *, const char *, const lapack_int_t *, double *,
            const lapack_int_t *, double *, const lapack_int_t *, double *, double *,
            const lapack_int_t *, lapack_int_t *, size_t, size_t);

/* The order if the arrays (s may be 0) are small matrices of doubles on one group; else 0. */
static int64_t small_order(ga_t g, ga_t s, ga_t v, ga_group_t *group)
{
    const ga_t arrays[3] = {g, v, s};
    int64_t n = 0;
    for (int k = 0; k < (s ? 3 : 2); ++k) {
        ga_type type;
        int ndim;
        int64_t dims[GA_MAX_DIM];
        ga_group_t its;
        if (ga_inquire_nd(arrays[k], &type, &ndim, dims) != ASHLAR_OK ||
            ga_inquire_group(arrays[k], &its) != ASHLAR_OK || ndim != 2 || type != ASHLAR_DOUBLE ||
            dims[0] != dims[1])
            return 0;
        if (k == 0)
            n = dims[0], *group = its;
        if (dims[0] != n || its != *group)
            return 0;
    }
    return n <= LAPACK_MOST ? n : 0;
}

/* 1: not done, for want of memory or because there is no solution, which la_eigen says better. */
static int solve_here(const char *call, ga_t g, ga_t s, ga_t v, int64_t order, double *eval)
{
    const lapack_int_t n = (lapack_int_t)order, kind = 1, room = n * (n + 3);
    const size_t elements = (size_t)order * (size_t)order;
    double *matrix = malloc((2 * elements + (size_t)room) * sizeof *matrix);
    double *metric = matrix + elements, *work = metric + elements;
    lapack_int_t info = 0;
    if (!matrix)
        return 1;
    CLASSIC_TRY(call, ga_get(g, 0, order - 1, 0, order - 1, matrix, order));
    if (s)
        CLASSIC_TRY(call, ga_get(s, 0, order - 1, 0, order - 1, metric, order));
    for (size_t k = 0; k < elements; ++k)
        info |= matrix[k] - matrix[k] != 0 || (s && metric[k] - metric[k] != 0); /* NaN, infinite */
    if (!info && s)
        dsygv_(&kind, "V", "U", &n, matrix, &n, metric, &n, eval, work, &room, &info, 1, 1);
    else if (!info)
        dsyev_("V", "L", &n, matrix, &n, eval, work, &room, &info, 1, 1);
    if (!info)
        CLASSIC_TRY(call, ga_put(v, 0, order - 1, 0, order - 1, matrix, order));
    free(matrix);
    return info != 0;
}

/* 0: done */
static int by_lapack(const char *call, ga_t g, ga_t s, ga_t v, double *eval)
{
    ga_group_t group = GA_GROUP_WORLD;
    const int64_t n = small_order(g, s, v, &group);
    int rank, undone = 0;
    if (n == 0)
        return 1;
    CLASSIC_TRY(call, ga_group_rank(group, &rank));
    CLASSIC_TRY(call, ga_group_sync(group));
    if (rank == 0)
        undone = solve_here(call, g, s, v, n, eval);
    CLASSIC_TRY(call, ga_broadcast(group, &undone, sizeof undone, 0));
    if (!undone)
        CLASSIC_TRY(call, ga_broadcast(group, eval, (size_t)n * sizeof *eval, 0));
    CLASSIC_TRY(call, ga_group_sync(group));
    return undone;
}

/* ---- the calls ---- */

static void find_general(const char *call, int g, int s, int v, void *eval)
{
    const ga_t vectors = classic_find(call, v)->g;
    classic_mask = 0;
    classic_need_one_group(call, classic_find(call, g)->g, vectors);
    classic_need_one_group(call, classic_find(call, s)->g, vectors);
    if (!by_lapack(call, classic_find(call, g)->g, classic_find(call, s)->g, vectors, eval))
        return;
    ga_t copies[2], a = matrix_beside(call, g, v, &copies[0]),
                    b = matrix_beside(call, s, v, &copies[1]);
    CLASSIC_COLLECTIVE(call, la_eigen_general(a, b, eval, vectors));
    forget_copy(call, copies[0]);
    forget_copy(call, copies[1]);
}

void GA_Diag(int g, int s, int v, void *eval)
{
    find_general("GA_Diag", g, s, v, eval);
}

void GA_Diag_seq(int g, int s, int v, void *eval)
{
    find_general("GA_Diag_seq", g, s, v, eval);
}

/* Nothing is kept from call to call, so nothing can be used again. */
void GA_Diag_reuse(int reuse, int g, int s, int v, void *eval)
{
    (void)reuse;
    find_general("GA_Diag_reuse", g, s, v, eval);
}

static void find_standard(const char *call, int g, int v, void *eval)
{
    classic_mask = 0;
    if (by_lapack(call, classic_find(call, g)->g, 0, classic_find(call, v)->g, eval))
        classic_lowest(call, g, v, eval, 0);
}

void GA_Diag_std(int g, int v, void *eval)
{
    find_standard("GA_Diag_std", g, v, eval);
}

void GA_Diag_std_seq(int g, int v, void *eval)
{
    find_standard("GA_Diag_std_seq", g, v, eval);
}
