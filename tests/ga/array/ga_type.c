/* Record types: how many, how long they live, what they are called. */
#include <string.h>

#include "harness/harness.h"
#include "model/twin.h"

TEST_CASE(record_types, TEST_GA)
{
    size_t bytes = 0;
    ga_type type = -5;
    ga_t g = -5;

    for (ashlar_type t = 0; t < ASHLAR_TYPE_COUNT; ++t) {
        CHECK_OK(ga_type_bytes(t, &bytes));
        CHECK_INT((int64_t)type_bytes(t), (int64_t)bytes);
        CHECK_STATUS(ASHLAR_ETYPE, ga_type_destroy(t));
    }
    CHECK_STATUS(ASHLAR_EARG, ga_type_create(0, &type));
    CHECK_STATUS(ASHLAR_EARG, ga_type_create(8, NULL));
    CHECK_STATUS(ASHLAR_ETYPE, ga_type_bytes((ga_type)-1, &bytes));
    /* The most there can be; one more is refused, and after one is gone there is room. */
    ga_type types[1000];
    int n = 0;
    while (n < 1000 && ga_type_create((size_t)n + 1, &types[n]) == ASHLAR_OK)
        ++n;
    CHECK(n > 100 && n < 1000);
    CHECK_STATUS(ASHLAR_ELIMIT, ga_type_create(8, &type));
    CHECK(type == (ga_type)-5);
    CHECK_OK(ga_type_destroy(types[70]));
    CHECK_OK(ga_type_create(71, &types[70]));
    while (n > 0) {
        CHECK_OK(ga_type_bytes(types[--n], &bytes));
        CHECK_INT(n + 1, (int64_t)bytes);
        CHECK_OK(ga_type_destroy(types[n]));
    }
    REQUIRE_OK(ga_type_create(40, &type));
    CHECK_OK(ga_type_destroy(type));
    CHECK_STATUS(ASHLAR_ETYPE, ga_type_bytes(type, &bytes));
    CHECK_STATUS(ASHLAR_ETYPE, ga_type_destroy(type));
    CHECK_STATUS(ASHLAR_ETYPE, ga_create(type, 3, 3, "gone", 0, 0, &g));
    CHECK_INT(-5, g);
}

/* Types are numbered alike on all ranks, also where some have arrays of a type that is destroyed:
 * it lives as long as they and arrays like them. */
TEST_CASE_IN("engines", record_lifetime, TEST_GA)
{
    enum { ROWS = 4 };
    const int me = ga_rank();
    ga_type first, second, third, told = ASHLAR_INT;
    size_t bytes;
    ga_group_t mine;
    ga_t g = 0, alike, none = -5;
    char put[5] = "five", found[5] = "";

    REQUIRE_OK(ga_group_create(1, &me, &mine));
    REQUIRE_OK(ga_type_create(5, &first));
    REQUIRE_OK(ga_type_create(6, &second));
    CHECK(first != second);
    if (me == 0) {
        REQUIRE_OK(ga_create_nd(first, 1, &(int64_t){ROWS}, "five", NULL, mine, &g));
        CHECK_OK(ga_put_nd(g, &(int64_t){1}, &(int64_t){1}, put, NULL));
    }
    CHECK_OK(ga_type_destroy(first));
    CHECK_STATUS(ASHLAR_ETYPE, ga_type_destroy(first));
    CHECK_CONTAINS(ashlar_error_message(), "ga_type_destroy: ");
    REQUIRE_OK(ga_type_create(7, &third));
    CHECK(third != first && third != second);
    int same[2] = {(int)third, -(int)third};
    MPI_Allreduce(MPI_IN_PLACE, same, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    CHECK_INT(same[0], -same[1]);
    CHECK_OK(ga_type_bytes(third, &bytes));
    CHECK_INT(7, (int64_t)bytes);
    if (me == 0) {
        CHECK_OK(ga_inquire_nd(g, &told, NULL, NULL));
        CHECK_INT(first, told);
        CHECK_OK(ga_type_bytes(first, &bytes));
        CHECK_INT(5, (int64_t)bytes);
        REQUIRE_OK(ga_create_like(g, told, "alike", &alike));
        CHECK_OK(ga_copy(g, alike));
        CHECK_OK(ga_destroy(g));
        CHECK_OK(ga_get_nd(alike, &(int64_t){1}, &(int64_t){1}, found, NULL));
        CHECK_INT(0, memcmp(put, found, sizeof put));
        CHECK_OK(ga_destroy(alike));
    }
    CHECK_STATUS(ASHLAR_ETYPE, ga_type_bytes(first, &bytes));
    CHECK_STATUS(ASHLAR_ETYPE, ga_create(first, 4, 4, "none", 0, 0, &none));
    CHECK_INT(-5, none);
    CHECK_OK(ga_type_destroy(third));
    CHECK_OK(ga_type_destroy(second));
    CHECK_OK(ga_group_destroy(mine));
}
