/* Every call that takes an array: library stopped, handles that name no array, arrays not 2-D. */
#include <stdio.h>
#include <string.h>

#include <ashlar/ga_classic.h>

#include "misuse.h"

/* Arguments that are right for a 2-D array of doubles, and a good array for second operands. */
static const double value[1] = {1};
static double result[1];
static int64_t zeros[2], numbers[2 * ASHLAR_MAX_DIM];
static const int64_t ones[2] = {1, 1};
static const int directions[2] = {1, 0};
static ga_handle_t none;
static ga_block_t block;
static ga_t good;

/* X(name, needs 2-D, arguments after g) is one call with the array as its first argument. */
#define FIRST_ARGUMENT(X)                                                                          \
    X(ga_fence_array, 0)                                                                           \
    X(ga_fence_array_nb, 0, &none)                                                                 \
    X(ga_destroy, 0)                                                                               \
    X(ga_inquire, 1, NULL, &numbers[0], &numbers[1])                                               \
    X(ga_inquire_nd, 0, NULL, NULL, numbers)                                                       \
    X(ga_inquire_name, 0, &(const char *){NULL})                                                   \
    X(ga_inquire_group, 0, &(ga_group_t){0})                                                       \
    X(ga_inquire_grid, 0, numbers)                                                                 \
    X(ga_inquire_spec, 0, &(ga_spec_t){.ndim = 0})                                                 \
    X(ga_inquire_blocks, 0, numbers)                                                               \
    X(ga_inquire_owned, 0, 0, numbers)                                                             \
    X(ga_inquire_position, 0, 0, (int[ASHLAR_MAX_DIM]){0})                                         \
    X(ga_block_by_number, 0, 0, &block)                                                            \
    X(ga_block_by_position, 0, zeros, &block)                                                      \
    X(ga_block_by_element, 0, zeros, &block)                                                       \
    X(ga_block_by_rank, 0, 0, 0, &block)                                                           \
    X(ga_block_first, 0, &block)                                                                   \
    X(ga_block_next, 0, &block)                                                                    \
    X(ga_access_local, 0, 0, &(void *){NULL}, NULL, NULL, NULL)                                    \
    X(ga_ghosts_update, 0, 0)                                                                      \
    X(ga_ghosts_update_dir, 0, directions, 0)                                                      \
    X(ga_ghosts_update_nb, 0, 0, &none)                                                            \
    X(ga_ghosts_update_dir_nb, 0, directions, 0, &none)                                            \
    X(ga_access_ghosts, 0, &(void *){NULL}, NULL, NULL)                                            \
    X(ga_distribution, 1, 0, &numbers[0], &numbers[1], &numbers[2], &numbers[3])                   \
    X(ga_distribution_nd, 0, 0, numbers, numbers + ASHLAR_MAX_DIM)                                 \
    X(ga_locate, 1, 0, 0, &(int){0})                                                               \
    X(ga_locate_nd, 0, zeros, &(int){0})                                                           \
    X(ga_locate_region, 1, 0, 0, 0, 0, 0, NULL, numbers)                                           \
    X(ga_locate_region_nd, 0, zeros, zeros, 0, NULL, numbers)                                      \
    X(ga_put, 1, 0, 0, 0, 0, value, 1)                                                             \
    X(ga_put_nd, 0, zeros, zeros, value, NULL)                                                     \
    X(ga_get, 1, 0, 0, 0, 0, result, 1)                                                            \
    X(ga_get_nd, 0, zeros, zeros, result, NULL)                                                    \
    X(ga_acc, 1, 0, 0, 0, 0, value, 1, value)                                                      \
    X(ga_acc_nd, 0, zeros, zeros, value, NULL, value)                                              \
    X(ga_read_inc, 1, 0, 0, 1, numbers)                                                            \
    X(ga_read_inc_nd, 0, zeros, 1, numbers)                                                        \
    X(ga_gather, 1, 1, zeros, zeros, result)                                                       \
    X(ga_scatter, 1, 1, zeros, zeros, value)                                                       \
    X(ga_scatter_acc, 1, 1, zeros, zeros, value, value)                                            \
    X(ga_gather_nd, 0, 1, zeros, result)                                                           \
    X(ga_scatter_nd, 0, 1, zeros, value)                                                           \
    X(ga_scatter_acc_nd, 0, 1, zeros, value, value)                                                \
    X(ga_access, 1, 0, 0, 0, 0, &(void *){NULL}, numbers)                                          \
    X(ga_access_nd, 0, zeros, zeros, &(void *){NULL}, numbers)                                     \
    X(ga_access_block, 0, 0, NULL, NULL, &(void *){NULL}, numbers)                                 \
    X(ga_put_nb, 1, 0, 0, 0, 0, value, 1, &none)                                                   \
    X(ga_put_nb_nd, 0, zeros, zeros, value, NULL, &none)                                           \
    X(ga_get_nb, 1, 0, 0, 0, 0, result, 1, &none)                                                  \
    X(ga_get_nb_nd, 0, zeros, zeros, result, NULL, &none)                                          \
    X(ga_acc_nb, 1, 0, 0, 0, 0, value, 1, value, &none)                                            \
    X(ga_acc_nb_nd, 0, zeros, zeros, value, NULL, value, &none)                                    \
    X(ga_acc_op, 1, 0, 0, 0, 0, value, 1, ASHLAR_MAX)                                              \
    X(ga_acc_op_nd, 0, zeros, zeros, value, NULL, ASHLAR_MAX)                                      \
    X(ga_put_strided_nd, 0, zeros, zeros, ones, value, NULL)                                       \
    X(ga_get_strided_nd, 0, zeros, zeros, ones, result, NULL)                                      \
    X(ga_acc_strided_nd, 0, zeros, zeros, ones, value, NULL, value)                                \
    X(ga_put_field_nd, 0, zeros, zeros, 0, 4, value, NULL)                                         \
    X(ga_get_field_nd, 0, zeros, zeros, 0, 4, result, NULL)                                        \
    X(ga_put_field_nb_nd, 0, zeros, zeros, 0, 4, value, NULL, &none)                               \
    X(ga_get_field_nb_nd, 0, zeros, zeros, 0, 4, result, NULL, &none)                              \
    X(ga_put_periodic_nd, 0, zeros, zeros, value, NULL)                                            \
    X(ga_get_periodic_nd, 0, zeros, zeros, result, NULL)                                           \
    X(ga_acc_periodic_nd, 0, zeros, zeros, value, NULL, value)                                     \
    X(ga_swap, 1, 0, 0, 1, numbers)                                                                \
    X(ga_swap_nd, 0, zeros, 1, numbers)                                                            \
    X(ga_compare_swap, 1, 0, 0, 0, 1, numbers)                                                     \
    X(ga_compare_swap_nd, 0, zeros, 0, 1, numbers)                                                 \
    X(ga_release, 0)                                                                               \
    X(ga_zero, 0)                                                                                  \
    X(ga_fill, 0, value)                                                                           \
    X(ga_scale, 0, value)                                                                          \
    X(ga_zero_patch, 0, zeros, zeros)                                                              \
    X(ga_fill_patch, 0, zeros, zeros, value)                                                       \
    X(ga_scale_patch, 0, zeros, zeros, value)                                                      \
    X(ga_add_constant, 0, value)                                                                   \
    X(ga_add_constant_patch, 0, zeros, zeros, value)                                               \
    X(ga_abs, 0)                                                                                   \
    X(ga_abs_patch, 0, zeros, zeros)                                                               \
    X(ga_reciprocal, 0)                                                                            \
    X(ga_reciprocal_patch, 0, zeros, zeros)                                                        \
    X(ga_sum, 0, result)                                                                           \
    X(ga_sum_patch, 0, zeros, zeros, result)                                                       \
    X(ga_norm, 0, GA_ENTRY_NORM_1, result)                                                         \
    X(ga_norm_patch, 0, zeros, zeros, GA_ENTRY_NORM_1, result)                                     \
    X(ga_dot_patch, 0, zeros, zeros, good, zeros, zeros, result)                                   \
    X(ga_multiply, 0, good, good)                                                                  \
    X(ga_multiply_patch, 0, zeros, zeros, good, zeros, zeros, good, zeros, zeros)                  \
    X(ga_divide, 0, good, good)                                                                    \
    X(ga_divide_patch, 0, zeros, zeros, good, zeros, zeros, good, zeros, zeros)                    \
    X(ga_maximum, 0, good, good)                                                                   \
    X(ga_maximum_patch, 0, zeros, zeros, good, zeros, zeros, good, zeros, zeros)                   \
    X(ga_minimum, 0, good, good)                                                                   \
    X(ga_minimum_patch, 0, zeros, zeros, good, zeros, zeros, good, zeros, zeros)                   \
    X(ga_median, 0, good, good, good)                                                              \
    X(ga_median_patch, 0, zeros, zeros, good, zeros, zeros, good, zeros, zeros, good, zeros,       \
      zeros)                                                                                       \
    X(ga_select, 0, ASHLAR_MAX, result, numbers)                                                   \
    X(ga_select_patch, 0, zeros, zeros, ASHLAR_MAX, result, numbers)                               \
    X(ga_step_max, 0, good, result)                                                                \
    X(ga_step_max_patch, 0, zeros, zeros, good, zeros, zeros, result)                              \
    X(ga_step_bound, 0, good, good, good, result, result, result)                                  \
    X(ga_step_bound_patch, 0, zeros, zeros, good, zeros, zeros, good, zeros, zeros, good, zeros,   \
      zeros, result, result, result)                                                               \
    X(ga_enumerate, 0, value, value)                                                               \
    X(ga_enumerate_patch, 0, zeros, zeros, value, value)                                           \
    X(ga_randomize, 0, 1, value)                                                                   \
    X(ga_randomize_patch, 0, zeros, zeros, 1, value)                                               \
    X(ga_zero_diagonal, 1)                                                                         \
    X(ga_shift_diagonal, 1, value)                                                                 \
    X(ga_scale_rows, 1, good)                                                                      \
    X(ga_scale_columns, 1, good)                                                                   \
    X(ga_get_diagonal, 1, good)                                                                    \
    X(ga_set_diagonal, 1, good)                                                                    \
    X(ga_add_diagonal, 1, good)                                                                    \
    X(ga_scan_copy, 0, good, good, 0, 0)                                                           \
    X(ga_scan_add, 0, good, good, 0, 0, 1)                                                         \
    X(ga_pack, 0, good, good, 0, 0, numbers)                                                       \
    X(ga_unpack, 0, good, good, 0, 0, numbers)                                                     \
    X(ga_print_patch, 0, zeros, zeros, stdout)                                                     \
    X(ga_print_distribution, 0, stdout)                                                            \
    X(ga_copy, 0, good)                                                                            \
    X(ga_dot, 0, good, result)                                                                     \
    X(ga_transpose, 1, good)                                                                       \
    X(ga_transpose_patch, 1, zeros, zeros, good, zeros, zeros)                                     \
    X(ga_copy_patch, 0, zeros, zeros, good, zeros, zeros)                                          \
    X(ga_set_read_only, 0, 0)                                                                      \
    X(ga_inquire_read_only, 0, &(int){0})                                                          \
    X(ga_mirror_merge, 0)                                                                          \
    X(ga_mirror_merge_patch, 0, zeros, zeros, good, zeros, zeros)                                  \
    X(ga_symmetrize, 1)                                                                            \
    X(ga_print, 0, stdout)                                                                         \
    X(ga_create_like, 0, ASHLAR_DOUBLE, "like", &(ga_t){0})

