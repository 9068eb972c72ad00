/* Starting and stopping: order of calls, again after the end, on part of the world, leak report. */
#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"
#include "model/twin.h"

/* A round of work that fails unless the library works fully on comm. */
static void work_on(MPI_Comm comm)
{
    int rank, size;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    CHECK_INT(rank, ga_rank());
    CHECK_INT(size, ga_size());
    twin_t twin = twin_create(ASHLAR_DOUBLE, 2, test_dims(2), LAYOUT_REGULAR, GA_GROUP_WORLD, 5);
    CHECK_TWIN(&twin);
    twin_destroy(&twin);
}

TEST_CASE(start_states, TEST_BARE)
{
    CHECK_INT(0, ga_initialized());
    CHECK_INT(-1, ga_rank());
    CHECK_INT(-1, ga_size());
    CHECK_STATUS(ASHLAR_ESTATE, ga_terminate());
    CHECK_STATUS(ASHLAR_EARG, ga_initialize(MPI_COMM_NULL));
    CHECK_INT(0, ga_initialized());
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    CHECK_INT(1, ga_initialized());
    CHECK_STATUS(ASHLAR_ESTATE, ga_initialize(MPI_COMM_WORLD));
    work_on(MPI_COMM_WORLD);
    CHECK_OK(ga_terminate());
    CHECK_INT(0, ga_initialized());
    CHECK_INT(-1, ga_rank());
    CHECK_STATUS(ASHLAR_ESTATE, ga_terminate());
    CHECK_STATUS(ASHLAR_ESTATE, ga_sync());
}

TEST_CASE(start_again, TEST_BARE)
{
    for (int round = 0; round < 4; ++round) {
        REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
        work_on(MPI_COMM_WORLD);
        CHECK_OK(ga_terminate());
    }
}

/* Only the even ranks start it; the others must not be needed. */
TEST_CASE(start_on_half, TEST_BARE)
{
    MPI_Comm half;

    MPI_Comm_split(MPI_COMM_WORLD, test_rank() % 2 ? MPI_UNDEFINED : 0, -test_rank(), &half);
    CHECK_INT(0, ga_initialized());
    if (half != MPI_COMM_NULL) {
        REQUIRE_OK(ga_initialize(half));
        work_on(half);
        CHECK_OK(ga_terminate());
        MPI_Comm_free(&half);
    }
}

/* Even and odd ranks each run their own library at the same time. */
TEST_CASE(start_two_libraries, TEST_BARE)
{
    MPI_Comm half;

    if (test_has_faulty_windows()) {
        test_skip("this MPI makes no windows side by side");
        return;
    }
    MPI_Comm_split(MPI_COMM_WORLD, test_rank() % 2, test_rank(), &half);
    REQUIRE_OK(ga_initialize(half));
    work_on(half);
    CHECK_OK(ga_terminate());
    MPI_Comm_free(&half);
}

static int count_lines(const char *text)
{
    int n = 0;

    for (; *text; ++text)
        n += *text == '\n';
    return n;
}

TEST_CASE(terminate_reports_leaks, TEST_BARE)
{
    ga_t matrix, tensor, kept;
    const int64_t dims[3] = {4, 321, 5};

    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    CHECK_OK(ga_create(ASHLAR_DOUBLE, 123, 45, "forgotten", 0, 0, &matrix));
    CHECK_OK(ga_create(ASHLAR_INT, 10, 10, "tidied", 0, 0, &kept));
    CHECK_OK(ga_create_nd(ASHLAR_CFLOAT, 3, dims, "mislaid", NULL, GA_GROUP_WORLD, &tensor));
    CHECK_OK(ga_destroy(kept));
    test_capture_begin();
    int status = ga_terminate();
    char *report = test_capture_end();
    CHECK_OK(status);
    if (test_rank() == 0) {
        CHECK_CONTAINS(report, "forgotten");
        CHECK_CONTAINS(report, "123");
        CHECK_CONTAINS(report, "45");
        CHECK_CONTAINS(report, "mislaid");
        CHECK_CONTAINS(report, "321");
        CHECK(strstr(report, "tidied") == NULL);
        CHECK_INT(2, count_lines(report));
    } else {
        CHECK_TEXT("", report);
    }
    free(report);
}

