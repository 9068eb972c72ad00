/* Memory beside the arrays that a call works in: other memory of the arena, where a rank owns
 * nothing of the array, and ghost cells, where its one block has them. Neither changes. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/al_memory.h>

#include <ashlar/la.h>
#include "model/dense.h"
#include "harness/harness.h"
#include "la/support/judge.h"
#include "la/support/spectrum.h"
#include "la/support/steps.h"

enum { N = 7, RHS = 3, BESIDE = 1 << 15, MARK = 0x5a, GHOSTS = 2 };

/* How the arrays of a round lie: on a grid in tiles, or in one block with ghost cells. */
typedef struct place {
    ashlar_type type;
    bool ghosts;
    int grid[2];
    int64_t tile;
    unsigned char *beside; /* from al_alloc(), after the arrays */
} place_t;

static bool marked(const unsigned char *at, size_t bytes)
{
    for (size_t k = 0; k < bytes; ++k)
        if (at[k] != MARK)
            return false;
    return true;
}

/* My block, if it has ghost cells, from its first column on. */
static ga_block_t block_of(ga_t g)
{
    ga_block_t block = {.rank = -1};
    CHECK_OK(ga_block_first(g, &block));
    return block;
}

static ga_t place_create(const place_t *p, int64_t m, int64_t n)
{
    ga_spec_t spec = {.type = p->type, .ndim = 2, .dims = {m, n}, .name = "placed"};
    spec.block[0] = p->ghosts ? m : p->tile;
    spec.block[1] = p->ghosts ? n : p->tile;
    if (p->ghosts) {
        spec.ghosts[0] = GHOSTS;
    } else {
        spec.kind = GA_SCALAPACK;
        spec.grid[0] = p->grid[0];
        spec.grid[1] = p->grid[1];
    }
    ga_t g = matrix_spec(&spec);
    if (p->ghosts) {
        ga_block_t block = block_of(g);
        size_t element = type_bytes(p->type);
        if (block.data)
            memset((char *)block.data - GHOSTS * element, MARK,
                   element * (size_t)(block.ld[0] * n));
    }
    CHECK_OK(ga_sync());
    return g;
}

static ga_t place_of(const place_t *p, const dense_t *x)
{
    ga_t g = place_create(p, x->m, x->n);
    matrix_write(g, x);
    return g;
}

/* The ghost cells of an array, and what follows the part of a rank. */
static void check_beside(const place_t *p, ga_t g)
{
    CHECK_OK(ga_sync());
    CHECK(marked(p->beside, BESIDE));
    if (!p->ghosts)
        return;
    ga_block_t block = block_of(g);
    size_t element = type_bytes(p->type);
    for (int64_t j = 0; block.data && j <= block.hi[1]; ++j) {
        const unsigned char *column =
            (unsigned char *)block.data + element * (size_t)(j * block.ld[0]);
        CHECK(marked(column - GHOSTS * element, GHOSTS * element));
        CHECK(marked(column + element * (size_t)(block.hi[0] + 1), GHOSTS * element));
    }
}

/* Memory for others begins where what a rank has of the last array ends. */
static void begin_beside(place_t *p)
{
    void *at = NULL;
    CHECK_OK(al_alloc(BESIDE, &at));
    p->beside = at;
    memset(at, MARK, BESIDE);
    CHECK_OK(ga_sync());
}

static void end_beside(const place_t *p)
{
    CHECK_OK(al_free(p->beside));
    matrices_free();
}

static void find_eigenvectors(place_t *p, bool general)
{
    rng_t rng = rng_seed(3);
    dense_t a = dense_hermitian(&rng, p->type, N, false);
    dense_t b = general ? dense_hermitian(&rng, p->type, N, true) : dense_identity(N);
    double w[2 * N];
    ga_t ga = place_of(p, &a), gb = place_of(p, &b), gz = place_create(p, N, N);
    begin_beside(p);
    CHECK_OK(general ? la_eigen_general(ga, gb, w, gz) : la_eigen(ga, w, gz));
    dense_t z = matrix_read(gz);
    check_eigenvectors(p->type, &a, &b, w, &z, N);
    check_beside(p, gz);
    end_beside(p);
}

static void find_singular_vectors(place_t *p)
{
    double exact[RHS] = {3, 2, 1}, s[2 * RHS];
    rng_t rng = rng_seed(4);
    dense_t a = dense_of_spectrum(&rng, p->type, N, RHS, exact);
    ga_t ga = place_of(p, &a), u = place_create(p, N, RHS), vt = place_create(p, RHS, RHS);
    begin_beside(p);
    CHECK_OK(la_svd(ga, s, u, vt));
    dense_t left = matrix_read(u), right = matrix_read(vt);
    check_singular(p->type, &a, &left, s, &right);
    check_beside(p, u);
    check_beside(p, vt);
    end_beside(p);
}

