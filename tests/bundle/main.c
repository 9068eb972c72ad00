/* Bundles (bundle.h). */
#include <string.h>

#include "bundle/cases.h"
#include "harness/harness.h"

int main(int argc, char **argv)
{
    static const test_case_t cases[] = {
        {"phases", case_phases, TEST_GA},       {"rules", case_rules, TEST_GA},
        {"conflict", case_conflict, TEST_GA},   {"states", case_states, TEST_GA},
        {"arguments", case_arguments, TEST_GA}, {"in_place", case_in_place, TEST_GA},
        {"many", case_many, TEST_GA},           {"one_element", case_one_element, TEST_GA},
        {"split", case_split, TEST_GA},         {"random", case_random, TEST_GA},
        {"order", case_order, TEST_GA},         {"after", case_after, TEST_GA},
    };
    static const test_case_t nightly[] = {
        {"random_long", case_random_long, TEST_GA},
        {"requests_long", case_requests_long, TEST_GA},
    };
    if (argc > 1 && strstr(argv[argc - 1], "_long"))
        return test_main(argc, argv, "bundle", nightly, sizeof nightly / sizeof *nightly);
    return test_main(argc, argv, "bundle", cases, sizeof cases / sizeof *cases);
}