/* X(name, arguments) with g elsewhere. */
#define OTHER_ARGUMENT(X)                                                                          \
    X(copy_to, ga_copy, good, g)                                                                   \
    X(copy_patch_to, ga_copy_patch, good, zeros, zeros, g, zeros, zeros)                           \
    X(dot_with, ga_dot, good, g, result)                                                           \
    X(merge_to, ga_mirror_merge_patch, good, zeros, zeros, g, zeros, zeros)                        \
    X(multiply_by, ga_multiply, good, g, good)                                                     \
    X(multiply_to, ga_multiply, good, good, g)                                                     \
    X(divide_by, ga_divide, good, g, good)                                                         \
    X(divide_to, ga_divide, good, good, g)                                                         \
    X(maximum_by, ga_maximum, good, g, good)                                                       \
    X(maximum_to, ga_maximum, good, good, g)                                                       \
    X(minimum_by, ga_minimum, good, g, good)                                                       \
    X(minimum_to, ga_minimum, good, good, g)                                                       \
    X(median_second, ga_median, good, g, good, good)                                               \
    X(median_third, ga_median, good, good, g, good)                                                \
    X(median_to, ga_median, good, good, good, g)                                                   \
    X(add_patch_first, ga_add_patch, value, g, zeros, zeros, value, good, zeros, zeros, good,      \
      zeros, zeros)                                                                                \
    X(add_patch_second, ga_add_patch, value, good, zeros, zeros, value, g, zeros, zeros, good,     \
      zeros, zeros)                                                                                \
    X(add_patch_result, ga_add_patch, value, good, zeros, zeros, value, good, zeros, zeros, g,     \
      zeros, zeros)                                                                                \
    X(dot_patch_with, ga_dot_patch, good, zeros, zeros, g, zeros, zeros, result)                   \
    X(step_max_along, ga_step_max, good, g, result)                                                \
    X(step_bound_along, ga_step_bound, good, g, good, good, result, result, result)                \
    X(step_bound_lower, ga_step_bound, good, good, g, good, result, result, result)                \
    X(step_bound_upper, ga_step_bound, good, good, good, g, result, result, result)                \
    X(scale_rows_by, ga_scale_rows, good, g)                                                       \
    X(scale_columns_by, ga_scale_columns, good, g)                                                 \
    X(get_diagonal_by, ga_get_diagonal, good, g)                                                   \
    X(set_diagonal_by, ga_set_diagonal, good, g)                                                   \
    X(add_diagonal_by, ga_add_diagonal, good, g)                                                   \
    X(transpose_to, ga_transpose, good, g)                                                         \
    X(transpose_patch_to, ga_transpose_patch, good, zeros, zeros, g, zeros, zeros)                 \
    X(add_first, ga_add, value, g, value, good, good)                                              \
    X(add_second, ga_add, value, good, value, g, good)                                             \
    X(add_result, ga_add, value, good, value, good, g)

