/* Operations on whole arrays and patches refuse operands that do not conform. */
#include "misuse.h"

static void copy_patches_wrongly(ga_t a, ga_t other, ga_t whole, ga_t cube)
{
    const int64_t lo[3] = {0, 0, 0}, hi[3] = {2, 3, 0}, less[2] = {2, 2}, far[2] = {1, 99};

    MISUSE(ASHLAR_ESHAPE, ga_copy_patch(a, lo, hi, other, lo, less), "12 elements", "has 9");
    MISUSE(ASHLAR_ESHAPE, ga_copy_patch(a, lo, less, cube, lo, hi), "9 elements", "has 12");
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
