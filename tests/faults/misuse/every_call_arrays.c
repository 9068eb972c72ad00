/* Every public call with arrays that are not for it: read-only, not 2-D, of records, of types that
 * BLAS lacks. */
#include <string.h>

#include "every_call.h"
#include "model/scalar.h"

/* An argument with one of the names; NULL: none. */
static const call_argument_t *argument_named(const call_row_t *row, const char *const *names)
{
    for (const call_argument_t *a = row->arguments; *a->name; ++a)
        for (const char *const *name = names; *name; ++name)
            if (strcmp(a->name, *name) == 0)
                return a;
    return NULL;
}

static const call_argument_t *first_array(const call_row_t *row)
{
    const call_argument_t *a = row->arguments;
    while (*a->name && a->is != IS_ARRAY)
        ++a;
    return *a->name ? a : NULL;
}

static const call_argument_t *last_array(const call_row_t *row)
{
    const call_argument_t *found = NULL;
    for (const call_argument_t *a = row->arguments; *a->name; ++a)
        if (a->is == IS_ARRAY)
            found = a;
    return found;
}

/* The array that a call writes to; NULL: none. */
static const call_argument_t *written_array(const call_row_t *row)
{
    /* Ghost cells are no elements; ga_mirror_merge is for mirrored arrays (ga_mirrors.c). */
    static const char *const nothing[] = {
        "ga_fence_array",   "ga_destroy",       "ga_inquire",       "ga_block_",  "ga_distribution",
        "ga_locate",        "ga_get(",          "ga_get_nd",        "ga_get_nb",  "ga_get_p",
        "ga_get_s",         "ga_get_f",         "ga_gather",        "ga_release", "ga_dot",
        "ga_print",         "ga_create_like",   "ga_sum",           "ga_norm",    "ga_select",
        "ga_step_",         "ga_scan",          "ga_set_read_only", "ga_pack",    "ga_unpack",
        "ga_access_ghosts", "ga_ghosts_update", "ga_mirror_merge",  NULL};
    static const char *const first[] = {"ga_scale_rows", "ga_scale_columns", "ga_set_diagonal",
                                        "ga_add_diagonal", NULL};
    return every_call_begins(row->text, nothing) ? NULL
           : every_call_begins(row->text, first) ? first_array(row)
                                                 : last_array(row);
}

/* No call writes to an array that is only read. */
TEST_CASE(every_call_read_only, TEST_GA)
{
    int refused = 0;
    every_call_make();
    twin_t shut =
        twin_create(ASHLAR_DOUBLE, 2, (int64_t[]){5, 5}, LAYOUT_REGULAR, GA_GROUP_WORLD, 7);
    CHECK_OK(ga_set_read_only(shut.g, 1));
    FOR_EACH_ROW (row, TABLE_GA)
        if (written_array(row)) {
            every_call_wrong(row, written_array(row)->name, shut.g, ASHLAR_ESTATE,
                             "'twin' is read-only");
            ++refused;
        }
    CHECK(refused >= 36);
    CHECK_TWIN(&shut);
    CHECK_OK(ga_set_read_only(shut.g, 0));
    CHECK_TWIN(&shut);
    twin_destroy(&shut);
    every_call_free();
}

/* Does the call take 2-D arrays only? */
static bool is_flat(const call_row_t *row)
{
    static const char *const rows_and_columns[] = {"i", "ilo", "cols", NULL};
    static const char *const matrices[] = {"ga_transpose",     "ga_symmetrize",
                                           "ga_scale_rows",    "ga_scale_columns",
                                           "ga_zero_diagonal", "ga_shift_diagonal",
                                           "ga_get_diagonal",  "ga_set_diagonal",
                                           "ga_add_diagonal",  NULL};
    return first_array(row) &&
           (every_call_begins(row->text, matrices) || argument_named(row, rows_and_columns));
}

/* A 2-D call on an array of 1 or 3 dimensions. */
TEST_CASE(every_call_not_2d, TEST_GA)
{
    int refused = 0;
    every_call_make();
    for (int ndim = 1; ndim <= 3; ndim += 2) {
        twin_t twin =
            twin_create(ASHLAR_DOUBLE, ndim, test_dims(ndim), LAYOUT_REGULAR, GA_GROUP_WORLD, 103);
        FOR_EACH_ROW (row, TABLE_GA)
            if (is_flat(row)) {
                every_call_wrong(row, first_array(row)->name, twin.g, ASHLAR_ESHAPE, "'twin'");
                ++refused;
            }
        CHECK_TWIN(&twin);
        twin_destroy(&twin);
    }
    CHECK(refused >= 56);
    every_call_free();
}

/* Three matrices and a vector. */
static void make_alike(ga_type type, ga_t *x)
{
    for (int k = 0; k < 4; ++k) {
        CHECK_OK(ga_create_nd(type, k < 3 ? 2 : 1, (int64_t[]){5, 5}, "alike", NULL, GA_GROUP_WORLD,
                              &x[k]));
        CHECK_OK(ga_zero(x[k]));
    }
}

static void destroy_alike(const ga_t *x)
{
    for (int k = 0; k < 4; ++k)
        CHECK_OK(ga_destroy(x[k]));
}