#define DEFINE_FIRST(name, flat, ...)                                                              \
    static int call_##name(ga_t g)                                                                 \
    {                                                                                              \
        return name(g __VA_OPT__(, ) __VA_ARGS__);                                                 \
    }
FIRST_ARGUMENT(DEFINE_FIRST)
#define DEFINE_OTHER(id, name, ...)                                                                \
    static int call_##id(ga_t g)                                                                   \
    {                                                                                              \
        return name(__VA_ARGS__);                                                                  \
    }
OTHER_ARGUMENT(DEFINE_OTHER)

typedef struct call_row {
    const char *id, *text; /* text: begins with the name of the call */
    int flat;              /* takes 2-D arrays only */
    int (*call)(ga_t g);
} call_row_t;

#define FIRST_ROW(name, flat, ...) {#name, #name "(...)", flat, call_##name},
#define OTHER_ROW(id, name, ...)   {#id, #name "(...)", 0, call_##id},
static const call_row_t rows[] = {FIRST_ARGUMENT(FIRST_ROW) OTHER_ARGUMENT(OTHER_ROW)};
enum { ROWS = sizeof rows / sizeof rows[0] };

static void misuse_row(const call_row_t *row, ga_t g, int expected, const char *part)
{
    misuse_check(__FILE__, __LINE__, row->text, expected, row->call(g),
                 (const char *const[]){part, NULL});
}

