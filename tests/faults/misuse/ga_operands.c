/* Data-parallel operations on operands that do not conform; groups; small collectives. */
#include <stdlib.h>

#include "misuse.h"

static void copy_patches_wrongly(ga_t a, ga_t other, ga_t whole, ga_t cube)
{
    const int64_t lo[3] = {0, 0, 0}, hi[3] = {2, 3, 0}, less[2] = {2, 2}, far[2] = {1, 99};

    MISUSE(ASHLAR_ESHAPE, ga_copy_patch(a, lo, hi, other, lo, less), "dimension 1");
    MISUSE(ASHLAR_ESHAPE, ga_copy_patch(a, lo, hi, cube, lo, hi));
    MISUSE(ASHLAR_ETYPE, ga_copy_patch(a, lo, hi, whole, lo, hi));
    MISUSE(ASHLAR_ERANGE, ga_copy_patch(a, lo, far, other, lo, hi), "99");
    MISUSE(ASHLAR_ERANGE, ga_copy_patch(a, lo, hi, other, lo, far), "99");
}

static void operate_on_patches_wrongly(ga_t a, ga_t other, ga_t whole, ga_t cube)
{
    const int64_t lo[3] = {0, 0, 0}, hi[3] = {2, 3, 0}, less[3] = {2, 2, 0}, far[2] = {1, 99};
    const int64_t next[2] = {2, 2}, end[2] = {4, 5};
    double one = 1, result = -5;

    MISUSE(ASHLAR_ESHAPE, ga_multiply_patch(a, lo, hi, other, lo, less, a, lo, hi), "9 elements");
    MISUSE(ASHLAR_ESHAPE, ga_dot_patch(a, lo, hi, cube, lo, less, &result), "12 of array");
    MISUSE(ASHLAR_ETYPE, ga_dot_patch(a, lo, hi, whole, lo, hi, &result));
    MISUSE(ASHLAR_ERANGE, ga_scale_patch(a, lo, far, &one), "99");
    MISUSE(ASHLAR_ERANGE, ga_norm_patch(a, next, lo, GA_ENTRY_NORM_2, &result));
    MISUSE(ASHLAR_ERANGE, ga_add_patch(&one, a, lo, hi, &one, other, lo, far, a, lo, hi), "99");
    MISUSE(ASHLAR_EARG, ga_maximum_patch(a, lo, hi, other, lo, hi, a, next, end), "overlaps");
    MISUSE(ASHLAR_EARG, ga_median_patch(other, lo, hi, other, lo, hi, a, next, end, a, lo, hi),
           "overlaps");
    MISUSE(ASHLAR_ETYPE, ga_step_max_patch(a, lo, hi, whole, lo, hi, &result));
    MISUSE(ASHLAR_ESHAPE, ga_step_max_patch(a, lo, hi, other, lo, less, &result));
    MISUSE(ASHLAR_ESHAPE, ga_step_bound(a, a, a, other, &result, &result, &result));
    MISUSE(ASHLAR_ERANGE, ga_enumerate_patch(a, lo, far, &one, &one), "99");
    CHECK(result == -5);
}

