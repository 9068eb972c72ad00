/* Handles of transfers under way. */
#include "armci-lite/src/local/al_handle.h"
#include "al/parts.h"

/* A handle is complete with its last part, and stays so; all are different. */
TEST_CASE(handle_parts, TEST_BARE)
{
    enum { MANY = 1000 };
    static al_handle_t handles[MANY];
    al_handle_t none = 0, copy;

    CHECK(ali_handle_is_complete(0) && ali_handle_is_complete(-5) && ali_handle_is_complete(7));
    for (int k = 0; k < MANY; ++k) {
        handles[k] = 0;
        CHECK(ali_handle_add_part(&handles[k]));
        CHECK(handles[k] > 0 && (k == 0 || handles[k] != handles[k - 1]));
        copy = handles[k];
        for (int part = 0; part < k % 4; ++part) {
            CHECK(ali_handle_add_part(&handles[k]));
            CHECK_INT(copy, handles[k]);
        }
    }
    for (int k = 0; k < MANY; ++k) {
        for (int part = 0; part <= k % 4; ++part) {
            CHECK(!ali_handle_is_complete(handles[k]));
            ali_handle_part_done(handles[k]);
        }
        CHECK(ali_handle_is_complete(handles[k]));
        CHECK(k + 1 == MANY || !ali_handle_is_complete(handles[k + 1]));
        ali_handle_part_done(handles[k]); /* of a retired one: nothing */
    }
    for (int k = 0; k < MANY; ++k) { /* joining a retired one makes a new one */
        copy = handles[k];
        CHECK(ali_handle_add_part(&copy));
        CHECK(copy != handles[k] && copy > 0);
        CHECK(ali_handle_is_complete(handles[k]) && !ali_handle_is_complete(copy));
        handles[k] = copy;
    }
    ali_handles_free();
    CHECK(ali_handle_is_complete(handles[5]));
    CHECK(ali_handle_add_part(&none));
    ali_handles_free();
}

/* One slot serves any number of handles; the one before is retired. */
TEST_CASE(handle_generations, TEST_BARE)
{
    al_handle_t last = 0;

    for (int k = 0; k < 5000; ++k) {
        al_handle_t handle = 0;
        CHECK(ali_handle_add_part(&handle));
        CHECK(handle > 0 && handle != last);
        CHECK(ali_handle_is_complete(last));
        ali_handle_part_done(handle);
        /* The slot's next handle is not given out yet. */
        CHECK(handle > 1 << 30 || ali_handle_is_complete(handle + (1 << 20)));
        last = handle;
    }
    ali_handles_free();
}
