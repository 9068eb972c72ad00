#include "al/cases.h"

#define AL_CASE_ROW(function, start) {#function, function, start},
static const test_case_t cases[] = {AL_CASES(AL_CASE_ROW)};

int main(int argc, char **argv)
{
    return test_main(argc, argv, "al", cases, sizeof cases / sizeof cases[0]);
}