static void select_and_scale_wrongly(ga_t a, ga_t other, ga_t whole, ga_t cube)
{
    const int64_t lo[2] = {3, 3}, hi[2] = {2, 3}, six = 6, seven = 7, nine = 9, ten = 10;
    int64_t index[3] = {-5, -5, -5};
    double value = -5, one = 1;
    int none = 0;
    ga_t v[3], ints, few;

    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &seven, "seven", NULL, GA_GROUP_WORLD, &v[0]));
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &six, "few", NULL, GA_GROUP_WORLD, &few));
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &nine, "nine", NULL, GA_GROUP_WORLD, &v[1]));
    REQUIRE_OK(ga_create_nd(ASHLAR_DOUBLE, 1, &ten, "ten", NULL, GA_GROUP_WORLD, &v[2]));
    REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, &seven, "ints", NULL, GA_GROUP_WORLD, &ints));
    MISUSE(ASHLAR_EARG, ga_select(a, ASHLAR_SUM, &value, index), "operation 0");
    MISUSE(ASHLAR_ESHAPE, ga_select_patch(a, lo, hi, ASHLAR_MIN, &value, index), "empty");
    MISUSE(ASHLAR_EARG, ga_randomize(whole, 1, &none), "at least 1");
    MISUSE(ASHLAR_ESHAPE, ga_scale_rows(a, v[0]), "9 rows");
    MISUSE(ASHLAR_ESHAPE, ga_scale_columns(a, v[1]), "7 columns");
    MISUSE(ASHLAR_ESHAPE, ga_get_diagonal(a, v[1]), "7 diagonal elements");
    MISUSE(ASHLAR_ESHAPE, ga_add_diagonal(a, v[2]), "'ten' has 10 elements");
    MISUSE(ASHLAR_ESHAPE, ga_set_diagonal(a, other), "'twin'");
    MISUSE(ASHLAR_ETYPE, ga_set_diagonal(a, ints));
    MISUSE(ASHLAR_ESHAPE, ga_shift_diagonal(cube, &one), "3 dimensions");
    MISUSE(ASHLAR_ETYPE, ga_scan_add(v[0], ints, ints, 0, 6, 0));
    MISUSE(ASHLAR_ERANGE, ga_scan_copy(v[0], v[1], ints, 0, 7), "0..7");
    MISUSE(ASHLAR_ERANGE, ga_pack(v[2], v[1], ints, 4, 9, index), "4..9");
    MISUSE(ASHLAR_ESHAPE, ga_unpack(a, v[1], ints, 0, 6, index), "'twin'");
    MISUSE(ASHLAR_EARG, ga_pack(v[0], v[0], ints, 0, 6, index), "'seven'");
    MISUSE(ASHLAR_EARG, ga_unpack(ints, ints, ints, 0, 6, index), "'ints'");
    CHECK_OK(ga_set_read_only(v[1], 1));
    MISUSE(ASHLAR_ESTATE, ga_scan_add(v[0], v[1], ints, 0, 6, 0), "'nine' is read-only");
    MISUSE(ASHLAR_ESTATE, ga_unpack(v[0], v[1], ints, 0, 6, index), "'nine' is read-only");
    CHECK_OK(ga_set_read_only(v[1], 0));
    none = 1;
    CHECK_OK(ga_fill(ints, &none));
    MISUSE(ASHLAR_ERANGE, ga_unpack(few, v[0], ints, 0, 6, index), "7 numbers");
    CHECK(value == -5);
    CHECK_INT(-5, index[0]);
    CHECK_OK(ga_destroy(few));
    CHECK_OK(ga_destroy(ints));
    for (int k = 2; k >= 0; --k)
        CHECK_OK(ga_destroy(v[k]));
}

static void transpose_patches_wrongly(ga_t a, ga_t wide, ga_t whole, ga_t cube)
{
    const int64_t lo[2] = {0, 0}, hi[2] = {3, 5}, transposed[2] = {5, 3}, far[2] = {5, 99};
    const int64_t next[2] = {3, 3}, end[2] = {8, 6};

    MISUSE(ASHLAR_ESHAPE, ga_transpose_patch(a, lo, hi, wide, lo, hi), "4 x 6", "'twin'");
    MISUSE(ASHLAR_ESHAPE, ga_transpose_patch(a, lo, hi, cube, lo, transposed), "3 dimensions");
    MISUSE(ASHLAR_ESHAPE, ga_transpose_patch(cube, lo, hi, a, lo, transposed), "3 dimensions");
    MISUSE(ASHLAR_ETYPE, ga_transpose_patch(a, lo, hi, whole, lo, transposed));
    MISUSE(ASHLAR_ERANGE, ga_transpose_patch(a, lo, far, wide, lo, transposed), "99");
    MISUSE(ASHLAR_ERANGE, ga_transpose_patch(a, lo, hi, wide, lo, far), "99");
    MISUSE(ASHLAR_EARG, ga_transpose_patch(a, lo, hi, a, next, end), "overlaps");
}

/* An array that must come out unchanged. */
static twin_t operand(ashlar_type type, int64_t rows, int64_t cols)
{
    return twin_create(type, 2, (int64_t[]){rows, cols}, LAYOUT_REGULAR, GA_GROUP_WORLD, 130);
}

