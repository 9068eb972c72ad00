/* The main() of every program of tests that has none of its own. */
#include "harness/harness.h"

int main(int argc, char **argv)
{
    return test_main(argc, argv);
}
