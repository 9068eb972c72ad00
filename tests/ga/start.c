/* Starting and stopping: order of calls, again after the end, on part of the world, leak report. */
#include <stdlib.h>
#include <string.h>

#include "cases.h"

/** A round of work that fails when the library does not fully run on comm. */
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

void start_states(void)
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

void start_again(void)
{
    for (int round = 0; round < 4; round++) {
        REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
        work_on(MPI_COMM_WORLD);
        CHECK_OK(ga_terminate());
    }
}

/* Only the even ranks start it; the others must not be needed. */
void start_on_half(void)
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
void start_two_libraries(void)
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

    for (; *text; text++) {
        n += *text == '\n';
    }
    return n;
}

void terminate_reports_leaks(void)
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

void terminate_is_silent(void)
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