TEST_CASE(ga_operands, TEST_GA)
{
    twin_t a = operand(ASHLAR_DOUBLE, 9, 7), wide = operand(ASHLAR_DOUBLE, 7, 9);
    twin_t square = operand(ASHLAR_DOUBLE, 9, 9), whole = operand(ASHLAR_INT, 9, 7);
    twin_t sq_int = operand(ASHLAR_INT, 9, 9);
    twin_t cube =
        twin_create(ASHLAR_DOUBLE, 3, (int64_t[]){9, 7, 1}, LAYOUT_REGULAR, GA_GROUP_WORLD, 131);
    twin_t *all[] = {&a, &wide, &square, &whole, &sq_int, &cube};
    double one = 1, result = -5;

    MISUSE(ASHLAR_ESHAPE, ga_copy(a.g, wide.g));
    MISUSE(ASHLAR_ESHAPE, ga_copy(a.g, cube.g));
    MISUSE(ASHLAR_ETYPE, ga_copy(a.g, whole.g));
    copy_patches_wrongly(a.g, wide.g, whole.g, cube.g);
    MISUSE(ASHLAR_ESHAPE, ga_dot(a.g, wide.g, &result));
    MISUSE(ASHLAR_ESHAPE, ga_dot(a.g, cube.g, &result));
    MISUSE(ASHLAR_ETYPE, ga_dot(a.g, whole.g, &result));
    MISUSE(ASHLAR_ESHAPE, ga_add(&one, a.g, &one, wide.g, a.g));
    MISUSE(ASHLAR_ESHAPE, ga_add(&one, a.g, &one, a.g, wide.g));
    MISUSE(ASHLAR_ESHAPE, ga_add(&one, wide.g, &one, a.g, a.g));
    MISUSE(ASHLAR_ESHAPE, ga_add(&one, a.g, &one, a.g, cube.g));
    MISUSE(ASHLAR_ETYPE, ga_add(&one, a.g, &one, whole.g, a.g));
    MISUSE(ASHLAR_ETYPE, ga_add(&one, a.g, &one, a.g, whole.g));
    MISUSE(ASHLAR_ETYPE, ga_add(&one, whole.g, &one, a.g, a.g));
    MISUSE(ASHLAR_ESHAPE, ga_transpose(a.g, square.g));
    MISUSE(ASHLAR_ESHAPE, ga_transpose(a.g, cube.g));
    MISUSE(ASHLAR_ETYPE, ga_transpose(wide.g, whole.g));
    MISUSE(ASHLAR_EARG, ga_transpose(square.g, square.g), "overlaps");
    transpose_patches_wrongly(a.g, wide.g, whole.g, cube.g);
    MISUSE(ASHLAR_ESHAPE, ga_symmetrize(a.g), "'twin'");
    MISUSE(ASHLAR_ETYPE, ga_symmetrize(sq_int.g), "'twin'");
    MISUSE(ASHLAR_ESHAPE, ga_symmetrize(cube.g), "'twin'");
    operate_on_patches_wrongly(a.g, wide.g, whole.g, cube.g);
    MISUSE(ASHLAR_EARG, ga_norm(a.g, (ga_norm_kind)5, &result), "5");
    MISUSE(ASHLAR_EARG, ga_norm(a.g, (ga_norm_kind)-1, &result), "-1");
    MISUSE(ASHLAR_ESHAPE, ga_norm(cube.g, GA_MATRIX_NORM_1, &result), "3 dimensions");
    MISUSE(ASHLAR_ESHAPE, ga_multiply(a.g, wide.g, a.g));
    MISUSE(ASHLAR_ETYPE, ga_median(a.g, a.g, whole.g, a.g));
    select_and_scale_wrongly(a.g, wide.g, whole.g, cube.g);
    CHECK(result == -5);
    for (size_t k = 0; k < sizeof all / sizeof all[0]; ++k) {
        CHECK_TWIN(all[k]);
        twin_destroy(all[k]);
    }
}

/* Arrays of different groups, though of the same ranks. */
TEST_CASE(ga_operand_groups, TEST_GA)
{
    double one = 1, result = -5;
    ga_group_t group;

    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, 0, -ga_rank(), &group));
    twin_t a = operand(ASHLAR_DOUBLE, 9, 9);
    twin_t b = twin_create(ASHLAR_DOUBLE, 2, (int64_t[]){9, 9}, LAYOUT_REGULAR, group, 132);
    MISUSE(ASHLAR_EGROUP, ga_dot(a.g, b.g, &result));
    MISUSE(ASHLAR_EGROUP, ga_add(&one, a.g, &one, b.g, a.g));
    MISUSE(ASHLAR_EGROUP, ga_add(&one, a.g, &one, a.g, b.g));
    MISUSE(ASHLAR_EGROUP, ga_transpose(a.g, b.g));
    CHECK(result == -5);
    CHECK_TWIN(&a);
    CHECK_TWIN(&b);
    twin_destroy(&b);
    twin_destroy(&a);
    CHECK_OK(ga_group_destroy(group));
}

