/* Coarrays (coarray.h). */
#include <string.h>

#include "coarray/cases.h"
#include "harness/harness.h"

int main(int argc, char **argv)
{
    static const test_case_t cases[] = {
        {"random", case_random, TEST_GA},   {"whole", case_whole, TEST_GA},
        {"differ", case_differ, TEST_GA},   {"from_comm", case_from_comm, TEST_GA},
        {"many", case_many, TEST_GA},       {"far_copy", case_far_copy, TEST_GA},
        {"lists", case_lists, TEST_GA},     {"ring", case_ring, TEST_GA},
        {"memory", case_memory, TEST_GA},   {"wait_until", case_wait_until, TEST_GA},
        {"barrier", case_barrier, TEST_GA}, {"events", case_events, TEST_GA},
        {"locks", case_locks, TEST_GA},     {"atomics", case_atomics, TEST_GA},
        {"sums", case_sums, TEST_GA},       {"function", case_function, TEST_GA},
        {"left", case_left, TEST_BARE},     {"forked", case_forked, TEST_BARE},
    };
    static const test_case_t nightly[] = {{"random_long", case_random_long, TEST_GA}};
    if (argc > 1 && strstr(argv[argc - 1], "_long"))
        return test_main(argc, argv, "coarray", nightly, sizeof nightly / sizeof *nightly);
    return test_main(argc, argv, "coarray", cases, sizeof cases / sizeof *cases);
}