/* The first rank of the array's group names it, and its handle is stale after the next start. */
TEST_CASE(terminate_reports_groups, TEST_BARE)
{
    int ranks[64], size = test_size();
    ga_group_t group;
    ga_t g;

    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    for (int r = 0; r < size; ++r)
        ranks[r] = size - 1 - r;
    REQUIRE_OK(ga_group_create(size, ranks, &group));
    REQUIRE_OK(ga_create_nd(ASHLAR_INT, 1, (int64_t[]){77}, "lost", NULL, group, &g));
    test_capture_begin();
    int status = ga_terminate();
    char *report = test_capture_end();
    CHECK_OK(status);
    CHECK_TEXT(test_rank() == size - 1 ? "ga_terminate: array 'lost' (int, 77) was not destroyed\n"
                                       : "",
               report);
    free(report);
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    CHECK_STATUS(ASHLAR_EHANDLE, ga_inquire(g, NULL, NULL, NULL));
    CHECK_STATUS(ASHLAR_EHANDLE, ga_destroy(g));
    CHECK_OK(ga_terminate());
}

TEST_CASE(terminate_is_silent, TEST_BARE)
{
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    work_on(MPI_COMM_WORLD);
    test_capture_begin();
    int status = ga_terminate();
    char *report = test_capture_end();
    CHECK_OK(status);
    CHECK_TEXT("", report);
    free(report);
}

/* With ASHLAR_INFO=stats calls are counted from the start, and the end prints them. */
TEST_CASE(terminate_prints_stats, TEST_BARE)
{
    double value = 3;
    ga_t g, left;

    setenv("ASHLAR_INFO", "stats", 1);
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    CHECK_OK(ga_create(ASHLAR_DOUBLE, 9, 9, "counted", 0, 0, &g));
    CHECK_OK(ga_put(g, 4, 4, 4, 4, &value, 1));
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_create(ASHLAR_INT, 5, 4, "left", 0, 0, &left));
    test_capture_begin();
    int status = ga_terminate();
    char *report = test_capture_end();
    unsetenv("ASHLAR_INFO");
    CHECK_OK(status);
    if (test_rank() == 0) {
        const char *put = strstr(report, "\nput ");
        CHECK(put != NULL && strtol(put + 5, NULL, 10) == test_size());
        CHECK(strstr(report, "\nget ") == NULL);
        CHECK_CONTAINS(report, "\narray 'left': 5 x 4 int\n");
        CHECK_CONTAINS(report, "\n1 arrays, 80 bytes\n");
        CHECK(strstr(report, "counted") == NULL);
    } else {
        CHECK_TEXT("", report);
    }
    free(report);

    /* The next start counts nothing. */
    ga_stats_t stats;
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    CHECK_OK(ga_sync());
    CHECK_OK(ga_stats(GA_STATS_SYNC, &stats));
    CHECK_INT(0, stats.calls);
    CHECK_OK(ga_terminate());
}

/* Objects of the library before it stopped is stale after it has started again. */
TEST_CASE(start_forgets, TEST_BARE)
{
    const int me = test_rank();
    ga_group_t group, again = 0, now = 0;
    ga_mutexes_t set;
    ga_type type, fresh;
    ga_t g;
    size_t bytes;
    int rank = -5;

    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    CHECK_OK(ga_group_create(1, &me, &group));
    CHECK_OK(ga_group_set_default(group, NULL));
    CHECK_OK(ga_mutexes_create(GA_GROUP_WORLD, 2, &set));
    CHECK_OK(ga_type_create(24, &type));
    CHECK_OK(ga_create_nd(ASHLAR_INT, 1, (int64_t[]){4}, "kept", NULL, group, &g));
    CHECK_OK(ga_destroy(g));
    CHECK_OK(ga_terminate());
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    CHECK_OK(ga_group_get_default(&now));
    CHECK_INT(GA_GROUP_WORLD, now);
    CHECK_STATUS(ASHLAR_EHANDLE, ga_lock(set, 0));
    CHECK_STATUS(ASHLAR_EHANDLE, ga_mutexes_destroy(set));
    CHECK_STATUS(ASHLAR_ETYPE, ga_type_bytes(type, &bytes));
    CHECK_STATUS(ASHLAR_EHANDLE, ga_destroy(g));
    CHECK_OK(ga_type_create(9, &fresh));
    CHECK_OK(ga_type_bytes(fresh, &bytes));
    CHECK_INT(9, (int64_t)bytes);
    CHECK_OK(ga_group_create(1, &me, &again));
    CHECK(again != group);
    CHECK_STATUS(ASHLAR_EGROUP, ga_group_rank(group, &rank));
    CHECK_INT(-5, rank);
    CHECK_OK(ga_terminate());
}
