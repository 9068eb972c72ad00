/* Bundles (bundle.h). */
#include <string.h>

#include "bundle/cases.h"
#include "harness/harness.h"

int main(int argc, char **argv)
{
    static const test_case_t cases[] = {
        {"phases", case_phases, TEST_GA},       {"rules", case_rules, TEST_GA},
        {"conflict", case_conflict, TEST_GA},   {"states", case_states, TEST_GA},
        {"twice", case_twice, TEST_GA},         {"read_only", case_read_only, TEST_GA},
        {"arguments", case_arguments, TEST_GA}, {"in_place", case_in_place, TEST_GA},
        {"many", case_many, TEST_GA},           {"one_element", case_one_element, TEST_GA},
        {"split", case_split, TEST_GA},         {"random", case_random, TEST_GA},
        {"order", case_order, TEST_GA},         {"after", case_after, TEST_GA},
        {"destroyed", case_destroyed, TEST_GA}, {"left", case_left, TEST_BARE},
        {"forked", case_forked, TEST_BARE},     {"one_term", case_one_term, TEST_GA},
        {"own_order", case_own_order, TEST_GA}, {"most", case_most, TEST_GA},
        {"before", case_before, TEST_GA},
    };
    static const test_case_t nightly[] = {
        {"random_long", case_random_long, TEST_GA},
        {"requests_long", case_requests_long, TEST_GA},
    };
    /* Only with an arena that is small enough. */
    static const test_case_t small[] = {{"no_room", case_no_room, TEST_GA}};
    if (argc > 1 && strcmp(argv[argc - 1], "no_room") == 0)
        return test_main(argc, argv, "bundle", small, sizeof small / sizeof *small);
    if (argc > 1 && strstr(argv[argc - 1], "_long"))
        return test_main(argc, argv, "bundle", nightly, sizeof nightly / sizeof *nightly);
    return test_main(argc, argv, "bundle", cases, sizeof cases / sizeof *cases);
}
