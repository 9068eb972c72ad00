/* The space, with MA_init() and without. */
#include <stdint.h>

#include "support.h"

static void check_started(Integer bytes)
{
    CHECK_INT(2 * bytes - GUARDS, MA_inquire_avail(MT_CHAR));
    CHECK_INT(bytes - GUARDS, MA_inquire_heap(MT_CHAR));
    CHECK_INT(bytes - GUARDS, MA_inquire_stack(MT_CHAR));
}

void ma_init(void)
{
    CHECK(!MA_initialized());
    check_started(1 << 25); /* what a program has that asks first */
    CHECK(!MA_initialized());
    ma_listen();
    CHECK(!MA_init(MT_LAST + 1, 1, 1));
    CHECK_CONTAINS(ma_heard(), "MA_init: 1017 is no type");
    if (sizeof(Integer) == 8) {
        ma_listen();
        CHECK(!MA_init(MT_DBL, 1, (Integer)(INT64_MAX / 2)));
        CHECK_CONTAINS(ma_heard(), "elements of double on the heap");
    }
    CHECK(!MA_initialized());
    CHECK(MA_init(MT_DBL, 100, 200));
    CHECK(MA_initialized());
    /* 200 and 100 doubles and the most that a block costs beside them, in lines. */
    CHECK_INT((1600 + 79 + LINE - 1) / LINE * LINE - GUARDS, MA_inquire_heap(MT_CHAR));
    CHECK_INT((800 + 79 + LINE - 1) / LINE * LINE - GUARDS, MA_inquire_stack(MT_CHAR));
    ma_listen();
    CHECK(!MA_init(MT_DBL, 100, 200));
    CHECK_CONTAINS(ma_heard(), "MA_init: the space of 2624 bytes is in use already");
}

void ma_init_default(void)
{
    CHECK(MA_init(MT_DBL, MA_DEFAULT_SPACE, MA_DEFAULT_SPACE));
    check_started(1 << 25);
}

void ma_no_init(void)
{
    Integer handle;
    CHECK(MA_push_stack(MT_INT, 10, "first", &handle));
    CHECK(MA_initialized());
    CHECK(MA_pop_stack(handle));
    check_started(1 << 25);
    MA_set_error_print(MA_FALSE);
    CHECK(!MA_init(MT_DBL, 100, 200));
}
