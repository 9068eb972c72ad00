/* Tests of the harness: cases that fail on purpose, each in another way. The tests that run them
 * (see CMakeLists.txt) expect a failure and the right words. */
#include "harness/harness.h"
#include "model/twin.h"

TEST_CASE(passes, TEST_GA)
{
    CHECK(1 + 1 == 2);
}

TEST_CASE(wrong_on_last_rank, TEST_BARE)
{
    CHECK_INT(test_rank() == test_size() - 1 ? 41 : 42, 42);
}

TEST_CASE(wrong_status, TEST_GA)
{
    double value;

    CHECK_OK(ga_get(0, 0, 0, 0, 0, &value, 1));
}

TEST_CASE(checks_nothing, TEST_BARE)
{
}

TEST_CASE(skipped_by_one, TEST_BARE)
{
    if (test_rank() == 1) {
        test_skip("rank 1 does not feel like it");
        return;
    }
    CHECK(1 + 1 == 2);
}

TEST_CASE(leaves_array, TEST_GA)
{
    ga_t g;

    CHECK_OK(ga_create(ASHLAR_INT, 3, 3, "left behind", 0, 0, &g));
}

/* One wrong element of one type: the model must see it, on every rank. */
TEST_CASE(wrong_element, TEST_GA)
{
    twin_t twin = twin_create(ASHLAR_CFLOAT, 3, test_dims(3), LAYOUT_REGULAR, GA_GROUP_WORLD, 1);

    model_at(&twin.model, (int64_t[]){4, 2, 5})->im += 1;
    CHECK_TWIN(&twin);
    twin_destroy(&twin);
}

/* A byte beside the patch: the marks in the buffer must see it. */
TEST_CASE(wrong_byte, TEST_BARE)
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

TEST_CASE(one_rank_leaves, TEST_GA)
{
    if (test_rank() == 0) {
        CHECK(!"rank 0 leaves the others waiting");
        return;
    }
    CHECK_OK(ga_sync());
}
