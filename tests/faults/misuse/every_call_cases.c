/* Every public call: with the library stopped, handles that name nothing, NULL, and arrays that are
 * not for it. The calls are those of the headers, so none is left out. */
#include <stdio.h>
#include <string.h>

#include <ashlar/coarray.h>

#include "every_call.h"
#include "model/scalar.h"

TEST_CASE(every_call_stopped, TEST_BARE)
{
    every_call_refused(NULL);
    CHECK_INT(-1, co_this_image(0));
    CHECK_INT(-1, co_num_images(0));
    CHECK_INT(0, co_group(NULL));
}

/* ---- handles that name nothing, and NULL ------------------------------------------------------
 */

/* Is the value right there after all? 0 is the default group, no vectors of an eigensolver, and of
 * a copy an array of another group. */
static bool is_right(const call_row_t *row, const call_argument_t *a, int handle)
{
    static const char *const mirrored[] = {"ga_mirror_merge_patch", NULL}; /* its array first */
    static const char *const copies[] = {"ga_copy(", "ga_copy_patch", NULL};
    static const char *const solvers[] = {"la_eigen", "la_svd", NULL};
    static const char *const vectors[] = {"z", "u", "vt", NULL};
    if (a->is == IS_POINTER)
        return every_call_begins(row->text, mirrored);
    if (handle != 0 || a->is == IS_OBJECT)
        return false;
    return a->is == IS_GROUP || every_call_begins(row->text, copies) ||
           (every_call_begins(row->text, solvers) && every_call_begins(a->name, vectors));
}

/* Make each call with each argument of some kind wrong. */
static void try_each(wrong_t is, int handle, int expected, const char *part)
{
    for (int t = 0; t < TABLES; ++t)
        for
            EACH_ROW(row, t)
    for (const call_argument_t *a = row->arguments; a->name; ++a)
        if (a->is == is && !is_right(row, a, handle))
            every_call_wrong(row, a->name, handle, expected, part);
}

/* Zero, negative, never given out, of a destroyed array, and of a slot used again since. */
TEST_CASE(every_call_handles, TEST_GA)
{
    ga_t stale, again;
    every_call_make();
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 5, 5, "stale", 0, 0, &stale));
    CHECK_OK(ga_destroy(stale));
    REQUIRE_OK(ga_create(ASHLAR_DOUBLE, 5, 5, "again", 0, 0, &again));
    twin_t twin = twin_adopt(every_call_array(), 101), other = twin_adopt(again, 102);
    const ga_t bad[] = {0, -1, INT32_MIN, INT32_MAX, stale, again + 1};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
        char number[16];
        snprintf(number, sizeof number, "%d", bad[k]);
        try_each(IS_ARRAY, bad[k], ASHLAR_EHANDLE, number);
        try_each(IS_HANDLE, bad[k], ASHLAR_EHANDLE, number);
        try_each(IS_GROUP, bad[k], ASHLAR_EGROUP, number);
    }
    CHECK_TWIN(&twin);
    CHECK_TWIN(&other);
    twin_destroy(&other);
    every_call_free();
}

TEST_CASE(every_call_null, TEST_GA)
{
    every_call_make();
    twin_t twin = twin_adopt(every_call_array(), 103);
    try_each(IS_POINTER, 0, ASHLAR_EARG, "NULL");
    try_each(IS_OBJECT, 0, ASHLAR_EARG, NULL);
    CHECK_TWIN(&twin);
    every_call_free();
}

/* ---- arrays that are not for the call -------------------------------------------------------- */

/* An argument with one of the names; NULL: none. */
static const call_argument_t *argument_named(const call_row_t *row, const char *const *names)
{
    for (const call_argument_t *a = row->arguments; a->name; ++a)
        for (const char *const *name = names; *name; ++name)
            if (strcmp(a->name, *name) == 0)
                return a;
    return NULL;
}

static const call_argument_t *first_array(const call_row_t *row)
{
    const call_argument_t *a = row->arguments;
    while (a->name && a->is != IS_ARRAY)
        ++a;
    return a->name ? a : NULL;
}

static const call_argument_t *last_array(const call_row_t *row)
{
    const call_argument_t *found = NULL;
    for (const call_argument_t *a = row->arguments; a->name; ++a)
        if (a->is == IS_ARRAY)
            found = a;
    return found;
}

/* The array that a call writes to; NULL: none. */
static const call_argument_t *written_array(const call_row_t *row)
{
    static const char *const nothing[] = {"ga_fence_array",
                                          "ga_destroy",
                                          "ga_inquire",
                                          "ga_block_",
                                          "ga_distribution",
                                          "ga_locate",
                                          "ga_get(",
                                          "ga_get_nd",
                                          "ga_get_nb",
                                          "ga_get_p",
                                          "ga_get_s",
                                          "ga_get_f",
                                          "ga_gather",
                                          "ga_release",
                                          "ga_dot",
                                          "ga_print",
                                          "ga_create_like",
                                          "ga_sum",
                                          "ga_norm",
                                          "ga_select",
                                          "ga_step_",
                                          "ga_scan",
                                          "ga_set_read_only",
                                          "ga_pack",
                                          "ga_unpack",
                                          "ga_access_ghosts",
                                          "ga_ghosts_update", /* ghost cells are no elements */
                                          "ga_mirror_merge", /* of mirrored arrays (ga_mirrors.c) */
                                          NULL};
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
    for
        EACH_ROW(row, TABLE_GA)
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
        for
            EACH_ROW(row, TABLE_GA)
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
    ga_t matrix, vector, mirrored;
    ga_type record;
    int refused = 0;
    REQUIRE_OK(ga_type_create(24, &record));
    REQUIRE_OK(ga_create(record, 5, 5, "records", 0, 0, &matrix));
    REQUIRE_OK(ga_create_nd(record, 1, &(int64_t){5}, "line", NULL, GA_GROUP_WORLD, &vector));
    CHECK_OK(ga_zero(matrix));
    every_call_use(matrix, vector);
    for
        EACH_ROW(row, TABLE_GA)
    if (first_array(row) && !every_call_begins(row->text, moves)) {
        every_call_wrong(row, NULL, 0, ASHLAR_ETYPE, NULL);
        ++refused;
    }
    CHECK(refused >= 62);
    const ga_spec_t twice = {.type = record, .ndim = 2, .dims = {5, 5}, .mirrored = 1};
    const int64_t at[2] = {0, 0};
    REQUIRE_OK(ga_create_spec(&twice, &mirrored));
    MISUSE(ASHLAR_ETYPE, ga_mirror_merge(mirrored));
    MISUSE(ASHLAR_ETYPE, ga_mirror_merge_patch(mirrored, at, at, matrix, at, at));
    CHECK_OK(ga_destroy(mirrored));
    CHECK_OK(ga_get(matrix, 0, 4, 0, 4, found, 5));
    CHECK(memcmp(found, zero, sizeof found) == 0);
    CHECK_OK(ga_destroy(vector));
    CHECK_OK(ga_destroy(matrix));
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
    for
        EACH_ROW(row, TABLE_LA)
    for (const call_argument_t *a = row->arguments; a->name; ++a)
        if (a->is == IS_ARRAY && (alone || has_partner(row)))
            every_call_wrong(row, a->name, g, expected, NULL);
    CHECK_OK(ga_destroy(g));
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