TEST_CASE(ga_groups, TEST_GA)
{
    int me = ga_rank(), size = ga_size(), other = (me + 1) % size, number = -5;
    const int twice[2] = {me, me}, beyond[2] = {me, size}, below[2] = {me, -1};
    ga_group_t group = -5;
    MPI_Comm comm = MPI_COMM_NULL;

    MISUSE(ASHLAR_EARG, ga_group_create(0, &me, &group));
    MISUSE(ASHLAR_EARG, ga_group_create(2, twice, &group));
    MISUSE(ASHLAR_ERANGE, ga_group_create(2, beyond, &group));
    MISUSE(ASHLAR_ERANGE, ga_group_create(2, below, &group), "-1");
    if (size > 1)
        MISUSE(ASHLAR_EGROUP, ga_group_create(1, &other, &group));
    CHECK_INT(-5, group);
    const ga_group_t bad[] = {-1, 4711, INT32_MAX};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
        MISUSE(ASHLAR_EGROUP, ga_group_split(bad[k], 0, 0, &group));
        MISUSE(ASHLAR_EGROUP, ga_group_destroy(bad[k]));
        MISUSE(ASHLAR_EGROUP, ga_group_set_default(bad[k], &group));
        MISUSE(ASHLAR_EGROUP, ga_group_rank(bad[k], &number));
        MISUSE(ASHLAR_EGROUP, ga_group_size(bad[k], &number));
        MISUSE(ASHLAR_EGROUP, ga_group_world_rank(bad[k], 0, &number));
        MISUSE(ASHLAR_EGROUP, ga_group_sync(bad[k]));
        MISUSE(ASHLAR_EGROUP, ga_group_comm(bad[k], &comm));
    }
    MISUSE(ASHLAR_EGROUP, ga_group_destroy(GA_GROUP_WORLD));
    MISUSE(ASHLAR_EGROUP, ga_group_destroy(GA_GROUP_DEFAULT));
    MISUSE(ASHLAR_ERANGE, ga_group_world_rank(GA_GROUP_WORLD, -1, &number), "-1");
    MISUSE(ASHLAR_ERANGE, ga_group_world_rank(GA_GROUP_WORLD, size, &number));
    CHECK_INT(-5, group);
    CHECK_INT(-5, number);
    CHECK_OK(ga_group_get_default(&group));
    CHECK_INT(GA_GROUP_WORLD, group);

    /* A group of one rank has no second. */
    REQUIRE_OK(ga_group_create(1, &me, &group));
    double value = 4;
    int64_t bounds[4];
    ga_t alone;
    MISUSE(ASHLAR_ERANGE, ga_broadcast(group, &value, sizeof value, 1));
    MISUSE(ASHLAR_ERANGE, ga_group_world_rank(group, 1, &number));
    ga_mutexes_t set;
    REQUIRE_OK(ga_mutexes_create(group, 1, &set));
    CHECK_STATUS(ASHLAR_ESTATE, ga_group_destroy(group));
    CHECK_OK(ga_mutexes_destroy(set));
    REQUIRE_OK(ga_create_nd(ASHLAR_INT, 2, (int64_t[]){4, 4}, "alone", NULL, group, &alone));
    MISUSE(ASHLAR_ERANGE, ga_distribution_nd(alone, 1, bounds, bounds + 2), "'alone'");
    MISUSE(ASHLAR_ERANGE, ga_access_block(alone, 1, NULL, NULL, &(void *){NULL}, bounds));
    CHECK_OK(ga_destroy(alone));

    /* A stale group. */
    CHECK_OK(ga_group_destroy(group));
    MISUSE(ASHLAR_EGROUP, ga_group_size(group, &number));
    MISUSE(ASHLAR_EGROUP, ga_group_set_default(group, NULL));
    MISUSE(ASHLAR_EGROUP, ga_group_destroy(group));
}

TEST_CASE(ga_collectives, TEST_GA)
{
    double value = 4;

    MISUSE(ASHLAR_EGROUP, ga_broadcast(4711, &value, sizeof value, 0), "4711");
    MISUSE(ASHLAR_ERANGE, ga_broadcast(GA_GROUP_WORLD, &value, sizeof value, -1), "-1");
    MISUSE(ASHLAR_ERANGE, ga_broadcast(GA_GROUP_WORLD, &value, sizeof value, ga_size()));
    MISUSE(ASHLAR_EGROUP, ga_allreduce(4711, ASHLAR_DOUBLE, ASHLAR_SUM, &value, 1), "4711");
    MISUSE(ASHLAR_EARG, ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_SUM, &value, -1));
    MISUSE(ASHLAR_EARG, ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_OP_COUNT, &value, 1));
    MISUSE(ASHLAR_ETYPE, ga_allreduce(GA_GROUP_WORLD, ASHLAR_TYPE_COUNT, ASHLAR_SUM, &value, 1));
    MISUSE(ASHLAR_ETYPE, ga_allreduce(GA_GROUP_WORLD, ASHLAR_CDOUBLE, ASHLAR_MIN, &value, 1));
    MISUSE(ASHLAR_ETYPE, ga_allreduce(GA_GROUP_WORLD, ASHLAR_CFLOAT, ASHLAR_MAX, &value, 1));
    CHECK_OK(ga_broadcast(GA_GROUP_WORLD, NULL, 0, 0)); /* nothing needs no buffer */
    CHECK_OK(ga_allreduce(GA_GROUP_WORLD, ASHLAR_DOUBLE, ASHLAR_SUM, NULL, 0));
    CHECK(value == 4);
}

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
