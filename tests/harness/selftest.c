/* Tests of the harness: cases that fail on purpose, each in another way. The tests that run them
 * (see CMakeLists.txt) expect a failure and the right words. */
#include "harness/harness.h"
#include "model/twin.h"

static void passes(void)
{
    CHECK(1 + 1 == 2);
}

static void wrong_on_last_rank(void)
{
    CHECK_INT(test_rank() == test_size() - 1 ? 41 : 42, 42);
}

static void wrong_status(void)
{
    double value;

    CHECK_OK(ga_get(0, 0, 0, 0, 0, &value, 1));
}

static void checks_nothing(void)
{
}

static void skipped_by_one(void)
{
    if (test_rank() == 1) {
        test_skip("rank 1 does not feel like it");
        return;
    }
    CHECK(1 + 1 == 2);
}

static void leaves_array(void)
{
    ga_t g;

    CHECK_OK(ga_create(ASHLAR_INT, 3, 3, "left behind", 0, 0, &g));
}

/* One wrong element of one type: the model must see it, on every rank. */
static void wrong_element(void)
{
    twin_t twin = twin_create(ASHLAR_CFLOAT, 3, test_dims(3), LAYOUT_REGULAR, GA_GROUP_WORLD, 1);

    model_at(&twin.model, (int64_t[]){4, 2, 5})->im += 1;
    CHECK_TWIN(&twin);
    twin_destroy(&twin);
}

/* A byte beside the patch: the marks in the buffer must see it. */
static void wrong_byte(void)
{
    const int64_t dims[2] = {4, 4};
    model_t model = model_create(ASHLAR_INT, 2, dims);
    buffer_t buffer = buffer_create(ASHLAR_INT, &model.whole, (int64_t[]){1, 0});

    buffer_fill(&buffer, (scalar_t){0, 0});
    ((int *)(void *)buffer.data)[4] = 0;
    CHECK_MODEL(&model, &buffer);
    buffer_free(&buffer);
    model_free(&model);
}

static void one_rank_leaves(void)
{
    if (test_rank() == 0) {
        CHECK(!"rank 0 leaves the others waiting");
        return;
    }
    CHECK_OK(ga_sync());
}

static const test_case_t cases[] = {{"passes", passes, TEST_GA},
                                    {"wrong_on_last_rank", wrong_on_last_rank, TEST_BARE},
                                    {"wrong_status", wrong_status, TEST_GA},
                                    {"checks_nothing", checks_nothing, TEST_BARE},
                                    {"skipped_by_one", skipped_by_one, TEST_BARE},
                                    {"leaves_array", leaves_array, TEST_GA},
                                    {"wrong_element", wrong_element, TEST_GA},
                                    {"wrong_byte", wrong_byte, TEST_BARE},
                                    {"one_rank_leaves", one_rank_leaves, TEST_GA}};

int main(int argc, char **argv)
{
    return test_main(argc, argv, "selftest", cases, sizeof cases / sizeof cases[0]);
}
