#include "mismatch.h"

#include <string.h>

#define CASE(function, start) {#function, function, start},
static const test_case_t cases[] = {MISMATCH_CASES(CASE)};
static const test_case_t waits[] = {{"waits_groups", waits_groups, TEST_GA},
                                    {"waits_mpi", waits_mpi, TEST_GA}};

int main(int argc, char **argv)
{
    if (strncmp(argv[argc - 1], "waits_", 6) == 0)
        return test_main(argc, argv, "mismatch", waits, 2);
    return test_main(argc, argv, "mismatch", cases, sizeof cases / sizeof cases[0]);
}
