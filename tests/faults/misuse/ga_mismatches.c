/* Ranks that create and operate with different arguments are told so. */
#include <stdlib.h>

#include "misuse.h"

/* A call to which the last rank passes other arguments. */
#define MISMATCH(call) MISUSE(ASHLAR_EMISMATCH, call)

static void create_apart(int odd)
{
    const int64_t cube[3] = {8, 8, 4}, high[3] = {8, 8, 5};
    const int64_t blocks[2] = {2, 1}, cuts[3] = {0, 4, 0}, other[3] = {0, 5, 0}, one[2] = {1, 2};
    const int64_t transposed[3] = {0, 0, 4};
    ga_t g = -9;

    MISMATCH(ga_create(odd ? ASHLAR_LONG : ASHLAR_DOUBLE, 8, 8, "x", 0, 0, &g));
    MISMATCH(ga_create(ASHLAR_DOUBLE, 8 + odd, 8, "x", 0, 0, &g));
    MISMATCH(ga_create(ASHLAR_DOUBLE, 8, 8 + odd, "x", 0, 0, &g));
    MISMATCH(ga_create(ASHLAR_DOUBLE, 8, 8, "x", odd ? 8 : 0, odd ? 0 : 8, &g));
    MISMATCH(ga_create_nd(ASHLAR_DOUBLE, 3 - odd, cube, "x", NULL, GA_GROUP_WORLD, &g));
    MISMATCH(ga_create_nd(ASHLAR_DOUBLE, 3, odd ? high : cube, "x", NULL, GA_GROUP_WORLD, &g));
    MISMATCH(ga_create_irreg_nd(ASHLAR_DOUBLE, 2, cube, "x", blocks, odd ? other : cuts,
                                GA_GROUP_WORLD, &g));
    MISMATCH(ga_create_irreg_nd(ASHLAR_DOUBLE, 2, cube, "x", odd ? one : blocks,
                                odd ? transposed : cuts, GA_GROUP_WORLD, &g));
    CHECK_INT(-9, g);
}

static void create_kinds_apart(int odd)
{
    static const int64_t cuts[] = {0, 4, 5}, others[] = {0, 3, 5};
    static const int both[] = {0, 1}, transposed[] = {1, 0};
    const ga_spec_t spec = {.type = ASHLAR_DOUBLE,
                            .ndim = 2,
                            .dims = {8, 8},
                            .name = "x",
                            .kind = GA_SCALAPACK,
                            .block = {3, 3},
                            .blocks = {3, 3},
                            .cuts = {cuts, cuts},
                            .grid = {2, 1}};
    ga_spec_t other = spec, tiles = spec;
    ga_t g = -9;

    other.kind = GA_TILED;
    MISMATCH(ga_create_spec(odd ? &other : &spec, &g));
    other = spec;
    other.order = GA_LAST_FASTEST;
    MISMATCH(ga_create_spec(odd ? &other : &spec, &g));
    other = spec;
    other.block[0] = 2; /* as many blocks in each process */
    MISMATCH(ga_create_spec(odd ? &other : &spec, &g));
    other = spec;
    other.grid[0] = 1;
    MISMATCH(ga_create_spec(odd ? &other : &spec, &g));
    other = spec;
    other.rank_count = 2;
    other.ranks = both;
    MISMATCH(ga_create_spec(odd ? &other : &spec, &g));
    other.ranks = odd ? transposed : both;
    MISMATCH(ga_create_spec(&other, &g));
    tiles.kind = GA_TILED_IRREGULAR;
    other = tiles;
    other.cuts[1] = others;
    MISMATCH(ga_create_spec(odd ? &other : &tiles, &g));
    CHECK_INT(-9, g);
}

static void operate_apart(ga_t odd_a, ga_t a, ga_t b)
{
    const int64_t lo[2] = {0, 0}, hi[2] = {3, 3};
    int64_t index[2];
    double one = 1, result = -5;

    MISMATCH(ga_zero(odd_a));
    MISMATCH(ga_fill(odd_a, &one));
    MISMATCH(ga_scale(odd_a, &one));
    MISMATCH(ga_copy(odd_a, b));
    MISMATCH(ga_copy(b, odd_a));
    MISMATCH(ga_copy_patch(odd_a, lo, hi, b, lo, hi));
    MISMATCH(ga_copy_patch(a, lo, odd_a == a ? hi : lo, b, lo, odd_a == a ? hi : lo));
    MISMATCH(ga_scale_patch(a, lo, odd_a == a ? hi : lo, &one));
    MISMATCH(ga_multiply(odd_a, b, b));
    MISMATCH(ga_zero_diagonal(odd_a));
    MISMATCH(ga_randomize(odd_a, 1, &one));
    MISMATCH(ga_select(odd_a, ASHLAR_MAX, &result, index));
    MISMATCH(ga_norm(odd_a, GA_ENTRY_NORM_2, &result));
    MISMATCH(ga_sum(odd_a, &result));
    MISMATCH(ga_step_max(odd_a, b, &result));
    MISMATCH(ga_step_bound(b, b, odd_a, b, &result, &result, &result));
    MISMATCH(ga_enumerate(odd_a, &one, &one));
    MISMATCH(ga_dot(odd_a, b, &result));
    MISMATCH(ga_dot(b, odd_a, &result));
    MISMATCH(ga_add(&one, odd_a, &one, b, a));
    MISMATCH(ga_add(&one, b, &one, odd_a, a));
    MISMATCH(ga_add(&one, a, &one, b, odd_a));
    MISMATCH(ga_transpose(odd_a, b));
    MISMATCH(ga_transpose(b, odd_a));
    MISMATCH(ga_transpose_patch(odd_a, lo, lo, b, lo, lo));
    MISMATCH(ga_symmetrize(odd_a));
    MISMATCH(ga_print(odd_a, stdout));
    MISMATCH(ga_summarize(odd_a == a, stdout));
    CHECK(result == -5);
}

/* Ranks that pass different arguments, found with ASHLAR_CHECK=1; the same ones are not. */
TEST_CASE(ga_mismatches, TEST_BARE)
{
    const int odd = test_rank() == test_size() - 1;

    if (test_size() < 2) {
        test_skip("one rank agrees with itself");
        return;
    }
    setenv("ASHLAR_CHECK", "1", 1);
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    create_apart(odd);
    create_kinds_apart(odd);
    twin_t a = operand(ASHLAR_DOUBLE, 9, 9), b = operand(ASHLAR_DOUBLE, 9, 9),
           c = operand(ASHLAR_DOUBLE, 9, 9);
    operate_apart(odd ? c.g : a.g, a.g, b.g);
    CHECK_TWIN(&a);
    CHECK_TWIN(&b);
    CHECK_TWIN(&c);
    CHECK_OK(ga_copy(a.g, b.g));
    model_add((scalar_t){1, 0}, &a.model, (scalar_t){0, 0}, &a.model, &b.model);
    CHECK_TWIN(&b);
    twin_destroy(&c);
    twin_destroy(&b);
    twin_destroy(&a);
    CHECK_OK(ga_terminate());
    unsetenv("ASHLAR_CHECK");
}
