/* A job to be killed: exchanges of a bundle, one after the other, for ever.
 * bundle_job DIRECTORY: each rank writes its process id to a file there after the first ones. */
#include <stdio.h>
#include <stdlib.h>

#include <ashlar/bundle.h>

#include "pid.h"

enum { N = 20000, NAMED = 3000, FIRST = 20 };

static ga_t g;
static bundle_t *bundle;
static int member;

static int make(void)
{
    const int64_t n = N;
    return ga_create_nd(ASHLAR_LLONG, 1, &n, "doomed", NULL, 0, &g) || ga_zero(g) ||
           bundle_create(0, &bundle) || bundle_add(bundle, g, BUNDLE_SUM, &member);
}

/* Elements on all ranks, other ones in each phase. */
static int one_phase(int phase)
{
    static int64_t index[NAMED];
    static long long values[NAMED];
    static bundle_slot_t slots[NAMED];
    for (int64_t k = 0; k < NAMED; ++k) {
        index[k] = (k * 7 + phase) % N;
        values[k] = k;
    }
    return bundle_request(bundle, member, NAMED, index, slots) ||
           bundle_accumulate(bundle, member, NAMED, index, values, ASHLAR_XOR) ||
           bundle_exchange(bundle) || (phase % 4 == 0 && bundle_clear(bundle));
}

int main(int argc, char **argv)
{
    int failed = argc != 2;
    MPI_Init(&argc, &argv);
    failed = failed || ga_initialize(MPI_COMM_WORLD) || make();
    for (int phase = 0; !failed; ++phase)
        failed = one_phase(phase) || (phase == FIRST && write_pid(argv[1]));
    fprintf(stderr, "bundle_job: %s\n", ashlar_error_message());
    MPI_Abort(MPI_COMM_WORLD, 2);
}