void ga_refuses(ga_t any)
{
    const int64_t dims[2] = {4, 4}, blocks[2] = {1, 1}, cuts[2] = {0, 0};
    ga_t g = -9;
    ga_group_t group = -9;
    int number = -9;

    for (int r = 0; r < ROWS; ++r)
        misuse_row(&rows[r], any, ASHLAR_ESTATE, NULL);
    MISUSE(ASHLAR_ESTATE, ga_terminate());
    MISUSE(ASHLAR_ESTATE, ga_create(ASHLAR_INT, 4, 4, "x", 0, 0, &g));
    MISUSE(ASHLAR_ESTATE, ga_create_nd(ASHLAR_INT, 2, dims, "x", NULL, GA_GROUP_WORLD, &g));
    MISUSE(ASHLAR_ESTATE, ga_create_irreg(ASHLAR_INT, 4, 4, "x", cuts, 1, cuts, 1, &g));
    MISUSE(ASHLAR_ESTATE,
           ga_create_irreg_nd(ASHLAR_INT, 2, dims, "x", blocks, cuts, GA_GROUP_WORLD, &g));
    MISUSE(ASHLAR_ESTATE, ga_create_spec(&(ga_spec_t){.ndim = 2, .dims = {4, 4}}, &g));
    MISUSE(ASHLAR_ESTATE, ga_group_create(1, &(int){0}, &group));
    MISUSE(ASHLAR_ESTATE, ga_group_split(GA_GROUP_WORLD, 0, 0, &group));
    MISUSE(ASHLAR_ESTATE, ga_group_destroy(2));
    MISUSE(ASHLAR_ESTATE, ga_group_set_default(GA_GROUP_WORLD, &group));
    MISUSE(ASHLAR_ESTATE, ga_group_get_default(&group));
    MISUSE(ASHLAR_ESTATE, ga_group_rank(GA_GROUP_WORLD, &number));
    MISUSE(ASHLAR_ESTATE, ga_group_size(GA_GROUP_WORLD, &number));
    MISUSE(ASHLAR_ESTATE, ga_group_world_rank(GA_GROUP_WORLD, 0, &number));
    MISUSE(ASHLAR_ESTATE, ga_group_comm(GA_GROUP_WORLD, &(MPI_Comm){MPI_COMM_NULL}));
    MISUSE(ASHLAR_ESTATE, ga_fence());
    CHECK_STATUS(ASHLAR_ESTATE, ga_sync());
    MISUSE(ASHLAR_ESTATE, ga_group_sync(GA_GROUP_WORLD));
    MISUSE(ASHLAR_ESTATE, ga_classic_sync_mask(0, 0));
    MISUSE(ASHLAR_ESTATE, ga_broadcast(GA_GROUP_WORLD, &number, sizeof number, 0));
    MISUSE(ASHLAR_ESTATE, ga_allreduce(GA_GROUP_WORLD, ASHLAR_INT, ASHLAR_SUM, &number, 1));
    MISUSE(ASHLAR_ESTATE, ga_poll());
    CHECK_INT(-9, g);
    CHECK_INT(-9, group);
    CHECK_INT(-9, number);
}

