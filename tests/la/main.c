#include "cases.h"

#define LA_CASE_ROW(function, start) {#function, function, start},
static const test_case_t cases[] = {LA_CASES(LA_CASE_ROW)};

int main(int argc, char **argv)
{
    return test_main(argc, argv, "la", cases, sizeof cases / sizeof cases[0]);
}