typedef enum way { LU, CHOLESKY, LU_KEPT, INVERSE, LEAST_SQUARES, TRIANGLE, WAYS } way_t;

static int solve_by(const place_t *p, way_t way, ga_t a, ga_t b, ga_t x)
{
    element_t one = element_from(p->type, 1);
    la_factor_t f = 0;
    switch (way) {
    case LU:
        return la_solve(a, x);
    case CHOLESKY:
        return la_cholesky_solve(a, x);
    case INVERSE:
        return la_inverse(a, x);
    case LEAST_SQUARES:
        return la_least_squares(a, b, x);
    case TRIANGLE:
        return la_trsm('l', 'l', 'n', 'n', &one, a, x);
    default:
        CHECK_OK(la_factor_lu(a, &f));
        CHECK_OK(la_factor_solve(f, 'n', x));
        return la_factor_free(f);
    }
}

/* Each call that leaves the solution of a*x = b in an array. */
static void solve_in_place(place_t *p, way_t way)
{
    rng_t rng = rng_seed(5);
    dense_t a = dense_hermitian(&rng, p->type, N, true);
    dense_t b = way == INVERSE ? dense_identity(N) : dense_random(&rng, p->type, N, RHS);
    if (way == TRIANGLE)
        a = dense_triangle('l', &a);
    ga_t ga = place_of(p, &a), gb = place_of(p, &b), gx = place_of(p, &b);
    begin_beside(p);
    CHECK_OK(solve_by(p, way, ga, gb, gx));
    dense_t x = matrix_read(gx);
    check_solution(p->type, 'n', &a, &x, &b);
    check_beside(p, gx);
    end_beside(p);
}

/* The triangle that is no result of a factorisation, and the update of a triangle. */
static void factor_in_place(place_t *p)
{
    rng_t rng = rng_seed(6);
    dense_t a = dense_hermitian(&rng, p->type, N, true), b = dense_random(&rng, p->type, N, RHS);
    element_t one = element_from(p->type, 1);
    ga_t gb = place_of(p, &b), gl = place_of(p, &a);
    begin_beside(p);
    CHECK_OK(la_cholesky(gl));
    dense_t l = matrix_read(gl), lt = dense_op('c', &l), again = dense_product(&l, &lt);
    CHECK_WITHIN(1000 * type_epsilon(p->type), dense_distance(&a, &again));
    check_beside(p, gl);
    matrix_write(gl, &a);
    CHECK_OK(la_syrk('l', 'n', &one, gb, &one, gl));
    dense_t bt = dense_op('t', &b), update = dense_product(&b, &bt), c = matrix_read(gl);
    update = dense_triangle('l', &update);
    update = dense_sum(&a, &update);
    CHECK_WITHIN(100 * type_epsilon(p->type), dense_distance(&update, &c));
    check_beside(p, gl);
    end_beside(p);
}

static void call_all(place_t *p)
{
    for (p->type = ASHLAR_FLOAT; p->type <= ASHLAR_CDOUBLE; ++p->type) {
        find_eigenvectors(p, false);
        find_eigenvectors(p, true);
        find_singular_vectors(p);
        for (way_t way = LU; way < WAYS; ++way)
            solve_in_place(p, way);
        factor_in_place(p);
    }
}

/* Tiles as large as the arrays leave all but one process row or column with nothing; and tiles of 5
 * leave one of three. */
TEST_CASE(neighbours_of_nothing, TEST_GA)
{
    int ranks = grid_ranks(), grids[][2] = {{ranks, 1}, {1, ranks}, {2, ranks / 2}};
    for (size_t k = 0; k < sizeof grids / sizeof grids[0]; ++k)
        for (int64_t tile = 5; tile <= 20; tile += 15) {
            place_t p = {.grid = {grids[k][0], grids[k][1]}, .tile = tile};
            if (p.grid[1] < 1 || p.grid[0] * p.grid[1] > ranks)
                continue;
            CHECK_OK(la_set_grid(p.grid[0], p.grid[1], tile));
            call_all(&p);
            CHECK_OK(la_set_grid(0, 0, 0));
        }
}

/* One rank solves, in one block with rows of ghost cells. */
TEST_CASE(neighbours_in_gaps, TEST_GA)
{
    place_t p = {.ghosts = true};
    CHECK_OK(la_set_grid(1, 1, 0));
    call_all(&p);
    CHECK_OK(la_set_grid(0, 0, 0));
}
