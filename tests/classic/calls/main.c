#include "calls.h"

#define CLASSIC_ROW(name) {#name, name, TEST_GA},
static const test_case_t cases[] = {CLASSIC_CASES(CLASSIC_ROW)};

int main(int argc, char **argv)
{
    return test_main(argc, argv, "classic", cases, sizeof cases / sizeof cases[0]);
}