TEST_CASE(ga_stopped, TEST_BARE)
{
    ga_refuses(65537);
}

/* The rows that do not write to the array, or cannot here. All others must be refused. */
static bool is_harmless(const char *id)
{
    static const char *const harmless[] = {
        "ga_fence_array",   "ga_destroy",     "ga_inquire",       "ga_block_",
        "ga_distribution",  "ga_locate",      "ga_get",           "ga_gather",
        "ga_release",       "ga_copy",        "ga_dot",           "ga_transpose",
        "ga_print",         "ga_create_like", "ga_set_read_only", "dot_with",
        "add_first",        "add_second",     "ga_ghosts_update", /* ghost cells are no
                                                                     elements */
        "ga_mirror_merge",  "merge_to", /* of mirrored arrays (ga_mirrors.c) */
        "ga_multiply",      "ga_divide",      "ga_maximum",       "ga_minimum",
        "ga_median",        "multiply_by",    "divide_by",        "maximum_by",
        "minimum_by",       "median_second",  "median_third",     "add_patch_first",
        "add_patch_second", "dot_patch_with", "ga_sum",           "ga_norm",
        "ga_select",        "scale_rows_by",  "scale_columns_by", "set_diagonal_by",
        "add_diagonal_by",  "ga_scan",        "ga_pack",          "ga_unpack",
        "ga_step_",         "step_",
    };
    for (size_t k = 0; k < sizeof harmless / sizeof harmless[0]; ++k)
        if (strncmp(id, harmless[k], strlen(harmless[k])) == 0)
            return true;
    return false;
}