/* A call that would calculate with records does nothing. */
TEST_CASE(every_call_records, TEST_GA)
{
    static const char *const moves[] = {
        "ga_fence_array", "ga_destroy",       "ga_inquire",      "ga_block_", "ga_distribution",
        "ga_locate",      "ga_put",           "ga_get(",         "ga_get_nd", "ga_get_nb",
        "ga_get_p",       "ga_get_s",         "ga_get_f",        "ga_gather", "ga_scatter(",
        "ga_scatter_nd",  "ga_access",        "ga_release",      "ga_print",  "ga_create_like",
        "ga_zero(",       "ga_zero_patch",    "ga_fill",         "ga_copy",   "ga_transpose",
        "ga_set_read",    "ga_ghosts_update", "ga_mirror_merge", NULL};
    static char found[25 * 24], zero[25 * 24];
    const int64_t at[2] = {0, 0};
    ga_t x[4], mirrored;
    ga_type record;
    int refused = 0;
    REQUIRE_OK(ga_type_create(24, &record));
    make_alike(record, x);
    every_call_use(x);
    FOR_EACH_ROW (row, TABLE_GA)
        if (first_array(row) && !every_call_begins(row->text, moves)) {
            every_call_wrong(row, NULL, 0, ASHLAR_ETYPE, NULL);
            ++refused;
        }
    CHECK(refused >= 62);
    const ga_spec_t twice = {.type = record, .ndim = 2, .dims = {5, 5}, .mirrored = 1};
    REQUIRE_OK(ga_create_spec(&twice, &mirrored));
    MISUSE(ASHLAR_ETYPE, ga_mirror_merge(mirrored));
    MISUSE(ASHLAR_ETYPE, ga_mirror_merge_patch(mirrored, at, at, x[0], at, at));
    CHECK_OK(ga_destroy(mirrored));
    CHECK_OK(ga_get(x[0], 0, 4, 0, 4, found, 5));
    CHECK(memcmp(found, zero, sizeof found) == 0);
    destroy_alike(x);
    CHECK_OK(ga_type_destroy(record));
}

/* Does the call take a matrix that must be like another, or like what was factored? */
static bool has_partner(const call_row_t *row)
{
    return first_array(row) &&
           (first_array(row) != last_array(row) || row->arguments[0].is == IS_HANDLE);
}

static ga_t matrix(ga_type type, int ndim, ga_group_t group)
{
    const int64_t dims[3] = {5, 5, 1};
    ga_t g = 0;
    CHECK_OK(ga_create_nd(type, ndim, dims, "other", NULL, group, &g));
    CHECK_OK(ga_zero(g));
    return g;
}

/* Each call of linear algebra with a matrix in each place that has one, or is compared with
 * another. */
static void try_matrix(ga_t g, bool alone, int expected)
{
    FOR_EACH_ROW (row, TABLE_LA)
        for (const call_argument_t *a = row->arguments; *a->name; ++a)
            if (a->is == IS_ARRAY && (alone || has_partner(row)))
                every_call_wrong(row, a->name, g, expected, NULL);
    CHECK_OK(ga_destroy(g));
}

/* Every matrix is of a type that BLAS lacks. */
TEST_CASE(every_call_no_blas, TEST_GA)
{
    /* f is of doubles */
    static const char *const without[] = {"la_factor_s",
                                          "la_factor_inv",
                                          "la_factor_refine",
                                          "la_factor_update",
                                          "la_factor_downdate",
                                          "la_qr_",
                                          NULL};
    ga_type record;
    ga_t x[4];
    REQUIRE_OK(ga_type_create(sizeof(double), &record));
    for (int k = 0; k <= ASHLAR_TYPE_COUNT; ++k) {
        if (k < ASHLAR_TYPE_COUNT && !type_is_integer((ashlar_type)k))
            continue;
        make_alike(k < ASHLAR_TYPE_COUNT ? (ga_type)k : record, x);
        every_call_use(x);
        FOR_EACH_ROW (row, TABLE_LA)
            if (first_array(row) && !every_call_begins(row->text, without))
                every_call_wrong(row, NULL, 0, ASHLAR_ETYPE, "'alike'");
        destroy_alike(x);
    }
    CHECK_OK(ga_type_destroy(record));
}

/* Types that BLAS lacks, of another type than the other matrices, three dimensions, another group.
 */
TEST_CASE(every_call_matrices, TEST_GA)
{
    ga_group_t again;
    ga_type record;
    every_call_make();
    REQUIRE_OK(ga_type_create(sizeof(double), &record));
    for (int type = 0; type < ASHLAR_TYPE_COUNT; ++type)
        if (type != ASHLAR_DOUBLE)
            try_matrix(matrix(type, 2, GA_GROUP_WORLD), type_is_integer((ashlar_type)type),
                       ASHLAR_ETYPE);
    try_matrix(matrix(record, 2, GA_GROUP_WORLD), true, ASHLAR_ETYPE);
    try_matrix(matrix(ASHLAR_DOUBLE, 3, GA_GROUP_WORLD), true, ASHLAR_ESHAPE);
    REQUIRE_OK(ga_group_split(GA_GROUP_WORLD, 0, 0, &again));
    try_matrix(matrix(ASHLAR_DOUBLE, 2, again), false, ASHLAR_EGROUP);
    CHECK_OK(ga_group_destroy(again));
    CHECK_OK(ga_type_destroy(record));
    every_call_free();
}
