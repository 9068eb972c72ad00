#include "cases.h"

#define CONTENTION_ROW(function) {#function, function, TEST_GA},
static const test_case_t cases[] = {CONTENTION_CASES(CONTENTION_ROW)};

int main(int argc, char **argv)
{
    return test_main(argc, argv, "contention", cases, sizeof cases / sizeof cases[0]);
}
