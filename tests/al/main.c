#include "al/cases.h"

#define AL_CASE_ROW(function, start) {#function, function, start},
static const test_case_t cases[] = {AL_CASES(AL_CASE_ROW)};

/* The last ones, which take seconds, run only by name. */
enum { BY_NAME = 3 };

int main(int argc, char **argv)
{
    int n = sizeof cases / sizeof cases[0];
    return test_main(argc, argv, "al", cases, argc > 1 ? n : n - BY_NAME);
}
