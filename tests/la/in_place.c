/* ScaLAPACK works on the memory of an array where it lies. */
#include <math.h>
#include <string.h>

#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "linalg/src/blas/la_scalapack.h"

enum { N = 53 };

void pdpotrf_(const char *uplo, const la_int *n, void *a, const la_int *ia, const la_int *ja,
              const la_int *desca, la_int *info, size_t);

/* A lower triangle whose Cholesky factorisation is exact. */
static double factor(int64_t i, int64_t j)
{
    return i < j ? 0 : i == j ? 4 : (double)((i * 7 + j * 3) % 5 - 2);
}

static double element(int64_t i, int64_t j)
{
    double sum = 0;

    for (int64_t k = 0; k <= (i < j ? i : j); ++k)
        sum += factor(i, k) * factor(j, k);
    return sum;
}

/* A grid of BLACS with the ranks where the array has them. */
static la_int grid_of(ga_t g, const ga_spec_t *spec)
{
    la_int map[64] = {0}, context = -1, handle = Csys2blacs_handle(MPI_COMM_WORLD);
    int at[2];

    for (int rank = 0; rank < ga_size(); ++rank) {
        CHECK_OK(ga_inquire_position(g, rank, at));
        if (at[0] >= 0)
            map[at[0] + at[1] * spec->grid[0]] = rank;
    }
    context = handle;
    Cblacs_gridmap(&context, map, spec->grid[0], spec->grid[0], spec->grid[1]);
    Cfree_blacs_system_handle(handle);
    return context;
}

static void factorise(ga_t g, const ga_spec_t *spec, la_int context)
{
    const la_int one = 1, n = N, nb = (la_int)spec->block[0];
    int64_t extent[2], ld;
    void *a = NULL;
    la_int info = -1;

    CHECK_OK(ga_access_local(g, ga_rank(), &a, NULL, extent, &ld));
    const la_int desc[LA_DESC] = {1, context, n, n, nb, nb, 0, 0, (la_int)ld};
    pdpotrf_("L", &n, a, &one, &one, desc, &info, 1);
    CHECK_INT(0, info);
}

static void check_order(ga_order order, int rows, int cols, int64_t block)
{
    const ga_spec_t asked = {.type = ASHLAR_DOUBLE,
                             .ndim = 2,
                             .dims = {N, N},
                             .kind = GA_SCALAPACK,
                             .order = order,
                             .block = {block, block},
                             .grid = {rows, cols}};
    ga_spec_t spec;
    ga_block_t b;
    ga_t g;
    double found[N];
    int at[2];

    REQUIRE_OK(ga_create_spec(&asked, &g));
    CHECK_OK(ga_inquire_spec(g, &spec));
    for (CHECK_OK(ga_block_first(g, &b)); b.data; CHECK_OK(ga_block_next(g, &b)))
        for (int64_t j = b.lo[1]; j <= b.hi[1]; ++j)
            for (int64_t i = b.lo[0]; i <= b.hi[0]; ++i)
                ((double *)b.data)[i - b.lo[0] + (j - b.lo[1]) * b.ld[0]] = element(i, j);
    la_int context = grid_of(g, &spec);
    CHECK_OK(ga_inquire_position(g, ga_rank(), at));
    if (at[0] >= 0)
        factorise(g, &spec, context);
    CHECK_OK(ga_sync());
    for (int64_t j = 0; j < N; ++j) {
        CHECK_OK(ga_get(g, j, N - 1, j, j, found, N));
        for (int64_t i = j; i < N; ++i)
            CHECK(fabs(found[i - j] - factor(i, j)) < 1e-11);
    }
    if (at[0] >= 0)
        Cblacs_gridexit(context);
    CHECK_OK(ga_destroy(g));
}

TEST_CASE(scalapack_in_place, TEST_GA)
{
    int n = test_size();

    for (ga_order order = GA_FIRST_FASTEST; order <= GA_LAST_FASTEST; ++order)
        for (int64_t block = 3; block <= 60; block += 19) {
            check_order(order, n % 2 ? 1 : 2, n % 2 ? n : n / 2, block);
            check_order(order, n, 1, block);
            if (n > 2) /* one rank is left out */
                check_order(order, 1, n - 1, block);
        }
}
