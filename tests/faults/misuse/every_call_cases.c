/* Every public call: with the library stopped, handles that name nothing, and NULL.
 * The calls are those of the headers, so none is left out. */
#include <stdio.h>
#include <string.h>

#include <ashlar/coarray.h>

#include "every_call.h"

TEST_CASE(every_call_stopped, TEST_BARE)
{
    every_call_refused(NULL);
    CHECK_INT(-1, co_this_image(0));
    CHECK_INT(-1, co_num_images(0));
    CHECK_INT(0, co_group(NULL));
}

/* ---- handles that name nothing, and NULL ----------------------------------------------------- */

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

/* Make each call with each argument of some kind wrong; there are at least `least` of them. */
static void try_each(wrong_t is, int handle, int expected, const char *part, int least)
{
    int tried = 0;
    for (int t = 0; t < TABLES; ++t)
        FOR_EACH_ROW (row, t)
            for (const call_argument_t *a = row->arguments; *a->name; ++a)
                if (a->is == is && !is_right(row, a, handle)) {
                    every_call_wrong(row, a->name, handle, expected, part);
                    ++tried;
                }
    CHECK(tried >= least);
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
        try_each(IS_ARRAY, bad[k], ASHLAR_EHANDLE, number, 220);
        try_each(IS_HANDLE, bad[k], ASHLAR_EHANDLE, number, 12);
        try_each(IS_GROUP, bad[k], ASHLAR_EGROUP, number, bad[k] == 0 ? 0 : 20);
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
    try_each(IS_POINTER, 0, ASHLAR_EARG, "NULL", 470);
    try_each(IS_OBJECT, 0, ASHLAR_EARG, NULL, 46);
    CHECK_TWIN(&twin);
    every_call_free();
}
