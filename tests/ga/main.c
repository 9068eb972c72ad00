#include <string.h>

#include "ga/cases.h"

#define GA_CASE_ROW(function, start) {#function, function, start},
static const test_case_t cases[] = {GA_CASES(GA_CASE_ROW) GA_ENGINE_CASES(GA_CASE_ROW)};
static const test_case_t engine_cases[] = {GA_ENGINE_CASES(GA_CASE_ROW)};
enum {
    ALL = sizeof cases / sizeof cases[0],
    ENGINES = sizeof engine_cases / sizeof engine_cases[0]
};

/* Without arguments it runs the first table, with the word `engines` the second; a case of either
 * runs by name. */
int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "engines") == 0)
        return test_main(1, argv, "ga_engines", engine_cases, ENGINES);
    return test_main(argc, argv, "ga", cases, argc > 1 ? ALL : ALL - ENGINES);
}