/* No call writes to an array that is only read. */
TEST_CASE(ga_read_only_calls, TEST_GA)
{
    int refused = 0;

    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 5, 5, "good", 0, 0, &good));
    twin_t shut =
        twin_create(ASHLAR_DOUBLE, 2, (int64_t[]){5, 5}, LAYOUT_REGULAR, GA_GROUP_WORLD, 7);
    CHECK_OK(ga_set_read_only(shut.g, 1));
    for (int r = 0; r < ROWS; ++r)
        if (!is_harmless(rows[r].id)) {
            misuse_row(&rows[r], shut.g, ASHLAR_ESTATE, "'twin' is read-only");
            ++refused;
        }
    CHECK(refused >= 36);
    CHECK_TWIN(&shut);
    CHECK_OK(ga_set_read_only(shut.g, 0));
    CHECK_TWIN(&shut);
    twin_destroy(&shut);
    CHECK_OK(ga_destroy(good));
}

/* 0 is a rank outside the smaller of two groups. */
static bool takes_zero(const char *text)
{
    return strncmp(text, "ga_copy(", 8) == 0 || strncmp(text, "ga_copy_patch(", 14) == 0;
}

/* Zero, negative, never given out, of a destroyed array, and of a slot used again since. */
TEST_CASE(ga_bad_handles, TEST_GA)
{
    ga_t stale, again;

    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 5, 5, "good", 0, 0, &good));
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 5, 5, "stale", 0, 0, &stale));
    CHECK_OK(ga_destroy(stale));
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 5, 5, "again", 0, 0, &again));
    twin_t twin = twin_adopt(good, 101), other = twin_adopt(again, 102);
    const ga_t bad[] = {0, -1, INT32_MIN, INT32_MAX, stale, again + 1};
    for (size_t b = 0; b < sizeof bad / sizeof bad[0]; ++b) {
        char number[16];
        snprintf(number, sizeof number, "%d", bad[b]);
        for (int r = 0; r < ROWS; ++r)
            if (bad[b] != 0 || ga_size() == 1 || !takes_zero(rows[r].text))
                misuse_row(&rows[r], bad[b], ASHLAR_EHANDLE, number);
    }
    CHECK_TWIN(&twin);
    CHECK_TWIN(&other);
    twin_destroy(&other);
    twin_destroy(&twin);
}

/* A 2-D call on an array of 1 or 3 dimensions. */
TEST_CASE(ga_not_2d, TEST_GA)
{
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 5, 5, "good", 0, 0, &good));
    for (int ndim = 1; ndim <= 3; ndim += 2) {
        twin_t twin =
            twin_create(ASHLAR_DOUBLE, ndim, test_dims(ndim), LAYOUT_REGULAR, GA_GROUP_WORLD, 103);
        for (int r = 0; r < ROWS; ++r)
            if (rows[r].flat)
                misuse_row(&rows[r], twin.g, ASHLAR_ESHAPE, "'twin'");
        CHECK_TWIN(&twin);
        twin_destroy(&twin);
    }
    CHECK_OK(ga_destroy(good));
}
