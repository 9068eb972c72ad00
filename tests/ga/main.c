#include "ga/cases.h"

#define GA_CASE_ROW(function, start) {#function, function, start},
static const test_case_t cases[] = {GA_CASES(GA_CASE_ROW)};

int main(int argc, char **argv)
{
    return test_main(argc, argv, "ga", cases, sizeof cases / sizeof cases[0]);
}
