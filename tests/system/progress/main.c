/* Who answers other nodes: the helper thread, and what it asks of MPI. */
#include "cases.h"

static const test_case_t cases[] = {
    {"computing_target", computing_target, TEST_AL},
    {"refused_below_multiple", refused_below_multiple, TEST_BARE},
    {"one_node_any_level", one_node_any_level, TEST_BARE},
    {"polls_by_itself", polls_by_itself, TEST_AL},
};

int main(int argc, char **argv)
{
    return test_main(argc, argv, "progress", cases, sizeof cases / sizeof cases[0]);
}
