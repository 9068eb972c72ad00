/* Clocks of hosts that differ by a second from rank to rank: each rank says it is on a host of its
 * own, and has a clock that is as many seconds ahead as its number. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <ashlar/al.h>
#include <ashlar/ga.h>

#include "armci-lite/src/trace/al_trace_format.h"
#include "harness/harness.h"
#include "trace/folder.h"

static int seconds_ahead, is_own_host;

/* Instead of those of the C library. */
int gethostname(char *name, size_t room)
{
    snprintf(name, room, "host%d", is_own_host ? seconds_ahead : 0);
    return 0;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    const long result = syscall(SYS_clock_gettime, clock, time);
    if (clock == CLOCK_MONOTONIC)
        time->tv_sec += seconds_ahead;
    return (int)result;
}

/* The state that my file has at the end. */
static al_trace_state_t read_state(void)
{
    char name[64];
    al_trace_state_t state = {0};

    snprintf(name, sizeof name, "rank-%06d.trace", test_rank());
    FILE *file = fopen(in_folder(name), "rb");
    if (!CHECK(file))
        return state;
    CHECK(fseek(file, AL_TRACE_HEADER, SEEK_SET) == 0);
    CHECK(fread(&state, sizeof state, 1, file) == 1);
    fclose(file);
    return state;
}

TEST_CASE(clocks_of_hosts, TEST_BARE)
{
    seconds_ahead = test_rank();
    is_own_host = 1;
    REQUIRE_OK(ga_initialize(MPI_COMM_WORLD));
    CHECK_INT(test_rank(), al_node_of(ga_rank()));
    REQUIRE_OK(ga_trace_begin(new_folder()));
    CHECK_OK(ga_sync());
    CHECK_OK(ga_trace_end());
    const al_trace_state_t state = read_state();
    for (int k = 0; k < 2; ++k) {
        const int64_t wrong = state.offset[k] + test_rank() * INT64_C(1000000000);
        CHECK(llabs(wrong) <= state.uncertain[k]);
        CHECK((state.uncertain[k] > 0) == (test_rank() > 0));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    drop_folder();
    CHECK_OK(ga_terminate());
    seconds_ahead = is_own_host = 0;
}
